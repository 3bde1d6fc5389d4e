"""The debrief as one HTML file that needs nothing else: no network, no font, no second file."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from klaxon.console.games import narration_of, past_pictures_of
from klaxon.console.language.catalogue import texts
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.narration import ToldMoment
from klaxon.console.onlook.debrief import Story
from klaxon.rules.contract import Seat, boat_of, role_of
from klaxon.web.server.policy import Policy, policy_header

FOLDER = Path(__file__).parent
LABELS = "booklet."
"""Prefix of the message ids of its labels."""
NOWHERE = "'none'"
OUR_CONSOLE = "'self'"
"""Whom a page may ask for a moment between two steps; a file that was kept has nobody to ask."""
_GAP = re.compile(r"\{\{([a-z.-]+)\}\}")


class DebriefFile(NamedTuple):
    """A file, and what a browser may do with it."""

    text: str
    policy: Policy
    """Its Content-Security-Policy: run its own script, load nothing; ask the console at most. It is in the file too."""


def make_debrief_file(story: Story) -> DebriefFile:
    """Return the debrief of a story as a file."""
    phrases = story.phrases
    name = phrases.find(f"game.{story.game}", story.game)
    style, script = _read("page.css"), _script(story.game)
    policy = {
        "default-src": NOWHERE,
        "script-src": source_hash(script),
        "style-src": source_hash(style),
        "base-uri": NOWHERE,
        **({"connect-src": OUR_CONSOLE} if past_pictures_of(story.game) else {}),
    }
    filled = {
        "language": phrases.language,
        "title": phrases.say("booklet.title", game=name, name=story.name),
        "outcome": story.moments[-1].sentences[-1],
        "crews": " ".join(_crews(story)),
        "game": story.game,
        "policy": policy_header(policy),
        **{f"label.{label}": text for label, text in _labels(phrases).items()},
    }
    gaps = {gap: html.escape(text) for gap, text in filled.items()}
    gaps |= {"style": style, "script": script, "story": _embed(contents(story))}
    return DebriefFile(_GAP.sub(lambda gap: gaps[gap[1]], _read("page.html")), policy)


def contents(story: Story) -> dict[str, Any]:
    """Return a story as data: the truth of the first step, and the changes of each later one."""
    boats = story.moments[0].truth.get("boats", {})
    return {
        "name": story.name,
        "game": story.game,
        "columns": story.phrases.columns,
        "boats": {boat: story.phrases.boat(boat) for boat in boats},
        "facts": narration_of(story.game).facts(),
        "labels": _labels(story.phrases),
        "past": _past_pictures(story),
        "words": _words(story),
        "begin": story.moments[0].truth,
        "steps": list(_steps(story)),
    }


def _past_pictures(story: Story) -> list[str]:
    """Return the names of the pictures at which any second can be looked at; none in a game that has only its steps."""
    how = past_pictures_of(story.game)
    return [story.phrases.say(f"past.{story.game}.{name}") for name in how.pictures] if how else []


def _steps(story: Story) -> Iterator[dict[str, Any]]:
    before = story.moments[0].truth
    for moment in story.moments:
        yield {
            "at": moment.at,
            "by": _seat(moment, story),
            "order": moment.order,
            "say": moment.sentences,
            "events": [[event.type, event.facts] for event in moment.events],
            "weighty": moment.weighty,
            "set": patch(before, moment.truth),
        }
        before = moment.truth


def _seat(moment: ToldMoment, story: Story) -> str:
    """Return who gave an order: boat, role and nickname."""
    if not moment.by:
        return ""
    seat, who = story.phrases.seat(moment.by), story.crews.get(moment.by, "")
    return story.phrases.say("told.of", boat=seat, said=who) if who else seat


def _crews(story: Story) -> Iterator[str]:
    """Yield the people of each boat by role and nickname, where any is known."""
    for boat in story.moments[0].truth.get("boats", {}):
        people = [
            f"{story.phrases.role(role_of(Seat(seat)))} {who}"
            for seat, who in story.crews.items()
            if who and boat_of(Seat(seat)) == boat
        ]
        if people:
            yield story.phrases.say("told.of", boat=story.phrases.boat(boat), said=f"{', '.join(people)}.")


def patch(before: Any, after: Any) -> Any:
    """Return the JSON merge patch from one truth to another, None for removed keys (RFC 7396)."""
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        return after
    found = {key: patch(before.get(key), value) for key, value in after.items() if before.get(key) != value}
    return found | {key: None for key in before if key not in after}


def _words(story: Story) -> dict[str, str]:
    """Return the words of all tokens in the truth: systems, symbols, directions."""
    tokens = {token for moment in story.moments[-1:] for token in _tokens([moment.truth, _facts(story)])}
    return {token: word for token in sorted(tokens) if (word := story.phrases.value(token)) != token}


def _facts(story: Story) -> Any:
    return [
        narration_of(story.game).facts(),
        [dict(event.facts) for moment in story.moments for event in moment.events],
    ]


def _tokens(value: Any) -> Iterator[str]:
    """Yield every string in some data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (token for pair in value.items() for part in pair for token in _tokens(part))
    elif isinstance(value, list | tuple):
        yield from (token for part in value for token in _tokens(part))


def _labels(phrases: Phrases) -> dict[str, str]:
    return texts(LABELS, phrases.language, phrases.game)


def _script(game: str) -> str:
    own = f"{game}.js"  # how it is drawn; a game without such a file is told in words
    drawn = [own] if (FOLDER / own).is_file() else []
    drawn += ["past.js"] if past_pictures_of(game) else []
    parts = ("story.js", *drawn, "page.js")
    return "\n".join(_read(part) for part in parts)


def _read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _embed(data: Mapping[str, Any]) -> str:
    """Return data as JSON that cannot end a script or open a comment, whatever it holds.

    It works step by step: while a thread encodes everything in one call, the loop could not run.
    """
    parts = (
        f"{_json(key)}:{_list_text(value) if isinstance(value, list) else _json(value)}" for key, value in data.items()
    )
    return f"{{{','.join(parts)}}}"


def _list_text(values: list[Any]) -> str:
    return f"[{','.join(map(_json, values))}]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def source_hash(text: str) -> str:
    """Return how a policy names a style or a script that stands in the page itself."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
