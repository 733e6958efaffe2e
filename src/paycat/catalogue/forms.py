"""The forms of the texts that become names, addresses and keys: those of forms.yaml, and what a pattern cannot say."""

import re
from collections.abc import Callable
from ipaddress import IPv6Address
from keyword import iskeyword
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from paycat.catalogue import python_names as names
from paycat.catalogue.form import Form
from paycat.text.days import day_of
from paycat.yaml.reading import shipped_data


def _has_real_host(text: str) -> bool:
    """Tell whether the host in brackets, if there are any, is an IPv6 address."""
    host = text.split("/")[2]
    if host.startswith("["):
        try:
            IPv6Address(host[1:].partition("]")[0])
        except ValueError:
            return False
    return True


def _has_no_dot_segment(text: str) -> bool:
    return not {".", ".."} & set(text.split("/"))


def _is_license(text: str) -> bool:
    try:
        canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        return False
    return True


def _can_be_read(text: str) -> bool:
    """Tell whether programs in JavaScript read each member of a path: a validator may pass over this one."""
    return "__proto__" not in text.replace("[]", "").split(".")


def is_no_device(text: str) -> bool:
    """Tell whether files may be called so everywhere: Windows keeps the names of devices, whatever follows a dot."""
    return text.partition(".")[0].rstrip().upper() not in _DEVICES


_DEVICES = frozenset(
    {"AUX", "CON", "CONIN$", "CONOUT$", "NUL", "PRN"}
    | {f"{port}{number}" for port in ("COM", "LPT") for number in "123456789\u00b9\u00b2\u00b3"}
)

_LONGEST_MAIL, _LONGEST_MAILBOX = 254, 64
"""Characters of a mail address (RFC 5321 section 4.5.3.1.3, without the < and >) and before its @ (4.5.3.1.1)."""
LONGEST_NAME = 64

_DATA = shipped_data(__package__, "forms.yaml")
_PARTS = {**_DATA["parts"], "longest_name": str(LONGEST_NAME - 1)}
_PART = re.compile("<<([a-z_]+)>>")


def _form(name: str, and_also: Callable[[str], bool] = lambda _: True) -> Form:
    texts: dict[str, Any] = {key: _whole(text) for key, text in _DATA["forms"][name].items()}
    return Form(name, **texts, and_also=and_also)


def _whole(text: str) -> str:
    return _PART.sub(lambda match: _whole(_PARTS[match[1]]), text)


HEADER_NAME = _form("header name")
QUERY_NAME = _form("query parameter name")
PATH_NAME = _form("path parameter name", lambda text: not iskeyword(text))
JSON_MEDIA_TYPE = _form("media type of JSON")
BODY_MEDIA_TYPE = _form("media type of bodies", lambda text: "charset=" not in text)
OPERATION_PATH = _form("path", _has_no_dot_segment)
URL = _form("web address", _has_real_host)
SERVER_URL = _form("base address", _has_real_host)
EMAIL = _form("mail address", lambda text: len(text) <= _LONGEST_MAIL and text.index("@") <= _LONGEST_MAILBOX)
VERSION = _form("version")
TAGS = _form("name of tags")
API_VERSION = _form("version of the interface")
DAY = _form("day", lambda text: day_of(text) is not None)
ANSWER = _form("answer", lambda text: all(map(day_of, re.findall("[0-9]{4}-[0-9]{2}-[0-9]{2}", text))))
PACKAGE = _form("package name", is_no_device)
NPM = _form("npm package name", lambda text: text not in _DATA["node_modules"].split())
LICENSE = _form("licence identifier", _is_license)
SCHEME_NAME = _form("security scheme name")
JOINT = _form("joint of signed parts")
SIGNATURE_PREFIX = _form("signature prefix")
TOKEN_PATH = _form("token path", _has_no_dot_segment)
SIGNING = _form("signing scheme")
FILE_NAME = _form("file name", _has_no_dot_segment)
POINTER = _form("JSON Pointer")
METHOD_CODE = _form("method code")
METHOD_NAME = _form("method name", is_no_device)
CURRENCY = _form("currency code")
COUNTRY = _form("country code")
GAP_ID = _form("gap id")
DECISION_ID = _form("decision id")
ERRATUM_ID = _form("erratum id")
COMPONENT = _form("component name")
RECORD_NAME = _form("record name", names.may_be_class)
OPERATION_ID = _form("operation id")
RESOURCE = _form("resource of clients", names.may_be_resource)
FIELD_PATH = _form("field path", _can_be_read)
CONTAINER_PATH = _form("path of a container", _can_be_read)
ATTRIBUTE = _form("name of an attribute", names.may_be_attribute)
ARGUMENT = _form("name of an argument", names.may_be_argument)
MEMBER = _form("member name", _can_be_read)
SLUG = _form("problem slug")
EVENT = _form("event type")
CODE = _form("code")
SENT_CODE = _form("sent code")
NAME = _form("name")
DIRECTION = _form(
    "direction", lambda text: len(text) <= LONGEST_NAME and is_no_device(text) and names.may_be_direction(text)
)
SECRET_KEY = _form("secret key")
FINDING = _form("finding code")
SENT_PATH = _form("field path as sent")
PARAMETER_NAME = _form("parameter name")
INSTEAD = _form("method code or field path")
TAG = _form("tag")
LINE = _form("line of text")
CHOICE_VALUE = _form("value of a choice")
PACK = _form("pack name", is_no_device)
CHARACTER = _form("character")
CODE_POINT = _form("code point")
WRITTEN_CODE = _form("written code")
ENDING = _form("ending of a file name")
NAME_SIGNS = _form("signs of names")
QUOTED_NAME = _form("quoted name")
