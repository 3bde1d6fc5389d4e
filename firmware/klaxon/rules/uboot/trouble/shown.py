"""Repairs, breaches and the engineer's cards as data, and back (UBT-12.17b, e)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.puzzle import sections_of
from klaxon.rules.uboot.trouble.records import BoatTrouble, HullBreach, Tile
from klaxon.rules.uboot.trouble.repairs import PERCENT, ends_at, percent_at
from klaxon.rules.uboot.words import FIGURES

Data = Mapping[str, Any]


def show_repair(job: RepairJob, game: int) -> dict[str, Any]:
    """Return a repair as it stands at a game time; `ends_s` is the game second of its end, 0 while it is paused."""
    return {
        "required": job.required,
        "men": [FIGURES[figure] for figure in job.men],
        "helped": job.helped,
        "card": job.card,
        "percent": percent_at(job, game),
        "state": "running" if job.running else "paused",
        "ends_s": -(-ends_at(job) // 1000),
    }


def show_trouble(board: OpenBoard) -> dict[str, Any]:
    """Return breaches, and the engineer's cards: those in the toolboxes, those in use, those used up."""
    trouble = board.trouble
    playing = {job.card: job.device for job in board.repairs if job.card}
    if trouble.card:
        playing[trouble.card] = "pending"
    device, men = trouble.joining
    return {
        "breaches": {str(breach.room): _show_breach(breach, board.setting.puzzle) for breach in trouble.breaches},
        "joining": {"device": device, "men": [FIGURES[figure] for figure in men]},
        "engineer": {
            "a": list(board.stores.box_a),
            "b": list(board.stores.box_b),
            "playing": playing,
            "discard": list(trouble.discard),
        },
    }


def _show_breach(breach: HullBreach, kind: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "due": breach.due,
        "tried": breach.tried,
        "sections": list(sections_of(breach.room)),
        "number": breach.number,
        "warned": breach.warned,
    }
    if breach.tiles:
        shown["tiles" if kind == "pipes" else "pieces"] = [list(tile) for tile in breach.tiles]
        shown["ends"] = list(breach.ends)
    return shown


def read_repair(device: str, data: Data) -> RepairJob:
    """Return the repair that was shown, as if it were settled when it was."""
    men = tuple(map(FIGURES.index, data["men"]))
    running = data["state"] == "running"
    told = (device, data["required"], men, data["helped"], data["card"], data["percent"] * PERCENT, running)
    return RepairJob(*told, since=data["ends_s"] * 1000)


def read_trouble(data: Data) -> BoatTrouble:
    """Return what was shown of breaches and cards."""
    card = next((card for card, device in data["engineer"]["playing"].items() if device == "pending"), "")
    joining = (data["joining"]["device"], tuple(map(FIGURES.index, data["joining"]["men"])))
    breaches = tuple(_read_breach(int(room), breach) for room, breach in data["breaches"].items())
    return BoatTrouble(breaches, card, joining, tuple(data["engineer"]["discard"]))


def _read_breach(room: int, data: Data) -> HullBreach:
    tiles = tuple(_read_tile(tile) for tile in data.get("tiles") or data.get("pieces") or ())
    number, tried = data["number"], data["tried"]
    return HullBreach(room, data["due"], data["warned"], number, tried, tiles, tuple(data.get("ends", ())))


def _read_tile(edges: list[int]) -> Tile:
    north, east, south, west = edges
    return north, east, south, west
