"""Catalogues whose requests name their method below the top level, by the path, or not at all."""

from typing import Any

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data, Edit

RECORDS = {"pay_in": "CollectionRecord", "payout": "RefundRecord"}
OPERATIONS = {"pay_in": "createCollection", "payout": "createRefund"}
MEMBER = "scheme"
"""The member of the starter's requests and records that names the method."""


def below_the_top(catalogue: Catalogue) -> None:
    """One object around the member in one direction, and two in the other."""
    catalogue.without_invalid_samples()
    move_member(catalogue, "pay_in", "routing.scheme")
    move_member(catalogue, "payout", "data.initiation.local_instrument")


def in_the_path(catalogue: Catalogue) -> None:
    """The last step of one path, and a step inside the other."""
    catalogue.without_invalid_samples()
    address(catalogue, "pay_in", "/v1/schemes/{scheme}/collections")
    address(catalogue, "payout", "/v1/refunds/by/{scheme}")


def in_path_and_body(catalogue: Catalogue) -> None:
    """The path names the method of one direction, and a member that of the other."""
    catalogue.without_invalid_samples()
    address(catalogue, "payout", "/v1/refunds/by/{scheme}")


def not_at_all(catalogue: Catalogue) -> None:
    """A direction with one method."""
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    drop_member(catalogue, "payout")


def move_member(catalogue: Catalogue, direction: str, path: str) -> None:
    """Rename the member that names the method in the requests of a direction; objects around it come with it."""
    table = catalogue.files[f"requests/{direction}.yaml"]
    table["fields"] = {path if name == MEMBER else name: field for name, field in table["fields"].items()}
    *containers, last = path.split(".")
    for depth in range(1, len(containers) + 1):
        table["containers"][".".join(containers[:depth])] = {"meaning": "How the money is sent"}
    for payload in payloads(catalogue, direction):
        holder, code = payload, payload.pop(MEMBER)
        for name in containers:
            holder = holder.setdefault(name, {})
        holder[last] = code
    record(catalogue, direction)["members"][MEMBER]["echo"] = path


def address(catalogue: Catalogue, direction: str, path: str) -> None:
    """Let the path of the operation name the method, instead of the requests of a direction."""
    drop_member(catalogue, direction)
    operations = catalogue.files["interface/operations.yaml"]
    key = RECORDS[direction].replace("Record", "Scheme")
    code = next(name for name in catalogue.files if name.startswith(f"samples/{direction}/")).split("/")[-1][:-5]
    operations["parameters"][key] = {
        "in": "path",
        "name": MEMBER,
        "requirement": "required",
        "role": "method",
        "description": "Name of the payment scheme.",
        "shape": "text",
        "example": code,
        "decision": "D-107",
    }
    operation = operations["operations"][OPERATIONS[direction]]
    operation["path"], operation["resource"] = path, {"pay_in": "collections", "payout": "refunds"}[direction]
    operation["parameters"].append(key)
    catalogue.files["interface/problems.yaml"]["problems"]["scheme-unknown"]["status"] = 404


def drop_member(catalogue: Catalogue, direction: str) -> None:
    """Remove the member from the requests of a direction; their records keep the code."""
    del catalogue.files[f"requests/{direction}.yaml"]["fields"][MEMBER]
    for payload in payloads(catalogue, direction):
        del payload[MEMBER]
    member = record(catalogue, direction)["members"][MEMBER]
    del member["echo"]
    member |= {"shape": "text", "made": "method"}


def payloads(catalogue: Catalogue, direction: str) -> list[Data]:
    """Return the payloads of the samples of a direction."""
    return [
        sample["payload"]
        for name, data in catalogue.files.items()
        if name.startswith(f"samples/{direction}/")
        for sample in data["samples"].values()
    ]


def record(catalogue: Catalogue, direction: str) -> Any:
    """Return the record that a direction's requests lead to."""
    return catalogue.files["interface/records.yaml"]["records"][RECORDS[direction]]


NAMING: dict[str, Edit] = {
    "method-below-the-top": below_the_top,
    "method-in-the-path": in_the_path,
    "method-in-path-and-body": in_path_and_body,
    "method-not-named": not_at_all,
}
