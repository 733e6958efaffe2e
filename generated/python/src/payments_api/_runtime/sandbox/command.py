# Part of paycat's runtime, copied unchanged. Do not edit.

"""The command line of a sandbox: it serves the sandbox, or asks one that runs for an event."""

import argparse
import re
import sys
from typing import Any

from .logs import log_as_json
from .settings import Settings

_MOST_WORKERS = 64
_SECONDS_TO_ANSWER = 30


def main(package: str) -> None:
    """Do what the command line names, for the sandbox of a package: it has `facts.json` and the module `app`."""
    chosen = _parser(f"python -m {package}").parse_args()
    log_as_json()
    match chosen.command:
        case "recover":
            _recover(chosen.database, chosen.executor)
        case "secret":
            _print_secret(package, chosen.database)
        case "trigger":
            _ask(chosen, "events", {"type": chosen.event, "id": chosen.id})
        case "resend":
            _ask(chosen, f"events/{chosen.id}/resend", {})
        case _:
            from .serving import serve

            serve(package, chosen)


def _parser(program: str) -> argparse.ArgumentParser:
    about = f"`{program}`: serves the sandbox, or asks one that runs for an event."
    parser = argparse.ArgumentParser(prog=program, description=about)
    usual = Settings()
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="host name of this machine at which the sandbox answers, too",
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen at")
    parser.add_argument(
        "--workers",
        type=int,
        choices=range(1, _MOST_WORKERS + 1),
        default=1,
        metavar="NUMBER",
        help="number of processes",
    )
    parser.add_argument(
        "--name",
        type=_name,
        default=usual.name,
        help="beginning of the workers' names; another on each machine",
    )
    parser.add_argument(
        "--database",
        default=usual.database,
        help="SQLite file, or URL of a PostgreSQL database",
    )
    parser.add_argument(
        "--forward-to",
        default="",
        help="address for all notifications; it may be local",
    )
    parser.add_argument(
        "--credential", default="", help="the secret key that callers use"
    )
    parser.add_argument(
        "--control-key",
        default="",
        help="key that the page and the control need; a random one if other machines reach the sandbox",
    )
    parser.add_argument(
        "--reference",
        default="",
        metavar="FOLDER",
        help="folder with the reference pages, which its page links",
    )
    parser.set_defaults(command="serve")
    commands = parser.add_subparsers(title="commands", metavar="")
    one = commands.add_parser("recover", help="hand over what a lost worker was doing")
    one.add_argument("--executor", required=True, help="name of the worker, such as w1")
    one.add_argument("--database", default=argparse.SUPPRESS)
    one.set_defaults(command="recover")
    one = commands.add_parser(
        "secret", help="print the secret that signs notifications"
    )
    one.add_argument("--database", default=argparse.SUPPRESS)
    one.set_defaults(command="secret")
    one = commands.add_parser("trigger", help="let an event happen")
    one.add_argument("event", help="name of the event")
    one.add_argument(
        "id", nargs="?", help="record that it happens to; a new one if it is left out"
    )
    one.add_argument("--url", default="http://127.0.0.1:8000")
    one.add_argument(
        "--control-key",
        default=argparse.SUPPRESS,
        help="control key of the sandbox, if it has one",
    )
    one.set_defaults(command="trigger")
    one = commands.add_parser("resend", help="send a notification again")
    one.add_argument("id", help="identifier of the event")
    one.add_argument("--url", default="http://127.0.0.1:8000")
    one.add_argument(
        "--control-key",
        default=argparse.SUPPRESS,
        help="control key of the sandbox, if it has one",
    )
    one.set_defaults(command="resend")
    return parser


def _name(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9_-]{1,32}", text):
        detail = "a name has 1 to 32 letters, digits, - and _, without spaces"
        raise argparse.ArgumentTypeError(detail)
    return text


def _print_secret(package: str, database: str) -> None:
    from .facts import read_facts
    from .serving import prepared

    kept = prepared(database).secret("signing_secret")
    print(read_facts(package).delivery.secret(kept))


def _recover(database: str, executor: str) -> None:
    from .engine import client_of, recover
    from .serving import prepared

    number = recover(client_of(prepared(database)), executor)
    print(f"{number} workflows of {executor} continue on the other workers")


def _ask(chosen: argparse.Namespace, path: str, body: dict[str, Any]) -> None:
    import httpx

    url, auth = chosen.url, ("control", chosen.control_key)
    members = {name: value for name, value in body.items() if value is not None}
    address = f"{url.rstrip('/')}/sandbox/{path}"
    try:
        answer = httpx.post(
            address, json=members, auth=auth, timeout=_SECONDS_TO_ANSWER
        )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        sys.exit(f"The sandbox does not answer at {url}: {type(error).__name__}")
    print(answer.text)
    if answer.is_error:
        sys.exit(1)
