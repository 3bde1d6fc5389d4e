"""The radio operator's pencil: slide the track, guess over a silence, write down missed calls, erase.

Pure functions from a sheet to a sheet: everything here is local to the station (SON-83, SON-85).
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.console.drawing.parts.scale import Point
from klaxon.console.games.sonar.plotting import sheet
from klaxon.console.games.sonar.plotting.sheet import Lens
from klaxon.console.games.sonar.scene import Scene, SonarView
from klaxon.console.games.sonar.sea import is_sea, name_of, rows_of
from klaxon.rules.contract import Order
from klaxon.rules.sonar.arguments import LONGEST_SILENCE, NO_GUESS
from klaxon.rules.sonar.realtime.repair import MISSED

MENU, GUESS, WRITE, TELL, ERASE = "menu", "guess", "write", "tell", "erase"
"""Modes of the pencil: choosing, guessing a silence, writing down missed calls; '' is sliding. TELL is an order."""
LETTERS = tuple(sheet.STEP)
RUB = "rub"
"""Rubs the last missed call out."""
WAYS: tuple[str | None, ...] = (
    None,
    "",
    *(letter * length for letter in LETTERS for length in range(1, LONGEST_SILENCE + 1)),
)
"""What a guess may be: none, staying, or up to four points in one direction."""


def mode(scene: Scene) -> str:
    """Return the mode of the pencil."""
    return scene.lens.get("mode", "")


def cursor(scene: Scene) -> int:
    """Return the position of the dial in a menu of the pencil."""
    return int(scene.lens.get("cursor", "0"))


def is_frozen(view: SonarView) -> bool:
    """Return whether the station is frozen: its boat is surfaced, in real time (SON-83)."""
    return view.repair is not None


def tools(scene: Scene) -> list[str]:
    """Return what the pencil can do now; what cannot be undone comes last."""
    legs = sheet.legs_of(scene.view, scene.lens)
    may = {
        WRITE: _last(legs, MISSED, among=True),
        GUESS: _last(legs, MISSED, among=False),
        TELL: _believed_point(scene),
        ERASE: True,
    }
    return [tool for tool, there in may.items() if there]


def _believed_point(scene: Scene) -> str:
    """Return the end of the track, if it may be reported to the crew now; else ''."""
    free = any(offer.verb == "guess" and offer.barred is None for offer in scene.draft.offers)
    end = sheet.end_of(scene.view, scene.lens)
    return name_of(end) if free and "at" in scene.lens and is_sea(scene.view, end) else ""


def remark(scene: Scene) -> Order | None:
    """Return what OK tells the crew: that the enemy is where the track ends, or that this is no longer believed."""
    if mode(scene) != MENU or _tool(scene) != TELL:
        return None
    believed = _believed_point(scene)
    return Order(scene.draft.seat, "guess", (NO_GUESS if believed == scene.view.guess else believed,))


def _tool(scene: Scene) -> str:
    """Return the tool under the cursor."""
    return tools(scene)[min(cursor(scene), len(tools(scene)) - 1)]


def _last(legs: list[sheet.DrawnLeg], call: str, *, among: bool) -> int:
    """Return the last leg after a break of a kind, 0 if there is none."""
    return next((n for n in range(len(legs) - 1, 0, -1) if (legs[n].broken == call) is among), 0)


def target(scene: Scene) -> int:
    """Return the leg whose break is being drawn over."""
    return _last(sheet.legs_of(scene.view, scene.lens), MISSED, among=mode(scene) == WRITE)


def break_heading(scene: Scene) -> str | None:
    """Return the heading of the break that is being drawn."""
    return sheet.guess(scene.lens, target(scene))


# What the dials do


def look(scene: Scene, dial: int, steps: int) -> Lens | None:
    """Slide the track, or step through what the pencil offers."""
    if is_frozen(scene.view):
        return scene.lens
    turn = {MENU: _walk, WRITE: _walk, GUESS: _turn_guess}.get(mode(scene))
    return turn(scene, steps) if turn else _name_track_end(scene, slide(scene, dial, steps))


def _walk(scene: Scene, steps: int) -> Lens:
    count = len(tools(scene)) if mode(scene) == MENU else len(LETTERS) + 1
    return {**scene.lens, "cursor": str(max(0, min(count - 1, cursor(scene) + steps)))}


def _turn_guess(scene: Scene, steps: int) -> Lens:
    now = break_heading(scene)
    place = WAYS.index(now) if now in WAYS else 0
    way = WAYS[max(0, min(len(WAYS) - 1, place + steps))]
    return _name_track_end(scene, sheet.with_guess(scene.lens, target(scene), way))


def lay(scene: Scene, point: Point) -> Lens | None:
    """Lay the end of the track on a point; not while the station is frozen or the pencil is in use."""
    if is_frozen(scene.view) or mode(scene):
        return None
    return _name_track_end(scene, sheet.laid_at(scene.view, scene.lens, point))


def slide(scene: Scene, dial: int, steps: int) -> Lens:
    """Move the end of the track: one dial along one axis over the sea, the other along the other."""
    view, lens = scene.view, scene.lens
    rows = rows_of(view.rows)
    column, row = sheet.end_of(view, lens)
    column, row = min(max(column, 0), len(rows[0]) - 1), min(max(row, 0), len(rows) - 1)
    upright = (dial == 1) != (lens.get("axis") == "row")
    way = [(column, y) for y in range(len(rows))] if upright else [(x, row) for x in range(len(rows[0]))]
    here = row if upright else column
    sea = [place for place, point in enumerate(way) if is_sea(view, point)]
    if not sea:
        return lens
    before = sum(place < here for place in sea)
    onward = steps - 1 if steps > 0 and here not in sea else steps
    return sheet.laid_at(view, lens, way[sea[(before + onward) % len(sea)]])


def _name_track_end(scene: Scene, lens: Lens) -> Lens:
    """Return a sheet with its end point set, the part that the rules know."""
    end: Point = sheet.end_of(scene.view, lens)
    return {**lens, "at": name_of(end)} if is_sea(scene.view, end) else {k: v for k, v in lens.items() if k != "at"}


# What the keys do


def press(scene: Scene, key: str) -> Lens | None:
    """Change the axis, take up the pencil, use it, or put it down."""
    if is_frozen(scene.view):
        return None
    if not mode(scene):
        return {"push": _other_axis, "ok": _take_up}.get(key, lambda _: None)(scene)
    if key == "back":
        return _lay_down(scene) if mode(scene) != GUESS else _name_track_end(scene, _drop_guess(scene))
    return _USES[mode(scene)](scene, key)


def _other_axis(scene: Scene) -> Lens:
    return {**scene.lens, "axis": "" if scene.lens.get("axis") else "row"}


def _take_up(scene: Scene) -> Lens | None:
    return {**scene.lens, "mode": MENU, "cursor": "0"} if scene.view.has_track else None


def _lay_down(scene: Scene) -> dict[str, str]:
    return {key: value for key, value in scene.lens.items() if key not in ("mode", "cursor", "was")}


def _drop_guess(scene: Scene) -> Lens:
    """Return the sheet with its previous guess."""
    was = scene.lens.get("was")
    return sheet.with_guess(_lay_down(scene), target(scene), None if was == RUB else was)


def _choose(scene: Scene, key: str) -> Lens:
    tool = _tool(scene)
    if tool == TELL:
        return _lay_down(scene)
    if tool == ERASE:
        return _name_track_end(scene, sheet.empty_sheet(scene.view, _lay_down(scene))) if key == "ok" else scene.lens
    begun = {**scene.lens, "mode": tool, "cursor": "0"}
    if tool == WRITE:
        number = _last(sheet.legs_of(scene.view, scene.lens), MISSED, among=True)
        return sheet.with_guess(begun, number, sheet.guess(begun, number) or "")
    number = _last(sheet.legs_of(scene.view, scene.lens), MISSED, among=False)
    was = sheet.guess(begun, number)
    return {**begun, "was": RUB if was is None else was}


def _guess(scene: Scene, _key: str) -> Lens:
    return _lay_down(scene)


def _write(scene: Scene, key: str) -> Lens:
    """Write a call down, erase the last one, or finish."""
    if key == "ok":
        return _lay_down(scene)
    calls = break_heading(scene) or ""
    place = cursor(scene)
    written = calls + LETTERS[place] if place < len(LETTERS) else calls[:-1]
    return _name_track_end(scene, sheet.with_guess(scene.lens, target(scene), written))


_USES: dict[str, Callable[[Scene, str], Lens]] = {MENU: _choose, GUESS: _guess, WRITE: _write}


def needs_hold(scene: Scene) -> bool:
    """Return whether OK has to be held: an erased track cannot be restored."""
    return mode(scene) == MENU and _tool(scene) == ERASE


def line(scene: Scene) -> str | None:
    """Return what OK does to the sheet."""
    say, now = scene.phrases.say, mode(scene)
    if is_frozen(scene.view) or (not now and not scene.view.has_track):
        return None
    if now == MENU:
        return say(f"pencil.sonar.{_tool(scene)}.ok")
    return say(f"pencil.sonar.ok.{now}" if now else "pencil.sonar.ok")
