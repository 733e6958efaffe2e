"""docs/clients.md: how to generate and call each client, how many samples it sends without loss, and which amounts."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import fill

import projects

from paycat.languages.markdown import row
from tests.artefacts.clients.client import Client

HEAD = """# Clients that generators make

**openapi-generator's Go client** holds amounts in a `float32`, which keeps about 7 digits, unless you run it with
`--type-mappings=number=float64`. Do not send or book money without this option.

In Python and TypeScript you need no generator: the packages that are published beside the document, `python/` and
`typescript/`, have a client each. It keeps amounts exact, makes idempotency keys, repeats what is safe to repeat, and
has an error for each problem. Each package verifies notifications, too. This page is for other languages, and for
generators of your own.

The figures and programs below are those of a test service with ten methods, `tests/harness/frozen` in the repository of
paycat, and not of any other catalogue. Operations, components and members of your service may have other names.

A test generates each client below from the OpenAPI document of that service, compiles it, and sends every valid sample
of both directions to the running server stub. Each request type has at least a minimal and a full sample. A sample
counts as accepted if the stub receives exactly that payload and answers 201, and the client returns the id and the
amount of the response.

Each client also walks through a payout in the running sandbox: it creates one, reads and lists it after its
notification arrived, and creates it again, which the sandbox rejects as a duplicate.
"""

COLUMNS = ("Client", "Version", "Document", "Compiled", "Accepted")

AMOUNTS = """
## Amounts

A test generates each client below with the option of its row, builds a pay-in and a payout of each amount with the
client's classes, and sends them to the sandbox, which accepts each of these amounts. An amount is exact if the body
that arrives and the record that the client returns have the same digits. The type is read from the generated source;
the clients in C# and Kotlin are not run.

Amounts of this service have at most 15 significant digits, which a `double` keeps. Compute with decimals: a sum of
binary fractions is rounded. No `format` in the document helps: with `double`, Java, C# and Kotlin hold amounts in a
`double` in place of a decimal, and with `decimal` Go keeps its `float32`.
"""

MIDDLE = """
## How to run them

[What your generator loses](what-your-generator-loses.md) measures which rules the models of a client enforce before it
sends a request.

Run the commands of a section in a folder that contains the document as `openapi.json` and the files of the section.
`PAYMENTS_URL` is the address of the service or the stub, and `PAYMENTS_TOKEN` the secret key. The programs in Python,
Java, Go, PHP and Ruby, and the one for typescript-fetch, read one request from each line, such as
`{"direction": "payout", "component": ..., "payload": {...}}`, where `component` is the name of the request's component
in the document. The last command of a section with a program for walks reads steps:
`{"step": "create", "component": ..., "payload": {...}}`, `{"step": "get", "id": ...}` and
`{"step": "list", "reference": ...}`.

The TypeScript programs are ECMAScript modules: `package.json` has `"type": "module"`.

Each request has its own `Idempotency-Key`. If you receive no answer, send the request again with the same key.
"""

TAIL = """
In the repository of paycat, `make update-cases PYTEST=tests/artefacts/clients` measures all figures again, writes them
and this page, and keeps the clients in `.cache/clients/`.
"""

LANGUAGES = {
    ".go": "go",
    ".java": "java",
    ".json": "json",
    ".mjs": "js",
    ".mod": "text",
    ".php": "php",
    ".py": "python",
    ".rb": "ruby",
    ".ts": "typescript",
    ".yaml": "yaml",
}


def clients_page(clients: Sequence[Client], amounts_alone: Sequence[Client]) -> str:
    """Return the page, of clients that send every sample, and of clients that send amounts alone."""
    rows = [
        row(one.case["title"], found["version"], f"`{document}`", "yes", f"{found['accepted']} of {found['sent']}")
        for one in clients
        for document, found in one.expected().items()
    ]
    everyone = [*clients, *amounts_alone]
    sections = chain.from_iterable(_section(one) for one in everyone if "notes" in one.case)
    head = [HEAD, row(*COLUMNS), row("---", "---", "---", "---", "---:"), *rows]
    lines = [*head, AMOUNTS, *_amounts(everyone), MIDDLE.rstrip(), *sections]
    return "\n".join([*lines, TAIL.rstrip()]) + "\n"


def _amounts(everyone: Sequence[Client]) -> Iterator[str]:
    measured = [
        (one, projects.read_yaml(one.amounts_file)) for one in sorted(everyone, key=lambda one: one.folder.name)
    ]
    amounts = list(measured[0][1]["amounts"])
    columns = ("Client", "Version", "Option", "Type of an amount", *amounts)
    yield row(*columns)
    yield row(*("---" for _ in columns))
    for one, found in measured:
        option = one.case["amount"].get("option")
        became = [found["amounts"][amount] for amount in amounts]
        yield row(one.case["title"], found["version"], f"`{option}`" if option else "", f"`{found['type']}`", *became)


def _section(one: Client) -> Iterator[str]:
    case = one.case
    yield f"\n## {case['title']}\n\n{fill(case['notes'], 120)}\n\n{fill(case['needs'], 120)}\n\n```bash"
    walk = [case["walk"]] if "walk" in case else []
    for command in (case["generate"], *case["compile"], case["run"], *walk):
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
