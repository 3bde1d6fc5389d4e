"""Linked play as every seat sees it: the missions before this one, and after the end the log (UBT-12.17b)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from klaxon.rules.uboot.linked.log import canonical, past_missions
from klaxon.rules.uboot.linked.records import LinkedPlay
from klaxon.rules.uboot.state import OpenBoard


def show_linked(board: OpenBoard) -> dict[str, Any]:
    """Return the missions so far, and the log once the mission is over."""
    linked = board.linked
    return {
        "past": [each._asdict() for each in linked.past],
        "log": json.loads(linked.log) if linked.log else None,
    }


def read_linked(data: Mapping[str, Any]) -> LinkedPlay:
    """Return what was shown."""
    return LinkedPlay(past_missions(data["past"]), canonical(data["log"]) if data["log"] else "")
