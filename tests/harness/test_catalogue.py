"""The small catalogue is sound, and has one example at least of every key of the format."""

from paycat.project.workspace import Workspace, contract_of
from tests.any_catalogue.injection.locations import keys_of_format
from tests.any_catalogue.injection.trials import CATALOGUE


def test_every_key_of_the_format_is_in_it() -> None:
    stated, known = keys_of_format(CATALOGUE)
    assert known - stated == set()


def test_it_is_sound() -> None:
    _, found = contract_of(Workspace(CATALOGUE))
    assert found == ()
