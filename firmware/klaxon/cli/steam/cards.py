"""`klaxon cards`: describe the cards of your own box in a file, check them, show them.

`new FILE` writes a file to fill in; `check FILE ...` names everything that is wrong with it, line by line; `show`
prints cards readably: those shipped, or a file's; one card alone, and all with `--panel` or `--sheet FILE.png`, as the
panels draw them. A game takes them by `new steam cards=FILE`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from klaxon import data
from klaxon.cli import FOUND
from klaxon.cli.help.checked import tell_faults, tell_missing
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.devices import Picture
from klaxon.console.drawing.picture_export import as_text, sheet
from klaxon.console.drawing.screen import Area, Screen
from klaxon.console.games.steam.cards import draw as drawn_card
from klaxon.console.games.steam.cards import op_told
from klaxon.console.language.catalogue import ENGLISH, languages, say_refusal
from klaxon.console.language.game_words import Phrases
from klaxon.rules.steam.cards.cards import Card, Deck
from klaxon.rules.steam.cards.check import read_deck
from klaxon.rules.steam.setting import POST_ID

SHIPPED = "first-contact"
WIDTH, HEIGHT = 128, 64
"""Size of the panel on which a card is drawn."""


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser("klaxon cards", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="new|check|show")
    new = acts.add_parser("new", help="write a file to fill in with the cards of your own box")
    new.add_argument("file", help="the file to write; one that is there already is left alone")
    check = acts.add_parser("check", help="name everything that is wrong with card files")
    check.add_argument("file", nargs="+", help="card files, or names of shipped ones")
    check.add_argument("--json", action="store_true", help="one JSON object a file instead of text")
    show = acts.add_parser("show", help="print cards readably")
    show.add_argument("name", nargs="?", default=SHIPPED, help="a file, a shipped box, or one card of that box")
    show.add_argument("--panel", action="store_true", help="every card as a panel draws it, not only one alone")
    show.add_argument("--sheet", type=Path, help="draw the cards as panels do into this PNG instead")
    show.add_argument("--language", default=ENGLISH, choices=[*languages()], help="what panels and effects speak (en)")
    return parser


def main(arguments: list[str]) -> int:
    """Run one of the three; exit status 1 if a file is faulty or cannot be read."""
    asked = build_parser().parse_args(arguments)
    if asked.act == "new":
        return _new(Path(asked.file))
    if asked.act == "check":
        return max([_check(name, as_json=asked.json) for name in asked.file])
    return _show(asked.name, Phrases("steam", asked.language), asked.sheet, panel=asked.panel)


def _new(path: Path) -> int:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(data.template("cards"))
    except FileExistsError:
        sys.stderr.write(f"{path} is there already; nothing was written. Choose another name.\n")
        return FOUND
    except OSError as error:
        sys.stderr.write(f"{path} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{path} is written. Fill in your cards, then: klaxon cards check {path}\n")
    return 0


def _check(name: str, *, as_json: bool) -> int:
    try:
        found = read_deck(_text(name))
    except data.ContentError as error:
        return tell_missing(name, error, as_json=as_json)
    if not isinstance(found, Deck):
        return tell_faults(name, found, as_json=as_json)
    if as_json:
        sys.stdout.write(json.dumps({"file": name, "ok": True, "cards": len(found.cards), "sets": found.sets}) + "\n")
    else:
        sets = "".join(f"  {_totals(found, set_name)}\n" for set_name in found.sets)
        sys.stdout.write(f"{name}: {len(found.cards)} cards, nothing is wrong\n{sets}")
    return 0


def _text(name: str) -> str:
    return data.read("cards", name) if name in data.names("cards") else data.read_file(Path(name))


def _show(name: str, phrases: Phrases, onto: Path | None, *, panel: bool) -> int:
    """Print a box; a name that is neither a file nor a box is one card of the shipped box."""
    only = "" if name in data.names("cards") or Path(name).exists() or "/" in name or "." in name else name
    try:
        deck = read_deck(_text(SHIPPED if only else name))
    except data.ContentError as error:
        sys.stdout.write(say_refusal(error.code, error.facts) + "\n")
        return FOUND
    if not isinstance(deck, Deck):
        return _check(name, as_json=False)
    if only and only not in deck.index:
        sys.stderr.write(f"There is no box and no card {only!r}. The cards are: {', '.join(deck.index)}.\n")
        return FOUND
    chosen = [deck.cards[deck.index[only]]] if only else deck.cards
    if onto is not None:
        return _draw(deck, chosen, phrases, onto)
    for card in chosen:
        drawn = as_text(picture(deck, card, phrases)) if only or panel else ""
        sys.stdout.write(f"{drawn}{card_text(card, phrases)}" + ("" if card is chosen[-1] else "\n"))
    if not only:
        sys.stdout.write("".join(f"\n{_totals(deck, set_name)}" for set_name in deck.sets) + "\n")
    return 0


def picture(deck: Deck, card: Card, phrases: Phrases) -> Picture:
    """Return a card as a panel draws it."""
    shown = deck.data["cards"][deck.index[card.id]]
    return Screen(drawn_card(phrases, shown, Area(0, 0, WIDTH, HEIGHT))).picture(WIDTH, HEIGHT)


def _draw(deck: Deck, cards: Sequence[Card], phrases: Phrases, path: Path) -> int:
    try:
        path.write_bytes(sheet({card.id: picture(deck, card, phrases) for card in cards}))
    except OSError as error:
        sys.stderr.write(f"{path} cannot be written: {error.strerror}. Choose another place.\n")
        return FOUND
    sys.stdout.write(f"{len(cards)} cards in {path}\n")
    return 0


def _totals(deck: Deck, name: str) -> str:
    cards = [deck.cards[deck.index[each]] for each in deck.sets[name]]
    points = sum(card.hp_plain + card.hp_oxygen for card in cards)
    return f"set {name}: {len(cards)} cards, {points} hit points, {sum(card.hp_oxygen for card in cards)} oxygen"


def card_text(card: Card, phrases: Phrases) -> str:
    """Return a card in a few lines that a person can compare with the printed one."""
    say = phrases.say
    kinds = " + ".join([*card.types, *(["combat"] if card.combat else [])])
    marks = [*(["1"] if card.once_per_turn else []), *(["x2"] if card.x2 else []), *(["may"] if card.optional else [])]
    lines = [f"{card.name} ({card.id}, {card.faction})"]
    lines.append(f"  {kinds}; {card.hp_plain}+{card.hp_oxygen} points; {card.trigger} {' '.join(marks)}".rstrip())
    if card.targets:
        lines.append("  aims: " + ", ".join(f"{aim.relation} {aim.range} -> {aim.section}" for aim in card.targets))
    if card.requires:
        lines.append("  " + say("told.steam.requires", needs=", ".join(map(phrases.need, card.requires))))
    lines += ["  " + say("told.steam.does", what=op_told(phrases, op._asdict())) for op in card.ops]
    if card.id == POST_ID:
        lines.append("  its operator stays here; it is never a target, only a redirect damages it")
    return "\n".join([*lines, *([f"  {card.text}"] if card.text else [])]) + "\n"
