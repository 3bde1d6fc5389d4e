"""The values of an order: in words, and which compartments they refer to."""

from __future__ import annotations

from klaxon.console.games.steam.scene import Scene
from klaxon.console.games.steam.stage import enemy_of
from klaxon.console.play.choices import Choice
from klaxon.rules.domains import Token
from klaxon.rules.steam.grid import INDEX
from klaxon.rules.steam.setting import CREW

ON_ENEMY = ("hit", "board")
"""Keys whose compartment is on the enemy's boat."""


def token_words(scene: Scene, choice: Choice) -> str:
    """Return a value as a list or a title shows it."""
    phrases = scene.phrases
    if not choice.tokens:
        return phrases.say("value.end")
    (token,) = choice.tokens
    if isinstance(token, str):
        if token not in CREW:
            return phrases.value(token)
        mate = scene.draft.field is not None and scene.draft.field.name == "target"
        return phrases.say("token.steam.mate" if mate else "value.steam.man", crew=token.upper())
    return phrases.pair(*token)


def cells_of(scene: Scene, choice: Choice) -> tuple[tuple[str, str], ...]:
    """Return the compartments that a value refers to: boat and cell, the most important first."""
    if not choice.tokens:
        return ()
    (token,) = choice.tokens
    if isinstance(token, str):
        return _of_word(scene, token)
    return _of_pair(scene, token)


def _of_word(scene: Scene, word: str) -> tuple[tuple[str, str], ...]:
    if word in INDEX:
        return ((_stands(scene), word),)
    return _where(scene, scene.boat, word) if word in CREW else ()


def _of_pair(scene: Scene, token: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    key, value = token
    cell = next((word for word in reversed(value.split(":")) if word in INDEX), "")
    if key == "exhaust":
        return _where(scene, enemy_of(scene.boat), value)
    if key == "ready":
        return _where(scene, scene.boat, value)
    if not cell:
        return ()
    return ((enemy_of(scene.boat) if key in ON_ENEMY else scene.boat, cell),)


def _stands(scene: Scene) -> str:
    """Return the boat on which the man is whose step is being chosen."""
    man = next((str(token) for token in scene.draft.tokens if token in CREW), "")
    return scene.view.boats[scene.boat].crew[man].on if man else scene.boat


def _where(scene: Scene, boat: str, man: str) -> tuple[tuple[str, str], ...]:
    found = scene.view.boats[boat].crew.get(man)
    return ((found.on, found.at),) if found and found.at else ()


def men_of(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Return the men that an order names so far."""
    return tuple(str(token) for token in tokens if token in CREW)
