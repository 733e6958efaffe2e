"""What holds for every text: the same meaning, the same comments at the same places, and a second run changes nothing.

The formatter's own proof runs with every text; what it proves is held here against a reader of its own (PyYAML's), and
against comments whose places the test knows.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_out import FILES, MANIFESTS, is_whole, kind_at, laid_out

from paycat.catalogue.canonical import Held
from paycat.catalogue.kinds import FileKind, kind_of
from paycat.yaml.layout import Branch, LayoutEntry
from paycat.yaml.layout_reading import read
from paycat.yaml.printing import printed

SMALL = [path for path in (*FILES, *MANIFESTS) if path.stat().st_size < 4000]
NUMBERED = re.compile(r"# c[0-9]+\b")
SNIPPETS = (
    *("\n", "\n\n", " ", "  ", "\n  ", "\r\n", "# x\n", "  # x\n", "\n    # x\n", ",", ": ", "- ", "-\n", "\n- ", "? "),
    *("[", "]", "{", "}", '"', "'", "\\", "\\\n", "\\ \n", "|\n", ">\n", "|+\n", "|2\n", "é", "\U0001d11e", "~", "..."),
    *("k: v\n", "x: |\n  y\n", "x: |+\n  y\n\n", "a: [b, # x\n c]\n", "a: { b: # x\n c }\n", "? b\n: c\n", "---\n"),
)
RECORDS = kind_of("interface/records.yaml")
assert RECORDS is not None


def value_of(text: str, held: Held) -> Any:
    """Return what another reader finds: texts as texts, mappings in order but for those of statements."""
    return _plain(yaml.compose(text, Loader=yaml.CSafeLoader), held)


def _plain(node: Any, held: Held) -> Any:
    if isinstance(node, yaml.ScalarNode):
        return (node.tag, node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, held.items or Held()) for item in node.value]
    held = _of_mapping(held)
    pairs = [(key.value, _plain(value, held.under(key.value))) for key, value in node.value]
    return dict(pairs) if held.model else pairs


def _of_mapping(held: Held) -> Held:
    """One item may be written without its list."""
    return held.items if held.items and not (held.model or held.values) else held


@st.composite
def littered(draw: st.DrawFn) -> tuple[str, FileKind]:
    """A file with numbered comments in lines of their own and at the ends of lines, and blank lines."""
    path = draw(st.sampled_from(SMALL))
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    for number in range(draw(st.integers(1, 6))):
        location = draw(st.integers(0, len(lines) - 1))
        if draw(st.booleans()):
            lines[location] += f"{' ' * draw(st.integers(1, 4))}# c{number}"
        else:
            lines.insert(location, draw(st.sampled_from(["", f"{' ' * draw(st.integers(0, 9))}# c{number}"])))
    return "\n".join(lines) + "\n", kind_at(path)


@st.composite
def mangled(draw: st.DrawFn) -> tuple[str, FileKind]:
    """A file into which pieces of YAML are thrown; often it is none any more."""
    path = draw(st.sampled_from(SMALL))
    text = path.read_text(encoding="utf-8")
    for _ in range(draw(st.integers(1, 3))):
        location = draw(st.integers(0, len(text)))
        text = text[:location] + draw(st.sampled_from(SNIPPETS)) + text[location + draw(st.integers(0, 2)) :]
    return text, kind_at(path)


def branches(node: Any, held: Held) -> Iterator[tuple[Branch, bool]]:
    """Yield every mapping and list of a tree, and whether it is a statement."""
    if not isinstance(node, Branch):
        return
    held = _of_mapping(held) if node.is_mapping else held
    yield node, held.model is not None and node.is_mapping
    for entry in node.entries:
        yield from branches(entry.value, held.under(entry.key.value) if entry.key else held.items or Held())


@st.composite
def permuted(draw: st.DrawFn) -> tuple[str, str, FileKind]:
    """A file with comments in brackets and elsewhere, and the same file with the keys of its statements in disorder."""
    path = draw(st.sampled_from(SMALL))
    kind = kind_at(path)
    document = read(path.read_text(encoding="utf-8"))
    all_branches = list(branches(document.root, Held(kind.model)))
    entries: list[LayoutEntry] = [entry for branch, _ in all_branches for entry in branch.entries]
    for entry in entries:
        entry.before = [line for line in entry.before if line]
    for number in range(draw(st.integers(0, 5))):
        entry = draw(st.sampled_from(entries))
        if draw(st.booleans()):
            entry.before.append(f"# c{number}")
        elif not entry.line:
            entry.line = f"# c{number}"
    ordered = printed(document)
    for branch, is_of_statement in all_branches:
        if is_of_statement:
            branch.entries = draw(st.permutations(branch.entries))
    return ordered, printed(document), kind


PLAIN = st.one_of(
    st.sampled_from(
        ["NO", "010", "1..20", "0-9", "5", "-1.5", "true", "null", "~", "", "a: b", "a #b", "- a", "#", "[a"]
    ),
    st.text(st.sampled_from("ab -:#,[]{}\"'\\|>\n&*!%@`é§\U0001d11e"), max_size=24),
    st.text(st.sampled_from("abc  \n"), max_size=160),
)
STYLES = st.sampled_from([None, "'", '"', "|", ">"])
TREES = st.recursive(
    PLAIN,
    lambda within: (
        st.lists(within, max_size=4) | st.dictionaries(PLAIN.filter(lambda key: len(key) < 60), within, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def emitted(draw: st.DrawFn) -> str:
    """A random value as PyYAML writes it: any style at any node, any width and indentation."""

    def node(value: Any) -> yaml.Node:
        if isinstance(value, str):
            return yaml.ScalarNode("tag:yaml.org,2002:str", value, style=draw(STYLES))
        if isinstance(value, list):
            return yaml.SequenceNode(
                "tag:yaml.org,2002:seq", [node(one) for one in value], flow_style=draw(st.booleans())
            )
        pairs = [(node(key), node(one)) for key, one in value.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=draw(st.booleans()))

    tree = {"records": {"A": {"schema": draw(TREES)}, "B": {"schema": draw(TREES)}}}
    indent, width = draw(st.integers(2, 6)), draw(st.sampled_from([10, 40, 120]))
    text: str = yaml.serialize(node(tree), Dumper=yaml.SafeDumper, allow_unicode=True, indent=indent, width=width)
    return text


def proves(text: str, kind: FileKind) -> None:
    """Lay a text out, and hold the result against it."""
    after = laid_out(text, kind)
    assert value_of(after, Held(kind.model)) == value_of(text, Held(kind.model))
    assert not [line for line in after.split("\n") if line.endswith("\r")]
    assert after.endswith("\n")


@settings(max_examples=40, deadline=None)
@given(littered())
def test_comments_are_kept(case: tuple[str, FileKind]) -> None:
    text, kind = case
    if is_whole(text):
        proves(text, kind)
        after = laid_out(text, kind)
        assert Counter(NUMBERED.findall(after)) == Counter(NUMBERED.findall(text))
        for word in ("paycat fmt", "generated/editor"):
            assert after.count(word) == text.count(word)


@settings(max_examples=80, deadline=None)
@given(mangled())
def test_meaning_is_kept(case: tuple[str, FileKind]) -> None:
    text, kind = case
    if is_whole(text):
        proves(text, kind)


@settings(max_examples=40, deadline=None)
@given(permuted())
def test_keys_in_disorder_give_the_same_text(case: tuple[str, str, FileKind]) -> None:
    ordered, disordered, kind = case
    assert laid_out(disordered, kind) == laid_out(ordered, kind)


@settings(max_examples=60, deadline=None)
@given(emitted())
def test_any_style_is_laid_out(text: str) -> None:
    assert RECORDS is not None
    if is_whole(text):
        proves(text, RECORDS)


def test_texts_are_worth_trying() -> None:
    """The makers of texts make texts that count."""
    for strategy, text_of in ((littered(), first), (mangled(), first), (emitted(), str)):
        assert share(strategy, text_of) > 0.2


def first(case: Any) -> str:
    """Return the text of a case."""
    text: str = case[0]
    return text


def share(strategy: Any, text_of: Callable[[Any], str]) -> float:
    """Return how many of a maker's texts the loader reads."""
    told = []

    @settings(max_examples=40, deadline=None, database=None, derandomize=True)
    @given(strategy)
    def ask(case: Any) -> None:
        told.append(is_whole(text_of(case)))

    ask()
    return sum(told) / len(told)
