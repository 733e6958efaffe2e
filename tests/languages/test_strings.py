"""Strings of Go, Java, PHP and Ruby are the texts that they are made of: the languages themselves read them."""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from projects import environ
from system_programs import FOR_SHORT_RUNS, go_program, java_of_javac, needed

from paycat.languages.source import UnsuitableValueError
from paycat.languages.table import language_named

HOSTILE = (
    *('"', '\\"', "\\", "\\\\", "'", "\n", "\r", "\r\n", "\t", "\0", "\x001", "\x1b", "\x7f", "\x7f7", "\x85", "\xa0"),
    *("\u2028", "\ufeff", "\ufffd", "\uffff", "é", "e\u0301", "\U0001f600", "\U0010ffff", "\u202e", ""),
    *("$a", "{$a}", "${a}", "$", "#{1}", "#$0", "#@a", "#", "?>", "<?php", "%d", "*/", "//", "`", '";die();"'),
    *("\\u0022", "\\\\u0022", "\\u000a", "\\uuu0022", "\\x41", "\\101", "\\e", "\\u{41}", '" + exit() + "', "</pre>"),
)
_SIGNS = [*"\\\"'`\n\r\t#$@{}u0x1 a", "\0", "\x7f", "\x85", "\u2028", "é", "\ufeff", "\U0001f600"]


def texts() -> list[str]:
    """Return the hostile texts, and some that are put together of their signs; the same ones each time."""
    chance = Random(0)
    return [*HOSTILE, *("".join(chance.choices(_SIGNS, k=chance.randrange(1, 12))) for _ in range(300))]


JAVA = """\
class Main {{
    public static void main(String[] none) throws Exception {{
        for (String text : new String[] {{{strings}}}) {{
            for (byte one : text.getBytes("UTF-8")) System.out.printf("%02x", one);
            System.out.println();
        }}
    }}
}}
"""
GO = """\
package main

import "fmt"

func main() {{
	for _, text := range []string{{{strings}}} {{
		fmt.Printf("%x\\n", text)
	}}
}}
"""
LANGUAGES: dict[str, tuple[str, str, Callable[[], Sequence[str]]]] = {
    "go": ("main.go", GO, lambda: [go_program(), "run"]),
    "java": ("Main.java", JAVA, lambda: [java_of_javac()]),
    "php": (
        "main.php",
        '<?php foreach ([{strings}] as $text) {{ echo bin2hex($text), "\\n"; }}',
        lambda: [needed("php")],
    ),
    "ruby": (
        "main.rb",
        '[{strings}].each {{ |text| puts text.encode("UTF-8").unpack1("H*") }}',
        lambda: [needed("ruby")],
    ),
}


def string_of(language: str) -> Callable[..., Any]:
    """Return the filter that prints a text as a string of a language."""
    return language_named(language).filters[f"{language}_string"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_reads_the_text(language: str, tmp_path: Path) -> None:
    name, program, command = LANGUAGES[language]
    file = tmp_path / name
    file.write_text(program.format(strings=", ".join(map(string_of(language), texts()))), encoding="ascii")
    surroundings = environ(**FOR_SHORT_RUNS, GOCACHE=str(tmp_path / "cache"), GOTOOLCHAIN="local")
    done = subprocess.run(
        [*command(), str(file)], capture_output=True, text=True, encoding="ascii", env=surroundings, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split("\n")[:-1] == [text.encode().hex() for text in texts()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_of_a_surrogate_pair_is_rejected(language: str) -> None:
    with pytest.raises(UnsuitableValueError, match="surrogate"):
        string_of(language)("a\ud83d")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_string_is_source_of_its_language_in_ascii_alone(language: str) -> None:
    for text in texts():
        made = string_of(language)(text)
        assert made.language == language
        assert made.isascii()
        assert made.isprintable()
