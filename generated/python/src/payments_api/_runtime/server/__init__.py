# Part of paycat's runtime, copied unchanged. Do not edit.

"""The server: an application that answers the operations of a service with handlers."""

from .app import create_app
from .parameters import Parameter
from .service import Authenticate, Context, Operation, Service

__all__ = [
    "Authenticate",
    "Context",
    "Operation",
    "Parameter",
    "Service",
    "create_app",
]
