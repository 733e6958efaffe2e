"""Forms made of the published JSON Schemas by react-jsonschema-form: they send every sample, and show mistakes."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from browsing import Opening, Seen
from playwright.sync_api import Page
from targets import one_of_each_kind

from paycat.conformance.run.engines.ajv.node import installed, node_program

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
EXAMPLE = projects.ROOT / "docs" / "examples" / "form.tsx"
SCHEMAS = projects.GENERATED / "json-schema"
COMPILER = {
    "include": ["*.tsx"],
    "compilerOptions": {
        "strict": True,
        "noEmit": True,
        "skipLibCheck": True,
        "jsx": "react-jsx",
        "module": "esnext",
        "moduleResolution": "bundler",
        "target": "es2022",
        "lib": ["es2022", "dom"],
        "types": [],
    },
}
BUNDLED = ("--bundle", "--jsx=automatic", '--define:process.env.NODE_ENV="production"', "--log-level=warning")
Json = dict[str, Any]
Show = Callable[..., None]

each_request = pytest.mark.parametrize(
    "path",
    one_of_each_kind(
        sorted(path.relative_to(SCHEMAS).as_posix() for path in SCHEMAS.glob("*/*.schema.json")),
        ["pay_in/QR_BANK.schema.json", "payout/UPI.schema.json"],
    ),
)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs, type-checked and bundled."""
    node, packages = node_program("tests"), installed(HERE / "package.json", "tests") / "node_modules"
    folder = tmp_path_factory.mktemp("forms")
    for program in (EXAMPLE, *HERE.glob("*.tsx")):
        shutil.copy(program, folder)
    (folder / "node_modules").symlink_to(packages)
    (folder / "tsconfig.json").write_text(json.dumps(COMPILER), encoding="utf-8")
    for command in (
        ["node_modules/typescript/bin/tsc"],
        *(["node_modules/esbuild/bin/esbuild", f"{name}.tsx", *BUNDLED, f"--outfile={name}.js"] for name in PROGRAMS),
    ):
        done = subprocess.run([node, *command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


PROGRAMS = ("page", "json_forms")


@pytest.fixture
def form(programs: Path, opening: Opening) -> Iterator[Page]:
    """The page with the form of the example; its console tells of mistakes in the form alone."""
    page, seen = opening().new_page(), Seen()
    seen.watch(page)
    page.set_content("<!doctype html><div id='form'></div>")
    page.add_script_tag(path=programs / "page.js")
    yield page
    others = [one for one in seen.messages if not one.startswith("Form validation failed")]
    assert (others, seen.outside) == ([], [])


@pytest.fixture(scope="module")
def every_construct(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the schemas of *every construct*: with choices, lists, and fixed values that may be left out."""
    project = projects.small(tmp_path_factory.mktemp("every-construct") / "project")
    ended = projects.paycat("generate", "--packs", "json-schema", "--to", "schemas-alone", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project / "schemas-alone" / "json-schema"


def schema_of(path: str, schemas: Path = SCHEMAS) -> Json:
    return dict(json.loads((schemas / path).read_text(encoding="utf-8")))


def show(page: Page, schema: Json, data: Json) -> None:
    page.evaluate("([schema, data]) => show(schema, data)", [schema, data])
    page.locator("form").wait_for()


def fill(page: Page, schema: Json, payload: Json, above: str = "root") -> None:
    """Fill a payload in as a person does; what is always sent, and objects with members of one's own, are there.

    What a case takes away is there once the others are filled in.
    """
    members, required = schema["properties"], schema.get("required", ())
    asked = [name for name in payload if "const" not in members[name] or name not in required]
    shown = [name for name in asked if page.locator(f"[id='{above}_{name}']").count()]
    for name in (*shown, *(one for one in asked if one not in shown)):
        fill_in(page, members[name], payload[name], f"{above}_{name}")


def fill_in(page: Page, member: Json, value: Any, place: str) -> None:
    field = page.locator(f"[id='{place}']")
    if "properties" in member:
        fill(page, member, value, place)
    elif member["type"] == "array":
        for index, item in enumerate(value):
            if page.locator(f"[id^='{place}_{index}']").count() == 0:
                page.locator(f"[id='{place}'] .rjsf-array-item-add button").last.click()
            fill_in(page, member["items"], item, f"{place}_{index}")
    elif "enum" in member or "const" in member:
        field.select_option(label=member.get("x-labels", {}).get(value, str(value)))
    elif member["type"] == "boolean":
        field.set_checked(value)
    elif member["type"] != "object":
        field.fill(str(value))


def submit(page: Page) -> Any:
    """Press the button; return the body that the form sends, or None."""
    page.get_by_role("button", name="Submit").click()
    return page.evaluate("sent")


def messages(page: Page, place: str) -> list[str]:
    """Return what the form says of a field."""
    return page.locator(f"#{place}__error li").all_inner_texts()


def own_members(schema: Json, payload: Json) -> Json:
    """Return the objects of a payload whose members are the sender's own."""
    known = {name for name, one in schema["properties"].items() if one["type"] == "object" and "properties" not in one}
    return {name: value for name, value in payload.items() if name in known}


@each_request
def test_every_sample_is_sent(path: str, form: Page) -> None:
    schema = schema_of(path)
    assert schema["examples"]
    for payload in schema["examples"]:
        show(form, schema, own_members(schema, payload))
        fill(form, schema, payload)
        assert submit(form) == payload


@pytest.mark.parametrize("direction", ["pay_in", "payout"])
def test_every_construct_is_sent(direction: str, every_construct: Path, form: Page) -> None:
    for path in sorted((every_construct / direction).glob("*.schema.json")):
        schema = schema_of(path.name, path.parent)
        for payload in schema["examples"]:
            show(form, schema, own_members(schema, payload))
            fill(form, schema, payload)
            assert submit(form) == payload, path.name


@each_request
def test_a_mistake_is_shown_at_its_field(path: str, form: Page) -> None:
    schema = schema_of(path)
    show(form, schema, {})
    form.locator("#root_amount").fill("-4")
    assert submit(form) is None
    assert messages(form, "root_amount") == ["must be > 0"]
    reference = schema["properties"]["reference"]["title"]
    assert messages(form, "root_reference") == [f"must have required property '{reference}'"]


def test_own_members_are_added(form: Page) -> None:
    schema = schema_of("payout/UPI.schema.json")
    payload = next(one for one in schema["examples"] if "metadata" not in one)
    show(form, schema, {})
    fill(form, schema, payload)
    form.locator("#root_metadata button").click()
    name, value = form.locator("#root_metadata input").all()
    name.fill("order")
    value.fill("A-7")
    assert submit(form)["metadata"] == {"order": "A-7"}


def test_it_shows_labels_help_examples_and_alternatives(form: Page) -> None:
    show(form, schema_of("payout/UPI.schema.json"), {})
    upi_id = form.get_by_label("Recipient's UPI ID")
    assert upi_id.get_attribute("placeholder") == "test.recipient@examplebank"
    assert form.get_by_label("Sender's phone number").get_attribute("type") == "tel"
    assert "HTTPS URL that receives notifications; without it none are sent." in form.locator("form").inner_text()
    options = form.get_by_role("combobox").last.locator("option").all_inner_texts()
    assert options == [
        "Recipient's UPI ID",
        "Recipient's UPI wallet id and Recipient's IFSC code",
        "Recipient's phone number",
    ]
    assert form.get_by_label("Country").count() == 0, "it leaves no choice"


def test_a_case_takes_a_field_away_and_brings_it_back(every_construct: Path, form: Page) -> None:
    schema = schema_of("payout/FASTER_PAYMENT.schema.json", every_construct)
    payload = next(one for one in schema["examples"] if "invoices" in one)
    show(form, schema, payload)
    invoices = form.locator("[id='root_invoices_0_number']")
    assert invoices.count() == 1
    form.locator("#root_speed").select_option(label="later")
    fill_in(form, schema["properties"]["taxed_in"], "IE", "root_taxed_in")
    invoices.wait_for(state="detached")
    fill_in(form, schema["properties"]["taxed_in"], "GB", "root_taxed_in")
    form.locator("#root_invoices").wait_for()


def test_a_case_asks_for_a_field(every_construct: Path, form: Page) -> None:
    schema = schema_of("payout/SEPA_TRANSFER.schema.json", every_construct)
    payload = next(one for one in schema["examples"] if "sender" not in one)
    show(form, schema, payload)
    form.locator("#root_sender_is_agent").set_checked(True)
    assert submit(form) is None
    assert messages(form, "root_sender_register") == [
        "must have required property 'Number of the sender in a register'"
    ]


def test_json_forms_shows_neither_nested_objects_nor_metadata(programs: Path, opening: Opening) -> None:
    """As docs/forms.md says; the sentence goes when this fails."""
    page, schema = opening().new_page(), schema_of("payout/UPI.schema.json")
    page.set_content("<!doctype html><div id='form'></div>")
    page.add_script_tag(path=programs / "json_forms.js")
    page.evaluate("schema => show(schema)", schema)
    page.get_by_label("Merchant reference").wait_for()
    objects = [name for name, one in schema["properties"].items() if one["type"] == "object"]
    assert objects == ["metadata", "sender", "recipient"]
    shown = {one.rpartition("/")[2].removesuffix("-input") for one in ids(page)}
    assert shown == schema["properties"].keys() - {*objects}


def ids(page: Page) -> list[str]:
    return [str(one.get_attribute("id")) for one in page.locator("input, select").all()]
