"""The README at the top of a release: what of it is for whom, and the first request in a language with a package."""

from collections.abc import Collection, Iterator, Sequence
from shlex import quote

from paycat.contract.model import Contract
from paycat.languages.markdown import code, fenced, row, text
from paycat.pages.downloads import USES, npm_archive_name, wheel_name
from paycat.pages.navigation import TYPESCRIPT, is_packaged
from paycat.pages.quickstart import ADDRESS, exported_key
from paycat.pages.snippets import another_call, key_variable, python, rich_request, sample_call, typescript
from paycat.project.release import FIRST_PAGE, PACKAGES, SITE, TOOLS, release_name

_VECTORS = "conformance"


def release_readme(contract: Contract, site: Collection[str], packages: Sequence[str], tools: Sequence[str]) -> str:
    """Return the README, in Markdown, of a release with these files of the site, packages and tools."""
    service = contract.service
    folders = {path.partition("/")[0] for path in site}
    has_python = is_packaged(contract)
    if TYPESCRIPT in folders:
        packages = [*packages, npm_archive_name(contract)]
    lines: list[object] = [f"# {text(service.title)} {text(service.version)}", "", text(service.summary), ""]
    if FIRST_PAGE in site:
        lines += [f"Open {code(f'{SITE}/{FIRST_PAGE}')} in a browser. It needs no server and no network.", ""]
    lines += [row("You are", "Begin with"), row("---", "---")]
    lines += _readers(site, folders, tools, has_python=has_python)
    lines += ["", "## Files", "", *_files(contract, folders, packages, tools)]
    lines += _python(contract, site, packages) if has_python else []
    lines += _typescript(contract, has_python=has_python) if TYPESCRIPT in folders else []
    lines += _vectors() if _VECTORS in folders else []
    lines += _maintaining(folders, tools)
    return "\n".join(map(str, lines)) + "\n"


def _readers(
    site: Collection[str], folders: Collection[str], tools: Sequence[str], *, has_python: bool
) -> Iterator[str]:
    if has_python:
        yield row("an integrator in Python", "[Python](#python)")
    if TYPESCRIPT in folders:
        yield row("an integrator in TypeScript or JavaScript", "[TypeScript](#typescript)")
    if "docs/clients.html" in site:
        loses = f"{code(f'{SITE}/docs/what-your-generator-loses.html')}: which rules their models enforce"
        clients = f"{code(f'{SITE}/docs/clients.html')}: clients that other generators make"
        yield row("an integrator in another language", f"{clients}; {loses}")
    if "briefs" in folders:
        yield row("an agent, or the author of a script", code(f"{SITE}/llms.txt"))
    if _VECTORS in folders:
        yield row("the author of a client or a server", "[Vectors](#vectors)")
    if tools:
        yield row("a maintainer of the catalogue", f"{code(f'{TOOLS}/')}, and `CHANGES.md`")
    yield row("in charge of CI", "[Maintenance and CI](#maintenance-and-ci)")


def _files(
    contract: Contract, folders: Collection[str], packages: Sequence[str], tools: Sequence[str]
) -> Iterator[str]:
    yield "For integrators:"
    yield ""
    yield from (f"- {code(f'{PACKAGES}/{name}')}" for name in packages)
    yield from (f"- {code(f'{SITE}/{name}/')}: {use}" for name, use in USES.items() if name in folders)
    yield f"- {code(f'{release_name(contract)}.zip')}: All files of {code(f'{SITE}/')}."
    if tools:
        yield ""
        yield "For maintainers of the catalogue:"
        yield ""
        yield from (f"- {code(f'{TOOLS}/{name}')}" for name in tools)
    yield ""
    yield "For both: `CHANGES.md` has what each version changed, `release.json` the name, the version and the methods,"
    yield "and `SHA256SUMS` the SHA-256 of every file."


def _python(contract: Contract, site: Collection[str], packages: Sequence[str]) -> Iterator[object]:
    """Yield how to install the package, start its sandbox, and send a request from a program."""
    wheel = wheel_name(contract)
    source = f"./{PACKAGES}/{wheel}" if wheel in packages else f"./{SITE}/python"
    install = f"venv/bin/pip install --quiet {quote(f'{source}[client,sandbox]')}"
    start = f"venv/bin/python -m {contract.service.package}.sandbox &"
    yield from ("", "## Python", "")
    yield "You need Python 3.11 or newer. In the folder of this file, install the package, and start its sandbox:"
    yield from ("", fenced("\n".join(("python3 -m venv venv", install, start, exported_key(contract))), "sh"), "")
    yield from ("Save this as `send.py`:", "")
    call = another_call(sample_call(contract, rich_request(contract), "minimal", ADDRESS), 14)
    yield fenced(python(call), "python")
    yield from ("", "Run it. It prints what identifies the record, and its state:", "")
    yield fenced("venv/bin/python send.py", "sh")
    if "docs/quickstart.html" in site:
        yield from (
            "",
            f"{code(f'{SITE}/docs/quickstart.html')} continues with notifications, states and mistakes, and starts a",
            "sandbox of its own. Stop this one first, as both use the same port:",
            "",
            fenced("kill $!", "sh"),
        )


def _typescript(contract: Contract, *, has_python: bool) -> Iterator[object]:
    """Yield how to install the package of npm, and send a request from a program."""
    call = sample_call(contract, rich_request(contract), "minimal", ADDRESS if has_python else None)
    yield from ("", "## TypeScript", "")
    yield "You need node 20 or newer. In the folder of this file, install the package, which has no dependencies:"
    # Without the prefix, npm installs into a project that is above this folder.
    yield from ("", fenced(f"npm install --prefix . ./{PACKAGES}/{npm_archive_name(contract)}", "sh"), "")
    yield from ("Save this as `send.mjs`. It is TypeScript, too, in a file `.mts`.", "")
    yield fenced(typescript(another_call(call, 15)), "ts")
    if has_python:
        begin = (
            "Start the sandbox as [Python](#python) does, and run the program in the same terminal, which has the key."
        )
    else:
        begin = f"Set {code(key_variable(contract))} to your key, and run the program."
    yield from ("", begin, "It prints what identifies the record, and its state:", "")
    yield fenced("node send.mjs", "sh")


def _vectors() -> Iterator[object]:
    folder = f"{SITE}/{_VECTORS}"
    yield from ("", "## Vectors", "")
    yield f"{code(f'{folder}/README.md')} describes the format. Each file is compressed: `gzip.open` of Python and"
    yield "`gunzipSync` of node read it as it is. This unpacks all of them beside the compressed ones:"
    yield from ("", fenced(f"gunzip --recursive --keep {folder}", "sh"))


def _maintaining(folders: Collection[str], tools: Sequence[str]) -> Iterator[object]:
    yield from ("", "## Maintenance and CI", "", "This compares every file with its checksum:", "")
    yield fenced("sha256sum --check --quiet SHA256SUMS", "sh")
    own = next((name for name in tools if name.startswith("paycat-") and name.endswith(".whl")), None)
    if own and _VECTORS in folders:
        yield from (
            "",
            "This installs paycat, and validates every vector with the schemas, the document and the models:",
            "",
        )
        install = f"tools-venv/bin/pip install --quiet {quote(f'./{TOOLS}/{own}[conform]')}"
        run = f"tools-venv/bin/paycat conform --generated {SITE}"
        yield fenced("\n".join(("python3 -m venv tools-venv", install, run)), "sh")
