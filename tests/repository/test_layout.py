"""Everything stands where it belongs: what a tool can tell of the folders, and no person should have to watch."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import projects
import pytest
from case_files import read_file
from jinja2 import nodes

from paycat.cache import Cache
from paycat.lint.rules import RULES
from paycat.packs.builders import BUILDERS
from paycat.packs.manifest import PackFile
from paycat.packs.reading import ReadPack, read_packs, template_language
from paycat.packs.rooms import FUNCTIONS, ROOMS, functions_of
from paycat.packs.templates import environment
from paycat.shapes.constraints import KINDS

SOURCES = projects.ROOT / "src" / "paycat"
TESTS = projects.ROOT / "tests"
LONGEST = 400
BESIDE_ROOMS = {"any_catalogue", "artefacts", "harness", "repository", "this_catalogue"}
"""Folders of tests that are of no package of the source."""
GRAB_BAGS = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc", "base", "core"}


@pytest.fixture(scope="module")
def packs() -> list[ReadPack]:
    packs, found = read_packs(projects.GENERATORS, "generators")
    assert found == []
    return packs


def modules() -> Iterator[Path]:
    return (path for path in SOURCES.rglob("*.py"))


def test_packs_are_data(packs: list[ReadPack]) -> None:
    modules = [path.relative_to(projects.GENERATORS).parts for path in projects.GENERATORS.rglob("*.py")]
    assert [steps for steps in modules if steps[1] != "runtime"] == []
    folders = [path for path in projects.GENERATORS.iterdir() if path.name != "__pycache__"]
    assert all((folder / "pack.yaml").is_file() for folder in folders)
    assert {folder.name for folder in folders} == {pack.name for pack in packs}
    for folder in folders:
        known = {"pack.yaml", "README.md", "templates", "assets", "runtime", "compiled", "tsconfig.json"}
        assert {path.name for path in folder.iterdir() if path.name != "__pycache__"} <= known


def test_the_runtime_imports_one_way() -> None:
    """Imports that are for types alone count, too."""
    folder = projects.GENERATORS / "python" / "runtime"
    files = {path.relative_to(folder).with_suffix(""): path for path in folder.rglob("*.py")}
    modules = {".".join(("package.runtime", *at.parts)).removesuffix(".__init__"): files[at] for at in files}
    imported: dict[str, set[str]] = {}
    for name, path in modules.items():
        package = name if path.stem == "__init__" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = resolve_name("." * node.level + (node.module or ""), package)
                named = (f"{base}.{one.name}" for one in node.names)
                imported.setdefault(name, set()).update(one if one in modules else base for one in named)
    assert imported
    TopologicalSorter(imported).prepare()  # Raises an error that shows the circle.


def test_every_folder_is_used(packs: list[ReadPack]) -> None:
    """What is compiled is copied, and not its sources."""
    for pack in packs:
        used = {file.folder for file in pack.source.value.files if file.folder}
        copied = "compiled" if (pack.folder / "tsconfig.json").is_file() else "runtime"
        assert {path.name for path in pack.folder.glob(copied)} == used, pack.name


def test_every_template_is_used(packs: list[ReadPack]) -> None:
    for pack in packs:
        templates = pack.folder / "templates"
        found = {path.relative_to(templates).as_posix(): path for path in templates.rglob("*") if path.is_file()}
        assert [name for name in found if not name.endswith(".j2")] == []
        used = {file.template for file in pack.source.value.files if file.template}
        for path in found.values():
            text = path.read_text()
            used |= set(re.findall(r"{%-?\s*(?:include|import|extends|from)\s+\"([^\"]+)\"", text))
            used |= set(re.findall(r"\"([^\"]+)\" \| program\b", text))
        assert set(found) == used, pack.name


def test_templates_call_functions_that_exist(packs: list[ReadPack]) -> None:
    """Also where no catalogue leads to; the modules of a room have no two functions of one name."""
    for pack in packs:
        for name in pack.names("template"):
            language = template_language(pack, PackFile(path="file", template=name))
            assert language
            tree = environment(language, partial(pack.file, "template"), Cache()).parse(
                (pack.folder / "templates" / name).read_text()
            )
            assert {node.name for node in tree.find_all(nodes.Name) if node.ctx != "load"} & FUNCTIONS.keys() == set()
            members = [node for node in tree.find_all(nodes.Getattr) if isinstance(node.node, nodes.Name)]
            called = {(node.node.name, node.attr) for node in members if node.node.name in FUNCTIONS}
            assert {(room, one) for room, one in called if one not in FUNCTIONS[room]} == set(), name
    for modules_of_room in ROOMS.values():
        names = Counter(name for name, _ in functions_of(*modules_of_room))
        assert [name for name, count in names.items() if count > 1] == []


def test_every_asset_is_used(packs: list[ReadPack]) -> None:
    for pack in packs:
        assets = pack.folder / "assets"
        found = {path.relative_to(assets).as_posix() for path in assets.rglob("*") if path.is_file()}
        assert found == {file.asset for file in pack.source.value.files if file.asset}, pack.name


def test_every_builder_is_used(packs: list[ReadPack]) -> None:
    used = {file.document for pack in packs for file in pack.source.value.files if file.document}
    assert used == set(BUILDERS)


def test_no_test_is_where_none_is_looked_for(pytestconfig: pytest.Config) -> None:
    passed_over = [name for name in pytestconfig.getini("norecursedirs") if name.isidentifier()]
    assert passed_over
    assert [path for name in passed_over for path in TESTS.rglob(f"{name}/**/test_*.py")] == []


def test_modules_are_small() -> None:
    lengths = {str(path.relative_to(SOURCES)): path.read_text().count("\n") for path in modules()}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_modules_are_named_for_what_they_do() -> None:
    names = {path.stem for path in modules()} | {path.name for path in SOURCES.rglob("*") if path.is_dir()}
    assert names & GRAB_BAGS == set()
    assert names & set(sys.stdlib_module_names) == set()
    assert [path for path in modules() if path.with_suffix("").is_dir()] == []


def test_every_module_says_what_it_is_for() -> None:
    for path in modules():
        text = path.read_text()
        assert not text or text.startswith('"""'), path


def test_every_rule_is_asked() -> None:
    stated = re.findall(r"^@rule\(.*\)\ndef (\w+)", "\n".join(path.read_text() for path in modules()), re.MULTILINE)
    assert sorted(stated) == sorted(rule.check.__name__ for rule in RULES)


def test_ignored_patterns_are_anchored() -> None:
    """A pattern that is not empties a folder of the same name elsewhere, and with it the wheel."""
    lines = (projects.ROOT / ".gitignore").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith(("/", "#"))] == []
    assert [line for line in lines if re.fullmatch(r"/(src|generators|schemas|generated|tests)/?", line)] == []


def test_tests_stand_in_rooms() -> None:
    """The folder of a test is named for the package of the source that it tests, or is one of few others."""
    rooms = {path.name for path in SOURCES.iterdir() if path.is_dir()}
    folders = {path.name for path in TESTS.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders - rooms == BESIDE_ROOMS
    assert [path.name for path in TESTS.glob("*.py")] == ["conftest.py"]


def test_tests_are_found() -> None:
    """Each folder has a runner, or folders that do; a module has one name, as tests are no packages.

    The programs that call clients run in folders of their own.
    """
    folders = [path for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [folder for folder in folders if not list(folder.rglob("test_*.py"))] == []
    modules = (path for path in TESTS.rglob("*.py") if not path.match("artefacts/clients/*/*/*.py"))
    runners = Counter(path.name for path in modules if path.name not in ("conftest.py", "__main__.py"))
    assert [name for name, count in runners.items() if count > 1] == []
    assert "__init__.py" not in runners


def test_cases_are_entries_of_files() -> None:
    """Each file says what its cases are of; a case that expects nothing would hold whatever is found."""
    folders = [path for name in ("cases", "kinds") for path in TESTS.rglob(name) if path.is_dir()]
    assert folders
    for file in (file for folder in folders for file in folder.iterdir()):
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*[.]yaml", file.name), file
        assert file.read_text(encoding="utf-8").startswith("# "), file
        for name, case in read_file(file).get("cases", {}).items():
            assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name), f"{file}: {name}"
            assert case.keys() & {"expected", "finds"}, f"{file}: {name}"


def test_no_module_outside_the_table_names_a_constraint() -> None:
    """Each knows measures and relations, so that a further constraint is one class and one line."""
    names = {type(kind).__name__ for kind in KINDS.values()}
    keywords = {keyword for keyword in KINDS if "_" in keyword}  # Others are words with more meanings.
    found = []
    for path in modules():
        room = path.relative_to(SOURCES).parts[:2]
        if room[0] == "catalogue" or room == ("shapes", "constraints"):
            continue  # The keys of YAML, and the table itself.
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("paycat.shapes.constraints"):
                found += [f"{path}: {one.name}" for one in node.names if one.name in names]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "constraint":
                found += [f"{path}: {one.value}" for one in node.args if isinstance(one, ast.Constant)]
            if isinstance(node, ast.Constant) and node.value in keywords:
                found.append(f"{path}: {node.value}")
    assert found == []


def test_no_class_name_occurs_twice() -> None:
    modules_of: dict[str, list[str]] = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                modules_of.setdefault(node.name, []).append(str(path.relative_to(SOURCES)))
    twice = {name for name, of in modules_of.items() if len(of) > 1}
    assert twice == {"Part"}, "published schemas call both so: that of a contract, and that of a vector"
