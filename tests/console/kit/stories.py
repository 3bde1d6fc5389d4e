"""Stories for tests: games told again, from the golden playthroughs or order by order."""

from __future__ import annotations

from klaxon.console.onlook.debrief import Story, story_of
from klaxon.table.debrief import debrief
from klaxon.table.play import Play
from klaxon.table.script import Script
from tests.rules.golden.kit.scripts import FOLDER, content


def golden(name: str) -> Play:
    """Play a golden script; it is ended where the script leaves it open."""
    script = Script(content)
    for line in (FOLDER / f"{name}.script").read_bytes().splitlines():
        script.answer(line)
    assert script.play is not None
    if script.play.outcome is None:
        script.play.end()
    return script.play


def told(play: Play, name: str = "00001-game", language: str = "en") -> Story:
    """Tell a game again."""
    return story_of(name, play.game.name, debrief(play), language)
