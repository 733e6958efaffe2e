"""Edits of a file through its tree; line ends stay what they were."""

from collections import Counter
from collections.abc import Callable

from paycat.formatting.printing import printed
from paycat.formatting.proof import ChangedMeaningError
from paycat.formatting.reading import comments_of, read
from paycat.formatting.tree import Document


def edited(text: str, change: Callable[[Document], None]) -> str:
    """Return the text after the change; what the change does not touch is laid out as `paycat fmt` does it.

    Raises ChangedMeaningError when a comment would be lost, which is a bug.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    document = read(plain)
    change(document)
    made = printed(document)
    if lost := Counter(comments_of(plain)) - Counter(comments_of(made)):
        raise ChangedMeaningError(f"the edit would lose the comment {min(lost)}; nothing was written")
    return made.replace("\n", "\r\n" if "\r\n" in text else "\n")
