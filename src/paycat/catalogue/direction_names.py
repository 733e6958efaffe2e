"""Names that no direction may have: a method file, a folder of the tool or a number in a text has them."""

from keyword import iskeyword

TAKEN_DIRECTIONS = frozenset(
    {
        *("allow", "countries", "countries_complete", "country_mode", "currencies", "currency", "deprecated"),
        *("method_code", "name", "note", "source", "title"),
        *("assets", "changelog", "check", "client", "clients", "decisions", "dispatch", "downloads", "errata", "gaps"),
        *("index", "limits", "llms", "notifications", "operations", "package", "problems", "quickstart", "records"),
        *("runtime", "sandbox", "security", "service", "states", "text"),
        *("null", "true", "false"),
        *("delivery", "idempotency", "parameters", "response_headers", "signing", "types", "versioning"),
    }
)
"""Keys of a method, pages and modules beside those of requests, words of YAML, and what names of numbers begin with."""


def may_be_direction(name: str) -> bool:
    """Tell whether a direction may have a name."""
    return name not in TAKEN_DIRECTIONS and not iskeyword(name)
