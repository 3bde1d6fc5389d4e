"""Setting a game up: from what was asked for to a header that holds everything by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.content.faults import nearest
from klaxon.rules.contract import Game, Header, Option, Refusal
from klaxon.rules.domains import about, fits

Library = Callable[[str, str, str], str]
"""Kind, name, variant -> the content by value."""


def make_header(game: Game[Any, Any], asked: Mapping[str, str], library: Library, seed: str) -> Header | list[Refusal]:
    """Return the header of a new game, or everything that is wrong with the request."""
    known = {option.name: option for option in game.options}
    wrong = [
        Refusal("unknown-option", {"option": name, "nearest": nearest(name, known), "options": ", ".join(known)})
        for name in asked
        if name not in known
    ]
    wrong += [_bad_value(known[name], value) for name, value in asked.items() if _is_bad(known.get(name), value)]
    if wrong:
        return wrong
    options = complete_options(game, asked)
    contents = {
        option.name: library(option.content, options[option.name], game.content(option.content, options))
        for option in game.options
        if option.content
    }
    return Header(game.name, game.version, options, contents, seed)


def complete_options(game: Game[Any, Any], asked: Mapping[str, str]) -> dict[str, str]:
    """Return every option: as requested, else from the requested preset, else its default."""
    options = {option.name: option.default for option in game.options}
    for name, bundles in game.presets.items():
        options.update(bundles[asked.get(name, options[name])])
    options.update(asked)
    return options


def _is_bad(option: Option | None, value: str) -> bool:
    return option is not None and not fits(option.domain, value)


def _bad_value(option: Option, value: str) -> Refusal:
    return Refusal("bad-option", {"option": option.name, "value": value, "values": about(option.domain)})
