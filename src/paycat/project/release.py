"""A release: its files in memory, and a folder of them that is written whole, or not at all."""

import gzip
import io
import os
import re
import tarfile
import zipfile
from calendar import timegm
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath

from markupsafe import escape

from paycat.contract.model import Contract
from paycat.diagnostics import Span
from paycat.files.reading import file_bytes, system_errors_as
from paycat.files.replacing import folder_lock, make_folder
from paycat.packs.fileset import SUMS, sha256, sums_text
from paycat.pages.downloads import npm_archive_name
from paycat.text.json_data import json_text

SITE, PACKAGES, TOOLS = "site", "packages", "tools"
README = "README.md"
FIRST_PAGE = "docs/index.html"
_VECTORS, _PAGES = ".jsonl", ".html"
_OF_NPM = "typescript/"
_LIST, _OF_LIST = "llms.txt", "briefs"
_LINK = re.compile(r"(?<!\\)\]\((?![a-z]+:)([^()\s]+)\)")
_LARGEST_PACKAGE = 1_000_000_000
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment that an archive can represent; the clock would make every archive different."""


@dataclass(frozen=True, slots=True)
class About:
    """What a release has beside what is made of the contract and the packages.

    That is its README and what each version changed, both Markdown, and the versions of what made it.
    """

    readme: str
    changes: str
    versions: dict[str, str]


def release_name(contract: Contract) -> str:
    """Return the name of a release: that of the package and the version."""
    return f"{contract.service.package.replace('_', '-')}-{contract.service.version}"


def release_files(
    contract: Contract, texts: Mapping[str, str], packages: Iterable[Path], tools: Iterable[Path], about: About
) -> dict[str, bytes]:
    """Return the files of a release by path: the site, the same as an archive, packages, changes and checksums.

    `texts` are the files of the site below its folder, `packages` those of integrators and `tools` those of
    maintainers. Raises OSError when a package cannot be read.
    """
    name = release_name(contract)
    site_files = _site(texts)
    if (brief_list := texts.get(f"{_OF_LIST}/{_LIST}")) is not None:
        site_files[_LIST] = _LINK.sub(lambda match: f"]({normpath(f'{_OF_LIST}/{match[1]}')})", brief_list).encode()
    if FIRST_PAGE in site_files:
        site_files["index.html"] = _doorway(contract.service.title).encode()
    site_files[SUMS] = _sums(site_files)
    files = {f"{SITE}/{path}": content for path, content in site_files.items()}
    files |= {f"{PACKAGES}/{path}": content for path, content in npm_packages(contract, texts).items()}
    for folder_name, package_files in ((PACKAGES, packages), (TOOLS, tools)):
        files |= {f"{folder_name}/{path.name}": file_bytes(path, largest=_LARGEST_PACKAGE) for path in package_files}
    files[f"{name}.zip"] = _archive(name, site_files)
    files["CHANGES.md"] = about.changes.encode()
    files[README] = about.readme.encode()
    files["release.json"] = json_text(
        {
            "name": name,
            "title": contract.service.title,
            "version": contract.service.version,
            "specification": contract.service.specification,
            "methods": [method.code for method in contract.methods],
            "tools": about.versions,
        }
    ).encode()
    files[SUMS] = _sums(files)
    return files


def npm_packages(contract: Contract, texts: Mapping[str, str]) -> dict[str, bytes]:
    """Return the package of npm by its file name, as `npm pack` archives it; {} if none is among the texts of a site.

    The same texts give the same bytes with the same zlib.
    """
    files = {path.removeprefix(_OF_NPM): text for path, text in texts.items() if path.startswith(_OF_NPM)}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, text in sorted(files.items()):
            member, content = tarfile.TarInfo(f"package/{path}"), text.encode()
            member.size, member.mtime = len(content), timegm(_EPOCH)
            archive.addfile(member, io.BytesIO(content))
    return {npm_archive_name(contract): _compressed(buffer.getvalue())} if files else {}


def _sums(files: Mapping[str, bytes]) -> bytes:
    return sums_text({path: sha256(content) for path, content in files.items()}).encode()


def _site(texts: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of the site, in which each file of vectors is compressed, and pages link it as it is."""
    vector_paths = [path for path in texts if path.endswith(_VECTORS)]
    link_pattern = re.compile(rf"(?:{'|'.join(map(re.escape, vector_paths))})(?=[\"<])") if vector_paths else None
    site_files = {}
    for path, text in texts.items():
        if path.endswith(_VECTORS):
            site_files[f"{path}.gz"] = _compressed(text.encode())
        elif link_pattern and path.endswith(_PAGES):
            site_files[path] = link_pattern.sub(r"\g<0>.gz", text).encode()
        else:
            site_files[path] = text.encode()
    return site_files


def _compressed(content: bytes) -> bytes:
    """Return data as gzip compresses it, without a name or a time; the same data gives the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, compresslevel=9, mtime=0) as file:
        file.write(content)
    return buffer.getvalue()


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
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            member = zipfile.ZipInfo(f"{name}/{path}", _EPOCH)
            member.external_attr = 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()


class PublishedError(Exception):
    """The release is there already; a release never changes."""


def publish(files: Mapping[str, bytes], folder: Path, folder_name: str) -> None:
    """Write files below a new folder, called `folder_name` in findings. A folder with the same files is left alone.

    What an interrupted run staged beside it is removed. Raises PublishedError when the folder holds anything else, and
    FindingsError when it cannot be written.
    """
    with system_errors_as("file-unwritable", Span(folder_name), "cannot write the release"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with folder_lock(folder.parent):
            if not os.path.lexists(folder):
                make_folder(folder, files)
            elif _held(folder, files) != files:
                raise PublishedError(folder_name)


def _held(folder: Path, expected_files: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """Return every file below a folder by path; None for what is no file, or larger than the one that is wanted."""
    content_by_path: dict[str, bytes | None] = {}
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_symlink() or not path.is_dir():
            relative_path = path.relative_to(folder).as_posix()
            content_by_path[relative_path] = _data(path, len(expected_files.get(relative_path, b"")))
    return content_by_path


def _data(path: Path, largest: int) -> bytes | None:
    try:
        return None if path.is_symlink() else file_bytes(path, largest=largest)
    except OSError:
        return None
