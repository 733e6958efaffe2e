"""Makes a form from the requirements of a request, and a request from what was filled in.

    python form.py requirements/payout/UPI.json > form.html

Fields that a program fills in (`audience: system`) are not asked for. Messages are those of the requirements.
"""

import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any, cast

from payments_api import ProblemError

Json = dict[str, Any]


def asked(requirements: Json, group: str = "") -> list[Json]:
    """Return the fields of a group that a person fills in."""
    fields = cast("list[Json]", requirements["fields"])
    return [field for field in fields if field["group"] == group and field["audience"] != "system"]


def html(requirements: Json, errors: Mapping[str, str] | None = None) -> str:
    """Return the form, with a message beside each rejected field; `errors` are by pointer."""
    fieldsets = [_fieldset(requirements, group, errors or {}) for group in requirements["groups"]]
    return "\n".join(('<form method="post" novalidate>', *fieldsets, "<button>Send</button>", "</form>"))


def _fieldset(requirements: Json, group: Json, errors: Mapping[str, str]) -> str:
    rows = [_row(field, errors.get(str(field["pointer"]))) for field in asked(requirements, str(group["path"]))]
    texts = [one["text"] for one in requirements["conditions"] if one["group"] == group["path"]]
    message = errors.get(str(group["pointer"]))
    notes = [f"<p>{escape(text)}</p>" for text in texts]
    notes += [f'<p role="alert">{escape(message)}</p>'] if message else []
    legend = f"<legend>{escape(str(group['label']))}</legend>"
    return "\n".join(("<fieldset>", legend, *rows, *notes, "</fieldset>")) if rows else ""


def _row(field: Json, message: str | None) -> str:
    notes = [field.get("help"), *(hint["note"] for hint in field["field"].get("hints", ()))]
    small = "".join(f" <small>{escape(note)}</small>" for note in notes if note)
    error = f' <strong role="alert">{escape(message)}</strong>' if message else ""
    return f"<p><label>{escape(str(field['label']))} {_input(field)}</label>{small}{error}</p>"


def _input(field: Json) -> str:
    name = field["field"]["path"]
    if "options" in field:
        options = "".join(f"<option>{escape(one)}</option>" for one in ("", *field["options"]))
        return f'<select name="{name}">{options}</select>'
    kind = field["input"] if field["input"] not in ("key_value", "list") else "text"
    known = {**field["field"], **field}
    wanted = {key: known[key] for key in ("placeholder", "autocomplete", "inputmode") if key in known}
    attributes = "".join(f' {key}="{escape(str(value))}"' for key, value in wanted.items())
    return f'<input name="{name}" type="{kind}"{attributes}>'


def body(requirements: Json, values: Mapping[str, str]) -> Json:
    """Return the body that is sent: what was filled in, what a program adds, and what has one value."""
    made: Json = {}
    for field in requirements["fields"]:
        path = str(field["field"]["path"])
        text = str(field["value"]) if field["level"] == "fixed" else values.get(path, "")
        if text:
            *above, last = path.split(".")
            owner = made
            for step in above:
                owner = owner.setdefault(step, {})
            owner[last] = _read(str(field["type"]), text)
    return made


def _read(kind: str, text: str) -> Any:
    if kind == "string":
        return text
    try:
        return Decimal(text) if kind in ("number", "integer") else json.loads(text)
    except (ArithmeticError, ValueError):
        return text  # The service, and the models, reject a text in its place.


def messages(requirements: Json, problem: ProblemError) -> dict[str, str]:
    """Return the message for each rejected field by pointer, in the words of the requirements."""
    known = {one["pointer"]: one["errors"] for one in (*requirements["groups"], *requirements["fields"])}
    errors = cast("list[Json]", problem.document().get("errors", []))
    return {one["pointer"]: known.get(one["pointer"], {}).get(one["code"], one["detail"]) for one in errors}


if __name__ == "__main__":
    print(html(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
