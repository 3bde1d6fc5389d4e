"""Steam Torpedo through all laws of the contract."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.rules.contract import SPECTATOR, Order, Seat
from klaxon.rules.laws import LawBroken, Twins, histories_meet, obey, secrets_are_kept
from tests.effort import effort
from tests.rules.steam.kit.boats import GAME, SHIPPED, header_of
from tests.rules.steam.kit.every_op import EVERY_OP

OTHER_RULINGS = {
    "oxygen_loss": "when_none_to_remove",
    "first_presence": "all",
    "enter_occupied": "no",
    "side": "fixed",
    "skip_ready": "no",
    "hit_post": "yes",
    "tired_pair": "yes",
    "markers": "box",
    "retreat": "row",
    "mend_destroyed": "yes",
}
GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "ready": (SHIPPED, {}),
    "ready, heading left": (SHIPPED, {"heading": "left", "red": "pact"}),
    "free": (SHIPPED, {"setup": "free"}),
    "draft": (SHIPPED, {"setup": "draft"}),
    "random": (SHIPPED, {"setup": "random"}),
    "every operation": (EVERY_OP, {}),
    "every operation, free": (EVERY_OP, {"setup": "free"}),
    "every operation, random": (EVERY_OP, {"setup": "random", "first_presence": "none"}),
    "other rulings": (SHIPPED, OTHER_RULINGS),
    "every operation, other rulings": (EVERY_OP, {"setup": "random", **OTHER_RULINGS}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_obeys(name: str) -> None:
    seed = list(GAMES).index(name)
    cards, options = GAMES[name]
    steps, every = effort(250, 250, mutant=60), effort(25, 12, mutant=12)
    entries = obey(GAME, header_of(cards, str(seed), **options), Random(seed).randrange, steps=steps, every=every)
    assert len(entries) > 20


@pytest.mark.parametrize("name", ["draft", "every operation, random"])
def test_every_state_of_a_beginning_obeys(name: str) -> None:
    cards, options = GAMES[name]
    assert obey(GAME, header_of(cards, "5", **options), Random(name).randrange, steps=effort(20, 40, mutant=40))


def picks(*lines: str) -> list[Order]:
    return [Order.read(line) for line in lines]


def hands() -> dict[str, list[str]]:
    state = GAME.setup(header_of(setup="draft"))
    shown: dict[str, list[str]] = GAME.show(GAME.sight(state, SPECTATOR, {}).view)["hands"]
    return shown


def test_a_pick_is_a_secret_until_both_are_in() -> None:
    """Red picks this or that; blue and the spectator cannot tell, whatever they try."""
    red = hands()["red"]
    one, other = (picks(f"red.captain pick {card}") for card in red[:2])
    twins = Twins((Seat("blue.captain"), SPECTATOR), one, other)
    secrets_are_kept(GAME, header_of(setup="draft"), twins)
    with pytest.raises(LawBroken):
        secrets_are_kept(GAME, header_of(setup="draft"), Twins((Seat("red.captain"),), one, other))


def test_picks_in_either_order_lead_to_one_state() -> None:
    cards = hands()
    red, blue = (f"{boat}.captain pick {cards[boat][0]}" for boat in ("red", "blue"))
    histories_meet(GAME, header_of(setup="draft"), picks(red, blue), picks(blue, red))
    swaps = ("red.captain swap a1 b1", "blue.captain keep")
    histories_meet(GAME, header_of(first="red"), picks(*swaps), picks(*swaps[::-1]))
