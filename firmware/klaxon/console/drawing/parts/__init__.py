"""Parts: what screens are made of. Each is a value that draws itself into any area; none knows a rule of a game."""

from klaxon.console.drawing.parts.banner import Banner
from klaxon.console.drawing.parts.bottom import BottomLine, Doing
from klaxon.console.drawing.parts.chart import Chart
from klaxon.console.drawing.parts.coach import CoachLine
from klaxon.console.drawing.parts.gauges import Damage, Gauge, Gauges
from klaxon.console.drawing.parts.lists import List, ListItem
from klaxon.console.drawing.parts.numbers import Countdown, Number
from klaxon.console.drawing.parts.scale import Point
from klaxon.console.drawing.parts.symbols import Group, Symbol, Symbols
from klaxon.console.drawing.parts.texts import HorizontalRule, Text, Title

__all__ = [
    "Banner",
    "BottomLine",
    "Chart",
    "CoachLine",
    "Countdown",
    "Damage",
    "Doing",
    "Gauge",
    "Gauges",
    "Group",
    "HorizontalRule",
    "List",
    "ListItem",
    "Number",
    "Point",
    "Symbol",
    "Symbols",
    "Text",
    "Title",
]
