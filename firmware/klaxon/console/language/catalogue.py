"""Catalogues: message ids and facts become sentences of a language. The catalogues are gettext's .po files.

A message that depends on a number has plural forms. Its `msgid_plural` is the NAME OF THE FACT that counts:

    msgid "note.sonar.away"
    msgid_plural "steps"
    msgstr[0] "{steps} point away"
    msgstr[1] "{steps} points away"

`Plural-Forms` in the header of the language's main file says which form goes with which number. A missing message
is shown in English, and so is one whose placeholders fail, since no translation may stop a game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from klaxon import data
from klaxon.console.language.plurals import PLAIN, PluralRule, UnreadableRuleError, read_rule
from klaxon.rules.games import GAMES

ENGLISH = "en"
"""The language that has every message."""


class Plural(NamedTuple):
    """A message with plural forms."""

    counts: str
    """The fact that counts."""
    forms: tuple[str, ...]
    rule: PluralRule

    def form(self, facts: Mapping[str, object]) -> str:
        """Return the form that goes with the facts; if nothing is counted, the last."""
        number = facts.get(self.counts)
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number[:9])
        return self.forms[self.rule.form(number, len(self.forms))] if isinstance(number, int) else self.forms[-1]


class Catalogue(dict[str, str]):
    """The messages of a language: id -> sentence; for those with plural forms the last one."""

    def __init__(self, texts: Mapping[str, str], plurals: Mapping[str, Plural]) -> None:
        """Store both."""
        super().__init__(texts)
        self.plurals = plurals
        self.labels: dict[str, str] = {}
        """Sentences without facts, cached: most of what a panel says."""


class CatalogueEntry(NamedTuple):
    """One message of a file, as written there."""

    id: str
    counts: str
    """The text of `msgid_plural`; '' for a message with one form."""
    forms: tuple[str, ...]


class _Facts(dict[str, object]):
    """Facts of a message; a missing one is shown as a gap and does not raise."""

    def __missing__(self, key: str) -> str:
        return "?"


def say(message: str, facts: Mapping[str, object], language: str = ENGLISH) -> str:
    """Return the sentence of a message id, or of its variant (see `variant`). An unknown id is shown as it is."""
    messages = catalogue_of(message, language)
    if facts:
        return _say(message, facts, messages)
    if message in messages and message not in messages.labels:
        messages.labels[message] = _say(message, facts, messages)
    return messages.labels.get(message, message)


def _say(message: str, facts: Mapping[str, object], messages: Catalogue) -> str:
    message = variant(message, facts, messages)
    if message not in messages:
        return message
    told = _Facts({name: _plain(name, value) for name, value in facts.items()} if facts else ())
    for known in (messages, catalogue_of(message, ENGLISH)):
        template = known.plurals[message].form(facts) if message in known.plurals else known.get(message, message)
        try:
            return template.format_map(told)
        except (ValueError, LookupError, AttributeError, TypeError):  # the translation was made wrongly
            continue
    return message


def variant(message: str, facts: Mapping[str, object], messages: Catalogue) -> str:
    """Return the id that suits the facts: `ID.nearest` if there is a likely correction, `ID.none` for a count of 0.

    A plural form would say that 0 orders can be undone.
    """
    if facts.get("nearest") and f"{message}.nearest" in messages:
        return f"{message}.nearest"
    counted = messages.plurals.get(message)
    if counted and facts.get(counted.counts) == 0 and f"{message}.none" in messages:
        return f"{message}.none"
    return message


def say_refusal(code: str, facts: Mapping[str, object], language: str = ENGLISH, game: str = "") -> str:
    """Return the sentence of a refusal, the game's own if it has one; for faulty content, one for each fault."""
    return "\n".join([_sentence(code, facts, language, game), *_faults(facts, language, say_fault)])


def say_at_panel(code: str, facts: Mapping[str, object], language: str = ENGLISH, game: str = "") -> str:
    """Return the same for people at a panel: in words of the menus where the sentence names words of the script."""
    message = f"panel.refusal.{code}"
    known = message in catalogue_of(message, ENGLISH)
    text = say(message, facts, language) if known else _sentence(code, facts, language, game)
    return "\n".join([text, *_faults(facts, language, _say_fault_at_panel)])


def say_fault(name: str, line: int, code: str, facts: Mapping[str, object], language: str = ENGLISH) -> str:
    """Return the sentence of a fault in a file, preceded by file and line."""
    return f"{name}:{line}: {say(f'fault.{code}', facts, language)}"


def _say_fault_at_panel(name: str, line: int, code: str, facts: Mapping[str, object], language: str) -> str:
    message = f"panel.fault.{code}"
    if message in catalogue_of(message, ENGLISH):
        return say(message, facts, language)
    return say_fault(name, line, code, facts, language)


def _sentence(code: str, facts: Mapping[str, object], language: str, game: str) -> str:
    own = f"refusal.{game}.{code}"
    return say(own if own in catalogue_of(own, ENGLISH) else f"refusal.{code}", facts, language)


def _faults(facts: Mapping[str, object], language: str, say_one: Callable[..., str]) -> list[str]:
    faults = facts.get("faults")
    if not isinstance(faults, list):
        return []
    return [say_one(str(facts["name"]), each["line"], each["code"], each["facts"], language) for each in faults]


def _plain(name: str, value: object) -> object:
    if not isinstance(value, tuple | list):
        return value
    return ("=" if name == "token" else ", ").join(map(str, value))


# Languages


def languages() -> Mapping[str, str]:
    """Return the available languages, each with its own name for itself: English first, then by file name."""
    return {code: own_name(code) or code for code in data.languages()}


@lru_cache(maxsize=8)
def own_name(language: str) -> str:
    """Return a language's own name. It may not be in use, so only that part of its catalogue is read."""
    found = next(filter(None, map(_OWN_NAME.search, data.language_files(language))), None)
    return (_unquoted(found[1]) or "") if found else ""


OWN_NAME = "language.self"
_OWN_NAME = re.compile(rf'^msgid "{re.escape(OWN_NAME)}"\nmsgstr (".*")$', re.MULTILINE)


def texts(prefix: str, language: str = ENGLISH, game: str = "") -> dict[str, str]:
    """Return all sentences whose ids have a prefix, without that prefix; for a game's own those of this one."""
    found = _joined(words_of(group, language) for group in dict.fromkeys(("", game))).items()
    return {message.removeprefix(prefix): text for message, text in found if message.startswith(prefix)}


@lru_cache(maxsize=4096)
def catalogue_of(message: str, language: str) -> Catalogue:
    """Return the messages of a language that include an id: those of its game, or those of no game."""
    return words_of(_game_of(message), language)


def _game_of(message: str) -> str:
    """Return the game of a message, as in `verb.sonar.surface`; '' if it belongs to none."""
    parts = message.split(".", 2)
    return parts[1] if len(parts) > 2 and parts[1] in GAMES else ""


@lru_cache(maxsize=16)
def words_of(game: str, language: str) -> Catalogue:
    """Return the messages of one game ('': of none), with English ones where the language lacks them.

    The messages of a game are read when the first is asked for, so other games cost neither time nor memory.
    """
    if language == ENGLISH:
        return _read(ENGLISH, game)
    english = words_of(game, ENGLISH)
    found = _read(language, game) if language in data.languages() else Catalogue({}, {})
    plurals = {message: forms for message, forms in english.plurals.items() if message not in found}
    return Catalogue({**english, **found}, {**plurals, **found.plurals})


def catalogue(language: str) -> Catalogue:
    """Return all messages of a language, with English ones where it lacks them; English for an unknown language."""
    return _joined(words_of(game, language) for game in ("", *GAMES))


def own_messages(language: str) -> Catalogue:
    """Return the messages of a language alone, without those that it lacks."""
    return _joined(_read(language, game) for game in ("", *GAMES))


def _joined(parts: Iterable[Catalogue]) -> Catalogue:
    texts, plurals = dict[str, str](), dict[str, Plural]()
    for part in parts:
        texts.update(part)
        plurals.update(part.plurals)
    return Catalogue(texts, plurals)


def _read(language: str, game: str) -> Catalogue:
    """Return the messages of a language that belong to a game.

    Nearly all are plain. They are taken out in one step: a console that starts waits for the rest to be parsed.
    """
    pieces = _PLAIN.split(data.language(language))
    texts = {
        message: text for message, text in zip(pieces[1::3], pieces[2::3], strict=True) if _game_of(message) == game
    }
    plurals, rule = dict[str, Plural](), PLAIN
    for entry in entries("".join(pieces[::3])):
        if not entry.id:
            rule = _rule(entry.forms[0], rule)
        elif all(entry.forms) and _game_of(entry.id) == game:
            texts[entry.id] = entry.forms[-1]
            if entry.counts:
                plurals[entry.id] = Plural(entry.counts, entry.forms, rule)
    return Catalogue(texts, plurals)


def _rule(header: str, before: PluralRule) -> PluralRule:
    """Return the plural rule of a header; without one, the previous rule."""
    try:
        return read_rule(header)
    except UnreadableRuleError:
        return before


def entries(text: str) -> Iterator[CatalogueEntry]:
    """Yield the messages of a .po file in order; unreadable ones are skipped."""
    for block in _BETWEEN.split(text):
        parts = _parts(block.splitlines())
        forms = [parts[key] for key in ("msgstr", *(f"msgstr[{n}]" for n in range(9))) if key in parts]
        if "msgid" in parts and forms and None not in parts.values():
            yield CatalogueEntry(
                parts["msgid"] or "", parts.get("msgid_plural") or "", tuple(form or "" for form in forms)
            )


_BETWEEN = re.compile(r"\n\s*\n")
_PLAIN = re.compile(r'^(?:#.*\n)*msgid "([^"\\\n]+)"\nmsgstr "([^"\\\n]+)"(?=\n\s*\n|\s*\Z)', re.MULTILINE)
"""A message of one line and one form, without any escapes."""


def _parts(lines: Iterable[str]) -> dict[str, str | None]:
    """Return the text after each keyword of a message, None if it is not a string."""
    parts: dict[str, str | None] = {}
    current = ""
    for line in lines:
        keyword, _, rest = line.partition(" ")
        if keyword.startswith("msg"):
            current = keyword
            parts[current] = _unquoted(rest)
        elif line.startswith('"'):
            before, more = parts.get(current), _unquoted(line)
            parts[current] = None if before is None or more is None else before + more
    return parts


def _unquoted(text: str) -> str | None:
    text = text.strip()
    if "\\" not in text and text.count('"') == 2 and text[0] == text[-1] == '"':  # nearly all are: no need to parse
        return text[1:-1]
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return found if isinstance(found, str) else None
