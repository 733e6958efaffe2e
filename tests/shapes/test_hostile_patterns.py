"""Patterns in the style of those in the wild that make matchers slow: each is a finding, or every command ends soon."""

import json
import resource
import subprocess
from collections.abc import Iterable
from pathlib import Path

import projects
import pytest
from targets import one_of_each_kind

from paycat.shapes.patterns.backtracking import SLOW, most_steps
from paycat.shapes.patterns.compiled import compiled, matches, python_search, search_of
from paycat.shapes.patterns.mutants import MOST_STEPS, counterexamples, pattern_mutants
from paycat.shapes.patterns.portable import fault_of, form_of, tree_of

SOUND = {
    "^([0-9]{1,64}|[a-z0-9]+(-[a-z0-9]+){0,8}@)$": "abc-def@",
    "^[a-z0-9]+([._-][a-z0-9]+){0,10}@[a-z0-9]+([.-][a-z0-9]+){1,10}$": "a.b@c.example",
    "^([A-Z]{2})?([0-9]{2})?([A-Z0-9]{4})?([0-9]{7})?([A-Z0-9]{0,16})?$": "GB00",
    "^(((a?b?)?c?)?d?)?e?$": "abcde",
    "^[0-9]{1,1000}$": "1234567890",
    "^[^\\n]{1,1000}$": "hello",
    "^([0-9]{1,3}\\.){3}[0-9]{1,3}$": "10.0.0.1",
    f"^({'|'.join(f'W{number:03}' for number in range(190))})$": "W001",
    "^(a|b){0,40}a(a|b){14}$": "a" * 15,
    "^(0|1){0,60}1(0|1){20}$": "1" * 21,
    "^(x+x+)y$": "xxy",
    "^([A-Za-z0-9+/]{4}){0,250}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$": "YWJj",
    "^([a-z]{10}){100}$": "abcdefghij" * 100,
    "^[\\u0400-\\u04ff]{1,300}( [\\u0400-\\u04ff]{1,300}){0,3}$": "Пример",
    "^([a-z0-9]+(-[a-z0-9]+)*\\.)+[a-z]{2,24}$": "a-b.example",
    "/^[\\p{L}\\s\\-]{2,40}$/u": "José-Luis",
    "\\d{1,10}": "no 7",
    "/\\bpaid\\b/i": "Paid.",
    "^[A-Z0-9]{1,500}$": "A" * 400,
    "^(a{1,20}b{1,20}){1,20}$": "ab",
    "^([a-z]{1,8},){0,30}[a-z]{1,8}$": "abc,def",
    "^((a(b(c(d(e(f(g(h)?)?)?)?)?)?)?)?)$": "abcdefgh",
    "^[\\x20-\\x7e\\u00a0-\\ud7ff\\ue000-\\uffff]{1,140}$": "héllo",
    f"^({''.join(chr(0x100 + number) + '?' for number in range(320))}-){{1,20}}$": "-",
    "^[+]?[0-9]{0,3}[ -]?([(][0-9]{1,4}[)])?([ -]?[0-9]{1,4}){1,6}$": "+44 20 7946",
}
"""Each with a text that it matches."""
FOUND = (
    "^(x{1,30}){1,30}y$",
    f"^{'(a?){1}' * 60}$",
    f"^{'a?' * 200}a{{3}}$",
    f"^{'[a-z]?' * 150}$",
    "^([0-9]{1,300}-?){1,5}$",
    "^([a-c]|[b-d]|[c-e]|[d-f]){1,30}$",
    "^[ -~]{0,70}(/[ -~]{0,70}){0,6}$",
    "^(a|ab|abc|abcd|abcde){1,12}$",
    f"^{'([a]|[^b]){0,3}b?' * 4}$",
    f"^a{'([^a]?c?)' * 12}$",
)
SECONDS = 120
"""Of CPU, which kill a command that does not end; all patterns at once take about 5."""


@pytest.mark.slow
@pytest.mark.parametrize("pattern", SOUND)
def test_mutants_of_a_sound_pattern_are_matched_soon(pattern: str) -> None:
    """Texts of 10,000 characters, and those near a value; Python's own matcher never ends on some.

    The steps are those that each has in a contract of all of them.
    """
    assert not is_found(pattern)
    form, value = form_of(pattern), SOUND[pattern]
    assert matches(form.pattern, value)
    assert not matches(form.pattern, "a-1 @" * 2000) or form.pattern.endswith("[\\s\\S]*$")
    for _, mutant in list(pattern_mutants(form.pattern))[:200]:
        compiled(mutant)("a" * 10_000 + "!")
    counterexamples(form.pattern, value, 0, 100, MOST_STEPS // len(SOUND))


@pytest.mark.parametrize("pattern", FOUND)
def test_a_pattern_that_makes_matchers_slow_is_a_finding(pattern: str) -> None:
    assert is_found(pattern)


def test_mutants_that_compile_slowly_are_counted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 900 separate characters up to 140 times; all of its mutants would take a minute."""
    made: list[str] = []
    monkeypatch.setattr(
        "paycat.shapes.patterns.mutants.compiled", lambda pattern: made.append(pattern) or compiled(pattern)
    )
    characters = "".join(chr(0x4E00 + 2 * number) for number in range(900))
    pattern = f"^[{characters}]{{1,140}}$"
    assert counterexamples(pattern, characters[:5], 0, 140, MOST_STEPS // 4)
    assert 0 < len(made) < 100, f"of {sum(1 for _ in pattern_mutants(pattern))}"


@pytest.mark.slow
@pytest.mark.parametrize("apart", one_of_each_kind([8, 1], [8]))
def test_every_command_ends_soon_on_a_catalogue_of_hostile_patterns(apart: int, tmp_path: Path) -> None:
    assert projects.paycat("init", tmp_path / "all", cwd=tmp_path).returncode == 0
    with_fields(tmp_path / "all", [*SOUND.items()][::apart])
    for command in ("check", "generate", "conform"):
        ended = limited(command, tmp_path / "all")
        assert (ended.returncode, ended.stderr) == (0, ""), f"{command}: {ended.stdout[-2000:]}"


@pytest.mark.slow
def test_check_ends_soon_on_patterns_that_are_findings(tmp_path: Path) -> None:
    assert projects.paycat("init", tmp_path / "all", cwd=tmp_path).returncode == 0
    with_fields(tmp_path / "all", [(pattern, "a") for pattern in FOUND])
    ended = limited("check", tmp_path / "all")
    assert (ended.returncode, ended.stderr) == (1, ""), ended.stdout[-2000:]


def is_found(pattern: str) -> bool:
    return bool(fault_of(pattern)) or most_steps(tree_of(form_of(pattern).pattern), 1000) > SLOW


def with_fields(project: Path, patterns: Iterable[tuple[str, str]]) -> None:
    """Give the request of a new project a field for each pattern, and its full sample their values."""
    fields, values = "", ""
    for number, (pattern, value) in enumerate(patterns):
        stated = f"shape: text, pattern: {json.dumps(pattern)}, length: ..1000"
        fields += f"  hostile_{number}: {{ requirement: optional, meaning: A text, {stated} }}\n"
        values += f", hostile_{number}: {json.dumps(value)}"
    request = project / "schemas" / "requests" / "transfer.yaml"
    request.write_text(request.read_text(encoding="utf-8") + fields, encoding="utf-8")
    samples = project / "schemas" / "samples" / "transfer.yaml"
    minimal, full = samples.read_text(encoding="utf-8").split("  full:")
    samples.write_text(f"{minimal}  full:{full.replace(' } }', values + ' } }')}", encoding="utf-8")


def limited(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that is killed when one of its processes takes more CPU than it may."""
    return subprocess.run(
        projects.command(command),
        cwd=project,
        env=projects.environ(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )


def test_the_newline_trap_of_python_is_kept_for_its_validators() -> None:
    assert not matches("^[0-9]+$", "1\n")
    assert python_search("^[0-9]+$", "1\n")
    assert python_search("^\\d$", "\u09e7")
    assert not matches("^\\d$", "\u09e7")
    assert not python_search("^a\\$", "a\n")


def test_a_text_that_is_no_text_is_still_matched() -> None:
    assert matches("^[^a]$", "\ud800")
    assert not search_of("^a$")("\ud800")
