"""Sealing a breach: the engineer turns tile after tile, or lays piece after piece, against the clock (UBT-8.10)."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import orders
from klaxon.console.games.uboot.boat.puzzle_tiles import WIDTH, PuzzleTiles
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.trouble.puzzle import CELLS, turn_tile
from klaxon.rules.uboot.trouble.records import HullBreach, Tile

LINE = LABEL.height
TABLE, PIPES = "table", "pipes"


def choose(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the tiles as they would lie, with the turn that the dial points at; on the table only the two answers."""
    breach, kind = asked_breach(scene), scene.view.board.setting.puzzle
    if breach is None or kind == TABLE:
        return orders.choices(scene, area)
    cells, chosen = _cells(scene, breach), len(scene.draft.tokens)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    beside = body._replace(x=body.x + WIDTH + 2, width=body.width - WIDTH - 2)
    title = scene.phrases.say("seal.uboot", room=breach.room)
    parts = PuzzleTiles(cells, chosen, breach.ends, tuple(_said(cell) for cell in cells))
    return (
        Place(area._replace(height=HEAD), heading(scene, title, area.width)),
        Place(body._replace(width=WIDTH), parts),
        Place(beside._replace(height=LARGE.height), Text((f"{min(chosen + 1, CELLS)}",), LARGE)),
        Place(beside._replace(y=body.y + LARGE.height, height=2 * LINE), Text((f"/ {CELLS}", _pointed(scene)), LABEL)),
    )


def asked_breach(scene: Scene) -> HullBreach | None:
    """Return the breach that the engineer is asked about: the one whose time is up first."""
    asked = [breach for breach in scene.view.board.trouble.breaches if breach.number]
    return min(asked, key=lambda breach: breach.due, default=None)


def _cells(scene: Scene, breach: HullBreach) -> tuple[Tile | None, ...]:
    """Return what lies in the six cells: what was set, what the dial points at, and the rest as it is."""
    words = [str(token) for token in scene.draft.tokens]
    pointed = scene.draft.choice_at_cursor
    if pointed and pointed.word and len(words) < CELLS:
        words.append(pointed.word)
    if scene.view.board.setting.puzzle == PIPES:
        turns = [*map(int, words), *[0] * (CELLS - len(words))]
        return tuple(turn_tile(tile, turn) for tile, turn in zip(breach.tiles, turns, strict=True))
    laid: list[Tile | None] = []
    for word in words:
        piece, turn = word.split(":")
        laid.append(turn_tile(breach.tiles[int(piece) - 1], int(turn)))
    return (*laid, *[None] * (CELLS - len(laid)))


def _pointed(scene: Scene) -> str:
    """Return which piece is laid; nothing where every cell has its own tile."""
    pointed = scene.draft.choice_at_cursor
    if scene.view.board.setting.puzzle == PIPES or pointed is None or not pointed.word:
        return ""
    return f"#{pointed.word.partition(':')[0]}"


def _said(cell: Tile | None) -> str:
    """Return a tile in words: its edges from the top, clockwise."""
    return "-" if cell is None else "/".join(map(str, cell))
