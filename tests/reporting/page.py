"""A page as a browser takes it apart: elements with their attributes, ids, links, text."""

from html.parser import HTMLParser

VOID = {"meta", "link", "img", "br", "hr", "input", "wbr"}


class Page(HTMLParser):
    """Elements in order, as (name, attributes); text without what stands in `style`."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.style = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "style":
            self.style += data
        else:
            self.text += data

    def values(self, attribute: str) -> list[str]:
        """Return the values of an attribute, over all elements."""
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]

    def named(self, *names: str) -> list[dict[str, str | None]]:
        """Return the attributes of the elements with these names."""
        return [attributes for name, attributes in self.elements if name in names]
