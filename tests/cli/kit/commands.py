"""Commands run by a test, and what they print."""

from __future__ import annotations

import pytest

from klaxon import cli


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = cli.main(list(arguments))
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    return status, told.out, told.err
