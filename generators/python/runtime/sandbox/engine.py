# Part of paycat's runtime, copied unchanged. Do not edit.

"""The workflow engine: DBOS on the sandbox's own database.

A workflow is enqueued in the transaction that makes it necessary, so there is never one without the other. Each is one
transaction, or can be repeated without harm. What a killed worker was doing, the worker that has its name next does
again; `recover` hands it to the other workers.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from dbos import DBOS, DBOSClient, DBOSConfig, EnqueueOptions
from sqlalchemy import Connection

from .store import VERSION, Store

MOVES = "sandbox_moves"
DELIVERIES = "sandbox_deliveries"
_APPLICATION = "sandbox"
_AT_ONCE = {MOVES: 16, DELIVERIES: 32}
"""How many workflows of a queue a worker runs at a time: those that write to the database, and those that wait."""
_POLLING_SECONDS = 0.1

Workflow = Callable[..., Coroutine[Any, Any, None]]


def client_of(store: Store) -> DBOSClient:
    """Return what enqueues workflows, and finds those that wait."""
    return DBOSClient(
        system_database_engine=store.engine, application_name=_APPLICATION, lazy=True
    )


def enqueue(
    client: DBOSClient,
    connection: Connection,
    queue: str,
    workflow: str,
    id: str,
    delay: float,
    *arguments: Any,
) -> None:
    """Let a workflow run after a delay, if the transaction is committed. Its identifier makes it run once."""
    options: EnqueueOptions = {
        "workflow_name": workflow,
        "queue_name": queue,
        "workflow_id": id,
        "app_version": VERSION,
    }
    if delay > 0:
        options["delay_seconds"] = delay
    client.enqueue_in_transaction(connection, options, *arguments)


class Engine:
    """Runs workflows in this process, until it is stopped."""

    def __init__(
        self, store: Store, executor: str, workflows: Mapping[str, Workflow]
    ) -> None:
        self._store = store
        self._executor = executor
        self._workflows = workflows

    def start(self) -> None:
        """Create the engine's tables if there are none, resume what this executor was doing, and run what is due."""
        config: DBOSConfig = {
            "name": _APPLICATION,
            "system_database_engine": self._store.engine,
            "application_version": VERSION,
            "executor_id": self._executor,
            "log_level": "WARNING",
            "use_listen_notify": False,
        }
        DBOS(config=config)
        for name, workflow in self._workflows.items():
            DBOS.workflow(name=name)(workflow)
        DBOS.launch()
        for queue, at_once in _AT_ONCE.items():
            DBOS.register_queue(
                queue,
                worker_concurrency=at_once,
                polling_interval_sec=_POLLING_SECONDS,
                on_conflict="always_update",
            )

    def stop(self) -> None:
        """Stop running workflows; what was not finished is resumed later."""
        DBOS.destroy(destroy_registry=True)


def recover(client: DBOSClient, executor: str) -> int:
    """Hand over what a lost executor was doing to the workers that run. Return how many workflows it was."""
    left = client.list_workflows(
        status="PENDING", executor_id=executor, load_input=False, load_output=False
    )
    if left:
        client.resume_workflows([one.workflow_id for one in left])
    return len(left)
