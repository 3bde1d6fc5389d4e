"""What pages offer an organiser to choose from, in the words of the panels: options of games, settings of consoles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from klaxon import data
from klaxon.club.table_side.pushed import PUSHED
from klaxon.club.tournament.tournament import ActError
from klaxon.console.games import lobby_defaults_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.settings.console_settings import OFFERED
from klaxon.rules.contract import Option
from klaxon.rules.domains import OneOf, Span
from klaxon.rules.games import FIRST_GAME, GAMES, game_named
from klaxon.table.setup import complete_options, make_header

MOST_VALUES = 40
"""Numbers that are offered one by one; of more than that one is typed."""


def check_options(game: str, options: Mapping[str, str]) -> None:
    """Raise ActError if no game can be set up with these options."""
    for name, value in options.items():
        if "/" in value or "." in value:  # a file of this machine is none of a table's
            raise ActError("bad-option", option=name, value=value)
    try:
        made = make_header(game_named(game), {**lobby_defaults_of(game).options, **options}, data.read, "desk")
    except data.ContentError as error:
        raise ActError("no-such-content", name=str(error.facts.get("name", error.code))) from error
    if isinstance(made, list):
        facts = made[0].facts
        raise ActError("bad-option", option=str(facts["option"]), value=options.get(str(facts["option"]), ""))


@cache
def game_options(game: str, language: str) -> Sequence[Mapping[str, Any]]:
    """Return the options of a game as a console sets it up, those that everybody needs first."""
    named, defaults, phrases = game_named(game), lobby_defaults_of(game), Phrases(game, language)
    usual = complete_options(named, defaults.options)
    known = {option.name: option for option in named.options}
    first = [*defaults.first, *defaults.last]
    return [
        {
            "name": name,
            "words": phrases.option(name),
            "first": name in first,
            "usual": usual[name],
            **_domain(known[name], named.content(known[name].content, usual) if known[name].content else "", phrases),
        }
        for name in (*first, *(other for other in known if other not in first))
    ]


def _domain(option: Option, variant: str, phrases: Phrases) -> Mapping[str, Any]:
    domain = option.domain
    if isinstance(domain, Span) and (domain.high - domain.low) // domain.step >= MOST_VALUES:
        return {"low": domain.low, "high": domain.high, "step": domain.step}
    values: Sequence[str] = ()
    if option.content:
        values = data.names(option.content, variant)
    elif isinstance(domain, OneOf):
        values = [str(value) for value in domain.values]
    elif isinstance(domain, Span):
        values = [str(value) for value in range(domain.low, domain.high + 1, domain.step)]
    return {"values": [[value, phrases.option_value(option.name, value)] for value in values]}


@cache
def pushed_settings(language: str) -> Sequence[Mapping[str, Any]]:
    """Return the settings of consoles that a desk may push, each with its values."""
    phrases = Phrases(FIRST_GAME, language)
    return [
        {
            "name": name,
            "words": phrases.say(f"lobby.{name}"),
            "values": [[value, phrases.find(f"habit.{name}.{value}", value)] for value in OFFERED[name]],
        }
        for name in PUSHED
    ]


@cache
def all_games(language: str) -> Sequence[tuple[str, str]]:
    """Return all games with their names."""
    return [(game, Phrases(game, language).find(f"game.{game}", game)) for game in GAMES]
