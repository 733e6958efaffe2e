"""Programs of the system that tests run: where one lacks, a test is skipped by its name, and with CI set it fails."""

import os
import shutil
import sys
from glob import glob
from pathlib import Path

import pytest

EVERYTHING = "CI"
"""Where this variable is set, no test may be left out because a program is not there."""

ANNOTATIONS = "/usr/share/java/jakarta-annotation-api.jar"
"""No program, but what javac needs for a client; Maven would get it from its own registry."""

GUZZLE = "/usr/share/php/GuzzleHttp/autoload.php"
TYPHOEUS = "/usr/share/rubygems-integration/all/specifications/typhoeus-*.gemspec"
"""What clients in PHP and Ruby need; composer and gem would get them from their own registries."""

FOR_SHORT_RUNS = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""Variables by which Java compiles once, and collects garbage in one thread: what tests run ends after seconds."""

_NAMES = {"chromium": ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")}
"""The first is Chromium without windows, which opens a page with a quarter of the work."""
_PACKAGES = {
    ANNOTATIONS: "libjakarta-annotation-api-java",
    "chromium": "chromium-headless-shell",
    "javac": "default-jdk-headless",
    "kotlinc": "kotlin",
    "postgres": "postgresql",
    GUZZLE: "php-guzzlehttp-guzzle",
    TYPHOEUS: "ruby-typhoeus",
    "php": "php-cli php-curl php-mbstring",
    "sh": "dash",
    "sha256sum": "coreutils",
    "unshare": "util-linux",
}
"""Debian's package, where it is not called as the program is."""

_ELSEWHERE = {"postgres": os.pathsep.join(map(str, Path("/usr/lib/postgresql").glob("*/bin")))}
"""Folders with a program that Debian leaves out of the path."""


def needed(name: str) -> str:
    """Return the path of a program, or of a file named by its path, in which `*` is any version.

    Without it the test that asks is skipped, or fails where EVERYTHING is set; both name what lacks and how to get it.
    """
    found = next(filter(None, map(_found, _NAMES.get(name, (name,)))), None)
    if found:
        return found
    why = f"{name} is missing: apt-get install {_PACKAGES.get(name, name)}"
    if os.environ.get(EVERYTHING):
        pytest.fail(f"{why} ({EVERYTHING} is set, so nothing is skipped)")
    pytest.skip(why)


def go_program() -> str:
    """Return the path of the pinned go, which is installed as libraries are; Debian's may be too old."""
    return str(Path(sys.executable).with_name("go"))


def java_of_javac() -> str:
    """Return the path of the java that is beside javac, and so runs what that compiles, or a source by itself."""
    return str(Path(needed("javac")).resolve().with_name("java"))


def _found(name: str) -> str | None:
    if Path(name).is_absolute():
        return next(iter(glob(name)), None)
    return shutil.which(name) or shutil.which(name, path=_ELSEWHERE.get(name, ""))
