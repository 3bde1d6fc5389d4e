"""Small words of the contract: seats, and how an outcome travels."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import DRAW, SEA, SPECTATOR, UMPIRE, Outcome, Refusal, boat_of, role_of, unreadable
from klaxon.rules.text import UnreadableError


@pytest.mark.parametrize(
    ("seat", "boat", "role"),
    [("launch.helm", "launch", "helm"), (UMPIRE, UMPIRE, UMPIRE), (SPECTATOR, SPECTATOR, SPECTATOR)],
)
def test_a_seat_is_a_boat_and_a_role(seat: str, boat: str, role: str) -> None:
    assert (boat_of(seat), role_of(seat)) == (boat, role)


@pytest.mark.parametrize(("near", "token"), [("n?rth by east", "n?rth"), ("=3", "=3"), ("", "")])
def test_a_line_that_cannot_be_read_is_refused_near_its_first_odd_word(near: str, token: str) -> None:
    error = UnreadableError(near)
    assert unreadable(error) == Refusal(error.code, {"near": near, "token": token})


def test_an_outcome_travels_with_its_facts_where_it_has_some() -> None:
    assert Outcome(DRAW, "agreed").show() == {"winner": "draw", "reason": "agreed"}
    graded = Outcome(SEA, "wrecked", {"grade": "none"})
    assert graded.show() == {"winner": "sea", "reason": "wrecked", "facts": {"grade": "none"}}
    assert graded.show()["facts"] is not graded.facts
