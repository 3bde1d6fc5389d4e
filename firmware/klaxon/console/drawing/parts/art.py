"""The sprites that parts share."""

from __future__ import annotations

from klaxon.console.drawing.sprite import parse_sprite

UP = parse_sprite("..#.. .###. #####")
DOWN = parse_sprite("##### .###. ..#..")
POINTER = parse_sprite("#... ##.. ###. #### ###. ##.. #...")

BARRED = parse_sprite("""
.###.
#..##
#.#.#
##..#
.###.
""")

OK = parse_sprite("""
.#############.
###...##.##.###
##.###.#.#.####
##.###.#..#####
##.###.#.#.####
###...##.##.###
###############
.#############.
""")
HOLD = parse_sprite("""
.#############.
#..###..#..#..#
#.#...#.#.#...#
#.#...#.##....#
#.#...#.#.#...#
#..###..#..#..#
#.............#
.#############.
""")
"""OK, to be held until it is full."""
SENT = parse_sprite("""
.......#.
......##.
#....##..
##..##...
.####....
..##.....
""")
WAITING = parse_sprite("""
#######
.#...#.
.#####.
..###..
..#.#..
.#...#.
.#####.
#######
""")
"""An hour-glass."""

WEAPONS = parse_sprite("""
....#....
.#..#..#.
..#####..
..#####..
#########
..#####..
..#####..
.#..#..#.
....#....
""")
DETECTION = parse_sprite("""
..#####..
.#.....#.
#.......#
#...#...#
#..###..#
#...#...#
#.......#
.#.....#.
..#####..
""")
SPECIAL = parse_sprite("""
..####...
.###.....
###......
###......
###......
####....#
.####..##
..######.
...####..
""")
RADIATION = parse_sprite("""
.##...##.
####.####
####.####
.##...##.
....#....
...###...
..#####..
..#####..
...###...
""")
SYMBOLS = {"weapons": WEAPONS, "detection": DETECTION, "special": SPECIAL, "radiation": RADIATION}

BOAT = parse_sprite("""
.###.
#####
#####
#####
.###.
""")
RING = parse_sprite("""
.###.
#...#
#...#
#...#
.###.
""")
MINE = parse_sprite("""
#.#.#
.###.
##.##
.###.
#.#.#
""")
SMALL_MINE = parse_sprite("#.# .#. #.#")
CROSS = parse_sprite("#...# .#.#. ..#.. .#.#. #...#")
MARK = parse_sprite(".#. ### .#.")
HOLE = parse_sprite(".#. #.# .#.")
LAVA = parse_sprite(".#. ... #.#")
CRATER = parse_sprite("#.# ### ###")
BASE = parse_sprite("### #.# ###")
LETTERS = {
    "1": parse_sprite(".#. ##. .#. .#. ###"),
    "2": parse_sprite("##. ..# .#. #.. ###"),
    "M": parse_sprite("#.# ### ### #.# #.#"),
    "T": parse_sprite("### .#. .#. .#. .#."),
    "D": parse_sprite("##. #.# #.# #.# ##."),
    "S": parse_sprite(".## #.. .#. ..# ##."),
    "Z": parse_sprite("### ..# .#. #.. ###"),
}
"""Letters on islands, small enough for a cell of a chart and the line round it."""
UNKNOWN = parse_sprite("""
.#######.
#.......#
#..###..#
#.....#.#
#...##..#
#.......#
#...#...#
#.......#
.#######.
""")
