"""Catalogues whose methods have codes of any form, each with the request of one method of the starter."""

from collections.abc import Iterable, Mapping
from copy import deepcopy

from paycat.catalogue.methods import name_of_code
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Edit

ON_THE_WIRE = ("qiwi_rub", "2c2p.card", "UK.OBIE.FPS", "sort-code", "50%", "#1", '"x"', "{y}", "a/b", "v" * 128)
"""Codes as interfaces have them, and at the ends of what a code may be."""

HOSTILE = (
    *("constructor", "__proto__", "hasOwnProperty", "class", "client", "requests", "None", "self", "con", "NUL.x"),
    *("null", "~x", "yes", "0x1F", "1.5e+5", "-1", "=1+1", "&a", "*b", "!c", "|d", ">e", "?f", "@g", "%h", "[i]", "-j"),
    *("--help", "-rf", "--only=k", "payout.amount", "payout.l:required/missing", "m,n", "type", "amount", "required"),
    *(
        "<b>o</b>",
        "<script>p()</script>",
        "</script>q",
        "-->r",
        "]]>s",
        "&lt;t",
        '"onclick="u()',
        "'v'",
        "`w`",
        "![x](y)",
    ),
    *("_y_z_", "**a1**", "a2|b", "{{7*7}}", "{%a3%}", "{#a4#}", "{0.__class__}", "%(a5)s", "$(a6)", "`a7`", "${a8}"),
    *(
        "\\a9",
        "a10\\",
        "\\u0022b1",
        "'''b2",
        '"""b3',
        '";b4();"',
        "b5;--",
        "../b6",
        "/b7",
        "b8?c=1&d=2#e",
        "%2e%2e%2fb9",
    ),
    *("~1c1", "c2~0", "c3%00", "c4:c5", "http://c6", "javascript:c7()", "d" * 64 + "1", "-" + "e" * 127),
)
"""Codes that mean something in a language, or nearly."""


def codes(given: Iterable[str] | Mapping[str, str]) -> Edit:
    """Return the edit that leaves one method for each code; a mapping has names that methods state."""
    names = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given, "")

    def edit(catalogue: Catalogue) -> None:
        catalogue.only("SEPA_TRANSFER")
        catalogue.without_invalid_samples()
        method, samples = (catalogue.files.pop(f"{name}/SEPA_TRANSFER.yaml") for name in ("methods", "samples/payout"))
        for number, (code, stated) in enumerate(names.items()):
            made, shown, name = deepcopy(method), deepcopy(samples), stated or name_of_code(code)
            assert f"methods/{name}.yaml" not in catalogue.files
            made |= {"method_code": code, "title": "A method", **({"name": stated} if stated else {})}
            for kind, sample in shown["samples"].items():
                sample["payload"] |= {"scheme": code, "end_to_end_id": f"{kind}-{number}"}
            catalogue.files[f"methods/{name}.yaml"], catalogue.files[f"samples/payout/{name}.yaml"] = made, shown
        for record in catalogue.files["interface/records.yaml"]["records"].values():
            for member in record.get("members", {}).keys() & {"scheme", "method_code"}:
                record["members"][member]["length"] = "..128"
        for example in catalogue.examples():
            if "scheme" in example:
                example["scheme"] = next(iter(names))

    return edit
