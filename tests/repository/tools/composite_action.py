"""Runs action.yml as GitHub's runner does: its steps in order, each in a shell of its own, with files between them."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import projects
import repositories
from system_programs import needed

ACTION = projects.read_yaml(projects.ROOT / "action.yml")
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")
_NAME = re.compile(r"\b(?:inputs|steps)\.[\w.-]*[\w]")


@dataclass
class Step:
    """How a step ended, and what it said."""

    outcome: str
    log: str = ""
    outputs: dict[str, str] = field(default_factory=dict)


@dataclass
class Runner:
    """A job that uses the action in a checkout. `event` are the variables that tell what started it."""

    action: Path
    checkout: Path
    temporary: Path
    event: dict[str, str] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    steps: dict[str, Step] = field(default_factory=dict)

    def run(self, inputs: dict[str, str], *, without: tuple[str, ...] = ()) -> bool:
        """Run every step but those named; return whether the action succeeded. `steps` holds them by name."""
        assert inputs.keys() <= ACTION["inputs"].keys()
        given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
        for step in ACTION["runs"]["steps"]:
            if step["name"] not in without:
                self._step(step, given)
        return self._succeeded

    def outputs(self) -> dict[str, str]:
        """Return the outputs of the action."""
        return {name: self._filled(one["value"], {}) for name, one in ACTION["outputs"].items()}

    @property
    def summary(self) -> str:
        """What the steps wrote for the page of the run."""
        file = self.temporary / "summary.md"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def _succeeded(self) -> bool:
        return all(step.outcome != "failure" for step in self.steps.values())

    def _step(self, step: dict[str, Any], inputs: dict[str, str]) -> None:
        known = self.steps.setdefault(step["name"], Step("skipped"))
        if "id" in step:
            self.steps[step["id"]] = known
        if not self._wanted(step.get("if", "${{ True }}"), inputs):
            return
        assert step["shell"] == "bash", "another action is used here, which nothing can run"
        script = self.temporary / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        files = {name: self.temporary / f"{name}.txt" for name in ("GITHUB_OUTPUT", "GITHUB_PATH")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        ended = subprocess.run(
            [needed("bash"), "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.checkout,
            env=self._environ(step.get("env", {}), inputs) | {name: str(file) for name, file in files.items()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        known.outcome, known.log = "failure" if ended.returncode else "success", ended.stdout
        known.outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        self.path = files["GITHUB_PATH"].read_text().splitlines() + self.path

    def _environ(self, stated: dict[str, str], inputs: dict[str, str]) -> dict[str, str]:
        own = {name: self._filled(value, inputs) for name, value in stated.items()}
        path = os.pathsep.join([*self.path, os.environ["PATH"]])
        ours = {
            "PATH": path,
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_STEP_SUMMARY": str(self.temporary / "summary.md"),
            "RUNNER_TEMP": str(self.temporary),
        }
        return repositories.environ(**ours, **self.event, **own)

    def _wanted(self, condition: str, inputs: dict[str, str]) -> bool:
        """Tell whether a step is to run: none is after one that failed, as no condition here says otherwise."""
        if not self._succeeded:
            return False
        [expression] = _EXPRESSION.findall(condition)
        said = _NAME.sub(lambda name: repr(self._value(name[0], inputs)), expression).replace("&&", "and")
        assert re.fullmatch(r"(?:'[^'\\]*'|==|!=|and|True|\s)+", said), f"nothing here can read {condition}"
        return bool(eval(said))

    def _filled(self, text: str, inputs: dict[str, str]) -> str:
        return _EXPRESSION.sub(lambda one: self._value(one[1], inputs), text)

    def _value(self, name: str, inputs: dict[str, str]) -> str:
        match name.split("."):
            case ["inputs", key]:
                return inputs[key]
            case ["steps", key, "outputs", output]:
                return self.steps[key].outputs.get(output, "")
        raise AssertionError(f"an expression that nothing can read: {name}")
