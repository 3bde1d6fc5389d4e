"""Stills: moments of Steam Torpedo whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable

from tests.console.kit.steam_scenes import Room, shared
from tests.rules.steam.kit.boats import Table

RED, BLUE = "red.captain", "blue.captain"


def at_sea() -> Table:
    """Return a game some turns old, red to act: both boats manned and marked."""
    table = Table().lies(3, 3)
    table.men("red", tired="3", c="a1", m1="b1", m2="a1", m3="c1", m4="b2")
    table.men("blue", tired="24", c="a1", m1="e2", m2="b1", m3="d2", m4="c2")
    table.hurt("red", a2=(1, 1, 0), e1=(2, 0, 1), d2=(0, 1, 0), e2=(0, 0, 0))
    return table.hurt("blue", b2=(1, 0, 2), d1=(0, 1, 0), c2=(2, 0, 0))


def room() -> Room:
    """Return the captains of such a game."""
    return Room.of(at_sea())


def apart() -> Room:
    """Return boats that lie apart, blue ahead."""
    return Room.of(at_sea().lies(2, 4))


def fired() -> Room:
    """Return blue after red's pair has fired the Gatling Gun."""
    return room().give("red.captain activate c 2 to=b2 bonus=b1")


def placing() -> Room:
    """Return blue with a marker placed, and more to place."""
    return fired().give("blue.captain damage a1 plain")


def placed() -> Room:
    """Return red, who waits for blue to place the rest."""
    return placing().give("blue.captain damage a1 oxygen", "blue.captain damage b1 plain")


def windowed() -> Room:
    """Return blue, who may react to a manoeuvre of red."""
    table = Table().lies(1, 4).men("blue", tired="1", m1="b1", c="b1")
    table.men("red", m1="c1")
    return Room.of(table).give("red.captain manoeuvre red+1")


def answered() -> Room:
    """Return red, who may react to a use of blue's."""
    table = Table().turn("blue").lies(3, 3).men("red", tired="1", m1="b2", m2="d2", m3="a1")
    room = Room.of(table.men("blue", m1="a1", m2="a1"))
    return room.give("blue.captain activate 1 to=b1", "red.captain redirect")


def set_out(setup: str = "ready") -> Room:
    """Return a game before its first turn."""
    return Room.before(setup=setup, first="red", seed="3")


def recovering() -> Room:
    """Return red at the beginning of its turn."""
    room = Room.of(at_sea().turn("blue"))
    return room.give("blue.captain end")


def ended() -> Room:
    """Return a game that blue has lost."""
    table = at_sea().hurt("blue", c2=(1, 0, 0))
    return Room.of(table).give("red.captain activate c 2 to=b2 bonus=b1", "blue.captain redirect")


def _picked() -> Room:
    room = set_out("draft")
    hand = room.view(RED)["hands"]["red"]
    return room.give(f"red.captain pick {hand[0]}")


def _chosen() -> Room:
    room = _picked()
    for _ in range(3):
        for seat in (BLUE, RED):
            view = room.view(seat)
            if view["prompts"]:
                boat = seat.partition(".")[0]
                room.give(f"{seat} pick {view['hands'][boat][0]}")
    return room.turn(BLUE, 1)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "pick": (RED, lambda: set_out("draft")),
    "pick-far": (RED, lambda: set_out("draft").turn(RED, 6)),
    "picked": (RED, _picked),
    "pick-chosen": (BLUE, _chosen),
    "swap-menu": (RED, set_out),
    "swap-first": (RED, lambda: set_out().choose(RED, "swap", "d1")),
    "swap-second": (RED, lambda: set_out().choose(RED, "swap", "d1", "e2")),
    "swapped": (RED, lambda: set_out().give("red.captain keep")),
    "oxygen": (RED, recovering),
    "oxygen-next": (RED, lambda: recovering().turn(RED, 2)),
    "ready": (RED, lambda: recovering().give("red.captain oxygen a1")),
    "act": (RED, room),
    "act-barred": (RED, lambda: room().turn(RED, 4)),
    "act-boat": (RED, lambda: room().leaf(RED)),
    "act-sea": (RED, lambda: room().leaf(RED, 2)),
    "act-enemy": (RED, lambda: room().leaf(RED, 3)),
    "enemy-hit-log": (RED, lambda: placed().turn(RED, 3)),
    "act-boat-fixed": (RED, lambda: shared(room())),
    "move-man": (RED, lambda: room().choose(RED, "move", "2")),
    "move-cell": (RED, lambda: room().choose(RED, "move", "2", "b1")),
    "move-step": (RED, lambda: room().choose(RED, "move", "c", "b1", "step after:c1")),
    "manoeuvre": (RED, lambda: apart().choose(RED, "manoeuvre", "red+1")),
    "manoeuvre-second": (RED, lambda: apart().choose(RED, "manoeuvre", "red+1", "red+1")),
    "manoeuvre-side": (RED, lambda: apart().choose(RED, "manoeuvre", "red+1", "red+1", "side starboard")),
    "use-man": (RED, lambda: room().choose(RED, "activate", "c")),
    "use-next": (RED, lambda: room().choose(RED, "activate", "2")),
    "use-target": (RED, lambda: room().choose(RED, "activate", "c", "2")),
    "use-retreat": (RED, lambda: room().choose(RED, "activate", "c", "2", "to b2")),
    "use-bonus": (RED, lambda: room().choose(RED, "activate", "c", "2", "to b2", "bonus b1")),
    "use-fixed": (RED, lambda: shared(room()).choose(RED, "activate", "c", "2", "to b2")),
    "hit": (BLUE, fired),
    "hit-clock": (BLUE, lambda: fired().wait(51_200)),
    "hit-fixed": (BLUE, lambda: shared(fired())),
    "hit-cell": (BLUE, lambda: fired().choose(BLUE, "damage", "c1")),
    "hit-slot": (BLUE, lambda: fired().choose(BLUE, "damage", "b1", "oxygen")),
    "placing": (BLUE, placing),
    "placing-slot": (BLUE, lambda: placing().choose(BLUE, "a1", "oxygen")),
    "enemy-hit": (RED, lambda: fired().wait(7_000)),
    "enemy-hit-menu": (RED, lambda: fired().turn(RED, -1)),
    "window": (BLUE, windowed),
    "window-clock": (BLUE, lambda: windowed().wait(4_600)),
    "window-pass": (BLUE, lambda: windowed().turn(BLUE, 1)),
    "window-men": (BLUE, lambda: windowed().choose(BLUE, "react", "1")),
    "window-use": (RED, answered),
    "window-target": (RED, lambda: answered().choose(RED, "react", "2", "exhaust 2")),
    "enemy-window": (RED, windowed),
    "off-turn": (BLUE, room),
    "off-turn-sea": (BLUE, lambda: room().turn(BLUE, 1)),
    "off-turn-enemy": (BLUE, lambda: room().turn(BLUE, 2)),
    "off-turn-card": (BLUE, lambda: room().press(BLUE, "push").turn(BLUE, 1)),
    "sea-apart": (BLUE, lambda: apart().turn(BLUE, 1)),
    "over-won": (RED, ended),
    "over-lost": (BLUE, ended),
}
"""Name -> seat, and how the moment is made."""

PANES: dict[str, tuple[str, str, Callable[[], Room]]] = {
    "pane-sea": (RED, "sea", room),
    "pane-sea-manoeuvre": (RED, "sea", lambda: apart().choose(RED, "manoeuvre", "red+1")),
    "pane-actions": (RED, "actions", room),
    "pane-actions-move": (RED, "actions", lambda: room().choose(RED, "move", "2", "b1")),
    "pane-actions-hit": (BLUE, "actions", fired),
    "pane-actions-damage": (BLUE, "actions", lambda: fired().choose(BLUE, "damage", "b1")),
    "pane-actions-window": (BLUE, "actions", windowed),
    "pane-actions-react": (RED, "actions", lambda: answered().choose(RED, "react", "1")),
    "pane-actions-draft": (RED, "actions", lambda: set_out("draft")),
    "pane-actions-pick": (BLUE, "actions", lambda: set_out("free")),
    "pane-actions-waits": (BLUE, "actions", room),
    "pane-enemy": (RED, "enemy", fired),
}
"""Name -> seat, pane, and how the moment is made."""

WIDE = ("act", "move-cell", "manoeuvre", "use-target", "hit", "window", "off-turn", "over-won", "pick")
