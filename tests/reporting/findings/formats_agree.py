"""What every format must show of the same findings, as JSON has them, and how programs read it."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

RUNS_OF_BRACES = r"(\{+|\}+)"

Document = dict[str, Any]


def assert_formats_agree(printed: Mapping[str, str]) -> None:
    """Fail unless each format shows the findings that JSON has, and nothing that a terminal acts on."""
    report = json.loads(printed["json"])
    findings = report["findings"]
    assert report["errors"] + report["warnings"] == len(findings)
    assert_text_agrees(printed["text"], findings)
    assert_github_agrees(printed["github"].splitlines(), findings)
    assert_sarif_agrees(json.loads(printed["sarif"]), findings)
    for text in printed.values():
        assert [sign for sign in text if not sign.isprintable() and sign not in "\n\t"] == []
        assert "4111 1111" not in text


def assert_text_agrees(text: str, findings: Iterable[Document]) -> None:
    """Fail unless a line begins with the place, the severity and the code of each finding."""
    if "disagreement" in text:  # Disagreements are below a table, with no code.
        return
    lines = [line for line in text.splitlines() if re.match(r"\S.* (error|warning) \S+: ", line)]
    starts = [f"{_place(one)} {one['severity']} {one['code']}: " for one in findings]
    for line, start in zip(sorted(lines), sorted(starts), strict=True):
        assert line.startswith(start)


def _place(finding: Document) -> str:
    return ":".join(str(finding[key]) for key in ("path", "line", "column") if finding[key])


def assert_github_agrees(lines: Iterable[str], findings: Iterable[Document]) -> None:
    """Read as the runner of GitHub Actions does it: two colons end the properties, and escapes are undone."""
    for line, one in zip(lines, findings, strict=True):
        command, message = line.removeprefix("::").split("::", 1)
        name, _, properties = command.partition(" ")
        stated = {key: unquote(value) for key, value in (pair.split("=", 1) for pair in properties.split(","))}
        location = one["cause"] or one
        assert (name, stated["file"], stated["title"]) == (one["severity"], location["path"], one["code"])
        assert [stated.get(key) for key in ("line", "col")] == [
            str(location[key]) if location[key] else None for key in ("line", "column")
        ]
        assert int(stated.get("endColumn", 10**6)) > int(stated.get("col", 0))
        assert re.findall("%(?!25|0A)", message) == []
        assert one["message"] in unquote(message)
        assert (one["path"] in message) == bool(one["cause"])


def assert_sarif_agrees(log: Document, findings: list[Document]) -> None:
    """Fail unless the log keeps the rules that its schema does not state, and has each finding."""
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert run["columnKind"] == "unicodeCodePoints"
    for result, one in zip(run["results"], findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == one["code"]
        assert result["level"] == one["severity"]
        assert list(result["partialFingerprints"].values()) == [one["fingerprint"]]
        assert all(len(braces) % 2 == 0 for braces in re.findall(RUNS_OF_BRACES, result["message"]["text"]))
        assert re.search(r"(?<!\\)\[[^\[\]]*\]\(", result["message"]["text"]) is None
        (location,) = result["locations"]
        assert_is_location(location, one, run)
        related = result.get("relatedLocations", [])
        assert len(related) == bool(one["cause"])
        for behind in related:
            assert_is_location(behind, one["cause"], run)
    for rule in rules:
        page = next(one["rule"] for one in findings if one["code"] == rule["id"])
        assert (rule["properties"]["tags"] if "properties" in rule else [None]) == [page]


def assert_is_location(shown: Document, location: Document, run: Document) -> None:
    """Fail unless SARIF shows a location in a file of the repository."""
    physical = shown["physicalLocation"]
    uri, base = physical["artifactLocation"]["uri"], physical["artifactLocation"]["uriBaseId"]
    assert base in run["originalUriBaseIds"]
    assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)
    assert unquote(uri) == location["path"]
    region = physical.get("region", {})
    assert (region.get("startLine"), region.get("startColumn")) == (location["line"], location["column"])
    assert region.get("endColumn", 10**6) > region.get("startColumn", 0)
