"""A thin server stub: implement `Handlers`, hand it to `create_app`, serve the result."""

from .app import create_app
from .handlers import Authenticate, Context, Handlers

__all__ = ["Authenticate", "Context", "Handlers", "create_app"]
