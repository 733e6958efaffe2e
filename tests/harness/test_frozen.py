"""The frozen project is sound, and no test has changed it."""

import projects

from paycat.lint.checking import check_folder


def test_it_has_no_finding() -> None:
    contract, findings = check_folder(projects.FROZEN / "schemas")
    assert (contract is not None, findings) == (True, ())


def test_what_tests_read_is_the_frozen_project() -> None:
    assert projects.files_in(projects.SCHEMAS) == projects.files_in(projects.FROZEN / "schemas")
