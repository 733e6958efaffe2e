"""Check digits: paycat, and the small functions that it publishes, agree with python-stdnum on many texts."""

import json
import random
import string
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location

import projects
import pytest
from stdnum import luhn
from stdnum.br import cnpj, cpf
from stdnum.iso7064 import mod_97_10
from stdnum.us import rtn

from paycat.conformance.run.engines.ajv.node import node_program
from paycat.shapes.check_digits import ALGORITHMS

COUNT = 10_000
SIGNS = string.digits + string.ascii_uppercase
ORACLES: dict[str, tuple[Callable[[str], bool], str, tuple[int, ...]]] = {
    "luhn": (luhn.is_valid, string.digits, (*range(1, 20),)),
    "iban": (lambda text: mod_97_10.is_valid(text[4:] + text[:4]), SIGNS, (*range(1, 35),)),
    "aba": (rtn.is_valid, string.digits, (8, 9, 9, 9, 10)),
    "cpf": (cpf.is_valid, string.digits, (10, 11, 11, 11, 12)),
    "cnpj": (cnpj.is_valid, SIGNS, (13, 14, 14, 14, 15)),
}
"""What tells of a text in its compact form whether it is valid, the signs of such texts, and their lengths."""

ODD_TEXTS = (
    "",
    " ",
    "0",
    "00000000000",
    "00000000000000",
    "1234567890\n",
    "\u09e7\u09e8",
    "\uff11",
    "4111-1111",
    "x" * 5000,
)
"""Texts in no compact form: none is right, but for zeros by Luhn."""

PROGRAM = """
import { readFileSync } from "node:fs";
const { ALGORITHMS } = await import(process.argv[1]);
const texts = Object.entries(JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify(Object.fromEntries(texts.map(([name, all]) => [name, all.map(ALGORITHMS[name])]))));
"""


def texts_of(name: str) -> Iterator[str]:
    """Yield texts: any, the same with right check digits if its length allows, that with another sign, and so on."""
    _, signs, lengths = ORACLES[name]
    chance, text = random.Random(name), ""
    for number in range(COUNT):
        if number % 3 == 0:
            text = "".join(chance.choices(signs, k=chance.choice(lengths)))
            if name == "cnpj":  # Its check digits are no letters.
                text = text[:-2] + "".join(chance.choices(string.digits, k=2))
        elif number % 3 == 1:
            text = next(ALGORITHMS[name].corrected(text), text)
        else:
            place = chance.randrange(len(text))
            text = text[:place] + chance.choice(signs) + text[place + 1 :]
        yield text


@pytest.fixture(scope="module")
def texts() -> dict[str, list[str]]:
    return {name: [*texts_of(name), *ODD_TEXTS, *ALGORITHMS[name].numbers] for name in ORACLES}


@pytest.fixture(scope="module")
def verdicts(texts: dict[str, list[str]]) -> dict[str, list[bool]]:
    """What python-stdnum tells of the texts in their compact form; the odd ones are wrong, but for some zeros."""
    right_zeros = {("luhn", "0"), ("luhn", "00000000000"), ("luhn", "00000000000000")}
    return {
        name: [(name, text) in right_zeros if text in ODD_TEXTS else ORACLES[name][0](text) for text in all_texts]
        for name, all_texts in texts.items()
    }


def test_each_algorithm_has_an_oracle(verdicts: dict[str, list[bool]]) -> None:
    assert ORACLES.keys() == ALGORITHMS.keys()
    assert all(COUNT // 10 < sum(found) < COUNT * 9 // 10 for found in verdicts.values())


@pytest.mark.parametrize("name", ORACLES)
def test_paycat_agrees(name: str, texts: dict[str, list[str]], verdicts: dict[str, list[bool]]) -> None:
    assert [ALGORITHMS[name].holds(text) for text in texts[name]] == verdicts[name]


def test_the_runtime_of_python_agrees(texts: dict[str, list[str]], verdicts: dict[str, list[bool]]) -> None:
    spec = spec_from_file_location("check_digits", projects.GENERATORS / "python" / "runtime" / "check_digits.py")
    assert spec
    assert spec.loader
    runtime = module_from_spec(spec)
    spec.loader.exec_module(runtime)
    assert list(runtime.ALGORITHMS) == list(ALGORITHMS)
    assert {name: [runtime.ALGORITHMS[name](text) for text in texts[name]] for name in texts} == verdicts


def test_the_runtime_of_typescript_agrees(texts: dict[str, list[str]], verdicts: dict[str, list[bool]]) -> None:
    module = projects.GENERATORS / "typescript" / "compiled" / "check_digits.js"
    command = [node_program("tests"), "--input-type=module", "--eval", PROGRAM, module.as_uri()]
    ended = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout) == verdicts


@pytest.mark.parametrize("name", ORACLES)
def test_numbers_that_belong_to_nobody_are_right(name: str) -> None:
    algorithm = ALGORITHMS[name]
    assert algorithm.numbers
    assert [text for text in algorithm.numbers if not algorithm.is_nobodys(text)] == []
