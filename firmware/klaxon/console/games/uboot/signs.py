"""The signs of U-BOOT, seven rows of seven: training of men, hazards of rooms, shapes and slots of men.

A man is identified by his shape and the letter of his role, never by a shade; a slot by its form.
"""

from __future__ import annotations

from klaxon.console.drawing.sprite import parse_sprite

SIZE = 7
SYMBOLS = {
    "periscope": parse_sprite("..####. ..#..#. ..#.##. ..#.... ..#.... ..#.... .###..."),
    "address": parse_sprite(".....## ...#### ####### ####### ...#### .#...## .#....."),
    "tdc": parse_sprite("...#... .##.##. .#...#. #..#..# .#...#. .##.##. ...#..."),
    "reload": parse_sprite("...#... ...#... .#####. ..###.. ...#... ####### #######"),
    "watch": parse_sprite("....... ..###.. .#...#. #.###.# .#...#. ..###.. ......."),
    "sextant": parse_sprite("...#... ...##.. ..#.#.. ..#.##. .#...#. #.....# .#####."),
    "aa20": parse_sprite("....#.# ...#.#. ..#.#.. .#.#... .###... ..#.... .###..."),
    "gun88": parse_sprite("....... ....... ..##### .###... .####.. ..##... ######."),
    "launch": parse_sprite("....... ##..... .#####. ####### .#####. ##..... ......."),
    "cook": parse_sprite(".#.#.#. ....... ####### .#####. .#####. .#####. ..###.."),
    "hydrophone": parse_sprite("..###.. .#...#. #.....# ##...## ##...## ##...## ......."),
    "enigma": parse_sprite(".##.... #..#... #..#### #..#.#. .##..#. ....... ......."),
    "medic": parse_sprite("..###.. ..#.#.. ###.### #.....# ###.### ..#.#.. ..###.."),
    "repair": parse_sprite(".#...#. .##.##. ..###.. ...#... ...#... ..###.. ..###.."),
    "ballast": parse_sprite("...#... ...#... .#.#.#. ..###.. ...#... .##..## #..##.."),
    "helm": parse_sprite("#..#..# .#####. .#.#.#. ####### .#.#.#. .#####. #..#..#"),
    "engines": parse_sprite("####### #.....# #.###.# #.###.# #..#..# ...#... ..###.."),
}
"""The training of a man."""
HAZARDS = {
    "fire": parse_sprite(".....#. ..#.#.. .##.##. .#####. ##.#### ##..### .#####."),
    "electricity": parse_sprite("...##.. ..##... .####.. ...##.. ..##... .##.... .#....."),
    "gas": parse_sprite("..##... .####.. ######. ####### .#####. ....... #.#.#.#"),
    "darkness": parse_sprite("..###.. .#####. .#####. ..###.. ..#.#.. ..###.. ...#..."),
    "leak": parse_sprite("...#... ..###.. ..###.. .#####. #####.# ####..# .#####."),
}
"""The hazards of a room."""
SHAPES = {
    "circle": parse_sprite("..###.. .#...#. #.....# #.....# #.....# .#...#. ..###.."),
    "square": parse_sprite("####### #.....# #.....# #.....# #.....# #.....# #######"),
    "triangle": parse_sprite("...#... ...#... ..#.#.. ..#.#.. .#...#. .#...#. #######"),
    "hexagon": parse_sprite("...#... .##.##. #.....# #.....# #.....# .##.##. ...#..."),
}
"""The shapes of men."""
SLOTS = {
    "free": parse_sprite("### #.# ###"),
    "act": parse_sprite("### ### ###"),
    "watch": parse_sprite(".#. ### .#."),
    "fault": parse_sprite("##. ### .##"),
    "wound": parse_sprite("#.# .#. #.#"),
    "fatigue": parse_sprite("... ### ..."),
}
"""The contents of a man's slot, three rows of three."""
LAMP = HAZARDS["darkness"]
"""The sign of a place without a symbol: the extra man that a dark room needs."""
