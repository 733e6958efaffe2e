"""Every decision of the checks of credentials, changed alone, is noticed by a request of credentials.yaml."""

import ast
import asyncio
from pathlib import Path

import pytest
from case_files import Case

from paycat.changes.revisions import read_contract
from paycat.conformance.run.engines.models import Package
from paycat.conformance.run.output_folder import own_contract
from paycat.contract.model import Contract
from paycat_mutants.code_changes import code_edits
from paycat_mutants.overlay import Overlay, imports_restored
from tests.artefacts.stub.test_checked_credentials import CASES, lines_of
from tests.conformance.live.callers import KeyringServer, keyring_project

MODULES = ("_runtime.signing", "_runtime.server.credentials", "_runtime.server.tokens")
_SIGNER = ("_runtime.server.credentials", "_signer")
_KEPT = "test_a_nonce_is_kept_longer_than_its_signature_is_valid"
EQUIVALENT = {
    **{(_SIGNER[0], "", f"_MARGIN_SECONDS is {seconds}"): _KEPT for seconds in (59, 61)},
    **{(_SIGNER[0], "_use_nonce", f"2 is {times}"): _KEPT for times in (1, 3)},
    (*_SIGNER, "abs(time.time() - at) > form.tolerance_seconds with GtE"): "no clock shows the very end",
    (*_SIGNER, "without the condition signer is None"): "an unknown key has no secrets either",
}
"""Mutants by module, function and change that no request can notice, and why."""


def killer_of(contract: Contract, generated: Path, cases: list[Case]) -> str:
    """Return the case that notices a change, which is asked first the next time."""
    try:
        package = Package(contract, generated, loads_models=False)
        package.module("server")
    except Exception as error:  # noqa: BLE001 - a package that cannot be imported has been noticed
        return f"import: {error}"
    for case in cases:
        try:
            lines = asyncio.run(lines_of(KeyringServer(package), case.stated))
        except Exception:  # noqa: BLE001 - whatever changed code raises is noticed
            lines = []
        if "".join(f"{line}\n" for line in lines) != case.expects:
            cases.insert(0, cases.pop(cases.index(case)))
            return case.name
    return ""


@pytest.mark.slow
def test_no_mutant_survives(tmp_path: Path) -> None:
    generated = keyring_project(tmp_path) / "generated"
    contract, cases = read_contract(*own_contract(generated, "generated")), [*CASES]
    assert killer_of(contract, generated, cases) == ""
    folder, survivors, count = generated / "python" / "src" / contract.service.package, [], 0
    with imports_restored(contract.service.package):
        overlay = Overlay(contract.service.package, folder)
        for module in MODULES:
            path = folder / Path(*module.split(".")).with_suffix(".py")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for edit in code_edits(tree):
                count += 1
                with edit.applied():
                    code = compile(tree, str(path), "exec")
                with overlay.replacing(module, code):
                    killer = killer_of(contract, generated, cases)
                if not killer and not edit.proof and (module, edit.function, edit.change) not in EQUIVALENT:
                    survivors.append((module, edit.line, edit.function, edit.change))
    assert not survivors, "\n".join(map(str, survivors))
    assert count > 40
