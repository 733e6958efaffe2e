"""The tokens of a pattern in; texts that match it out, so that each alternative of each group is in one of them."""

from collections.abc import Callable, Iterable, Iterator

Token = tuple[str, str]
"""A token's kind, as `paycat.vectors.patterns` calls it, and its text."""


def alternative_texts(tokens: Iterable[Token], sign_of: Callable[[str, str], str]) -> list[str]:
    """Return a text for each alternative; none for a pattern without alternatives.

    `sign_of` gives a sign for a token of the kind `cls` or `sign`.
    """
    stated = list(tokens)
    if not any(kind == "bar" for kind, _ in stated):
        return []
    return list(dict.fromkeys(_alternatives(iter(stated), sign_of)))


def _alternatives(tokens: Iterator[Token], sign_of: Callable[[str, str], str]) -> list[str]:
    """Return the texts of a group, up to its end, or of the whole pattern; the first is the usual one."""
    found: list[str] = []
    parts: list[list[str]] = []
    for kind, text in tokens:
        if kind == "open":
            parts.append(_alternatives(tokens, sign_of))
        elif kind in ("cls", "sign"):
            parts.append([sign_of(kind, text)])
        elif kind == "repeat":
            parts[-1] = _repeated(parts[-1], text)
        elif kind == "bar":
            found += _in_turn(parts)
            parts = []
        elif kind == "close":
            break
    return found + _in_turn(parts)


def _in_turn(parts: list[list[str]]) -> list[str]:
    """Return the usual texts of the parts joined, then the same with each other text of each part."""
    usual = [texts[0] for texts in parts]
    others = (
        "".join((*usual[:place], text, *usual[place + 1 :])) for place, texts in enumerate(parts) for text in texts[1:]
    )
    return ["".join(usual), *others]


def _repeated(texts: list[str], repeat: str) -> list[str]:
    least = {"*": 0, "?": 0, "+": 1}.get(repeat)
    if least is None:
        least = int(repeat[1:-1].partition(",")[0])
    return ["", *texts] if least == 0 else [text + texts[0] * (least - 1) for text in texts]
