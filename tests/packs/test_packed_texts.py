"""What takes much memory is kept compressed; nothing else changes by that."""

import projects
import pytest

from paycat import long_texts
from paycat.cache import Cache
from paycat.contract.model import Contract
from paycat.long_texts import KeptTexts, MadeTexts, Packing, unpacked
from paycat.workspace import Workspace
from paycat.workspace.building import build


def test_packed_texts_make_the_same_files(contract: Contract, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace(projects.PROJECT)
    plain = build(workspace, contract, cache=Cache())
    monkeypatch.setattr(long_texts, "_MOST_BYTES", 0)
    packed = build(workspace, contract, cache=Cache())
    assert dict(packed.files) == dict(plain.files)
    assert packed.made == plain.made


@pytest.mark.parametrize("text", ["", "a", "\u0bb0\U0001f600", "\ud800"])
def test_a_packed_text_is_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "_MOST_BYTES", -1)
    kept = Packing().packed(text)
    assert kept != text
    assert unpacked(kept) == text
    assert dict(KeptTexts({"path": text})) == {"path": text}


def test_a_long_text_is_not_mistaken_for_its_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "_MOST_BYTES", -1)
    cache, long = Cache(), "x" * 10_000
    key = cache._key(str.upper, long)[1]
    assert key != long
    assert cache.of(str.upper, long) == long.upper()
    assert cache.of(str.upper, str(key)) == str(key).upper()


def test_a_text_that_is_kept_twice_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "_MOST_BYTES", -1)
    packing, text = Packing(), "text"
    assert packing.packed(text) is packing.packed(text)
    assert unpacked(packing.packed("other")) == "other"
    assert unpacked(packing.packed(text)) == text


def test_a_text_is_made_when_it_is_read() -> None:
    made: list[str] = []
    texts = MadeTexts({"path": lambda: made.append("text") or "text"})
    assert (list(texts), len(texts), made) == (["path"], 1, [])
    assert (texts["path"], made) == ("text", ["text"])
