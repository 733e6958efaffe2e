"""Every public name of the published package, with its signature, as programs of integrators use it."""

from pathlib import Path

from expected_files import Expect
from imported_package import PACKAGE

from tests.artefacts.package.public_names import Package
from tests.artefacts.published import SOURCES

RECORDED = Path(__file__).with_name("public_names.txt")


def test_public_names_and_signatures_stay(expect: Expect) -> None:
    expect(RECORDED, "".join(f"{line}\n" for line in Package(SOURCES / PACKAGE).lines()))


def test_private_names_and_modules_are_left_out() -> None:
    modules = [line for line in RECORDED.read_text(encoding="utf-8").splitlines() if not line.startswith(" ")]
    assert {PACKAGE, f"{PACKAGE}.client", f"{PACKAGE}.server", f"{PACKAGE}.webhooks"} <= {*modules}
    assert [name for name in modules if "._" in name or name.count(".") > 1] == []
