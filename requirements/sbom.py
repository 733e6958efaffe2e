"""Writes what is shipped, and what it needs, as CycloneDX JSON: `python requirements/sbom.py FOLDER`.

Without a folder it writes web/scripts.cdx.json, which paycat's wheel holds: the packages inside the pages' scripts.

One file for each package that `make dist` builds, and one for the reference pages, with the packages inside their
scripts. Versions are the pinned ones. The same pins give the same bytes: no serial number and no date.
"""

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageMetadata, metadata
from pathlib import Path
from typing import Any, cast

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.markers import default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
ASSETS = ROOT / "generators" / "docs" / "assets"
SCRIPTS = ROOT / "web" / "scripts.cdx.json"
AJV = ROOT / "src" / "paycat" / "conformance" / "run" / "engines" / "ajv"
_BUNDLED = re.compile(r"^ *// node_modules/((?:@[^/\n]+/)?[^/\n]+)/", re.MULTILINE)
_LICENSES = LicenseFactory()


def environment() -> dict[str, str]:
    """Return the markers of the lowest Python that is supported, on Linux, so that every machine writes the same."""
    linux = {"python_version": "3.11", "python_full_version": "3.11.0", "sys_platform": "linux", "os_name": "posix"}
    machine = {"platform_system": "Linux", "platform_machine": "x86_64", "implementation_name": "cpython"}
    implementation = {"platform_python_implementation": "CPython"}
    return cast(dict[str, str], default_environment()) | linux | machine | implementation


class Inventory:
    """The components of one thing that is shipped, and which of them needs which."""

    def __init__(self, root: Component) -> None:
        self._bom = Bom()
        self._bom.metadata.component = root
        self._bom.metadata.timestamp = None  # type: ignore[assignment]  # optional in the format
        self._known: dict[str, Component] = {}
        self._seen: set[tuple[str, ...]] = set()

    def python(self, needed: Iterable[str], scope: ComponentScope) -> None:
        """Add Python packages with what they need, each once; one that is required stays so."""
        self._needed(self._root, [one for one in map(Requirement, needed) if _applies(one)], scope)

    def npm(self, names: Iterable[str], lock: Path, scope: ComponentScope) -> None:
        """Add packages of npm as a lock pins them."""
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        self._bom.register_dependency(self._root, [self._script(name, packages, scope) for name in names])

    def text(self) -> str:
        """Return the inventory as JSON."""
        document: dict[str, Any] = json.loads(
            make_outputter(self._bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string()
        )
        del document["serialNumber"]
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    @property
    def _root(self) -> Component:
        assert self._bom.metadata.component
        return self._bom.metadata.component

    def _needed(self, above: Component, requirements: list[Requirement], scope: ComponentScope) -> None:
        self._bom.register_dependency(above, [self._package(requirement, scope) for requirement in requirements])

    def _package(self, requirement: Requirement, scope: ComponentScope) -> Component:
        known = metadata(requirement.name)
        name = re.sub(r"[-_.]+", "-", known["Name"]).lower()
        component = self._known.get(f"pypi:{name}") or self._add(
            Component(
                name=name,
                version=known["Version"],
                bom_ref=f"pypi:{name}",
                scope=scope,
                purl=PackageURL("pypi", name=name, version=known["Version"]),
                licenses=[_LICENSES.make_from_string(_licence(known))],
            )
        )
        seen = (name, *sorted(requirement.extras))
        if seen not in self._seen:
            self._seen.add(seen)
            below = [Requirement(text) for text in known.get_all("Requires-Dist") or ()]
            self._needed(component, [one for one in below if _applies(one, requirement.extras)], scope)
        return component

    def _script(self, name: str, packages: Any, scope: ComponentScope) -> Component:
        locked = packages[f"node_modules/{name}"]
        group, _, short = name.rpartition("/")
        digest = base64.b64decode(locked["integrity"].removeprefix("sha512-")).hex()
        return self._add(
            Component(
                name=short,
                group=group or None,
                version=locked["version"],
                bom_ref=f"npm:{name}",
                scope=scope,
                purl=PackageURL("npm", namespace=group or None, name=short, version=locked["version"]),
                licenses=[_LICENSES.make_from_string(locked["license"])],
                hashes=[HashType(alg=HashAlgorithm.SHA_512, content=digest)],
            )
        )

    def _add(self, component: Component) -> Component:
        self._bom.components.add(component)
        self._known[str(component.bom_ref.value)] = component
        self._bom.register_dependency(component)
        return component


def _applies(requirement: Requirement, extras: Iterable[str] = ()) -> bool:
    if not requirement.marker:
        return True
    return any(requirement.marker.evaluate(environment() | {"extra": extra}) for extra in ("", *extras))


def _licence(known: PackageMetadata) -> str:
    """Return the licence that a package states: an SPDX expression, or the name in its classifiers or metadata."""
    classifiers = [one for one in known.get_all("Classifier") or () if one.startswith("License :: OSI Approved ::")]
    stated = str(known["License-Expression"] or known["License"] or "")
    return stated if stated and "\n" not in stated else str(classifiers[0].rpartition(" :: ")[2])


def _of_project(folder: Path, version: str) -> tuple[str, Inventory]:
    """Return the name of a Python project and the inventory of its package; extras are optional."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = str(project["name"])
    root = Component(
        name=name,
        version=version,
        bom_ref=f"pypi:{name}",
        type=ComponentType.LIBRARY,
        purl=PackageURL("pypi", name=name, version=version),
        licenses=[_LICENSES.make_from_string(project["license"])],
    )
    inventory = Inventory(root)
    inventory.python(project["dependencies"], ComponentScope.REQUIRED)
    for needed in project.get("optional-dependencies", {}).values():
        inventory.python(needed, ComponentScope.OPTIONAL)
    return name, inventory


def bundled() -> list[str]:
    """Return the packages inside the scripts of the pages: those that the bundler marks, and what they need."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(ASSETS.glob("*.js"))]
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    left = [name for script in scripts for name in _BUNDLED.findall(script)]
    found: set[str] = set()
    while left:
        name = left.pop()
        found.add(name)
        left += packages[f"node_modules/{name}"].get("dependencies", ())
    return sorted(found)


def scripts() -> str:
    """Return the inventory of the scripts of the reference pages."""
    pages = Inventory(Component(name="reference-pages", bom_ref="pages", type=ComponentType.APPLICATION))
    pages.npm(bundled(), ROOT / "web" / "package-lock.json", ComponentScope.REQUIRED)
    return pages.text()


def inventories() -> dict[str, str]:
    """Return each inventory by its file's name."""
    generated = ROOT / "generated" / "python"
    service = tomllib.loads((generated / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    [own] = re.findall(r'^__version__ = "(.*)"', (ROOT / "src/paycat/__init__.py").read_text("utf-8"), re.MULTILINE)
    name, paycat = _of_project(ROOT, own)
    paycat.npm(bundled(), ROOT / "web" / "package-lock.json", ComponentScope.REQUIRED)
    engine = json.loads((AJV / "package.json").read_text(encoding="utf-8"))["dependencies"]
    others = sorted(engine.keys() - {*bundled()})
    paycat.npm(others, AJV / "package-lock.json", ComponentScope.OPTIONAL)
    package, interface = _of_project(generated, service)
    module = package.replace("-", "_")
    _, mutants = _of_project(ROOT / "mutants", own)
    return {
        f"{name}-{own}.cdx.json": paycat.text(),
        f"{name}_mutants-{own}.cdx.json": mutants.text(),
        f"{module}-{service}.cdx.json": interface.text(),
        f"{module}_pages-{service}.cdx.json": scripts(),
    }


def main(folder: Path) -> None:
    """Write the inventories to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in inventories().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        SCRIPTS.write_text(scripts(), encoding="utf-8", newline="\n")
