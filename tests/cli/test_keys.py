"""`klaxon keys`: the sheet of keys, as text and as a page to print."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from klaxon import cli
from klaxon.console.language.catalogue import languages
from klaxon.rules.uboot.radio.cipher import key_of_day


def test_a_sheet_has_the_key_of_every_day_of_its_year(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["keys", "1942"]) == 0
    rows = capsys.readouterr().out.splitlines()[-31:]
    assert sum(len(row.split()) - 1 for row in rows) == 365
    for day in (date(1942, 1, 1), date(1942, 2, 28), date(1942, 11, 3), date(1942, 12, 31)):
        assert rows[day.day - 1][5 * day.month : 5 * day.month + 4].strip() == key_of_day(day)


@pytest.mark.parametrize("language", languages())
def test_a_page_to_print_has_a_section_for_each_year(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "keys.html"
    assert cli.main(["keys", "1940", "1941", "--html", str(path), "--language", language]) == 0
    page = path.read_text("utf-8")
    assert str(path) in capsys.readouterr().out
    assert f'lang="{language}"' in page
    assert len(re.findall("<td>[A-Z]{3}</td>", page)) == 366 + 365
    assert page.count("<section>") == 2
    assert "<script" not in page


def test_a_page_that_cannot_be_written_and_a_year_without_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["keys", "--html", str(tmp_path)]) == 1
    assert "Choose another place" in capsys.readouterr().err
    with pytest.raises(SystemExit) as misused:
        cli.main(["keys", "1939"])
    assert misused.value.code == 2
