"""The forms of the texts that become names, addresses and keys, each defined here once."""

import re
from ipaddress import IPv6Address
from keyword import iskeyword

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from paycat.catalogue.direction_names import may_be_direction
from paycat.catalogue.form import Form
from paycat.catalogue.python_names import may_be_argument, may_be_attribute, may_be_class, may_be_resource
from paycat.text.days import day_of


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

_NODE_NAMES = frozenset(
    {
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto"),
        *("dgram", "diagnostics_channel", "dns", "domain", "events", "favicon.ico", "fs", "http", "http2"),
        *("https", "inspector", "module", "net", "node_modules", "os", "path", "perf_hooks", "process"),
        *("punycode", "querystring", "readline", "repl", "stream", "string_decoder", "sys", "timers", "tls"),
        *("trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib"),
    }
)
"""What `import` finds in node before any package, and what npm does not publish."""
_NO_PYTHON_CLASSES = "names that Python needs, such as Any and None, are not allowed"
_NO_DEVICES = "Windows device names, such as CON and NUL, are not allowed"
_TCHAR = "[!#$%&'*+.^_`|~0-9A-Za-z-]"
_RESTRICTED = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}"
_LABEL = "[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
_HOST = rf"({_LABEL}(\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])"
_PORT = "(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?"
_PCHAR = "([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
_ORIGIN = f"[Hh][Tt][Tt][Pp][Ss]?://{_HOST}{_PORT}"
_PART = r"([A-Za-z0-9._~!$&'()*+,;=:@-]|\{[A-Za-z_][A-Za-z0-9_]*\})"
_WORDS = "[A-Za-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*"
_NUMBER = "(0|[1-9][0-9]{0,8})"
_BLANKS = r"\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
_STEP = "[A-Za-z0-9_$@][A-Za-z0-9_$@:-]{0,127}"
_STEPS = rf"{_STEP}((\[\])?\.{_STEP})*"
_NAMES_IN_PATHS = "member names of letters, digits and _ $ @ : - with dots between them, and [] after a list"
_IN_PYTHON = "^[A-Za-z][A-Za-z0-9_]{0,127}$"
_NAME_IN_PYTHON = "letters, digits and _, beginning with a letter, and no name that Python needs, or"
_NO_STEPS = "a member whose own name has . [ or ] cannot be stated"
_LONGEST_MAIL, _LONGEST_MAILBOX = 254, 64
"""Characters of a mail address (RFC 5321 section 4.5.3.1.3, without the < and >) and before its @ (4.5.3.1.1)."""
_SPDX = r"[A-Za-z0-9.-]+\+?"

HEADER_NAME = Form("header name", f"^{_TCHAR}{{1,128}}$", "letters, digits and - (a token of RFC 9110)", "Request-Id")
QUERY_NAME = Form(
    "query parameter name",
    r"^[A-Za-z0-9._~$@\[\]:!*()/-]{1,128}$",
    "letters, digits and signs that need no escape in a query",
    "page_size",
)
PATH_NAME = Form(
    "path parameter name",
    "^[A-Za-z_][A-Za-z0-9_]{0,127}$",
    "letters, digits and _ that begin with no digit",
    "refund_id",
    lambda text: not iskeyword(text),
    but="keywords of Python, such as class and from, are not allowed",
)
JSON_MEDIA_TYPE = Form(
    "media type of JSON",
    f"^{_RESTRICTED}/({_RESTRICTED}\\+)?json$",
    "type/json or type/subtype+json, without parameters (RFC 6838)",
    "application/problem+json",
)
OPERATION_PATH = Form(
    "path",
    f"^(/|(/{_PART}+)+)$",
    "segments of {parameters} and signs of RFC 3986, but for %, each after a /, and none of them . or ..",
    "/v1/refunds/{id}",
    _has_no_dot_segment,
)
URL = Form(
    "web address",
    rf"^{_ORIGIN}(/{_PCHAR}*)*(\?({_PCHAR}|[/?])*)?(#({_PCHAR}|[/?])*)?$",
    "an absolute http or https address with a host and without user and password (RFC 3986)",
    "https://docs.example.com/start",
    _has_real_host,
)
SERVER_URL = Form(
    "base address",
    f"^{_ORIGIN}(/{_PCHAR}+)*$",
    "an absolute http or https address without user, query, fragment and trailing slash",
    "https://api.example.com",
    _has_real_host,
)
EMAIL = Form(
    "mail address",
    rf"^[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~-]+)*@{_LABEL}(\.{_LABEL})*$",
    "name@host, at most 64 characters before the @ and 254 in all (RFC 5321, without quotes)",
    "team@example.com",
    lambda text: len(text) <= _LONGEST_MAIL and text.index("@") <= _LONGEST_MAILBOX,
)
VERSION = Form("version", rf"^{_NUMBER}\.{_NUMBER}\.{_NUMBER}$", "three numbers without leading zeros", "0.2.0")
TAGS = Form(
    "name of tags",
    r"^([A-Za-z0-9]+[._@/+-])*[A-Za-z0-9]*\*$",
    "words of letters and digits with one of . _ @ / + - between them, and a * for the version at the end",
    "cards-v*",
)
API_VERSION = Form(
    "version of the interface", "^[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$", "letters, digits, ., _ and -", "v1"
)
DAY = Form(
    "day",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "year, month and day of the calendar with - between them",
    "2027-06-30",
    lambda text: day_of(text) is not None,
)
ANSWER = Form(
    "answer",
    r"^[^\x00]*$",
    "who answered, and on which day of the calendar",
    "Product owner, 2026-11-20",
    lambda text: all(map(day_of, re.findall("[0-9]{4}-[0-9]{2}-[0-9]{2}", text))),
)
PACKAGE = Form(
    "package name",
    "^[a-z][a-z0-9_]{0,63}$",
    "small letters, digits and _, beginning with a letter",
    "refunds_api",
    is_no_device,
    but=_NO_DEVICES,
)
NPM = Form(
    "npm package name",
    "^(@[a-z0-9][a-z0-9._-]{0,99}/)?[a-z0-9][a-z0-9._-]{0,99}$",
    "small letters, digits, ., _ and -, beginning with a letter or digit; a scope such as @team/ may be before it",
    "@team/refunds-api",
    lambda text: text not in _NODE_NAMES,
    but="names of node's own modules, such as http, are not allowed",
)
LICENSE = Form(
    "licence identifier",
    rf"^\(*{_SPDX}\)*( (AND|OR|WITH) \(*{_SPDX}\)*)*$",
    "an SPDX licence expression",
    "Apache-2.0",
    _is_license,
)
SCHEME_NAME = Form(
    "security scheme name",
    "^[A-Za-z0-9._-]{1,128}$",
    "letters, digits, ., _ and - (a component key of OpenAPI)",
    "bearerAuth",
)
SIGNING = Form(
    "signing scheme",
    "^[A-Za-z0-9]([A-Za-z0-9 .,:/_+()-]*[A-Za-z0-9)])?$",
    "words, numbers and . , : / _ + - ( )",
    "Standard Webhooks 1.0.0, v1",
)
FILE_NAME = Form(
    "file name",
    r"""^[^\x00-\x1f\x7f"*/:<>?\\|]+(/[^\x00-\x1f\x7f"*/:<>?\\|]+)*$""",
    "a relative path with / between its parts, none of them . or ..",
    "specification.md",
    _has_no_dot_segment,
)
POINTER = Form(
    "JSON Pointer",
    r"^#(/([A-Za-z0-9._!$&'()*+,;=:@?-]|~[01]|%[0-9A-Fa-f]{2})*)*$",
    "a JSON Pointer as a fragment (RFC 6901)",
    "#/owner/phone",
)
METHOD_CODE = Form("method code", "^[!-~]{1,128}$", "1 to 128 visible ASCII characters, without blanks", "BANK_DEBIT")
LONGEST_NAME = 64
METHOD_NAME = Form(
    "method name",
    f"^[A-Za-z][A-Za-z0-9_]{{0,{LONGEST_NAME - 1}}}$",
    "letters, digits and _, beginning with a letter",
    "BANK_DEBIT",
    is_no_device,
    but=_NO_DEVICES,
)
CURRENCY = Form(
    "currency code",
    "^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$",
    "at most 32 letters, digits, ., _ and -, beginning with a letter or digit",
    "EUR",
)
COUNTRY = Form("country code", "^[A-Z]{2}$", "two capital letters, as in ISO 3166", "DE")
GAP_ID = Form("gap id", "^G-[0-9]{2,4}$", "G- and a number of two to four digits", "G-01")
DECISION_ID = Form("decision id", "^D-[0-9]{2,4}$", "D- and a number of two to four digits", "D-01")
ERRATUM_ID = Form("erratum id", "^E-[0-9]{2,4}$", "E- and a number of two to four digits", "E-01")
COMPONENT = Form(
    "component name", "^[A-Za-z][A-Za-z0-9]{0,127}$", "letters and digits, beginning with a letter", "RefundRecord"
)
RECORD_NAME = Form(
    "record name",
    "^[A-Z][A-Za-z0-9]{0,127}$",
    "letters and digits, beginning with a capital",
    "RefundRecord",
    may_be_class,
    but=_NO_PYTHON_CLASSES,
)
OPERATION_ID = Form(
    "operation id", "^[a-z]+([A-Z][a-z0-9]*)*$", "words joined like createThing, without signs", "createRefund"
)
RESOURCE = Form(
    "resource of clients",
    "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
    "small letters, digits and _",
    "refunds",
    may_be_resource,
    but="words of Python and names that each client has, such as close, are not allowed",
)
FIELD_PATH = Form("field path", f"^{_STEPS}$", _NAMES_IN_PATHS, "owner.phone", _can_be_read, but=_NO_STEPS)
CONTAINER_PATH = Form(
    "path of a container", rf"^{_STEPS}(\[\])?$", _NAMES_IN_PATHS, "owner", _can_be_read, but=_NO_STEPS
)
ATTRIBUTE = Form(
    "name of an attribute", _IN_PYTHON, f"{_NAME_IN_PYTHON} a generated model", "owner_name", may_be_attribute
)
ARGUMENT = Form(
    "name of an argument", _IN_PYTHON, f"{_NAME_IN_PYTHON} a generated method", "page_size", may_be_argument
)
MEMBER = Form(
    "member name", "^[A-Za-z0-9_$@][A-Za-z0-9_$@.:-]{0,127}$", "letters, digits and _ $ @ . : -", "status", _can_be_read
)
SLUG = Form(
    "problem slug",
    r"^[A-Za-z][A-Za-z0-9]*([._~-][A-Za-z0-9]+)*$",
    "words of letters and digits with - between them",
    "unauthenticated",
)
EVENT = Form(
    "event type",
    r"^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$",
    "words of letters, digits, _ and - with dots between them",
    "refund.succeeded",
)
CODE = Form("code", "^[a-z][a-z0-9_]*$", "small letters, digits and _, beginning with a letter", "max_length")
SENT_CODE = Form("sent code", "^[A-Za-z][A-Za-z0-9_.-]{0,63}$", "at most 64 letters, digits, _, . and -", "INVALID")
NAME = Form("name", f"^{_WORDS}$", "words of letters and digits with _ or - between them", "refund")
DIRECTION = Form(
    "direction",
    "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
    "words of small letters and digits with _ between them",
    "refund",
    lambda text: len(text) <= LONGEST_NAME and is_no_device(text) and may_be_direction(text),
    but="keys of a method, names of pages and devices, keywords of Python and words of YAML are not allowed",
)
SECRET_KEY = Form(
    "secret key",
    "^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$",
    "letters, digits, _ and -, beginning with a letter or digit",
    "sk_test_example",
)
FINDING = Form(
    "finding code", "^[a-z0-9]+(-[a-z0-9]+)*$", "words of small letters and digits with - between them", "odd-name"
)
SENT_PATH = Form(
    "field path as sent", rf"^{_STEP}(\.{_STEP})*$", "member names with dots between them", "owner.walletId"
)
PARAMETER_NAME = Form(
    "parameter name",
    f"^({_TCHAR}|[\\[\\]$@:()*/]){{1,128}}$",
    "a header name, a query parameter name or a path parameter name",
    "page_size",
)
INSTEAD = Form(
    "method code or field path",
    f"({METHOD_CODE.pattern}|{FIELD_PATH.pattern})",
    "the code of a method or the path of a field",
    "owner.phone",
)
TAG = Form(
    "tag",
    r"""^[^\x00-\x20"#$<>@\\^`{|}~\x7f-\xa0]([^\x00-\x1f"#$<>@\\^`{|}~\x7f-\xa0]*[^\x00-\x20"#$<>@\\^`{|}~\x7f-\xa0])?$""",
    "words in one line",
    "Refunds",
)
LINE = Form(
    "line of text",
    rf"^[^\r\n{_BLANKS}]([^\r\n]*[^\r\n{_BLANKS}])?$",
    "text without a line break, and without blanks at its start and end",
    "Create a refund",
)
CHOICE_VALUE = Form("value of a choice", r"^[^\r\n]*$", "text without a line break", "savings")
PACK = Form(
    "pack name",
    "^[a-z][a-z0-9-]{0,63}$",
    "small letters, digits and -, beginning with a letter",
    "json-schema",
    is_no_device,
    but=_NO_DEVICES,
)
CHARACTER = Form("character", "^([^a]|a)$", "one character", '"')
CODE_POINT = Form("code point", "^(10|[0-9a-f])?[0-9a-f]{1,4}$", "a number in small hexadecimal digits", "ffff")
WRITTEN_CODE = Form(
    "written code",
    r"^[!-~]*\{(hex|octal|decimal)[1-8]?\}[!-~]*$",
    "visible ASCII characters with {hex}, {octal} or {decimal}, in which a number of digits may be",
    "\\u{hex4}",
)
ENDING = Form("ending of a file name", r"^\.[A-Za-z0-9]+$", "a dot, letters and digits", ".kt")
NAME_SIGNS = Form("signs of names", "^[_$-]+$", "any of _, $ and -", "_$")
QUOTED_NAME = Form("quoted name", r"^[!-z|~]*\{name\}[!-z|~]*$", "visible ASCII characters with {name}", "`{name}`")
