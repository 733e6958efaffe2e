"""The table that a run of clients ends with: how many samples got through each client."""

import pytest

ROW = "client"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a row for each client that sent its samples, whichever worker ran it."""
    reports = terminalreporter.getreports("passed")
    rows = sorted(tuple(value) for one in reports for name, value in one.user_properties if name == ROW)
    if rows:
        rows = [("client", "version", "document", "compiled", "accepted"), *rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        terminalreporter.section("clients")
        for row in rows:
            line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            terminalreporter.write_line(line.rstrip())
