"""A small catalogue whose every sentence tries to become more than text, and its pages."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import projects
from starter_cases import STARTER

from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packs.reading import read_packs
from paycat.packs.render import render

RAN = "(globalThis.ran=1)"
ATTACKS = (
    f"<img src=x onerror={RAN}>",
    f"<script>{RAN}</script>",
    f"</script><script>{RAN}</script>",
    f"</title></textarea></pre></svg></style><svg onload={RAN}>",
    f'" autofocus tabindex=0 onfocus="{RAN}" x="',
    f"' autofocus tabindex=0 onfocus='{RAN}' x='",
    f'"><img src=x onerror={RAN}>',
    f"<a href=javascript:{RAN}>a</a>",
    f"[a](javascript:{RAN})",
    f"<javascript:{RAN}>",
    f"[a](data:text/html,<script>{RAN}</script>)",
    "[a](vbscript:ran)",
    "[a](//evil.example/a)",
    "![a](//evil.example/a.png)",
    "![a](https://evil.example/a.png)",
    "![a](data:image/svg+xml,<svg/>)",
    "<iframe src=https://evil.example></iframe>",
    f"<iframe srcdoc='<script>parent.ran=1</script>'></iframe><object data=javascript:{RAN}></object>",
    "<link rel=stylesheet href=https://evil.example/a.css><style>@import 'https://evil.example/b.css'</style>",
    "<base href=https://evil.example/>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<form action=https://evil.example><button>a</button></form>",
    f"<details open ontoggle={RAN}>",
    f"${{{RAN}}} `{RAN}` \\u0022;{RAN}// \u2028{RAN}",
    f"{{{{ 7 * 7 }}}} {{% raw %}} --> ]]> <!-- {RAN}",
)
_NO_SENTENCES = {"pattern", "value", "json_schema", "payload", "corrected", "example", "path"}


def hostile_pages(folder: Path) -> Contract:
    """Write the pages to a folder; return their contract. Each sentence of it ends with one of the attacks."""
    contract, findings = check_folder(STARTER / "schemas")
    assert contract is not None, findings
    number = count()
    made = Contract.model_validate(_hostile(contract.model_dump(), number))
    assert next(number) > 8 * len(ATTACKS), "every attack stands at several places"
    packs, _ = read_packs(projects.GENERATORS, "generators")
    docs = [pack for pack in packs if pack.name == "docs"]
    files = render(made, docs, cache=Cache(), releases="".join(_releases(made.service.version))).texts()
    for path, text in files.items():
        file = folder / path.removeprefix("docs/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return made


def _hostile(value: Any, number: Iterator[int]) -> Any:
    """Return a part of a contract with an attack at the end of each text that holds a blank, in turn."""
    if isinstance(value, dict):
        return {key: inner if key in _NO_SENTENCES else _hostile(inner, number) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_hostile(inner, number) for inner in value]
    if isinstance(value, str) and " " in value:
        return f"{value} {ATTACKS[next(number) % len(ATTACKS)]}"
    return value


def _releases(version: str) -> Iterator[str]:
    yield f"## {version} (2026-11-22)\n\n"
    for attack in ATTACKS:
        title = json.dumps(attack)[1:-1]
        yield f"{attack}\n\n- a\n\n  {attack}\n\n<details>\n<summary>{title}</summary>\n\n{attack}\n\n</details>\n\n"
