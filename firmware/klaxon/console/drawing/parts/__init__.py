"""Parts: what screens consist of. Each is a value that draws itself into any area; none knows a rule of a game.

Those that every console needs are named here. Charts, gauges and symbols are for the screens of games, which import
them from their modules.
"""

from klaxon.console.drawing.parts.banner import Banner
from klaxon.console.drawing.parts.bottom import BottomLine, Doing
from klaxon.console.drawing.parts.coach import CoachLine
from klaxon.console.drawing.parts.lists import List, ListItem
from klaxon.console.drawing.parts.numbers import Countdown, Number
from klaxon.console.drawing.parts.texts import HorizontalRule, Text, Title

__all__ = [
    "Banner",
    "BottomLine",
    "CoachLine",
    "Countdown",
    "Doing",
    "HorizontalRule",
    "List",
    "ListItem",
    "Number",
    "Text",
    "Title",
]
