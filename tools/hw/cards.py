"""Role cards, A6: what a role does, its controls as this console has them, and the signs it sees on its panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from klaxon.console.devices import COURSE_KEYS, Fitting
from klaxon.console.drawing.parts import art
from klaxon.console.drawing.sprite import Sprite
from klaxon.console.games.sonar.signs import OURS, THEIRS
from klaxon.console.games.uboot.boat.boat_signs import BOXES, BREACH
from klaxon.console.games.uboot.signs import HAZARDS, SYMBOLS
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.manning import man
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.profile import Profile, fittings
from klaxon.rules.contract import role_of
from klaxon.rules.games import game_named
from tools.hw.svg import GREY, INK, PAPER, Sheet, measure, wrap
from tools.hw.words import Words

WIDTH, HEIGHT, INSET = 105.0, 148.0, 7.0
SIZES = (3.8, 3.6, 3.4, 3.3, 3.1, 2.9, 2.7, 2.5)
"""Letters are as large as the card allows."""
BOLD, WIDEST_HEAD = 1.12, 0.36
"""How much wider bold letters are, and how much of a line the name of a control may take."""
DOT = 0.55
"""Millimetres of a pixel of a sign."""
GAMES = ("sonar", "uboot", "steam")
"""Games that have cards. The last one has the fewest: the card for all games fits beside it."""
HUES = {"sonar": "#1d3f5e", "uboot": "#2d5043", "steam": "#6b3e1f", "all": "#37474f"}
CONTROLS = ("dial", "second", "course", "ok", "stop", "back")


def _trained(*symbols: str) -> dict[str, Sprite]:
    """Return what men of U-BOOT are trained for, by the message that says it."""
    return {f"symbol.uboot.{symbol}": SYMBOLS[symbol] for symbol in symbols}


_HULLS: dict[str, Sprite] = {"ours": OURS, "theirs": THEIRS}
_TOKENS = {f"value.uboot.{token}": BOXES[token] for token in ("act", "watch", "fault", "wound", "fatigue")}
_DANGERS = {f"value.uboot.{name}": sprite for name, sprite in (*HAZARDS.items(), ("breach", BREACH))}
SIGNS: dict[str, dict[str, Sprite]] = {
    "sonar.captain": {"boat": art.BOAT, "mine": art.MINE, "guess": art.CROSS, **_HULLS},
    "sonar.xo": _HULLS,
    "sonar.engineer": art.SYMBOLS,
    "sonar.radio": {"track": art.RING, "guess": art.CROSS},
    "steam.captain": {},
    "uboot.captain": _trained("periscope", "address", "tdc", "launch", "reload"),
    "uboot.first_officer": _trained("helm", "gun88", "hydrophone", "enigma", "medic"),
    "uboot.navigator": _trained("watch", "sextant", "cook", "aa20") | _TOKENS,
    "uboot.engineer": _trained("engines", "ballast", "repair") | _DANGERS,
    "all": {"ok": art.OK, "hold": art.HOLD, "sent": art.SENT, "waiting": art.WAITING, "barred": art.BARRED},
}
"""Card -> the signs that its panel shows, by name: hardware.sign.NAME, or a message of its game."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card before it is drawn."""

    game: str
    title: str
    place: str
    duty: tuple[str, ...]
    controls: tuple[str, ...]
    signs: tuple[tuple[Sprite, str], ...]


def sheets(profile: Profile, words: Words) -> dict[str, str]:
    """Return a sheet of cards for each game, by its name; the card for all games is with the last one."""
    found = {game: list(_cards(profile, game, words)) for game in GAMES}
    found[GAMES[-1]].append(_grammar(profile, words))
    return {game: _drawn(cards, words("cards.title", name=profile.name)) for game, cards in found.items()}


# What stands on a card


def _cards(profile: Profile, game: str, words: Words) -> Iterator[Card]:
    played = game_named(game)
    sides = assign_sides(fittings(profile), played.boats)
    phrases = Phrases(game, words.language)
    roles = dict.fromkeys(role_of(seat) for seat in played.seats)
    manning = man(sides, played, dict.fromkeys(sides.boats.values(), "all"))
    own = {fitting.name: fitting for fitting in fittings(profile)}
    for role in roles:
        worked = [own[name] for name, held in manning.items() if any(seat.endswith(f".{role}") for seat in held)]
        name = f"{game}.{role}"
        duty = words(f"card.{name}.duty", **words.keys()).splitlines()
        signs = [
            (sprite, phrases.say(sign) if "." in sign else words(f"sign.{sign}", **words.keys()))
            for sign, sprite in SIGNS[name].items()
        ]
        title = phrases.role(role)
        place = ", ".join(_station(profile, fitting, words) for fitting in worked)
        place = words("cards.place", game=phrases.say(f"game.{game}"), stations=place)
        yield Card(game, title, place, tuple(duty), tuple(_controls(name, worked[0], words)), tuple(signs))


def _station(profile: Profile, fitting: Fitting, words: Words) -> str:
    beside = [each.name for each in fittings(profile) if each.side == fitting.side]
    return words("overlay.station", boat=words.boat(fitting.side), number=beside.index(fitting.name) + 1)


def _controls(card: str, fitting: Fitting, words: Words) -> Iterator[str]:
    """Yield a line for every control that the station has, or for how it is done without."""
    has = {
        "dial": True,
        "ok": True,
        "second": fitting.dials > 1,
        "course": set(COURSE_KEYS) <= set(fitting.keys),
        "stop": "stop" in fitting.keys,
        "back": "back" in fitting.keys,
    }
    for control in CONTROLS:
        message = f"card.{card}.{control if has[control] else f'no-{control}'}"
        if words.has(message):
            yield words(message, **words.keys())


def _grammar(profile: Profile, words: Words) -> Card:
    """Return the card of what is the same in every game."""
    first = fittings(profile)[0]
    signs = [(sprite, words(f"sign.{sign}", **words.keys())) for sign, sprite in SIGNS["all"].items()]
    duty = words("card.all.duty", **words.keys()).splitlines()
    return Card("all", words("card.all.title"), "", tuple(duty), tuple(_controls("all", first, words)), tuple(signs))


# Drawing


def _drawn(cards: Sequence[Card], title: str) -> str:
    across = 2
    down = -(-len(cards) // across)
    sheet = Sheet(across * WIDTH, down * HEIGHT, title)
    size = min(_fitting_size(card) for card in cards)
    for number, card in enumerate(cards):
        _card(sheet, card, number % across * WIDTH, number // across * HEIGHT, size)
    for cut in range(1, down):
        sheet.line((0, cut * HEIGHT), (across * WIDTH, cut * HEIGHT), stroke=GREY, stroke_dasharray="2 2")
    sheet.line((WIDTH, 0), (WIDTH, down * HEIGHT), stroke=GREY, stroke_dasharray="2 2")
    return str(sheet)


def _fitting_size(card: Card) -> float:
    """Return the largest letters with which everything finds its place."""
    for size in SIZES:
        if _card(Sheet(WIDTH, HEIGHT, ""), card, 0, 0, size) <= HEIGHT - INSET:
            return size
    raise ValueError(f"too many words for a card: {card.title}")


def _card(sheet: Sheet, card: Card, left: float, top: float, size: float) -> float:
    """Draw a card; return how far down it reaches."""
    hue, wide = HUES[card.game], WIDTH - 2 * INSET
    sheet.rect(left + 4, top + 4, WIDTH - 8, 17, rx=2.5, fill=hue, stroke="none")
    title = card.title[:1].upper() + card.title[1:]
    large = min(7.0, 7.0 * (wide - 4) / max(measure(title, 7.0), 1))
    sheet.text(left + INSET + 1, top + (13 if card.place else 15), title, large, fill=PAPER, font_weight="bold")
    sheet.text(left + INSET + 1, top + 18.6, card.place, 3.2, fill=PAPER)
    y = top + 27
    for paragraph in card.duty:
        y = _paragraph(sheet, left + INSET, y, paragraph, size, wide) + 0.35 * size
    sheet.line((left + INSET, y - 1.2), (left + WIDTH - INSET, y - 1.2), stroke=hue, stroke_width=0.5)
    y += size + 0.6
    indent = max((measure(control.partition(": ")[0], size) * BOLD + 1.5 for control in card.controls), default=0)
    indent = min(indent, wide * WIDEST_HEAD)
    for control in card.controls:
        y = _control(sheet, left + INSET, y, control, size, indent) + 0.2 * size
    if card.signs:
        sheet.line((left + INSET, y - 1.2), (left + WIDTH - INSET, y - 1.2), stroke=hue, stroke_width=0.5)
        y = _signs(sheet, card, left + INSET, y + 1.2, size)
    return y - top


def _paragraph(sheet: Sheet, x: float, y: float, text: str, size: float, wide: float) -> float:
    """Write a paragraph; return where the next one begins."""
    for line in wrap(text, size, wide):
        sheet.text(x, y, line, size)
        y += size * 1.28
    return y


def _control(sheet: Sheet, x: float, y: float, control: str, size: float, indent: float) -> float:
    """Write what a control does, its name in bold before it; return where the next one begins."""
    head, _, rest = control.partition(": ")
    names = wrap(head, size, (indent - 1.4) / BOLD)
    for number, line in enumerate(names):
        sheet.text(x, y + number * size * 1.28, line, size, font_weight="bold")
    below = _paragraph(sheet, x + indent, y, rest, size, WIDTH - 2 * INSET - indent)
    return max(below, y + len(names) * size * 1.28)


def _signs(sheet: Sheet, card: Card, x: float, y: float, size: float) -> float:
    """Draw the signs in two columns, each as the panel lights it."""
    half = (WIDTH - 2 * INSET) / 2
    for row in range(0, len(card.signs), 2):
        bottom = y
        for column, (sprite, text) in enumerate(card.signs[row : row + 2]):
            left = x + column * half
            _sprite(sheet, sprite, left, y)
            room = max(other.width for other, _ in card.signs) * DOT + 4
            lines = wrap(text, size, half - room - 1)
            for number, line in enumerate(lines):
                sheet.text(left + room, y + size + number * size * 1.2, line, size)
            bottom = max(bottom, y + sprite.height * DOT + 2.4, y + len(lines) * size * 1.2 + 1)
        y = bottom + 0.8
    return y


def _sprite(sheet: Sheet, sprite: Sprite, left: float, top: float) -> None:
    """Draw a sign light on dark."""
    wide, high = sprite.width * DOT + 2, sprite.height * DOT + 2
    sheet.rect(left, top, wide, high, rx=0.5, fill=INK, stroke="none")
    for x, column in enumerate(sprite.columns):
        for y in range(sprite.height):
            if column >> y & 1:
                at = (left + 1 + x * DOT, top + 1 + y * DOT)
                sheet.rect(*at, DOT * 0.92, DOT * 0.92, fill="#7fd8ff", stroke="none")
