"""What README and docs/ show beside walkthroughs is so; `make update-cases` puts what is printed there."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import projects
from expected_files import Expect, as_shown

ROOT = projects.ROOT
README, MAINTAINING, INTEGRATING = ROOT / "README.md", ROOT / "docs/maintaining.md", ROOT / "docs/integrating.md"


def compare(expect: Expect, page: Path, command: str, printed: str) -> None:
    """Compare what a page shows below a command, as far as the next one, with what is printed."""
    text = page.read_text(encoding="utf-8")
    shown = re.search(rf"^\$ {re.escape(command)}\n(.*?)(?=^\$ |^```$)", text, re.DOTALL | re.MULTILINE)
    assert shown, command
    now = as_shown(shown[1], re.sub(r" +\n", "\n", printed))
    expect.part(page, shown[0], f"$ {command}\n{now}")


def test_the_summary_of_generate(project: Path, expect: Expect) -> None:
    compare(expect, README, "make generate", projects.paycat("generate", cwd=project).stdout)


def test_the_shown_method_is_the_catalogues() -> None:
    shown = re.search(r"```yaml\n(method_code: (\w+)\n.*?)```", MAINTAINING.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    assert (ROOT / "schemas" / "methods" / f"{shown[2]}.yaml").read_text(encoding="utf-8").endswith(shown[1])


def test_the_fields_of_readme_are_of_a_catalogue() -> None:
    shown = re.search(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    method = projects.HERE / "bank_collections" / "schemas" / "methods" / "BACS_DEBIT.yaml"
    assert textwrap.indent(shown[1], "    ") in method.read_text(encoding="utf-8")


def test_the_two_mistakes(project: Path, expect: Expect) -> None:
    for file, line, word, wrong in (("UPI", 16, "requirement", "requirment"), ("WALLET_EG", 17, "phone", "fone")):
        path = project / "schemas" / "methods" / f"{file}.yaml"
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[line - 1] = lines[line - 1].replace(word, wrong)
        path.write_text("\n".join(lines), encoding="utf-8")
    compare(expect, MAINTAINING, "paycat check", projects.paycat("check", cwd=project).stdout)


def test_the_first_payout(tmp_path: Path) -> None:
    """The program is sent to the sandbox, which the command above it starts."""
    text = INTEGRATING.read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert shown
    assert "python -m payments_api.sandbox &" in text
    environment = projects.environ(PYTHONPATH=str(ROOT / "generated" / "python" / "src"))
    server = [sys.executable, "-m", "payments_api.sandbox", "--port", "0"]
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(server, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as one,
    ):
        try:
            assert one.stdout
            port = next(line.strip().rpartition(":")[2] for line in one.stdout if "listens at" in line)
            program = [sys.executable, "-c", shown[1].replace(":8000", f":{port}")]
            ended = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
        finally:
            one.terminate()
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"payout_[0-9A-Z]{26} pending\n", ended.stdout)
