# Part of paycat's runtime, copied unchanged. Do not edit.

"""The server: an application that answers the operations of a service with handlers."""

from .app import create_app
from .credentials import Authenticate, Signer
from .parameters import Parameter
from .service import Context, Operation, Service
from .tokens import Token

__all__ = [
    "Authenticate",
    "Context",
    "Operation",
    "Parameter",
    "Service",
    "Signer",
    "Token",
    "create_app",
]
