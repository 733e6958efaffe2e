"""Hostile texts: sixty for every place, and more for places with a form. Each would show if it were ever run."""

from collections.abc import Mapping

CANARY = "PWNED"
"""What hostile texts write, call, define or ask for; nothing that is generated has it otherwise."""

HARMLESS = "harmless"
"""What a place is given to see which parts any text leads to; a name and prose, too."""

_RUN = f"__import__('os').system('touch {CANARY}')"

HOSTILE: Mapping[str, str] = {
    # Python: strings, docstrings, comments, f-strings
    "python string": f'x"; {_RUN}; y = "',
    "python apostrophe": f"x'; {_RUN.replace(chr(39), chr(34))}; y = '",
    "python docstring": f'x"""\n{_RUN}\n"""',
    "python docstring at once": f'""" + {_RUN} + """',
    "python comment": f"x\n{_RUN}\n#",
    "python carriage return": f"x\r{_RUN}\r#",
    "python form feed": f"x\x0c{_RUN}",
    "python backslash": "ends in a backslash\\",
    "python quote": 'ends in a quote"',
    "python backslash and quote": '\\" + PWNED() + \\"',
    "python name escape": "\\N{BULLET} \\x41 \\u0041 \\",
    "python format": f"{{{_RUN}}} {{0.__class__.__mro__}} {{self!r:>10}}",
    "python indent": f"x\n    {_RUN}\n\n\ndef {CANARY}(): pass\n",
    "python decorator": f'x")\n@{CANARY}\nclass {CANARY}: pass\n("',
    "percent format": "%s %(PWNED)s %n %99999d",
    # TOML, JSON, YAML
    "toml": f'x"\n[project.scripts]\n{CANARY} = "os:system"\n#',
    "toml list": f'x", "{CANARY}", "',
    "json": f'x", "{CANARY}": {{"$ref": "file:///etc/passwd"}}, "y": "',
    "yaml mapping": f"x: y\n{CANARY}: true\n- a",
    "yaml colon": f"{CANARY}: #no",
    "yaml document": f"x\n---\n{CANARY}: 1\n...\n",
    "yaml anchor": f"&{CANARY} *{CANARY} !!python/object/apply:os.system ['touch {CANARY}']",
    "yaml tag": "!!python/name:os.system",
    "yaml number": "1_000",
    "yaml truth": "no",
    "number": "1e400",
    "not a number": "NaN",
    # HTML
    "html script": f"<script>window.{CANARY}=1;fetch('https://pwned.invalid/')</script>",
    "html image": f'<img src=x onerror="window.{CANARY}=1">',
    "html attribute": f'" onmouseover="window.{CANARY}=1" autofocus onfocus="window.{CANARY}=1" x="',
    "html attribute apostrophe": f"' onmouseover='window.{CANARY}=1' x='",
    "html attribute bare": f"x onclick=window.{CANARY}=1 href=javascript:{CANARY}",
    "html comment": f"--><svg onload=window.{CANARY}=1><!--",
    "html entities": f"&lt;script&gt;{CANARY}&lt;/script&gt; &amp; &#x3c;b&#x3e; &nbsp",
    "html title": f"</title></style></textarea></script><script>{CANARY}()</script>",
    "html base": "</pre></code><base href='https://pwned.invalid/'><meta http-equiv=refresh content=0>",
    "html cdata": f"]]><![CDATA[<x>{CANARY}</x>]]>",
    "xml": "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    # Markdown
    "markdown link": f"[{CANARY}](javascript:{CANARY}) [x](data:text/html,{CANARY}) [y](//pwned.invalid/)",
    "markdown image": "![x](https://pwned.invalid/x.png) <https://pwned.invalid/> https://pwned.invalid/",
    "markdown fence": f"x\n```\n~~~\n# {CANARY}\n<b onclick={CANARY}>",
    "markdown code": f"x` <b>{CANARY}</b> ``` `",
    "markdown table": f"x | y | {CANARY} |\n|---|---|\n| a | b |",
    "markdown blocks": f"# {CANARY}\n\n- x\n\n> y\n\n***\n\n    code\n\n[^1]: foot\n\n[ref]: javascript:{CANARY}",
    "markdown html block": f"<div>\n\n<style>@import 'https://pwned.invalid/'</style>\n\n<!-- {CANARY}",
    # JavaScript and shell
    "javascript": f"`${{{CANARY}()}}` ${{{CANARY}}} '+{CANARY}()+' \\u0027",
    "javascript lines": f"x\u2028{CANARY}()\u2029//",
    "javascript comment": f"*/ {CANARY}() /* // \n{CANARY}()",
    "shell": f"$(touch {CANARY}) `touch {CANARY}` ; touch {CANARY} & | > {CANARY}",
    "shell quotes": f"'; touch {CANARY}; '\"; touch {CANARY}; \"",
    "shell option": "-rf --output=PWNED",
    "shell lines": f"x \\\n| touch {CANARY}\ntouch {CANARY}\n",
    # other readers
    "sql": "'; DROP TABLE payments; --",
    "csv": f"=cmd|' /C touch {CANARY}'!A0",
    "jinja": "{{ 7*7 }}{% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}{# c #}",
    "jinja end": "{% endraw %}{{ contract }}{% include '/etc/passwd' %}",
    "workflow command": f"x\n::set-output name={CANARY}::1\n::error file=x,line=1::{CANARY}%0A",
    "pattern": "^(a+)+$|[[:alpha:]](?i)\\p{L}(?<x>.)*",
    "path": "../../../../tmp/PWNED",
    "absolute path": "/tmp/PWNED",
    "windows path": "C:\\PWNED\\..\\nul",
    "url": f"javascript:{CANARY}()",
    "header": f"X-Ok: 1\r\nSet-Cookie: {CANARY}=1\r\n\r\n<b>",
    # names of numbers in braces
    "braces": f"{{}} {{{{}}}} {{{CANARY}}} ${{x}} {{limits.}} {{.x}} {{a..b}} {{ a.b }} {{1.5}} }}{{ {{a.b {{",
    "unknown number": f"{{limits.{CANARY}}} {{__class__.__mro__}} {{a.{'b' * 100}}} {{a{'.b' * 100}}}",
    # characters
    "null": "x\0y",
    "escape": "x\x1b]0;PWNED\x07\x1b[2J",
    "backspace and delete": "x\b\b\b\x7f",
    "c1": "x\x9b31mPWNED\x85y",
    "bidi": "x\u202e\u2066PWNED\u2069\u202c",
    "surrogate": "x\ud800y",
    "byte order mark": "\ufeffx",
    "noncharacter": "x\uffffy\ufdd0",
    "emoji and combining": "👩‍👩‍👧‍👦 e\u0301\u0301\u0301 Ｆｕｌｌ ﷽ \u200b\u00ad",
    "long": f"{CANARY} " * 14000,
    "long word": "x" * 100_000,
    "empty": "",
    "blank": " ",
    "blanks and lines": " \n \n\n ",
    "outer blanks": "  x  ",
}
"""The texts that are tried at every place, by name."""

_WORDS = (
    *("__init__", "__class__", "__main__", "class", "import", "None", "True", "match", "type", "os", "self", "cls"),
    *("print", "str", "Field", "BaseModel", "Problem", "Any", "contract", "method", "_", "__", "1e400", "0x1F"),
    *("constructor", "__proto__", "toString", "hasOwnProperty", "con", "nul", "index", "README", "client", "server"),
    *("x y", "x-y", "x.y", "x/y", "ﬁeld", "Ｘ", "ı", "x\u0301", "x\n", "x'y", 'x"y', "x\\", "x`y", "x{y}", "{x}", "$x"),
)
"""Names that mean something in a language, and nearly names."""

_WIRE = (
    *('X-Test"', "X-Test\r\nSet-Cookie: PWNED=1", "X Test", "X-Test:", "Host", "Content-Length", "Transfer-Encoding"),
    *('application/json"; PWNED()', "application/problem+json\n", "text/html", "*/*", 'application/json; q="1'),
)
_PATHS = (
    *('/v1/x"', "/v1/x\n", "/v1/x'", "/v1/{id", "/v1/{id}}", "/v1/{id:path}", "/v1/../x", "/v1/%2e%2e/x", "/v1/x y"),
    *("//pwned.invalid/x", "/v1/{PWNED}", "/v1/{id!r}", "/v1/{0}", "/v1/{self}", "/v1/\\x", "/v1/<b>", "/v1/*"),
)
_URLS = (
    *("javascript:PWNED()//", "data:text/html,<script>PWNED()</script>", "//pwned.invalid/", 'https://x.test/"PWNED'),
    *("https://x.test/\nPWNED", "https://user:pw@x.test/", "HTTPS://X.TEST/<b>", "https://x.test/' onclick='PWNED"),
    *(
        "file:///etc/passwd",
        "https://x.test/${PWNED}",
        "https://x.test/$(touch PWNED)",
        "https://[::1/",
        "http://x.test",
    ),
)
_PATTERNS = (
    *('^"PWNED"$', "^'''$", '^"""$', "^[0-9]{4}\\\\$", '^\\"$', "^</script>$", "^\\N{BULLET}$", "^(?#PWNED)$", "^a\n$"),
    *("^$(touch PWNED)$", "^\u2028$", "^{{ 7 }}$", "^[\\x00-\\x1f]{1,3}$", "^[`\"']{1,2}$", "^.{0,9}\\Z$", "^\\ud800$"),
)
_VALUES = (
    *(
        "0.1.0\n",
        '0.1.0"',
        "0.1.0; touch PWNED",
        "2027-01-01\n",
        "2027-01-01'",
        "A@b.test\n",
        'a"b@c.test',
        "<a@b.test>",
    ),
    *("Apache-2.0 OR\nMIT", 'Apache-2.0"', "D-28\n", "G-1'", "ABC\n", "A" * 300, "a" * 300, "specification.md\n"),
    *(
        "../specification.md",
        "/etc/passwd",
        "specification.md\0",
        "*.md",
        "-x.md",
        "0.0.0",
        "9" * 400 + ".0.0",
        "٣.١.٠",
    ),
)

MADE_FOR_FORMS: Mapping[str, str] = {
    f"{kind} {number}": text
    for kind, texts in {
        "word": _WORDS,
        "wire": _WIRE,
        "path": _PATHS,
        "url": _URLS,
        "pattern": _PATTERNS,
        "value": _VALUES,
    }.items()
    for number, text in enumerate(texts)
}
"""Texts that almost have a form, or that have it and mean something; tried at every place that has one."""
