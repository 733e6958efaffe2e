"""yaml-language-server, as editors run it: one process, spoken to over LSP on its standard input and output."""

import asyncio
import json
from collections.abc import Coroutine, Iterable, Mapping
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from paycat.conformance.run.engines.ajv.node import installed, node_program

MANIFEST = Path(__file__).parent / "node" / "package.json"
PATIENCE = 30.0
"""Seconds until an answer is given up."""

T = TypeVar("T")


def packages() -> tuple[dict[str, str], dict[str, str]]:
    """Return the packages that package.json pins, and those that npm installed, each by name with its version."""
    modules = installed(MANIFEST, "tests") / "node_modules"
    names = [path.parent.relative_to(modules).as_posix() for path in modules.rglob("package.json")]
    found = [
        json.loads((modules / name / "package.json").read_text(encoding="utf-8")) for name in names if _is_package(name)
    ]
    return json.loads(MANIFEST.read_text(encoding="utf-8"))["dependencies"], {
        one["name"]: one["version"] for one in found
    }


def _is_package(path: str) -> bool:
    """Tell a package from a folder inside one that has a package.json of its own."""
    return path.rpartition("node_modules/")[2].count("/") == int(path.rpartition("node_modules/")[2].startswith("@"))


class LanguageServer:
    """The server with the project's settings; every call opens a file afresh."""

    def __init__(self, project: Path, settings: dict[str, Any]) -> None:
        self._project, self._settings = project, settings
        self._client = LanguageClient("paycat-tests", "1")
        self._published: dict[str, asyncio.Future[types.PublishDiagnosticsParams]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        """Start the process."""
        self._thread.start()
        self._answer()
        self._run(self._start())

    def stop(self) -> None:
        """End the process."""
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def diagnostics(self, file: str, texts: Iterable[str]) -> list[list[types.Diagnostic]]:
        """Return what the server underlines when a file has one text or another."""
        return self._run(self._diagnostics([(file, text) for text in texts]))

    def all_diagnostics(self, files: Mapping[str, str]) -> dict[str, list[types.Diagnostic]]:
        """Return what the server underlines in each file, by its name."""
        return dict(zip(files, self._run(self._diagnostics(files.items())), strict=True))

    def completion(self, file: str, text: str, location: types.Position) -> list[types.CompletionItem]:
        """Return what the server offers at a place."""
        return self._run(self._completion(file, text, location))

    def hover(self, file: str, text: str, location: types.Position) -> str:
        """Return what the server shows of the word at a place, in Markdown."""
        return self._run(self._hover(file, text, location))

    async def _diagnostics(self, files: Iterable[tuple[str, str]]) -> list[list[types.Diagnostic]]:
        documents = [self._open(file, text) for file, text in files]
        told = await asyncio.gather(*(self._published[document.uri] for document in documents))
        return [list(params.diagnostics) for params in told]

    async def _completion(self, file: str, text: str, location: types.Position) -> list[types.CompletionItem]:
        params = types.CompletionParams(self._open(file, text), location)
        found = await self._client.text_document_completion_async(params)
        return list(found.items if isinstance(found, types.CompletionList) else found or ())

    async def _hover(self, file: str, text: str, location: types.Position) -> str:
        found = await self._client.text_document_hover_async(types.HoverParams(self._open(file, text), location))
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""

    def _open(self, file: str, text: str) -> types.TextDocumentIdentifier:
        """Open a document beside the file, with a name of its own, so that no answer is taken for another's."""
        beside = (self._project / file).with_name(f"{len(self._published)}.yaml")
        document = types.TextDocumentItem(beside.as_uri(), "yaml", 1, text)
        self._published[document.uri] = self._loop.create_future()
        self._client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return types.TextDocumentIdentifier(document.uri)

    def _answer(self) -> None:
        """Say what is done with what the server asks and tells; pygls takes functions, and no methods."""

        @self._client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            return [self._section(item.section or "") for item in params.items]

        @self._client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            told = self._published[params.uri]
            if not told.done():
                told.set_result(params)

    def _section(self, name: str) -> Any:
        """Return a section of the settings: a value by its name, or all that begin with it."""
        found = {key.removeprefix(f"{name}."): value for key, value in self._settings.items() if key.startswith(name)}
        nested: dict[str, Any] = {}
        for key, value in found.items():
            *above, last = key.split(".")
            inner = nested
            for step in above:
                inner = inner.setdefault(step, {})
            inner[last] = value
        return nested

    async def _start(self) -> None:
        server = installed(MANIFEST, "tests") / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
        await self._client.start_io(node_program("tests"), str(server), "--stdio")
        markdown = [types.MarkupKind.Markdown]
        item = types.ClientCompletionItemOptions(snippet_support=True, documentation_format=markdown)
        documents = types.TextDocumentClientCapabilities(
            completion=types.CompletionClientCapabilities(completion_item=item),
            hover=types.HoverClientCapabilities(content_format=markdown),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(),
        )
        workspace = types.WorkspaceClientCapabilities(configuration=True, workspace_folders=True)
        folder = types.WorkspaceFolder(self._project.as_uri(), self._project.name)
        await self._client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(text_document=documents, workspace=workspace),
                workspace_folders=[folder],
                root_uri=folder.uri,
            )
        )
        self._client.initialized(types.InitializedParams())

    async def _stop(self) -> None:
        await self._client.shutdown_async(None)
        self._client.exit(None)
        await self._client.stop()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        async def limited() -> T:
            return await asyncio.wait_for(work, PATIENCE)

        return asyncio.run_coroutine_threadsafe(limited(), self._loop).result()
