"""Signs of the boat in section: emergencies, what can be carried, how a man is, how bad a fault is."""

from __future__ import annotations

from klaxon.console.drawing.sprite import Sprite, parse_sprite

_EMERGENCIES = {
    "fire": ".....#. ..#.#.. .##.##. .#####. ##.#### ##..### .#####.",
    "electricity": "...##.. ..##... .####.. ...##.. ..##... .##.... .#.....",
    "gas": "..##... .####.. ######. ####### .#####. ....... #.#.#.#",
    "darkness": "..###.. .#####. .#####. ..###.. ..#.#.. ..###.. ...#...",
    "leak": "...#... ..###.. ..###.. .#####. #####.# ####..# .#####.",
}
_THINGS = {
    "bulbs": "..###.. .#...#. .#.#.#. .#.#.#. ..###.. ..###.. ...#...",
    "wires": ".###... #...#.. #.#.#.# ..#.#.# ..#.#.# ..#...# ...###.",
    "pump": "##..... .#.#### .#.#..# .###..# .#.#..# .#.#### #####..",
    "masks": "..###.. .#####. #.#.#.# #.###.# .#####. ..#.#.. ..###..",
    "extinguisher": "..###.. ...#..# ..###.. .#####. .#...#. .#####. .#####.",
    "toolbox-a": "..###.. ####### ##...## #.###.# #.....# #.###.# #######",
    "toolbox-b": "..###.. ####### #....## #.###.# #....## #.###.# #....##",
}
_SLOTS = {
    "free": "##### #...# #...# #...# #####",
    "act": "##### ##### ##### ##### #####",
    "watch": "..#.. ..#.. ##### ..#.. ..#..",
    "fault": "##... ##... ##### ...## ...##",
    "wound": "#...# .#.#. ..#.. .#.#. #...#",
    "fatigue": "..... ..... ##### ##### .....",
    "dead": "..... ..... .###. ..... .....",
}
_STATES = {
    "free": "### ### ###",
    "busy": ".#. ### .#.",
    "tired": "... ### ...",
    "wounded": "#.# .#. #.#",
    "dead": "#.# ### #.#",
}


def _parse_all(arts: dict[str, str]) -> dict[str, Sprite]:
    return {name: parse_sprite(art) for name, art in arts.items()}


EMERGENCIES = _parse_all(_EMERGENCIES)
"""Kinds of emergency; the first three are hazards."""
THINGS = _parse_all(_THINGS)
"""What can be carried."""
SLOTS = _parse_all(_SLOTS)
"""What lies in a slot, each told by its form."""
STATES = _parse_all(_STATES)
"""How a man is, in three pixels by three: ready, at a long task, spent, wounded, lost."""
MORE = parse_sprite(".#. ### .#.")
"""There is more of this than is drawn."""
LEVELS = {
    "green": parse_sprite(".... .... .... .... ####"),
    "yellow": parse_sprite(".... .... #### .... ####"),
    "red": parse_sprite("#### .... #### .... ####"),
}
"""How bad the worst fault of a room is: one, two or three bars."""
