"""The rows of the table: what is run, with how many methods, against what, and which limits it must keep.

A limit is in CPU seconds of all processes, a ratio to the peer of the same row, or MiB of the largest process.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from measuring import Cost, Work, costs_of, output_of
from payloads import FASTAPI, PARSE, STARLETTE, STUB, VALID
from subjects import HERE, PAYCAT, Bench
from table import NO_LIMIT, Limit, Measured, NotRunError

from paycat.conformance.run.engines import ENGINES

OWN, TEN, LARGE = 1, 10, 100
"""How many times the methods of the catalogue."""

COLD, VARIED = "`generate`, nothing cached", "`generate`, nothing cached, varied methods"
EDITED = "`generate` after an edit of one method"
DOCUMENTS = ("json-schema", "openapi")
CODE = (*DOCUMENTS, "python")
_IN_NODE = "ajv"
_PYTHON = [name for name in ENGINES if name != _IN_NODE]
_TYPESPEC = "`tsp compile`"
_CLICK = "import click; click.version_option('1')(click.command()(lambda: None))"

Make = Callable[[Bench, int], Work]
Measure = Callable[[Bench, int], Measured]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `measure` raises NotRunError if something that it needs is missing."""

    work: str
    scale: int
    measure: Measure
    must: Limit = NO_LIMIT


def alone(make: Make) -> Measure:
    """Return what measures work without a peer."""

    def measure(bench: Bench, scale: int) -> Measured:
        [costs] = costs_of([make(bench, scale)], bench.rounds)
        return Measured(costs)

    return measure


def against(make: Make, peer: str, other: Make) -> Measure:
    """Return what measures work and that of a peer in turns."""

    def measure(bench: Bench, scale: int) -> Measured:
        costs, peers = costs_of([make(bench, scale), other(bench, scale)], bench.rounds)
        return Measured(costs, peers, peer)

    return measure


def compared(make: Make, work: str, scale: int) -> Measure:
    """Return what measures work against the figure of an earlier row."""

    def measure(bench: Bench, own_scale: int) -> Measured:
        earlier = bench.measured.get((work, scale))
        if earlier is None:
            raise NotRunError(f"{work} was not run")
        [costs] = costs_of([make(bench, own_scale)], bench.rounds)
        state = "nothing cached, " if scale == own_scale else ""
        return Measured(costs, [Cost(earlier.cpu)], f"{state}{bench.sizes[scale]:,} methods")

    return measure


def scripted(script: str, ours: str, theirs: str = "") -> Measure:
    """Return what reads the CPU seconds of calls from a script that measures in one process.

    `ours` and `theirs` are names in what the script prints.
    """

    def measure(bench: Bench, scale: int) -> Measured:
        project = bench.project(scale)
        project.generate()
        found = bench.script(script, project)
        if theirs and theirs not in found:
            raise NotRunError(f"no figures for {theirs}, which is not installed")
        peers = [Cost(cpu) for cpu in found[theirs]] if theirs else []
        return Measured([Cost(cpu) for cpu in found[ours]], peers, theirs)

    return measure


def help_of(option: str) -> Make:
    """Return `paycat` with one option."""
    return lambda bench, scale: Work([(*PAYCAT, option)])


def click_program(option: str) -> Make:
    """Return a program that has nothing but click, with one option."""
    return lambda bench, scale: Work([(sys.executable, "-c", f"{_CLICK}()", option)])


def check(bench: Bench, scale: int) -> Work:
    """Return `paycat check` when nothing is known of the catalogue."""
    project = bench.project(scale)
    return project.work("check", before=project.forget)


def known_check(bench: Bench, scale: int) -> Work:
    """Return `paycat check` of a catalogue that an earlier run checked."""
    project = bench.project(scale)
    output_of((*PAYCAT, "check", "--project", project.root), project.environment)
    return project.work("check")


def cold(bench: Bench, scale: int, *, varied: bool = False, packs: tuple[str, ...] = ()) -> Work:
    """Return `paycat generate` into an empty folder when nothing is known."""
    project = bench.project(scale, varied=varied)
    chosen = ("--packs", ",".join(packs), "--to", str(project.part)) if packs else ()
    return project.work("generate", *chosen, before=project.empty)


def after_edit(bench: Bench, scale: int) -> Work:
    """Return `paycat generate` after an edit of a method, with everything else as an earlier run left it."""
    project = bench.project(scale)
    project.generate()
    return project.work("generate", before=project.edit)


def unchanged(*options: str) -> Make:
    """Return `paycat generate` with some options when nothing was edited since the last run."""

    def make(bench: Bench, scale: int) -> Work:
        project = bench.project(scale)
        project.generate()
        return project.work("generate", *options)

    return make


def conform(*engines: str) -> Make:
    """Return `paycat conform` with these engines when nothing is known."""

    def make(bench: Bench, scale: int) -> Work:
        project = bench.project(scale)
        project.generate()
        chosen = (text for engine in engines for text in ("--engine", engine))
        return project.work("conform", *chosen, before=project.forget)

    return make


def plain_loop(bench: Bench, scale: int) -> Work:
    """Return a loop over the same vectors with jsonschema, once for each of the engines."""
    return Work([(sys.executable, HERE / "plain_loop.py", bench.project(scale).generated, str(len(_PYTHON)))])


def compile_typespec(bench: Bench, scale: int) -> Work:
    """Return `tsp compile` of the same requests."""
    return bench.compile_typespec(scale)


def chain(bench: Bench, scale: int) -> Work:
    """Return `tsp compile` and datamodel-code-generator after it."""
    return bench.chain(scale)


def of_packs(packs: tuple[str, ...]) -> Make:
    """Return a cold `paycat generate` of these packs alone."""
    return partial(cold, packs=packs)


_VARIED = partial(cold, varied=True)
_CHAIN = "`tsp compile`, `datamodel-codegen --generate-server`"
_ANSWER = "a valid request to the stub"

ROWS = (
    Row("`paycat --version`", OWN, against(help_of("--version"), "click", click_program("--version")), Limit(0.1)),
    Row("`paycat --help`", OWN, against(help_of("--help"), "click", click_program("--help")), Limit(0.1)),
    Row("`check`", OWN, against(check, _TYPESPEC, compile_typespec), Limit(0.45, 0.3)),
    Row("`check`", LARGE, alone(check), Limit(8)),
    Row("`check`, nothing changed", OWN, against(known_check, _TYPESPEC, compile_typespec), Limit(0.45, 0.3)),
    Row("`check`, nothing changed", LARGE, alone(known_check), Limit(8)),
    Row(COLD, OWN, against(cold, _TYPESPEC, compile_typespec), Limit(4.2, 1.3)),
    Row(COLD, TEN, alone(cold)),
    Row(COLD, LARGE, compared(cold, COLD, TEN), Limit(215, 10, 1229)),
    Row(VARIED, TEN, alone(_VARIED)),
    Row(VARIED, LARGE, compared(_VARIED, VARIED, TEN), Limit(120, 12, 1024)),
    Row(EDITED, OWN, alone(after_edit), Limit(2.3)),
    Row(EDITED, LARGE, compared(after_edit, COLD, LARGE), Limit(ratio=0.05)),
    Row("`generate`, nothing changed", OWN, alone(unchanged()), Limit(0.5)),
    Row("`generate`, nothing changed", LARGE, alone(unchanged()), Limit(5)),
    Row("`generate --check`, nothing changed", OWN, alone(unchanged("--check")), Limit(0.5)),
    Row("`generate --check`, nothing changed", LARGE, alone(unchanged("--check")), Limit(5)),
    *(
        Row(work, scale, against(of_packs(packs), peer, other), Limit(ratio=ratio))
        for work, packs, peer, other, limits in (
            ("JSON Schema and OpenAPI alone", DOCUMENTS, _TYPESPEC, compile_typespec, {OWN: 0.45, TEN: 0.6}),
            ("the same with models and stub", CODE, _CHAIN, chain, {OWN: 0.4, TEN: 0.4}),
        )
        for scale, ratio in limits.items()
    ),
    Row("`conform`, all engines", OWN, alone(conform()), Limit(10)),
    Row(
        f"`conform`, {len(_PYTHON)} engines in Python",
        OWN,
        against(conform(*_PYTHON), f"jsonschema in a loop, {len(_PYTHON)} times", plain_loop),
        Limit(ratio=0.6),
    ),
    Row("`conform`, jsonschema-rs and models", LARGE, alone(conform("jsonschema-rs", "models")), Limit(60, mib=400)),
    Row("`watch`, from a save to the findings", OWN, scripted("watching.py", "findings"), Limit(0.1)),
    Row("`watch`, from a save to the last file", OWN, scripted("watching.py", "files"), Limit(0.15)),
    Row(_ANSWER, OWN, scripted("payloads.py", STUB, STARLETTE), Limit(ratio=1.7)),
    Row(_ANSWER, OWN, scripted("payloads.py", STUB, FASTAPI), Limit(ratio=0.5)),
    Row("`parse` of a payload to a model", OWN, scripted("payloads.py", PARSE, VALID), Limit(ratio=2)),
)
