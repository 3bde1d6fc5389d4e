"""Messages in words: their names, what state they are in, what they say; the same for every page that shows them."""

from __future__ import annotations

from klaxon.console.games.uboot.logbook.objective_words import objective_text
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.clock import time_of_day
from klaxon.rules.uboot.radio.cipher import telegram
from klaxon.rules.uboot.radio.records import GARBLED, OUT, READ, SENT, TO_DO, RadioMessage
from klaxon.rules.uboot.radio.waiting import to_do


def messages_in_order(scene: Scene) -> tuple[RadioMessage, ...]:
    """Return all messages: those that wait for the Enigma first, then the newest."""
    messages = scene.view.board.radio.messages
    return tuple(sorted(messages, key=lambda each: (each.state not in TO_DO, each.direction == OUT, -each.at)))


def count_unread(scene: Scene) -> int:
    """Return how many messages have come that nobody has read."""
    return sum(message.direction != OUT for message in to_do(scene.view.board.radio))


def name_text(scene: Scene, name: str) -> str:
    """Return a message by name, as menus and lists call it."""
    return scene.phrases.choice("message", name)


def state_text(scene: Scene, message: RadioMessage) -> str:
    """Return when a message came or was sent, else what can be done with it."""
    if message.state in (READ, SENT):
        return time_of_day(scene.view.board.briefing.date, message.at)
    if message.state == GARBLED:
        return scene.phrases.say("messages.uboot.garbled")
    return scene.phrases.say("messages.uboot.to-send" if message.direction == OUT else "messages.uboot.waiting")


def words_of_message(scene: Scene, message: RadioMessage) -> str:
    """Return what a message says: what it tells in the language of the station where that is known, else its text."""
    about = dict(message.about)
    phrases = scene.phrases
    if "traffic" in about:
        traffic = phrases.say(f"messages.uboot.traffic-{about['traffic']}")
        return phrases.say("messages.uboot.traffic", **{**about, "traffic": traffic})
    if "weather" in about:
        return phrases.say("messages.uboot.weather", **{**about, "weather": phrases.value(str(about["weather"]))})
    if "objective" in about:
        return _objective(scene, message)
    return message.text


def _objective(scene: Scene, message: RadioMessage) -> str:
    """Return what an objective asks for, behind the words of its mission where it has some of its own."""
    wants = {key: value for key, value in message.about if key not in ("objective", "kind")}
    kind = str(dict(message.about)["kind"])
    asked = objective_text(scene.phrases, kind, wants)
    return asked if message.text == telegram(kind, wants.items()) else f"{message.text} ({asked})"
