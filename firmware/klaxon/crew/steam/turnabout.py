"""Fairness of a season: who begins and which set a boat has rotate, as far as the options leave them open."""

from __future__ import annotations

from dataclasses import replace

from klaxon.rules.contract import Header, Refusal
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.cards.check import read_deck
from klaxon.rules.steam.setting import ANY_SET, BOATS
from klaxon.rules.steam.start import ready_sets


def turnabout(header: Header, number: int) -> Header:
    """Return the header of one game of a season: of four games in a row, each set begins on each boat once."""
    options, deck = dict(header.options), read_deck(header.contents["cards"])
    if options["first"] == "random":
        options["first"] = BOATS[number % 2]
    if options["setup"] == "ready" and isinstance(deck, Deck):
        pair = (options["red"], options["blue"])
        chosen = ready_sets(deck.sets, *pair)
        if not isinstance(chosen, Refusal):
            names = [next(name for name, cards in deck.sets.items() if cards == each) for each in chosen]
            turned = pair == (ANY_SET, ANY_SET) and number // 2 % 2
            options["red"], options["blue"] = reversed(names) if turned else names
    return replace(header, options=options)
