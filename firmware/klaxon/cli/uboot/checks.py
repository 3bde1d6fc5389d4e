"""The checks of `klaxon doctor` for U-BOOT."""

from __future__ import annotations

from klaxon import data
from klaxon.cli.doctor.program import ContentCheck
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Mission, read_mission


class Boxes(ContentCheck):
    """The shipped boxes of U-BOOT."""

    code = "DOC-116"
    pattern = "boxes/*.json"

    def is_sound(self, text: str) -> bool:
        """Read a box."""
        return isinstance(read_box(text), Box)


class Missions(ContentCheck):
    """The shipped missions of U-BOOT."""

    code = "DOC-117"
    pattern = "missions/*.json"

    def is_sound(self, text: str) -> bool:
        """Read a mission with the shipped box."""
        box = read_box(data.read("boxes", "uboot"))
        return isinstance(box, Box) and isinstance(read_mission(text, box), Mission)
