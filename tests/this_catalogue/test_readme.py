"""What README shows is what happens; `make update-cases` puts what is printed there."""

import re
import subprocess
import sys
from pathlib import Path

import projects
from expected_files import Expect, as_shown

ROOT = projects.ROOT
FILE = ROOT / "README.md"
README = FILE.read_text(encoding="utf-8")


def paycat(*arguments: str, cwd: Path = ROOT) -> str:
    command = [sys.executable, "-m", "paycat", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False).stdout


def compare(expect: Expect, command: str, printed: str) -> None:
    """Compare what README shows below a command, as far as the next one, with what is printed."""
    shown = re.search(rf"^\$ {re.escape(command)}\n(.*?)(?=^\n\$ |^```$)", README, re.DOTALL | re.MULTILINE)
    assert shown, command
    now = as_shown(shown[1], re.sub(r" +\n", "\n", printed))
    expect.part(FILE, shown[0], f"$ {command}\n{now}")


def test_the_summary_of_generate(project: Path, expect: Expect) -> None:
    compare(expect, "make generate", paycat("generate", cwd=project))


def test_the_table_of_conform(expect: Expect) -> None:
    """Every engine runs, and agrees."""
    printed = paycat("conform", "--engine", "all")
    assert printed.endswith(" vectors, 0 disagreements\n")
    compare(expect, ".venv/bin/paycat conform", printed)


def test_the_rejected_payload(tmp_path: Path, expect: Expect) -> None:
    payload = re.search(r"^\$ echo '(.*?)' > payout.json$", README, re.DOTALL | re.MULTILINE)
    assert payload
    (tmp_path / "payout.json").write_text(payload[1] + "\n", encoding="utf-8")
    printed = paycat("validate", "payout.json", "--project", str(ROOT), cwd=tmp_path)
    compare(expect, ".venv/bin/paycat validate payout.json", printed)


def test_the_shown_method_is_the_catalogues() -> None:
    shown = re.search(r"```yaml\n(method_code: (\w+)\n.*?)```", README, re.DOTALL)
    assert shown
    assert (ROOT / "schemas" / "methods" / f"{shown[2]}.yaml").read_text(encoding="utf-8").endswith(shown[1])


def test_the_two_mistakes(project: Path, expect: Expect) -> None:
    for file, line, word, wrong in (("UPI", 16, "requirement", "requirment"), ("WALLET_EG", 17, "phone", "fone")):
        path = project / "schemas" / "methods" / f"{file}.yaml"
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[line - 1] = lines[line - 1].replace(word, wrong)
        path.write_text("\n".join(lines), encoding="utf-8")
    compare(expect, ".venv/bin/paycat check", paycat("check", cwd=project))


def test_the_first_payout(tmp_path: Path) -> None:
    """The program is sent to the sandbox, which the command above it starts."""
    shown = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert shown
    assert "python -m payments_api.sandbox &" in README
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
