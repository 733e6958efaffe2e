"""docs/clients.md: how clients are made, called, and how many samples got through."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import fill

from tests.clients.client import Client

HEAD = """# Clients that generators make

The clients below are made of the OpenAPI document of a service with ten methods, `tests/frozen`, and compiled, and
then send every valid sample of both directions, the minimal and the full one of each request type among them, to the
running server stub. A sample counts as accepted when it is answered with 201, the stub saw exactly the payload that was
meant, and the client hands out the id and the amount of the answer.
"""

COLUMNS = ("Client", "Version", "Document", "Compiled", "Accepted")

MIDDLE = """
What a client checks before it sends is another matter: [what your generator loses](what-your-generator-loses.md).

Every section has the commands as they are run, in a folder that holds the document as `openapi.json` and the files
that are shown. `PAYMENTS_URL` is the address of the service or the stub, `PAYMENTS_TOKEN` the secret key. The Python
and Java programs, and that of typescript-fetch, read a request from each line, as in
`{"direction": "payout", "component": "UpiPayoutRequest", "payload": {...}}`.

The TypeScript programs are ECMAScript modules: `package.json` has `"type": "module"`.

Each request has an `Idempotency-Key` of its own, so that it can be sent again, with the same key, when its answer is
lost.
"""

TAIL = """
`make clients` measures all of this, and keeps the clients in `.cache/clients/`; `make update-cases
PYTEST=tests/clients` writes what was measured, and this page.
"""

LANGUAGES = {".py": "python", ".ts": "typescript", ".java": "java", ".json": "json", ".mjs": "js", ".yaml": "yaml"}


def clients_page(clients: Sequence[Client]) -> str:
    """Return the page."""
    rows = [
        _row(one.case["title"], found["version"], f"`{document}`", "yes", f"{found['accepted']} of {found['sent']}")
        for one in clients
        for document, found in one.expected().items()
    ]
    sections = chain.from_iterable(_section(one) for one in clients)
    lines = [HEAD, _row(*COLUMNS), _row("---", "---", "---", "---", "---:"), *rows, MIDDLE.rstrip(), *sections]
    return "\n".join([*lines, TAIL.rstrip()]) + "\n"


def _section(one: Client) -> Iterator[str]:
    case = one.case
    yield f"\n## {case['title']}\n\n{fill(case['notes'], 120)}\n\n{fill(case['needs'], 120)}\n\n```bash"
    for command in (case["generate"], *case["compile"], case["run"]):
        yield _typed(command)
    yield "```"
    for file in one.files:
        text = file.read_text(encoding="utf-8").rstrip()
        yield f"\n`{file.name}`:\n\n```{LANGUAGES[file.suffix]}\n{text}\n```"
    if "literals" in case:
        literals = case["literals"].rstrip()
        yield f"\n`payloads.ts` begins with:\n\n```typescript\n{literals}\n```"


def _typed(command: Sequence[str]) -> str:
    """Return a command as it is typed in bash with globstar; the patterns of file names are not quoted."""
    return " ".join(argument if "*" in argument else shlex.quote(argument) for argument in command)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
