"""What README shows is what happens."""

import re
import subprocess
import sys
from pathlib import Path

import projects

ROOT = projects.ROOT
README = (ROOT / "README.md").read_text(encoding="utf-8")


def paycat(*arguments: str, cwd: Path = ROOT) -> str:
    command = [sys.executable, "-m", "paycat", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False).stdout


def test_the_summary_of_generate() -> None:
    shown = re.search(r"^\d+ methods, .* vectors", README, re.MULTILINE)
    assert shown
    assert paycat("generate", "--check").startswith(f"{shown[0]}: ")


def test_the_table_of_conform() -> None:
    start, end = README.index("engine   "), README.index("disagreements\n")
    shown = README[start : end + len("disagreements")].split("\n...\n")
    printed = paycat("conform")
    assert len(shown) == 2
    assert all(part in re.sub(r" +\n", "\n", printed) for part in shown)


def test_the_refused_payload(tmp_path: Path) -> None:
    payload = re.search(r"^\$ echo '(.*?)' > payout.json$", README, re.DOTALL | re.MULTILINE)
    shown = re.search(r"validate payout.json\n(.*?)```", README, re.DOTALL)
    assert payload
    assert shown
    (tmp_path / "payout.json").write_text(payload[1] + "\n", encoding="utf-8")
    assert paycat("validate", "payout.json", "--project", str(ROOT), cwd=tmp_path) == shown[1]


def test_the_shown_method_is_the_catalogues() -> None:
    shown = re.search(r"```yaml\n(method_code: (\w+)\n.*?)```", README, re.DOTALL)
    assert shown
    assert (ROOT / "schemas" / "methods" / f"{shown[2]}.yaml").read_text(encoding="utf-8").endswith(shown[1])


def test_how_many_vectors_integrators_are_promised() -> None:
    shown = re.search(r"conformance/`: ([\d,]+) bodies", README)
    vectors = (ROOT / "generated" / "conformance" / "vectors").rglob("*.jsonl")
    assert shown
    assert int(shown[1].replace(",", "")) == sum(path.read_text(encoding="utf-8").count("\n") for path in vectors)


def test_the_two_mistakes(project: Path) -> None:
    shown = re.search(r"^\$ .venv/bin/paycat check\n(.*?)```", README, re.DOTALL | re.MULTILINE)
    assert shown
    for file, line, word, wrong in (("UPI", 16, "requirement", "requirment"), ("WALLET_EG", 17, "phone", "fone")):
        path = project / "schemas" / "methods" / f"{file}.yaml"
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[line - 1] = lines[line - 1].replace(word, wrong)
        path.write_text("\n".join(lines), encoding="utf-8")
    assert paycat("check", cwd=project) == shown[1]


def test_the_first_payout(tmp_path: Path) -> None:
    """The program is sent to the example server, which the command above it starts."""
    shown = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert shown
    assert "python -m payments_api.server &" in README
    port = str(projects.free_port())
    environment = projects.environ(PYTHONPATH=str(ROOT / "generated" / "python" / "src"))
    server = [sys.executable, "-m", "payments_api.server", "--port", port]
    program = [sys.executable, "-c", shown[1].replace(":8000", f":{port}")]
    with (tmp_path / "log").open("w") as log, subprocess.Popen(server, env=environment, stdout=log, stderr=log) as one:
        try:
            ended = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
        finally:
            one.terminate()
    assert (ended.returncode, ended.stdout) == (0, "payout_01TEST0000000000000000001 pending\n"), ended.stderr
