"""The laws of the contract: a conformance suite, as functions that any game is run through.

`obey` plays a game at random and holds it to every law that needs no more than a header. Two laws need histories
that only somebody who knows the game can write: `secrets_are_kept` (7) and `histories_meet` (9). A broken law raises
LawBroken, which names the law.
"""

from klaxon.rules.laws.basics import LAWS, AnyGame, Entry, LawBroken, Lens, begin, digest, digests, enter, seats_of
from klaxon.rules.laws.replay import replays
from klaxon.rules.laws.secrecy import Twins, secrets_are_kept
from klaxon.rules.laws.states import a_state_is_its_bytes, histories_meet
from klaxon.rules.laws.trial import obey

__all__ = [
    "LAWS",
    "AnyGame",
    "Entry",
    "LawBroken",
    "Lens",
    "Twins",
    "a_state_is_its_bytes",
    "begin",
    "digest",
    "digests",
    "enter",
    "histories_meet",
    "obey",
    "replays",
    "seats_of",
    "secrets_are_kept",
]
