"""What the reference validator asserts of `format`: days and moments, by the patterns of the constraint."""

from jsonschema import FormatChecker

from paycat.matching.patterns import matches
from paycat.shapes.constraints.format import Format

FORMATS = FormatChecker(formats=("date",))
_TIME = Format().compared("date-time")


@FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    # jsonschema asserts it only where another package is installed, and a verdict must not depend on that.
    return not isinstance(value, str) or matches(_TIME, value)
