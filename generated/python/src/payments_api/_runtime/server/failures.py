# Part of paycat's runtime, copied unchanged. Do not edit.

"""Failures of handlers: which are answered as a problem, and what is logged of them."""

import asyncio
import logging
import traceback


def raise_if_cancelled(error: asyncio.CancelledError) -> None:
    """Raise the error again if this task is cancelled: the call has ended.

    Otherwise the handler raised it, for example because it awaited a task that was.
    """
    task = asyncio.current_task()
    if task is None or task.cancelling() > 0:
        raise error


def log_failure(logger: logging.Logger, error: BaseException, subject: str) -> None:
    """Log what failed, such as the id of a request, and where."""
    # The exception's own text may hold a value of the request, so it is not logged.
    places = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s failed with %s\n%s", subject, type(error).__name__, places)
