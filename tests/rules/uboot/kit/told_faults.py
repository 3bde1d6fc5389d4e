"""What is told of each planted fault of a box or a mission: codes and facts, in a table for people to check."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from klaxon.rules.content.faults import Fault

_TABLE = Path(__file__).with_name("told_faults.json")
MOST = 3
"""Faults of one file that are looked at; what destroys a whole part of it has many."""


def told_facts(kind: str) -> dict[str, list[list[Any]]]:
    """Return for each planted fault the codes and facts that are told of it; kind is `boxes` or `missions`."""
    told: dict[str, list[list[Any]]] = json.loads(_TABLE.read_text("utf-8"))[kind]
    return told


def facts_of(faults: Iterable[Fault]) -> list[list[Any]]:
    """Return codes and facts of the first faults, as the table has them."""
    told = [[fault.code, fault.facts] for fault in list(faults)[:MOST]]
    plain: list[list[Any]] = json.loads(json.dumps(told))
    return plain
