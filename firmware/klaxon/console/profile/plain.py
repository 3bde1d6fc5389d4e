"""A profile as plain JSON, for programs: the model as it is, and the use of each line."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from klaxon.console.profile.model import Line, Profile
from klaxon.console.profile.wiring import wiring


def plain(profile: Profile) -> dict[str, Any]:
    """Return a profile as JSON; a line is its number, or `chip.number`."""
    data = {field.name: _plain(getattr(profile, field.name)) for field in fields(profile)}
    uses = [
        {"line": use.line.token, "what": use.what, **dict(use.facts), "pull": use.pull, "text": use.text()}
        for use in wiring(profile)
    ]
    return {**data, "wiring": uses}


def _plain(value: object) -> Any:
    if isinstance(value, Line):
        return value.token
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value
