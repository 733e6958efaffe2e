"""The first five minutes of a new integrator, from the folder of a release alone: every command of the page, in order.

Nothing else is at hand: a fresh virtual environment, node with npm, and programs of the system. pip takes libraries
from pinned files, and npm takes none.
"""

import html
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import projects
import pytest
from ports import reserved_port
from system_programs import needed

from paycat.conformance.run.engines.ajv.node import node_program

BLOCK = re.compile(r'<pre id="([^"]+)"[^>]*><code[^>]*>(.*?)</code></pre>', re.DOTALL)
TAG = re.compile("<[^>]+>")
"""The tags of the colours."""
THREE_MINUTES = 180
CREATING = re.compile(
    r"sample\..*\.(curl|python|typescript)|first-call-text-[0-9]|lost-(python|typescript)"
    r"|send-command|program-text|typescript-text"
)
"""The blocks that send a request that is accepted."""
LEAST_TABS = 90
SCRIPT = """\
set -euo pipefail
trap 'kill $(jobs -p)' EXIT
{install}
{{ {receiver}
}} > receiver.out
{serve}
until (echo > /dev/tcp/127.0.0.1/{port}) 2> rejected; do kill -0 $!; sleep 0.1; done
{{ {send}; }} > send.out
id=$(grep -o '"id":"[^"]*"' send.out | cut -d '"' -f 4)
{{ {read}; }} > read.out
{{ {program}; }} > program.out
{typescript-install}
{{ {typescript}; }} > typescript.out
until grep -q "$id.*succeeded" receiver.out; do sleep 0.1; done
{{ {mistake}; }} > mistake.out
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release, with the wheel of the package; nothing else of the project is left."""
    above = tmp_path_factory.mktemp("release")
    project = projects.copied(above / "project")
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", above / "dist"]
    subprocess.run([*build, project / "generated/python"], check=True, capture_output=True)
    [wheel] = (above / "dist").iterdir()
    ended = projects.paycat("release", above, "--include", wheel, cwd=project)
    assert (ended.returncode, ended.stderr) == (0, "")
    shutil.rmtree(project)
    shutil.rmtree(above / "dist")
    [folder] = above.iterdir()
    # npm would install into what is above, unless it is told not to.
    (above / "package.json").write_text("{}")
    (above / "node_modules").mkdir()
    return folder


def empty_environment(folder: Path) -> dict[str, str]:
    """Return the variables of a machine that has Python and the programs of the system alone."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    path = f"{node_and_npm(home)}:/usr/bin:/bin"
    return projects.environ(
        PIP_CONSTRAINT=str(constraints(folder)), PATH=path, HOME=str(home), NODE_OPTIONS="", NPM_CONFIG_OFFLINE="true"
    )


def node_and_npm(home: Path) -> Path:
    """Return a folder with the pinned node and its npm, as an installation of node has them."""
    folder, wheel = home / "bin", Path(node_program("tests")).parents[1]
    folder.mkdir(exist_ok=True)
    for name, program in (("node", "bin/node"), ("npm", "lib/node_modules/npm/bin/npm-cli.js")):
        if not (folder / name).exists():
            (folder / name).symlink_to(wheel / program)
    return folder


@pytest.fixture(scope="module")
def blocks(release: Path) -> dict[str, str]:
    """What is to be copied from the page, by id."""
    return blocks_of(release / "site/docs/quickstart.html")


def blocks_of(page: Path) -> dict[str, str]:
    return {id: html.unescape(TAG.sub("", text)) for id, text in BLOCK.findall(page.read_text(encoding="utf-8"))}


@pytest.fixture(scope="module")
def carried_out(release: Path, blocks: dict[str, str]) -> Path:
    """The folder in which everything was done that the page says, with what each step printed."""
    needed("curl")
    shell = needed("bash")
    folder = release / "site"
    with reserved_port() as port, reserved_port() as hooks:
        _carry_out(shell, folder, blocks, port, hooks)
    return folder


def _carry_out(shell: str, folder: Path, blocks: dict[str, str], port: int, hooks: int) -> None:
    (folder / "send.py").write_text(on_port(blocks["program-text"], port), encoding="utf-8")
    (folder / "send.mjs").write_text(on_port(blocks["typescript-text"], port), encoding="utf-8")
    receiver = blocks["receiver-text"].replace("3000", str(hooks))
    (folder / "hooks.py").write_text(receiver, encoding="utf-8")
    steps = {id.removesuffix("-command"): on_port(text, port) for id, text in blocks.items() if id.endswith("-command")}
    steps["serve"] = steps["serve"].replace("3000", str(hooks))
    shown = json.loads(blocks["send-answer"])["id"]
    steps["read"] = f"id=$id; {steps['read'].replace(shown, '$id')}"
    script = SCRIPT.format(**steps, port=port)
    begun = time.monotonic()
    environment = empty_environment(folder)
    ended = subprocess.run(
        [shell, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert time.monotonic() - begun < THREE_MINUTES


def constraints(folder: Path) -> Path:
    """Return a file that keeps pip to the versions that are pinned here, so that only a change of ours fails."""
    pinned = [(projects.ROOT / "requirements" / f"{name}.txt").read_text() for name in ("generate", "dev")]
    lines = [line.removesuffix(" \\") for text in pinned for line in text.splitlines() if "==" in line]
    file = folder / "constraints.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def on_port(text: str, port: int) -> str:
    """Return a text of the page with a free port, and with the Python that runs the tests."""
    moved = text.replace(":8000", f":{port}").replace(".sandbox --", f".sandbox --port {port} --")
    return moved.replace("python3 -m venv", f"{sys.executable} -m venv")


def printed(folder: Path, step: str) -> Any:
    return json.loads((folder / f"{step}.out").read_text(encoding="utf-8"))


def test_every_answer_is_what_the_page_shows(carried_out: Path, blocks: dict[str, str]) -> None:
    record = json.loads(blocks["send-answer"])
    sent, read = printed(carried_out, "send"), printed(carried_out, "read")
    assert lasting(sent) == lasting(record)
    assert read["id"] == sent["id"]
    for name in ("program", "typescript"):
        program = (carried_out / f"{name}.out").read_text(encoding="utf-8")
        assert _ID.sub("ID", program) == _ID.sub("ID", blocks[f"{name}-answer"]) + "\n"
    told, shown = printed(carried_out, "mistake"), json.loads(blocks["mistake-answer"])
    assert told.pop("request_id") != shown.pop("request_id")
    assert told == shown


_ID = re.compile(r"\b[a-z]+_[0-9A-Z]{10,}")


def lasting(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without its times, and without what makes its identifier unique."""
    texts = {name: _ID.sub("ID", value) if isinstance(value, str) else value for name, value in record.items()}
    return {name: value for name, value in texts.items() if not name.endswith("_at") or value is None}


def test_the_notifications_arrive(carried_out: Path) -> None:
    sent = printed(carried_out, "send")
    lines = (carried_out / "receiver.out").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines if sent["id"] in line]
    assert [one["data"]["status"] for one in sorted(events, key=lambda one: one["timestamp"])] == [
        "processing",
        "succeeded",
    ]


def test_the_wheel_of_the_downloads_is_the_package(release: Path) -> None:
    """The command of the page installs it in the folder of the release, and the client is there."""
    command = blocks_of(release / "site/docs/downloads.html")["install-wheel"]
    environment, own = empty_environment(release), release / "own"
    subprocess.run([sys.executable, "-m", "venv", own], env=environment, check=True)
    typed = f"{command} --quiet --disable-pip-version-check".replace("python3 ", "own/bin/python ")
    subprocess.run([needed("bash"), "-c", typed], cwd=release, env=environment, check=True, capture_output=True)
    program = "import payments_api.client; print(payments_api.__file__)"
    used = [own / "bin/python", "-c", program]
    ended = subprocess.run(used, cwd=release, env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout.startswith(str(own))


def test_the_npm_package_of_the_downloads_is_the_package(release: Path) -> None:
    """The command of the page installs it in a project of somebody, and the client is there."""
    command = blocks_of(release / "site/docs/downloads.html")["install-npm"]
    environment, project = empty_environment(release), release / "project"
    project.mkdir()
    typed = command.replace("./packages", str(release / "packages"))
    program = "import { Client } from 'payments-api/client';"
    program += "console.log(typeof new Client({ apiKey: 'sk_test' }).payouts.create)"
    (project / "used.mjs").write_text(program, encoding="utf-8")
    script = f"{typed} --silent --prefix . && node used.mjs"
    shell = [needed("bash"), "-c", script]
    ended = subprocess.run(shell, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "function\n"), ended.stderr
    assert not (project / "node_modules/payments-api").is_symlink()


def test_the_readme_the_quickstart_and_every_tab_follow_each_other_without_a_reset(release: Path) -> None:
    """The commands of the README as printed, in its folder, and every program of the pages with the same sandbox.

    The port is free, and the programs run when the sandbox listens.
    """
    (_, start), (_, program), (_, run), (_, stop) = blocks_of_section(release, "Python")
    (_, install), (_, module), (_, run_module) = blocks_of_section(release, "TypeScript")
    assert "'./packages/payments_api-" in start
    assert "./packages/payments-api-" in install
    assert stop == "kill $!\n"
    with reserved_port() as port:
        (release / "send.py").write_text(on_port(program, port), encoding="utf-8")
        (release / "send.mjs").write_text(on_port(module, port), encoding="utf-8")
        others, count = following(release, port)
        start = on_port(start, port).replace(".sandbox &", f".sandbox --port {port} &")
        waiting = f"until (echo > /dev/tcp/127.0.0.1/{port}) 2> /dev/null; do kill -0 $!; sleep 0.1; done"
        begin = f"set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT\n{{ {start}}} > start.out\n{waiting}\n"
        script = f"{begin}{run}\n{{ {install}}} > install.out\n{run_module}\n{others}\n"
        ended = subprocess.run(
            [needed("bash"), "-c", script],
            cwd=release,
            env=empty_environment(release),
            capture_output=True,
            text=True,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert re.match(r"(payout_[0-9A-Z]+ pending\n){2}", ended.stdout)
    # curl prints the record, and the programs print its id and state.
    ids = re.findall(r"\bpay(?:in|out)_[0-9A-Z]{20,}", ended.stdout)
    assert len({*ids}) == count + 2 > LEAST_TABS
    assert list((release.parent / "node_modules").iterdir()) == []


def following(release: Path, port: int) -> tuple[str, int]:
    """Return the commands that run every program of the quickstart and of the pages, and how many programs they are."""
    docs = release / "site/docs"
    pages = [docs / "quickstart.html", docs / "index.html", docs / "sandbox.html", *sorted(docs.glob("pay*/*.html"))]
    commands: list[str] = []
    programs: dict[str, list[str]] = {"python": [], "mjs": []}
    for page in pages:
        for id, text in blocks_of(page).items():
            if not CREATING.fullmatch(id):
                continue
            sent = on_port(text.replace("https://api.payments.test", "http://127.0.0.1:8000"), port)
            if text.startswith("curl"):
                sent = sent.partition(" \\\n  | tee")[0].replace("curl", "curl --silent --fail-with-body", 1)
                commands.append(f"{sent}; echo")
                continue
            ending = "mjs" if text.startswith("import {") else "python"
            file = release / f"program-{len(programs[ending])}.{ending}"
            file.write_text(sent, encoding="utf-8")
            programs[ending].append(file.name)
    runners = Path(__file__).parent
    commands.append(f"venv/bin/python {runners / 'run_scripts.py'} {' '.join(programs['python'])}")
    commands.append(f"node {runners / 'run_scripts.mjs'} {' '.join(programs['mjs'])}")
    return "\n".join(commands), len(commands) - 2 + sum(map(len, programs.values()))


def blocks_of_section(release: Path, title: str) -> list[tuple[str, str]]:
    """Return language and text of each block in a section of the README."""
    readme = (release / "README.md").read_text(encoding="utf-8")
    section = readme.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```([a-z]+)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def test_every_block_of_the_page_is_carried_out_or_compared(blocks: dict[str, str]) -> None:
    steps = ("install", "receiver", "serve", "send", "read", "program", "typescript-install", "typescript", "mistake")
    assert set(blocks) == {
        *(f"{step}-command" for step in steps),
        *(f"{step}-answer" for step in ("send", "program", "typescript", "mistake")),
        "program-text",
        "typescript-text",
        "receiver-text",
    }


def test_it_is_about_a_payout_by_upi(blocks: dict[str, str]) -> None:
    """The most telling request of this catalogue."""
    assert json.loads(blocks["send-answer"])["method_code"] == "UPI"
    assert "/v1/payouts" in blocks["send-command"]
