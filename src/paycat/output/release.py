"""Every file of a release, in memory: what is generated, and the packages that were built."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from markupsafe import escape

from paycat.contract.model import Contract
from paycat.encoding import json_text
from paycat.files import file_bytes
from paycat.packs.fileset import SUMS, sha256, sums_text

SITE, PACKAGES = "site", "packages"
FIRST_PAGE = "docs/index.html"
_LARGEST_PACKAGE = 1_000_000_000
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment that an archive can tell; any other would be another one tomorrow."""


@dataclass(frozen=True, slots=True)
class Release:
    """`release.json`: the release with its version, the interface, what it cites and holds, and what made it."""

    name: str
    title: str
    version: str
    specification: str
    methods: tuple[str, ...]
    tools: dict[str, str]


def release_name(contract: Contract) -> str:
    """Return the name of a release: that of the package and the version."""
    return f"{contract.service.package.replace('_', '-')}-{contract.service.version}"


def release_files(
    contract: Contract, texts: Mapping[str, str], changes: str, packages: Iterable[Path], tools: dict[str, str]
) -> dict[str, bytes]:
    """Return the files of a release by path: the site, the same as an archive, packages, changes and checksums.

    `texts` are the files of the site below its folder. Raises OSError when a package cannot be read.
    """
    name = release_name(contract)
    site = {path: text.encode() for path, text in texts.items()}
    if FIRST_PAGE in site:
        site["index.html"] = _doorway(contract.service.title).encode()
    site[SUMS] = _sums(site)
    files = {f"{SITE}/{path}": data for path, data in site.items()}
    files |= {f"{PACKAGES}/{package.name}": file_bytes(package, largest=_LARGEST_PACKAGE) for package in packages}
    files[f"{name}.zip"] = _archive(name, site)
    files["CHANGES.md"] = changes.encode()
    service, methods = contract.service, tuple(method.code for method in contract.methods)
    stated = Release(name, service.title, service.version, service.specification, methods, tools)
    files["release.json"] = json_text(asdict(stated)).encode()
    files[SUMS] = _sums(files)
    return files


def _sums(files: Mapping[str, bytes]) -> bytes:
    return sums_text({path: sha256(data) for path, data in files.items()}).encode()


def _doorway(title: str) -> str:
    """Return the page at the top of the site, which leads to the reference pages."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">
<meta http-equiv="refresh" content="0; url={FIRST_PAGE}">
<title>{escape(title)}</title>
</head>
<body>
<p><a href="{FIRST_PAGE}">{escape(title)}</a></p>
</body>
</html>
"""


def _archive(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive below one folder; the same files give the same bytes with the same zlib."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return made.getvalue()
