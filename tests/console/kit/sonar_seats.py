"""The stations of Captain Sonar, and where their bottom line lies."""

from __future__ import annotations

from klaxon.console.drawing.fonts import BODY, LABEL, LARGE, LINE, Font
from klaxon.rules.sonar.setting import BOATS, ROLES

PLAYERS = tuple(f"{boat}.{role}" for boat in BOATS for role in ROLES)
BESIDE = 73
BOTTOM_TEXT = 110
"""Columns of the bottom line behind its sign."""
ONE_LINE: list[tuple[str, Font, int]] = [
    ("verb.sonar.", BODY, 52),
    ("stage.sonar.", LABEL, BESIDE - 22),
    ("effect.sonar.", LABEL, 126),
    ("short.", LINE, BOTTOM_TEXT),
    ("call.sonar.", LINE, BESIDE),
    ("over.sonar.", LARGE, 128),
    ("reason.sonar.", BODY, 128),
    ("track.sonar.fits", LABEL, BESIDE),
    ("track.sonar.clash", LABEL, BESIDE),
    ("track.sonar.places", LABEL, BESIDE),
    ("track.sonar.perhaps", LABEL, BESIDE),
    ("track.sonar.elsewhere", LABEL, BESIDE),
    ("calls.sonar", BODY, BESIDE),
    ("note.sonar.sector", LABEL, BESIDE),
    ("note.sonar.away", LABEL, BESIDE),
    ("note.sonar.danger", LABEL, BESIDE),
    ("note.sonar.ok", LABEL, BESIDE),
    ("note.sonar.first", LABEL, BESIDE - 2),
    ("note.sonar.then", LABEL, BESIDE - 2),
    ("section.sonar.", LABEL, 27),
    ("damage.sonar.own.brief", LABEL, 32),
    ("damage.sonar.enemy", LABEL, 32),
    ("rule.sonar.answer", LABEL, BESIDE),
    ("rule.sonar.waited", LABEL, BESIDE),
    ("rule.sonar.volcano", LABEL, BESIDE),
    ("rule.sonar.stop", LABEL, BESIDE),
    ("rule.sonar.held", LABEL, BESIDE),
    ("rule.sonar.again", LABEL, BESIDE),
    ("rule.sonar.binding", LABEL, BESIDE),
    ("rule.sonar.rest", LABEL, BESIDE),
    ("rule.sonar.inspect", LABEL, 128),
    ("hold.sonar.", LABEL, BESIDE - 22),
    ("penalty.sonar", LABEL, 128 - 26),
    ("up.sonar.", LABEL, 128),
    ("inspect.sonar.", LABEL, 128),
    ("trace.sonar.start", LINE, BOTTOM_TEXT),
    ("trace.sonar.steer", LINE, BOTTOM_TEXT),
    ("trace.sonar.go-on", LINE, BOTTOM_TEXT),
    ("trace.sonar.wait", LINE, BOTTOM_TEXT),
    ("trace.sonar.slipped", LINE, BOTTOM_TEXT),
    ("trace.sonar.sign", LINE, BOTTOM_TEXT),
    ("trace.sonar.sent", LINE, BOTTOM_TEXT),
    ("trace.sonar.", LABEL, 128),
    ("pencil.sonar.ok", LINE, BOTTOM_TEXT),
    ("pencil.sonar.erase", LINE, BOTTOM_TEXT),
    ("pencil.sonar.guess", LINE, BOTTOM_TEXT),
    ("pencil.sonar.write", LINE, BOTTOM_TEXT),
    ("pencil.sonar.title", LABEL, BESIDE - 2),
]
"""What is meant for one line, in which font, and how many columns there are."""
