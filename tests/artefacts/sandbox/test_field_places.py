"""What a request broke has its place in the reference: on the page of its method, wherever the method is named."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from paycat.pages.anchors import anchor
from tests.any_catalogue.small_catalogues.catalogues import Catalogue, domestic_payments
from tests.any_catalogue.small_catalogues.naming_methods import below_the_top, in_the_path, not_at_all
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Sandbox

CATALOGUES: dict[str, Callable[[Catalogue], None]] = {
    one.__name__: one for one in (below_the_top, in_the_path, not_at_all, domestic_payments)
}


def places(field: dict[str, Any]) -> tuple[str, str]:
    """Return the page and the id of a field, as the script of the page makes them."""
    return f"{field['page']}.html", anchor("field", *("[]" if step == 0 else step for step in field["steps"]))


def broken(value: Any, kept: tuple[str, ...], above: tuple[str, ...] = ()) -> Any:
    """Return a body with a wrong value at every place but one: no field has a type like this."""
    if isinstance(value, dict):
        return {name: broken(inner, kept, (*above, name)) for name, inner in value.items()}
    if isinstance(value, list):
        return [broken(inner, kept, (*above, "")) for inner in value]
    return value if above == kept else [None]


def shown(sandbox: Sandbox, machine: str, method: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a body, and return what the page shows of the request."""
    answer = sandbox.http.post(sandbox.address(machine, method), json=body)
    assert answer.status_code in (400, 422), answer.text
    id = answer.json()["request_id"]
    return dict(sandboxes.until(lambda: sandbox.requests(search=id), "the request")[0])


@pytest.mark.parametrize("name", one_of_each_kind(CATALOGUES, ["below_the_top"]))
def test_every_field_of_every_method_has_its_place(name: str, tmp_path: Path) -> None:
    catalogue = Catalogue()
    CATALOGUES[name](catalogue)
    project = catalogue.write(tmp_path / "project")
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    pages = project / "generated/docs"
    with sandboxes.running(project, tmp_path, "--reference", str(pages)) as sandbox:
        for machine, stated in sandbox.facts["machines"].items():
            assert stated["sending"]["pages"]
            requests = {one["method"]: one for one in sandbox.stated_requests(machine)}
            assert set(requests) == set(stated["sending"]["pages"])
            for method, page in stated["sending"]["pages"].items():
                text = (pages / f"{page['page']}.html").read_text(encoding="utf-8")
                for steps in page["fields"]:
                    assert f'id="{places({**page, "steps": steps})[1]}"' in text, (method, steps)
                full = next(one["payload"] for one in requests[method]["samples"] if one["name"] == "full")
                body = {**broken(full, tuple(stated["sending"]["member"])), "unheard_of": 1}
                found = {one["pointer"]: one["field"] for one in shown(sandbox, machine, method, body)["violations"]}
                assert found.pop("#/unheard_of") is None
                assert len(found) > 2
                at = {pointer: field and field["page"] for pointer, field in found.items()}
                assert at == dict.fromkeys(found, page["page"])
                if name == "domestic_payments":
                    assert any(0 in field["steps"] for field in found.values()), "an item of a list"
