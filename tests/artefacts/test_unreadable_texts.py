"""Whatever reads a text of JSON says in the same words why it cannot, and where; it repeats nothing of the text."""

import asyncio
import json
import time
from base64 import b64decode, b64encode
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.artefacts.published import modules, vectors
from tests.artefacts.serving import body, record_of, running
from tests.artefacts.typescript.typescript_package import Driver
from tests.artefacts.unreadable import BY_CLIENTS, UNREADABLE, Unreadable

PARTS = (
    *("{", "}", "[", "]", ",", ":", '"', "\\", "//", " ", "\n", "\t", "\0", "\x7f", "\ufeff", "\u2028", "é", "😀"),
    *('"a"', "'a'", '"\\u0061"', '"\\u00"', '"\\x"', '"\\ud83d"', '"\\ud83d\\ude00"', '"\\u0000"', '"\\\\u0000"'),
    *("0", "-", "-0", "01", "1.", ".5", "1.50", "1E+2", "1e400", "0.1234567890123456789"),
    *('"a\nb"', "true", "nul", "NaN", "-Infinity"),
)
EDIT = st.tuples(st.integers(0, 60), st.integers(0, 2), st.sampled_from(PARTS).map(str.encode) | st.binary(max_size=2))
VALUE = st.recursive(
    st.sampled_from([None, True, 1, 1.5, "a", "é\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)


def edited(value: Any, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Return the text of an object in which some bytes are others."""
    text = json.dumps({"a": value}).encode()
    for place, removed, added in edits:
        text = text[:place] + added + text[place + removed :]
    return text


TEXTS = st.builds(edited, VALUE, st.lists(EDIT, max_size=3)) | st.lists(st.sampled_from(PARTS)).map("".join).map(
    str.encode
)


def sentence(case: Unreadable) -> str:
    """Return the words about a body, as the detail of a problem."""
    words = case.words("the body")
    return f"{words[0].upper()}{words[1:]}."


def package_detail(content: bytes | str) -> str:
    """Return the detail of the problem that the Python package raises."""
    with pytest.raises(modules()["problems"].ProblemError) as raised:
        modules()["parsing"].parse_payout(content)
    assert (raised.value.status, raised.value.__context__) == (400, None), "the exception below holds the text"
    return str(raised.value.document()["detail"])


def typescript_detail(driver: Driver, content: bytes, held: str = "bytes") -> str:
    """Return what `parse` of the TypeScript package says."""
    found = driver.ask(act="hold", direction="payout", body=b64encode(content).decode(), held=held)
    [violation] = found["violations"]
    return str(violation["advice"])


@pytest.mark.parametrize("name", UNREADABLE)
def test_the_python_package_and_its_server_say_why(name: str) -> None:
    case = UNREADABLE[name]
    with pytest.raises(modules()["body"].BodyError) as raised:
        modules()["body"].read_object(case.content)
    error = raised.value
    assert (f"(line {error.line}, column {error.column})" in str(error)) is (error.line > 0)

    async def answered() -> Any:
        async with running(record_of) as stub:
            return await stub.post("payout", case.content)

    assert asyncio.run(answered()).json()["detail"] == error.sentence == package_detail(case.content) == sentence(case)


def test_a_request_is_parsed_of_its_text_and_of_its_bytes() -> None:
    parsing, content = modules()["parsing"], body("payout", "UPI").replace(b'"amount": 1000,', b'"amount": 1000.10,')
    request = parsing.parse_payout(json.loads(content))
    assert parsing.parse_payout(content) == parsing.parse_payout(content.decode()) == request
    largest = content.ljust(modules()["body"].LARGEST)
    assert parsing.parse_payout(largest) == parsing.parse_payout(largest.decode()) == request
    for sent in (largest + b" ", f"{largest.decode()} "):
        with pytest.raises(modules()["problems"].ProblemError) as raised:
            parsing.parse_payout(sent)
        assert (raised.value.slug, raised.value.status) == ("payload-too-large", 413)
    for wrong in (None, 1, [], [content], request, bytearray(content)):
        with pytest.raises(TypeError, match=f"^a body is JSON, .* not a {type(wrong).__name__}$"):
            parsing.parse_payout(wrong)


@pytest.mark.parametrize("name", BY_CLIENTS)
def test_the_reader_of_answers_says_why(name: str) -> None:
    reading = modules()["reading"]
    with pytest.raises(reading.ReadingError) as raised:
        reading.read_document(UNREADABLE[name].content)
    assert str(raised.value) == UNREADABLE[name].words_of_clients


@pytest.mark.slow
@pytest.mark.parametrize("name", UNREADABLE)
def test_the_typescript_package_says_why(name: str, driver: Driver) -> None:
    assert typescript_detail(driver, UNREADABLE[name].content) == sentence(UNREADABLE[name])


@pytest.mark.slow
def test_a_text_is_read_as_its_bytes_are(driver: Driver) -> None:
    for case in UNREADABLE.values():
        if case.text is not None:
            assert package_detail(case.text) == sentence(case)
            if not case.text.startswith("\ufeff"):  # The driver's decoder leaves it out.
                assert typescript_detail(driver, case.content, "text") == sentence(case)
    assert package_detail('{"a": "\udc80"}') == "The body is not UTF-8 text (line 1, column 8)."


@pytest.mark.slow
def test_both_packages_say_the_same_of_every_vector(driver: Driver) -> None:
    largest, details = modules()["body"].LARGEST, {}
    for vector in vectors("text"):
        raw = raw_body(vector)
        if not vector["valid"] and not vector.get("headers") and len(raw) <= largest:
            details[vector["id"]] = (package_detail(raw), typescript_detail(driver, raw))
    assert len(details) > 50
    assert {name: pair for name, pair in details.items() if pair[0] != pair[1]} == {}
    assert {one for one, _ in details.values() if "(line " not in one} == {"The body is not a JSON object."}


@given(TEXTS)
@settings(deadline=None)
def test_every_text_is_read_or_its_first_fault_has_a_place(content: bytes) -> None:
    fault = fault_of(content)
    if not fault:
        assert modules()["body"].read_object(content) == json.loads(content)
    elif fault != "the body is not a JSON object":
        assert "(line " in fault
    if fault.startswith("the body is not JSON"):
        with pytest.raises(ValueError, match=r"."):
            json.loads(content.decode(), parse_constant=no_json)


@pytest.mark.slow
@given(st.lists(TEXTS, min_size=20, max_size=20))
@settings(max_examples=50, deadline=None)
def test_both_packages_say_the_same_of_any_text(driver: Driver, contents: list[bytes]) -> None:
    for content in contents:
        judged = driver.ask(act="hold", direction="payout", body=b64encode(content).decode(), held="bytes")
        said = [one["advice"] for one in judged.get("violations", ()) if "span" in one]
        fault = fault_of(content)
        assert said == ([f"{fault[0].upper()}{fault[1:]}."] if fault else [])


def no_json(constant: str) -> None:
    raise ValueError(constant)


def fault_of(content: bytes) -> str:
    """Return why a body is not read, empty if it is."""
    try:
        modules()["body"].read_object(content)
    except modules()["body"].BodyError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("part", ["1,", '{"a":1},', '"\\u00e9",'])
def test_a_fault_is_found_in_time_that_is_linear(part: str) -> None:
    """A megabyte takes about a second; copying what is left at each part would take twenty."""
    start = time.process_time()
    fault = fault_of(b"[" + part.encode() * (1_000_000 // len(part)) + b"x]")
    assert time.process_time() - start < 8
    assert fault.startswith("the body is not JSON: a value is expected (line 1, ")


def raw_body(vector: dict[str, Any]) -> bytes:
    """Return the bytes of a vector."""
    parts = vector["raw"]
    return b"".join(
        (b64decode(one["base64"]) if "base64" in one else one["text"].encode()) * one.get("times", 1) for one in parts
    )
