"""A new pack: one that works, and is there to be changed."""

from paycat.formatting.files import Kind
from paycat.packs.manifest import Pack
from paycat.scaffold.edits import Inline, TakenError, new_file
from paycat.workspace import GENERATORS, Workspace

_TEMPLATE = """\
# {{ contract.service.title | markdown_text }}

| Method | Currency | Pay-in | Payout |
|---|---|---|---|
{% for method in contract.methods -%}
{%- set cells = [method.code, method.currency, method.pay_in.availability, method.payout.availability] -%}
| {{ cells | map("markdown_text") | join(" | ") }} |
{% endfor %}"""


def new_pack(workspace: Workspace, name: str, title: str, shipped: frozenset[str]) -> dict[str, str]:
    """Return the texts of a pack's files, by path in the project: its manifest and one Markdown template.

    Raises TakenError when the project or paycat has a pack of that name.
    """
    folder = f"{GENERATORS}/{name}"
    if name in shipped or (workspace.root / folder).exists():
        raise TakenError(f"there is a pack {name!r} already")
    path = f"{folder}/pack.yaml"
    files = [Inline(path="methods.md", template="methods.md.j2")]
    manifest = {"name": name, "title": title, "folder": name, "files": files}
    return {path: new_file(path, manifest, Kind(Pack, "pack")), f"{folder}/templates/methods.md.j2": _TEMPLATE}
