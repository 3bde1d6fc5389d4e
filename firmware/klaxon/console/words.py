"""Words: message ids and facts become sentences of a language. The catalogues are gettext's .po files."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from klaxon import data


class _Facts(dict[str, object]):
    """Facts of a message; one that is missing shows as a gap, not as a crash."""

    def __missing__(self, key: str) -> str:
        return "?"


def say(message: str, facts: Mapping[str, object], language: str = "en") -> str:
    """Return the sentence of a message id; `ID.nearest` where there is a word that was probably meant.

    An id without a sentence is shown as it is.
    """
    messages = catalogue(language)
    template = messages.get(message)
    if facts.get("nearest"):
        template = messages.get(f"{message}.nearest", template)
    if template is None:
        return message
    return template.format_map(_Facts({name: _plain(value) for name, value in facts.items()}))


def say_refusal(code: str, facts: Mapping[str, object], language: str = "en") -> str:
    """Return the sentence of a refusal; of faulty content, a sentence for every fault."""
    text = say(f"refusal.{code}", facts, language)
    faults = facts.get("faults")
    if isinstance(faults, list):
        lines = [
            say_fault(str(facts["name"]), fault["line"], fault["code"], fault["facts"], language) for fault in faults
        ]
        return "\n".join([text, *lines])
    return text


def say_fault(name: str, line: int, code: str, facts: Mapping[str, object], language: str = "en") -> str:
    """Return the sentence of a fault in a file, with file and line before it."""
    return f"{name}:{line}: {say(f'fault.{code}', facts, language)}"


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return "=".join(value) if isinstance(value, tuple) and len(value) == 2 else ", ".join(map(str, value))
    return value


@lru_cache(maxsize=8)
def catalogue(language: str) -> Mapping[str, str]:
    """Return the messages of a language."""
    messages: dict[str, str] = {}
    current, parts = "", {"msgid": "", "msgstr": ""}
    for line in [*data.language(language).splitlines(), ""]:
        keyword, _, rest = line.partition(" ")
        if keyword in parts:
            current = keyword
            parts[current] = ast.literal_eval(rest)
        elif line.startswith('"'):
            parts[current] += ast.literal_eval(line)
        elif not line:
            if parts["msgid"]:
                messages[parts["msgid"]] = parts["msgstr"]
            parts = {"msgid": "", "msgstr": ""}
    return messages
