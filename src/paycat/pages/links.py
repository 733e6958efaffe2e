"""Where a text may link to from the pages: another place within them, a web page, or an e-mail address."""

import re

_ABROAD = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#]\S*)?|mailto:[^\s/?#\\]+(?:\?\S*)?", re.IGNORECASE)
_WITHIN = re.compile(r"(?:[\w-][\w.-]*/)*(?:[\w-][\w.-]*)?(?:#\S*)?", re.ASCII)


def is_allowed(target: str) -> bool:
    """Tell whether a text may link to this.

    No other scheme (`javascript:`, `data:`, `file:`), no `//host`, no name and password before a host, and no relative
    link that leaves the folder of all pages.
    """
    return is_abroad(target) or (target != "" and _WITHIN.fullmatch(target) is not None)


def is_abroad(target: str) -> bool:
    """Tell whether a link that is allowed leaves the pages."""
    return _ABROAD.fullmatch(target) is not None
