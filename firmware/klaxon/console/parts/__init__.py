"""Parts: what screens are made of. Each is a value that draws itself into any area; none knows a rule of a game."""

from klaxon.console.parts.banner import Banner
from klaxon.console.parts.bottom import BottomLine, Doing
from klaxon.console.parts.chart import Chart
from klaxon.console.parts.coach import CoachLine
from klaxon.console.parts.gauges import Damage, Gauge, Gauges
from klaxon.console.parts.lists import Item, List
from klaxon.console.parts.numbers import Countdown, Number
from klaxon.console.parts.scale import Point
from klaxon.console.parts.symbols import Group, Symbol, Symbols
from klaxon.console.parts.texts import Rule, Text, Title

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
    "Item",
    "List",
    "Number",
    "Point",
    "Rule",
    "Symbol",
    "Symbols",
    "Text",
    "Title",
]
