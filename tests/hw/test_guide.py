"""The guide: every command, check and page that it names is there, and every step ends with a check."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from klaxon.cli import main
from klaxon.cli.doctor.checks import CHECKS
from klaxon.console.language.catalogue import say
from klaxon.console.service.menu import PAGES
from tools.hw import files, renders
from tools.hw.words import Words

GUIDE = (files.FOLDER / "assembly.md").read_text("utf-8")
PAGES_OF_HW = sorted(files.FOLDER.glob("*.md")) + sorted(files.FOLDER.glob("*/*.md"))
COMMANDS = sorted(set(re.findall(r"^klaxon .+$", GUIDE, re.MULTILINE)) | set(re.findall(r"`(klaxon [^`]+)`", GUIDE)))


def test_every_step_ends_with_a_check() -> None:
    steps = re.split(r"^## \d+\. ", GUIDE, flags=re.MULTILINE)[1:]
    assert len(steps) == len(re.findall(r"^## ", GUIDE, re.MULTILINE))
    assert [step.splitlines()[0] for step in steps if "**Check" not in step] == []


def test_every_step_has_its_picture_and_it_is_of_the_box_as_it_is() -> None:
    steps = [int(step) for step in re.findall(r"^## (\d+)\. ", GUIDE, re.MULTILINE)]
    assert re.findall(r"^!\[\]\((steps/\S+)\)$", GUIDE, re.MULTILINE) == [renders.pictures()[step] for step in steps]
    assert sorted(renders.CAMERAS) == steps
    assert not renders.is_stale(files.FOLDER), "run `make hardware` and commit what it rendered"


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_has_the_options_that_the_guide_gives_it(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, command, *words = shlex.split(line)
    with pytest.raises(SystemExit) as ended:
        main([command, *(words[:1] if command in ("profile", "link") else []), "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    for option in (word for word in words if word.startswith("--")):
        assert option in told, line


def test_the_guide_runs_doctor_recorder_and_console() -> None:
    assert {line.split()[1] for line in COMMANDS} == {"doctor", "record-edges", "run", "profile", "link", "prove"}


def test_the_installer_has_the_options_that_the_guide_gives_it() -> None:
    (line,) = re.findall(r"^sudo (deploy/install .+)$", GUIDE, re.MULTILINE)
    script, *words = shlex.split(line)
    told = (files.ROOT / script).read_text("utf-8")
    options = [word for word in words if word.startswith("--")]
    assert options
    assert [option for option in options if f"#   {option} " not in told] == []


def test_every_code_is_one_of_the_doctor() -> None:
    named = set(re.findall(r"DOC-\d+", GUIDE + Words()("supply.about", percent=0)))
    assert named
    assert named <= {check.code for check in CHECKS}


def test_every_page_of_service_mode_is_tried() -> None:
    titles = {say(f"service.{name}", {}) for name in PAGES}
    sections = {Words()(f"wiring.{name}") for name in ("rest", "resistors")}
    named = {name.replace("\n", " ") for name in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", GUIDE)}
    assert named == titles | sections | {say("link.row", {})}


@pytest.mark.parametrize("path", PAGES_OF_HW, ids=lambda path: path.relative_to(files.FOLDER).as_posix())
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target
