"""Every refusal that a player can meet: a state for each code, the line that is refused in it, and what is said.

`python -m tests.console.kit.refusing` writes `refusals.txt` anew: read each sentence beside its state and its line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from klaxon import data
from klaxon.cli.script import say_to_script
from klaxon.console.language.catalogue import catalogue, languages, say_refusal
from klaxon.console.language.game_words import Phrases
from klaxon.rules.contract import Header, Refusal
from klaxon.rules.games import game_named
from klaxon.rules.sonar.state import Rig
from klaxon.table.script import Script
from klaxon.table.setup import make_header
from tests.console.kit.refused_states import STATES
from tests.console.kit.uboot_refusing import UBOOT
from tests.giving import Giving
from tests.rules.sonar.kit import boats as sonar
from tests.rules.sonar.kit.live import Live
from tests.rules.steam.kit import boats as steam
from tests.rules.steam.kit.boats import FAR, box, device, gun

PAGE = Path(__file__).parents[1] / "refusals.txt"
ELSEWHERE = (
    *("no-language", "no-file", "file-too-large", "file-not-text", "not-saved"),
    *("journal-exists", "journal-missing", "journal-locked", "journal-unopened", "journal-corrupt", "journal-foreign"),
    *("journal-format", "journal-game", "journal-differs", "disk-full", "disk-read-only", "disk-failed"),
    *("journal-damaged", "journal-keyless", "journal-not-ours", "journal-rules", "journals-aside", "game-damaged"),
    *("key-replaced", "key-replaced-alone", "no-sequel"),
)
"""Refusals of files and journals, held in the tests of those."""


class Case(NamedTuple):
    """One refusal: its code, the game in whose words it is said, the state, the line, and how to bring it about."""

    code: str
    game: str
    state: str
    """What is so at the table, or the lines of a script that came before."""
    line: str
    refuse: Callable[[], Refusal]
    at_panel: bool = True
    """Whether a station can say it; the others belong to the script."""

    def sentence(self, language: str) -> str:
        """Return what is said in a language: at a panel in the words of its menus."""
        refusal = refusal_of(self)
        if self.at_panel:
            return Phrases(self.game, language).refusal(refusal)
        return say_refusal(refusal.code, refusal.facts, language, self.game)

    @property
    def in_script(self) -> str:
        """What `klaxon script` says."""
        refusal = refusal_of(self)
        return say_to_script(refusal.code, refusal.facts, self.game)

    @property
    def message(self) -> str:
        """The message that says it: of its game where that has its own, else the one of all games."""
        own = f"refusal.{self.game}.{self.code}"
        return own if own in catalogue("en") else f"refusal.{self.code}"

    @property
    def entry(self) -> str:
        """The refusal as it stands on the page."""
        assert refusal_of(self).code == self.code, (self.code, self.line, refusal_of(self))
        said = {"state": self.state, "line": self.line, "script": self.in_script}
        said |= {language: self.sentence(language) for language in languages()}
        return "".join([f"{self.code}\n", *(f"  {name}: {_indented(text)}\n" for name, text in said.items())])


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")


@cache
def refusal_of(case: Case) -> Refusal:
    """Bring a refusal about, once."""
    return case.refuse()


# -- the script and its options ------------------------------------------------------------------------------

SCRIPT = {
    "syntax": "new sonar; red.captain course,north",
    "not-latin": "new sonar; red.captain start Г3",
    "no-game": "red.captain course north",
    "unknown-game": "new chess",
    "unknown-game.nearest": "new sonr",
    "unknown-option": "new sonar colour=red",
    "unknown-option.nearest": "new sonar vctory=hunt",
    "bad-option": "new sonar victory=draw",
    "key-twice": "new sonar mode=turns mode=turns",
    "stray-word": "new sonar realtime",
    "no-content": "new sonar chart=atlantis",
    "no-layout": "new sonar chart=classic-bravo mode=turns",
    "unknown-seat": "new sonar; green.captain dive",
    "unknown-verb": "new sonar; red.captain fly",
    "unknown-act": "new sonar; umpire dance",
    "not-your-role": "new sonar; red.radio dive",
    "not-now": "new sonar; red.captain undo",
    "late": "new sonar; red.captain dive @red-charge-7",
    "paused": "new sonar; umpire pause; red.captain start D3",
    "time-backwards": "new sonar; at 5000; at 4000",
    "bad-moment": "new sonar; at noon",
    "nothing-to-undo": "new sonar; red.captain start A10; umpire undo 3",
    "nothing-to-undo.none": "new sonar; umpire undo 3",
    "too-few-players": "new sonar mode=realtime players=4",
    "wolfpack-crew": "new sonar rules=wolfpack players=7",
    "hunt-only": "new sonar rules=wolfpack victory=sudden-death",
    "no-set": "new steam red=britannia",
    "no-set.nearest": "new steam red=crowm",
    "needs-start": "new sonar; red.captain dive",
    "already-dived": "new sonar; red.captain start A10; red.captain dive; red.captain start B10",
    "not-started": "new sonar; red.captain course north",
    "no-point": "new sonar; red.captain start D03",
    "off-chart": "new sonar; red.captain start D30",
    "extra-argument": "new sonar; red.captain start A10 now",
    "already-picked": "new steam setup=free first=red; red.captain pick mine_rail",
    "setting-up": "new steam; red.captain oxygen a1",
    "needs-pick": "new steam setup=draft; red.captain keep",
    "already-swapped": "new steam; red.captain keep; red.captain swap a1 b1",
    "same-cell": "new steam; red.captain swap a1 a1",
    "taken": "new steam setup=free first=red; blue.captain pick mine_rail; red.captain pick mine_rail",
    "no-such-card": "new steam setup=free first=blue; red.captain pick mine_rale",
}
"""Code -> the lines of a script; the last one is refused."""
AT_PANEL = (
    *("not-your-role", "not-now", "late", "paused", "needs-start", "already-dived", "not-started", "off-chart"),
    *("already-picked", "setting-up", "needs-pick", "already-swapped", "same-cell", "taken"),
)
"""Those of the script's refusals that a station says too."""


def _answer(lines: str) -> Refusal:
    script = Script(data.read)
    answers = [script.answer(line.encode()) for line in lines.split("; ")]
    assert all(answer["ok"] for answer in answers[:-1]), answers
    (refused, *_) = [line for line in answers[-1:] if not line["ok"]]
    return Refusal(refused["refusal"], refused["facts"])


ONE_SET = json.dumps({**json.loads(box()), "sets": {"one": json.loads(box())["sets"]["one"]}})
CONTENT = {
    "bad-content": ("sonar", {"chart": "torn"}, "name: Torn\nsectors: 5\ngrid:\n..x\n...\n"),
    "one-set": ("steam", {"cards": "one"}, ONE_SET),
    "too-few-cards": (
        "steam",
        {"cards": "few", "setup": "random"},
        json.dumps({"schema": 1, "cards": [steam.POST_CARD]}),
    ),
}
"""Code -> the game, its options, and content that does not do."""


def _set_up(name: str, options: dict[str, str], text: str) -> Refusal:
    game = game_named(name)
    header = make_header(game, options, lambda _kind, _name, _variant: text, "0")
    assert isinstance(header, Header), header
    refusal = game.setup(header)
    assert isinstance(refusal, Refusal)
    return refusal


# -- Captain Sonar -------------------------------------------------------------------------------------------

POCKET = "..#..\n..#..\n.....\n.....\n....."
BASE = "M....\n.....\n.....\n.....\n....T"


def _turns(*lines: str, **options: str) -> sonar.Table:
    """Return a table in turns, red in C3 of the small chart, after some orders."""
    table = sonar.Table(sonar.SMALL, **{"red": "C3", "blue": "E5", **options})
    table.play(*lines)
    return table


def _cornered() -> sonar.Table:
    table = sonar.Table(POCKET).put("red", route="B2 A2 A1 B1", charged=["torpedo"], moved=True)
    table.play("red.captain end", "blue.captain course north")
    table.marked("blue").give("blue.captain end")
    return table


def _wreck(point: str = "E1", filled: int = 3, **options: str) -> sonar.Table:
    table = sonar.Table(BASE, red=point, blue="A5", **options).acting("red", "mine")
    return table.put("red", rig=Rig(filled, ("mine", "torpedo")))


def _asked() -> sonar.Table:
    table = _turns().acting("red", "sonar")
    table.give("red.xo sonar")
    return table


def _failed() -> sonar.Table:
    table = _turns().acting("red", "torpedo", crossed="w1")
    table.give("red.captain torpedo C4")
    return table


def _over() -> sonar.Table:
    table = _turns(victory="sudden-death").acting("red", "torpedo")
    table.give("red.captain torpedo C4")
    return table


def _live(*lines: str, **options: str) -> Live:
    table = Live(**options).charged("red")
    table.play(*lines)
    return table


def _traced() -> Live:
    table = Live().surfaced("red")
    table.traced("red")
    return table


def _mended(*lines: str) -> Live:
    table = _traced()
    table.play("blue.engineer confirm", *lines)
    return table


def _laid() -> sonar.Table:
    table = _turns().acting("red", "mine")
    table.give("red.captain mine B2")
    return table


def _sailed_wreck() -> sonar.Table:
    table = sonar.Table(BASE, red="C3", blue="A5", echo_gauge="auto").put("red", rig=Rig(0, ("mine",)))
    table.give("red.captain course north")
    return table


def _waited() -> Live:
    table = Live().surfaced("red")
    table.wait(6000)
    return table


SONAR: dict[str, tuple[str, Callable[[], Giving]]] = {
    "missing-argument": ("red.captain course", _turns),
    "bad-argument": ("red.captain course up", _turns),
    "already-started": ("red.captain dive", _turns),
    "frozen": ("red.captain course north", _asked),
    "not-due": ("red.captain answer row=1 column=A", _turns),
    "waiting-for-xo": ("red.captain end", lambda: _turns("red.captain course north")),
    "waiting-for-engineer": ("red.captain end", lambda: _turns("red.captain course north", "red.xo charge mine")),
    "not-your-turn": ("blue.captain course north", _turns),
    "surfaced": ("red.captain course north", lambda: _turns("red.captain surface")),
    "blackout": ("red.captain torpedo A3", _cornered),
    "needs-course": ("red.captain torpedo C4", _turns),
    "already-moved": ("red.captain course north", lambda: _turns().acting("red", "torpedo")),
    "turn-done": ("red.captain torpedo C4", lambda: _turns().acting("red").put("red", spent=True)),
    "too-late": ("red.captain undo", lambda: _turns(undo="yes")),
    "not-charged": ("red.captain repair mine", lambda: _wreck("B2", filled=1)),
    "broken": ("red.captain torpedo C4", lambda: _turns(broken_order="nothing").acting("red", crossed="w1")),
    "no-room": ("red.captain mine A1", lambda: sonar.Table("." + "#" * 4 + "\n#####" * 4, blue="A1").acting("red")),
    "no-target": (
        "red.captain torpedo A2",
        lambda: sonar.Table("." + "#" * 4 + "\n#####" * 4, blue="A1").acting("red"),
    ),
    "no-mine": ("red.captain detonate A1", _turns),
    "no-mine-there": ("red.captain detonate A1", lambda: _turns().put("red", mines="B2")),
    "too-fresh": ("red.captain detonate B2", _laid),
    "island": ("red.captain course east", lambda: sonar.Table(POCKET, red="B1")),
    "route": ("red.captain course south", lambda: _turns().put("red", route="C4 C3")),
    "own-mine": ("red.captain course east", lambda: _turns().put("red", mines="D3")),
    "out-of-range": ("red.captain torpedo J10", lambda: sonar.Table(red="A1", blue="A10").acting("red")),
    "too-long": ("red.captain silence east 5", lambda: sonar.Table(red="A1").acting("red")),
    "full": ("red.xo charge mine", lambda: _turns("red.captain course north").put("red", charged=["mine"])),
    "wrecked": ("red.captain torpedo A2", _wreck),
    "not-wrecked": ("red.captain repair drone", lambda: _wreck("B2")),
    "no-base": ("red.captain repair mine", lambda: _wreck("E1")),
    "other-base": ("red.captain repair torpedo", lambda: _wreck("B2")),
    "not-by-hand": ("red.xo charge scenario", _sailed_wreck),
    "no-such-system": ("red.xo charge scenario", lambda: _turns("red.captain course north")),
    "crossed": ("red.engineer break n1", lambda: _turns("red.captain course north").put("red", crossed="n1")),
    "wrong-section": ("red.engineer break w1", lambda: _turns("red.captain course north")),
    "not-radiation": ("red.engineer break w2", _failed),
    "same-kind": ("blue.captain answer row=1 row=5", _asked),
    "one-true-one-false": ("blue.captain answer row=5 column=E", _asked),
    "game-over": ("red.captain end", _over),
    "not-stopped": ("red.captain resume", _live),
    "binding": ("red.captain resume", lambda: _live("red.captain stop", rules="wolfpack")),
    "needs-stop": ("red.xo sonar", lambda: _live(rules="wolfpack")),
    "nothing-to-use": ("red.captain stop", lambda: Live(rules="wolfpack").charged("red", "none")),
    "too-soon": ("red.captain course south", lambda: Live(interval="5").sailed("red south")),
    "not-surfaced": ("red.radio trace 1", _live),
    "engineer-first": ("red.radio trace 1", lambda: Live().surfaced("red")),
    "already-traced": ("red.engineer trace 2", lambda: _live("red.captain surface", "red.engineer trace 1")),
    "bad-recording": ("red.engineer trace 1 5+6+", _waited),
    "recording-first": ("red.engineer trace 1 initials=RF", lambda: Live().surfaced("red")),
    "waiting-for-enemy": ("red.engineer ready", _traced),
    "trace-first": ("red.engineer ready", lambda: Live().surfaced("red")),
    "already-reported": ("red.engineer ready", lambda: _mended("red.engineer ready")),
    "repair-first": ("red.captain dive", lambda: Live().surfaced("red")),
    "no-slip": ("blue.engineer reject", _traced),
}
"""Code -> the line that is refused, and the table at which it is given."""


# -- Steam Torpedo -------------------------------------------------------------------------------------------

REACTS: dict[str, Any] = {"types": ["experimental"], "trigger": "reaction"}


def _kit(*ops: dict[str, object], at: str = "b1", **keys: Any) -> steam.Table:
    """Return a table where red's men 1 and 2 stand in a compartment with these operations; 3 mans a gun."""
    cards = box(device("kit", *ops, **keys), gun("cannon", 2))
    table = steam.Table({at: "kit", "d1": "cannon"}, {}, cards=cards)
    return table.men("red", m1=at, m2=at, m3="d1")


def _gun(**keys: Any) -> steam.Table:
    table = steam.Table({"b1": "kit", "d1": "store_1"}, {}, cards=box(gun("kit", 2, **keys)))
    return table.men("red", m1="b1", m2="b1")


def _struck() -> steam.Table:
    table = _gun()
    table.give("red.captain activate 1")
    return table


def _moved(*ops: dict[str, object], tired: str = "", **keys: Any) -> steam.Table:
    """Return a table where blue has manoeuvred and red may react."""
    table = _kit(*ops, **REACTS, **keys).men("red", tired=tired).turn("blue")
    table.give("blue.captain manoeuvre blue+1")
    return table


def _after(table: steam.Table, *lines: str) -> steam.Table:
    table.play(*lines)
    return table


def _ended(*lines: str) -> steam.Table:
    """Return a table at the beginning of blue's turn, its men exhausted but for the captain."""
    return _after(steam.Table().men("blue", tired="1234"), "red.captain end", *lines)


DIRECT: dict[str, object] = {"op": "damage_direct", "n": 1, "cells": "section"}
BOTH = ["port close bow", "port close stern"]
FIRED = ("red.captain activate 1", "blue.captain redirect")
NEAR = ("b1", "c1", "d1", "b2", "d2")


def _drafting() -> steam.Table:
    table = steam.Table()
    table.state = steam.set_up(setup="draft")
    return table


def _shuffled() -> steam.Table:
    table = _gun().men("red", m4="a1")
    table.edit().boats[0].place = (7, 1, 1, 7, 1)
    return table


def _sternless() -> steam.Table:
    return _kit(DIRECT, targets=BOTH).destroy("blue", "d1", "e1", "d2", "e2")


def _hurt(*ops: dict[str, object]) -> steam.Table:
    return _kit(*ops).hurt("red", e1=(0, 0, 1))


STEAM: dict[str, tuple[str, Callable[[], Giving]]] = {
    "play-begun": ("red.captain keep", steam.Table),
    "not-in-hand": ("red.captain pick salvage_workshop", _drafting),
    "needs-oxygen": ("blue.captain end", _ended),
    "needs-ready": ("blue.captain end", lambda: _ended("blue.captain oxygen b1")),
    "recovered": ("red.captain oxygen a1", steam.Table),
    "answer-first": ("blue.captain end", _struck),
    "waiting-for-defender": ("red.captain end", _struck),
    "waiting-for-reaction": ("blue.captain end", lambda: _moved({"op": "enemy_speed", "n": -1})),
    "marker-placed": ("blue.captain redirect", lambda: _after(_struck(), "blue.captain damage a1 plain")),
    "manoeuvred": ("red.captain manoeuvre red+1", lambda: _after(steam.Table(), "red.captain manoeuvre red+1")),
    "no-speed": (
        "red.captain manoeuvre red+1",
        lambda: steam.Table().men("red", c="a1", m1="a1", m2="a1", m3="a1", m4="a1"),
    ),
    "nobody-moves": ("red.captain move 1 b1", lambda: steam.Table().men("red", tired="c1234")),
    "nobody-acts": ("red.captain activate 1", lambda: steam.Table().men("red", tired="c1234")),
    "first-round": ("red.captain activate 1", lambda: steam.Table(round=1)),
    "post": ("red.captain activate 1 hit=c2", lambda: _kit({**DIRECT, "cells": "any"})),
    "no-oxygen-there": ("blue.captain oxygen c2", _ended),
    "off-sea": ("red.captain manoeuvre red-1", lambda: steam.Table().lies(1, 3)),
    "immovable": ("red.captain manoeuvre blue+1", lambda: steam.Table().men("blue", m1="c1")),
    "no-points": ("red.captain manoeuvre red+1 red+1", steam.Table),
    "not-alongside": ("red.captain manoeuvre red+1 side=port", lambda: steam.Table().lies(1, 3)),
    "dead": ("red.captain move 1 b1", lambda: steam.Table().men("red", m1="dead")),
    "aboard": ("red.captain activate 1", lambda: steam.Table().men("red", m1="enemy a1")),
    "acted": ("red.captain move 1 c2", lambda: _after(steam.Table(), "red.captain move 1 b1")),
    "exhausted": ("red.captain move 1 b1", lambda: steam.Table().men("red", tired="1")),
    "no-way": ("red.captain move 1 b1", lambda: steam.Table().men("red", m2="a1").destroy("red", *NEAR)),
    "no-retreat": ("red.captain activate 1", lambda: _kit({"op": "speed", "n": 1}, at="a1").destroy("red", "b1", "b2")),
    "not-adjacent": ("red.captain move 1 a1", steam.Table),
    "destroyed": ("red.captain move 1 b1", lambda: steam.Table().destroy("red", "b1")),
    "enemy-inside": ("red.captain activate 1", lambda: _gun().men("blue", m1="enemy b1")),
    "occupied": ("red.captain move 1 b1", lambda: steam.Table(enter_occupied="no").men("blue", m1="enemy b1")),
    "captain-only": ("red.captain move 1 b1 step=after:a1", steam.Table),
    "one-step": ("red.captain move c b1 step=after:a1 step=after:b1", steam.Table),
    "not-in-reaction": (
        "red.captain react c step=after:a1",
        lambda: _moved({"op": "speed", "n": 1}).men("red", c="b1"),
    ),
    "not-nearer": ("red.captain activate 1 to=c1", lambda: _kit({"op": "speed", "n": 1}, at="a1")),
    "no-choice": ("red.captain react 1 to=a1", lambda: _moved({"op": "speed", "n": 1})),
    "no-action": ("red.captain activate 1", lambda: steam.Table().men("red", m1="c1")),
    "not-reaction": ("red.captain react 3", lambda: _moved({"op": "speed", "n": 1})),
    "answered": ("red.captain react 1", lambda: _after(_moved({"op": "speed", "n": 1}), "red.captain react 1")),
    "used-up": ("red.captain activate 2", lambda: _after(_gun(once_per_turn=True).men("red", m3="b1"), *FIRED)),
    "not-at-start": ("red.captain activate 4", _shuffled),
    "no-legal-target": ("red.captain activate 1", lambda: _gun(targets=FAR)),
    "not-aimed": ("red.captain activate 1 section=bow", lambda: _gun().lies(2, 3)),
    "section-gone": ("red.captain activate 1 section=stern hit=d1", _sternless),
    "not-hittable": ("red.captain activate 1 hit=e1", lambda: _kit({**DIRECT, "cells": "bow"})),
    "requires": ("red.captain activate 1", lambda: _kit({"op": "speed", "n": 1}, requires=["enemy_distant"])),
    "nothing-to-do": ("red.captain activate 1", lambda: _kit({"op": "repair"})),
    "same-man": ("red.captain activate 1 1", lambda: _gun(x2=True)),
    "pair-only": ("red.captain activate 1 2 3", lambda: _gun(x2=True).men("red", m3="b1")),
    "not-x2": ("red.captain activate 1 2", _gun),
    "not-together": ("red.captain activate 1 4", lambda: _gun(x2=True)),
    "captain-first": ("red.captain activate 1 c", lambda: _gun(x2=True)),
    "tired-pair": ("red.captain react 1 2", lambda: _moved({"op": "speed", "n": 1}, tired="2", x2=True)),
    "no-bonus": ("red.captain activate 1 bonus=a1", _gun),
    "not-damaged": ("red.captain activate 1 repair=a1:plain", lambda: _hurt({"op": "repair"})),
    "no-empty-slot": ("red.captain activate 1 oxygen=a2", lambda: _hurt({"op": "oxygen"})),
    "not-ready": ("red.captain activate 1 exhaust=2", lambda: _kit({"op": "exhaust_enemy"}).men("blue", tired="2")),
    "awake": ("red.captain activate 1 ready=4", lambda: _kit({"op": "ready"}).men("red", tired="3")),
    "wrong-man": ("red.captain activate 1 exhaust=c", lambda: _kit({"op": "exhaust_enemy", "what": "sailor"})),
    "serves-others": ("red.captain activate 1 ready=1", lambda: _kit({"op": "ready"}).men("red", tired="3")),
    "aboard-already": ("red.captain activate 1 board=4:a1", lambda: _kit({"op": "board"}).men("red", m4="enemy b1")),
    "one-cell": ("blue.captain damage b1 plain", lambda: _after(_struck(), "blue.captain damage a1 plain")),
    "other-section": ("blue.captain damage a2 plain", _struck),
    "no-slot": ("blue.captain damage a1 plain", lambda: _after(_struck(), "blue.captain damage a1 plain")),
}
"""Code -> the line that is refused, and the table at which it is given."""


@cache
def cases() -> tuple[Case, ...]:
    """Return every refusal once, the same ones each time: what was brought about for one language holds for all."""
    return tuple(_cases())


def _cases() -> Iterator[Case]:
    for code, lines in SCRIPT.items():
        before, _, line = lines.rpartition("; ")
        game = "steam" if "new steam" in lines else "sonar"
        refuse = partial(_answer, lines)
        yield Case(
            code.removesuffix(".nearest").removesuffix(".none"),
            game,
            before or "no game",
            line,
            refuse,
            at_panel=code in AT_PANEL,
        )
    for code, (game, options, text) in CONTENT.items():
        line = " ".join(["new", game, *(f"{key}={value}" for key, value in options.items())])
        yield Case(code, game, STATES[code], line, partial(_set_up, game, options, text), at_panel=False)
    for game, table in (("sonar", SONAR), ("steam", STEAM)):
        for code, (line, made) in table.items():
            yield Case(code, game, STATES[code], line, partial(_at_table, made, line))
    for code, (state, line, made) in UBOOT.items():
        yield Case(code, "uboot", state, line, partial(_at_table, made, line))


def _at_table(made: Callable[[], Giving], line: str) -> Refusal:
    return made().refusal(line)


def page() -> str:
    """Return the page: every refusal with its state, its line and its sentences."""
    return "\n".join(case.entry for case in cases())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
