"""Who may do what at the broker: Mosquitto's files of access and passwords, made from the topics."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping

from klaxon.club.topics import CHANNELS, DESK_HERE, DESK_USER, DISCOVERY, HOME_USER, TableChannel, topic_of

ROUNDS = 101
"""Mosquitto's own number. Passwords are drawn, 256 bits each, so nobody guesses them however cheap a try is."""


def draw_password() -> str:
    """Return a new password."""
    return secrets.token_urlsafe(32)


def access_file() -> str:
    """Return Mosquitto's file of access. What is not named there is refused, for reading as for writing."""
    lines = ["# Made by klaxon desk from its topics. A table's user is its id; it has its own topics and no others."]
    for user, name in ((DESK_USER, "desk"), (HOME_USER, "home")):
        lines += ["", f"user {user}"]
        lines += [f"topic {right} {topic_of('+', channel)}" for channel, right in _rights(name)]
        if user == DESK_USER:
            lines.append(f"topic readwrite {DESK_HERE}")
        else:
            lines.append(f"topic read {DISCOVERY}/#")
    lines += ["", "# Every table"]
    lines += [f"pattern {right} {topic_of('%u', channel)}" for channel, right in _rights("table")]
    lines += [f"pattern read {DESK_HERE}", f"pattern write {DISCOVERY}/klaxon-%u/config"]
    return "\n".join(lines) + "\n"


def _rights(name: str) -> list[tuple[TableChannel, str]]:
    """Return the channels that somebody speaks on or listens to, with the right to do that."""
    said = [(channel, "write") for channel, about in CHANNELS.items() if about.speaker == name]
    heard = [(channel, "read") for channel, about in CHANNELS.items() if name in about.listener.split(", ")]
    return [*said, *heard]


def password_file(passwords: Mapping[str, str]) -> str:
    """Return Mosquitto's file of passwords: user -> password."""
    return "".join(f"{user}:{_password_hash(password)}\n" for user, password in sorted(passwords.items()))


def _password_hash(password: str) -> str:
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS, 64)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
