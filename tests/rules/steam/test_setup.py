"""STM-2 and STM-3.2: the table, who gets which compartments, how they are laid out, the swap."""

from __future__ import annotations

import json

import pytest

from klaxon.rules.contract import SPECTATOR, UMPIRE, Refusal, Seat
from klaxon.rules.steam.grid import NAMES, POST
from tests.rules.steam.kit.boats import (
    BOATS,
    FILLERS,
    GAME,
    KEPT,
    POST_CARD,
    SEATS,
    Table,
    box,
    card,
    faults,
    header_of,
    set_up,
)


class SetUp(Table):
    """A game before its first turn."""

    def __init__(self, cards: str = KEPT, seed: str = "0", **options: str) -> None:
        self.state = set_up(cards, seed, **options)
        self.events = []

    def cards(self, boat: str) -> list[str]:
        return self.board.deck.card_ids(self.boat(boat).cards)


def refused_setup(cards: str = KEPT, **options: str) -> str:
    state = GAME.setup(header_of(cards, **options))
    assert isinstance(state, Refusal)
    return state.code


@pytest.mark.rule("STM-2a", case="allows")
def test_each_boat_has_one_seat_with_orders() -> None:
    assert GAME.seats == ("red.captain", "blue.captain")
    assert all(SetUp().orders(seat) for seat in GAME.seats)


@pytest.mark.rule("STM-2a", case="refuses")
def test_umpire_and_spectator_have_none() -> None:
    table = SetUp()
    for seat in ("umpire", "spectator"):
        assert table.orders(seat) == []
        assert table.refused(f"{seat} keep") == "not-your-role"
    assert table.refused("red.radio keep") == "unknown-seat"


@pytest.mark.rule("STM-2b", case="allows")
def test_all_seats_see_the_same_board() -> None:
    table = Table()
    views = [table.view(seat) for seat in SEATS]
    for view in views:
        for key in ("seat", "boat"):
            view.pop(key)
    assert views[0] == views[1] == views[2] == views[3]


@pytest.mark.rule("STM-2b", case="refuses")
@pytest.mark.parametrize(("boat", "enemy"), [("red", "blue"), ("blue", "red")])
def test_a_pick_and_the_chance_to_come_are_not_seen(boat: str, enemy: str) -> None:
    table = SetUp(setup="draft")
    mine = table.view(f"{boat}.captain")["hands"][boat][0]
    table.give(f"{boat}.captain pick {mine}")
    assert table.view(f"{boat}.captain")["picked"] == {boat: mine}
    assert table.view("umpire")["picked"] == {boat: mine}
    for seat in (f"{enemy}.captain", "spectator"):
        assert table.view(seat)["picked"] == {}
    for seat in SEATS:
        assert table.state.key not in str(table.view(seat))


@pytest.mark.rule("STM-3.2a", case="allows")
@pytest.mark.parametrize("setup", ["ready", "random"])
def test_a_boat_is_ten_different_compartments_with_a_central_post(setup: str) -> None:
    table = SetUp(setup=setup)
    for boat in BOATS:
        assert len(set(table.cards(boat))) == 10
        assert "central_post" in table.cards(boat)


@pytest.mark.rule("STM-3.2a", case="refuses")
def test_a_set_of_nine_or_with_two_equal_ones_is_no_boat() -> None:
    assert refused_setup(KEPT.replace('"octopus_kennel"\n  ]', '"gatling_gun"\n  ]')) == "bad-content"
    assert refused_setup(KEPT.replace(',\n   "octopus_kennel"\n  ]', "\n  ]")) == "bad-content"


def test_faulty_cards_are_named_in_the_refusal() -> None:
    refusal = GAME.setup(header_of("[]"))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts["option"], refusal.facts["name"]) == ("bad-content", "cards", "first-contact")


@pytest.mark.rule("STM-3.2b", case="allows")
@pytest.mark.parametrize(
    ("options", "red", "blue"),
    [
        ({}, "crown", "pact"),
        ({"red": "pact"}, "pact", "crown"),
        ({"blue": "crown"}, "pact", "crown"),
        ({"red": "crown", "blue": "pact"}, "crown", "pact"),
    ],
)
def test_each_boat_takes_the_set_named_or_the_first_that_is_left(options: dict[str, str], red: str, blue: str) -> None:
    table = SetUp(**options)
    sets = table.board.deck.sets
    assert sorted(table.cards("red")) == sorted(sets[red])
    assert sorted(table.cards("blue")) == sorted(sets[blue])


@pytest.mark.rule("STM-3.2b", case="allows")
def test_a_box_may_have_more_sets_than_boats() -> None:
    told = json.loads(box())
    told["sets"]["three"] = told["sets"]["one"][::-1]
    for options, red, blue in (
        ({"blue": "three"}, "one", "three"),
        ({"red": "two"}, "two", "one"),
        ({"red": "three", "blue": "two"}, "three", "two"),
    ):
        table = SetUp(json.dumps(told), **options)
        chosen = [tuple(table.board.deck.card_ids(cards)) for cards in table.board.chosen]
        assert chosen == [tuple(told["sets"][red]), tuple(told["sets"][blue])]


@pytest.mark.rule("STM-3.2b", case="refuses")
def test_one_set_is_not_enough_for_two_boats() -> None:
    assert GAME.setup(header_of(red="pact", blue="pact")) == Refusal("one-set", {"sets": "crown, pact"})
    assert refused_setup(box().replace('"two"', '"one"')) == "one-set"
    refusal = GAME.setup(header_of(red="pakt"))
    assert refusal == Refusal("no-set", {"name": "pakt", "nearest": "pact", "sets": "crown, pact"})


@pytest.mark.rule("STM-3.2c", case="allows")
def test_in_a_free_choice_captains_alternate_and_the_one_who_begins_picks_second() -> None:
    table = SetUp(setup="free", first="red")
    assert table.orders("red.captain") == []
    assert len(table.orders("blue.captain")) == 18
    assert table.give("blue.captain pick gatling_gun")[0].to == {Seat(seat) for seat in SEATS}
    assert table.facts("picked") == {"boat": "blue", "card": "gatling_gun"}
    assert "pick gatling_gun" not in table.orders("red.captain")
    seats = ("red.captain", "blue.captain")
    for turn in range(17):
        table.give(f"{seats[turn % 2]} {table.orders(seats[turn % 2])[0]}")
    assert table.board.phase == "swap"
    assert "gatling_gun" in table.cards("blue")
    assert set(table.cards("red")) & set(table.cards("blue")) == {"central_post"}


@pytest.mark.rule("STM-3.2c", case="allows")
@pytest.mark.parametrize(("first", "second"), [("red", "blue"), ("blue", "red")])
def test_in_a_free_choice_all_cards_lie_open_in_the_order_of_the_box(first: str, second: str) -> None:
    table = SetUp(setup="free", first=first)
    pool = table.board.deck.card_ids(table.board.deck.pool)
    assert table.view("spectator")["hands"] == {"red": pool, "blue": pool}
    assert [(prompt.key, prompt.seat) for prompt in GAME.prompts(table.state)] == [
        (f"pick-{second}-1", f"{second}.captain")
    ]
    assert GAME.actors(table.state) == (f"{second}.captain",)


@pytest.mark.rule("STM-3.2c", case="refuses")
def test_a_card_is_picked_once_and_in_turn() -> None:
    table = SetUp(setup="free", first="red")
    assert table.refused("red.captain pick gatling_gun") == "already-picked"
    table.give("blue.captain pick gatling_gun")
    assert table.refused("blue.captain pick jet_rudder") == "already-picked"
    assert table.refused("red.captain pick gatling_gun") == "taken"
    assert table.refused("red.captain pick central_post") == "taken"
    assert table.refused("red.captain swap a1 b1") == "needs-pick"
    assert table.refused("blue.captain keep") == "needs-pick"
    refusal = table.refusal("red.captain pick jet_ruder")
    assert (refusal.code, refusal.facts["nearest"]) == ("no-such-card", "jet_rudder")
    assert table.refused("red.captain pick zzzz") == "bad-argument"
    few = json.dumps({"schema": 1, "cards": [POST_CARD, *FILLERS[:17]]})
    for setup in ("free", "draft", "random"):
        refusal = GAME.setup(header_of(few, setup=setup))
        assert refusal == Refusal("too-few-cards", {"has": 17, "needs": 18, "setup": setup})


@pytest.mark.rule("STM-3.2d", case="allows")
def test_a_draft_has_both_prompts_open_and_shows_both_picks_together() -> None:
    table = SetUp(setup="draft", first="red")
    assert [prompt.key for prompt in GAME.prompts(table.state)] == ["pick-red-1", "pick-blue-1"]
    hands = table.view("red.captain")["hands"]
    assert sorted([*hands["red"], *hands["blue"]]) == sorted(table.board.deck.card_ids(table.board.deck.pool))
    red, blue = hands["red"][3], hands["blue"][5]
    first = table.give(f"blue.captain pick {blue}")
    assert [(event.type, dict(event.facts), event.to) for event in first] == [
        ("picked", {"boat": "blue", "card": blue}, frozenset({Seat("blue.captain"), UMPIRE})),
        ("picked", {"boat": "blue"}, frozenset({Seat("red.captain"), SPECTATOR})),
    ]
    assert [prompt.key for prompt in GAME.prompts(table.state)] == ["pick-red-1"]
    table.give(f"red.captain pick {red} @pick-red-1")
    assert table.facts("revealed") == {"red": red, "blue": blue}
    now = table.view("spectator")
    assert now["chosen"] == {"red": ["central_post", red], "blue": ["central_post", blue]}
    assert now["hands"]["red"] == [name for name in hands["blue"] if name != blue], "the hands change places"
    assert now["hands"]["blue"] == [name for name in hands["red"] if name != red]
    assert now["picked"] == {}
    assert [prompt.key for prompt in GAME.prompts(table.state)] == ["pick-red-2", "pick-blue-2"]
    for _ in range(8):
        for seat in ("red.captain", "blue.captain"):
            table.give(f"{seat} {table.orders(seat)[0]}")
    assert table.board.phase == "swap"


@pytest.mark.rule("STM-3.2d", case="allows")
def test_in_a_draft_only_captains_are_asked_and_only_while_they_have_not_picked() -> None:
    table = SetUp(setup="draft")
    hands = table.view("red.captain")["hands"]

    def asked() -> list[tuple[str, tuple[str, ...]]]:
        return [(prompt.seat, prompt.verbs) for prompt in GAME.prompts(table.state)]

    assert asked() == [("red.captain", ("pick",)), ("blue.captain", ("pick",))]
    assert GAME.actors(table.state) == ("red.captain", "blue.captain")
    assert table.view("red.captain")["prompts"] == [{"key": "pick-red-1", "verbs": ["pick"]}]
    for seat in (UMPIRE, SPECTATOR):
        assert GAME.open_prompts(GAME.view(table.state, seat)) == ()
        assert table.view(seat)["prompts"] == []
    table.give(f"red.captain pick {hands['red'][0]}")
    assert asked() == [("blue.captain", ("pick",))]
    assert GAME.actors(table.state) == ("blue.captain",)


@pytest.mark.rule("STM-3.2d", case="allows")
def test_a_pick_stays_while_time_passes_and_through_an_undo() -> None:
    table = SetUp(setup="draft")
    hands = table.view("red.captain")["hands"]
    red, blue = hands["red"][0], hands["blue"][0]
    table.give(f"red.captain pick {red}")
    assert table.wait(5000) == []
    table.state = GAME.rekey(table.state, "undo-1")
    assert table.refused(f"red.captain pick {red}") == "already-picked"
    table.give(f"blue.captain pick {blue}")
    assert table.facts("revealed") == {"red": red, "blue": blue}


@pytest.mark.rule("STM-3.2d", case="refuses")
def test_in_a_draft_one_picks_once_and_from_the_own_hand() -> None:
    table = SetUp(setup="draft")
    hands = table.view("red.captain")["hands"]
    assert table.refused(f"red.captain pick {hands['blue'][0]}") == "not-in-hand"
    table.give(f"red.captain pick {hands['red'][0]}")
    assert table.refused(f"red.captain pick {hands['red'][1]}") == "already-picked"
    table.give(f"blue.captain pick {hands['blue'][0]}")
    assert table.refused(f"blue.captain pick {hands['red'][1]} @pick-blue-1") == "late", "the answer to the last hand"
    assert table.refused(f"blue.captain pick {hands['red'][0]}") == "taken"


@pytest.mark.rule("STM-3.2e", case="allows")
def test_at_random_nine_each_are_dealt_by_chance() -> None:
    dealt = {tuple(sorted(SetUp(setup="random", seed=str(seed)).cards("red"))) for seed in range(8)}
    assert len(dealt) == 8
    table = SetUp(setup="random")
    assert set(table.cards("red")) & set(table.cards("blue")) == {"central_post"}
    large = SetUp(box(*[card(f"room_{n}") for n in range(40)]), setup="random")
    assert [len(set(large.cards(boat))) for boat in BOATS] == [10, 10]
    assert [len(chosen) for chosen in large.board.chosen] == [10, 10]


@pytest.mark.rule("STM-3.2e", case="refuses")
def test_nobody_picks_where_chance_deals() -> None:
    assert SetUp(setup="random").refused("red.captain pick gatling_gun") == "setting-up"
    names = [card(f"r{place}") for place in range(17)]
    text = box(*names).replace(', {"id": "store_0", "name": "Store_0"', ', {"id": "r16", "name": "Store_0"')
    assert (1, "cards-id-twice") in faults(text)


@pytest.mark.rule("STM-3.2f", case="allows")
@pytest.mark.parametrize(("heading", "other", "side"), [("right", "left", "port"), ("left", "right", "starboard")])
def test_the_figures_begin_side_by_side_with_one_heading(heading: str, other: str, side: str) -> None:
    view = SetUp(heading=heading).view("spectator")
    assert view["sectors"] == {"red": 3, "blue": 3}
    assert view["side"] == side, "where blue lies, seen from red"
    assert [view["boats"][boat]["heading"] for boat in BOATS] == [heading, other], "players sit opposite"


@pytest.mark.rule("STM-3.2f", case="refuses")
def test_no_other_heading() -> None:
    with pytest.raises(AssertionError, match="bad-option"):
        header_of(heading="north")


@pytest.mark.rule("STM-3.2g", case="allows")
def test_each_boat_is_shuffled_and_its_central_post_lies_on_c2() -> None:
    laid = [SetUp(seed=str(seed)) for seed in range(20)]
    assert len({tuple(table.cards("red")) for table in laid}) == 20
    assert {table.cards(boat)[POST] for table in laid for boat in BOATS} == {"central_post"}
    places = {table.cards("red").index("gatling_gun") for table in laid}
    assert len(places) > 6


@pytest.mark.rule("STM-3.2g", case="refuses")
def test_the_shuffle_of_one_boat_does_not_tell_that_of_the_other() -> None:
    one, other = box(*[card(f"a{n}") for n in range(18)]), box(*[card(f"b{n}") for n in range(18)])
    table = SetUp(one)
    order = [[table.boat(boat).cards.index(place) for place in sorted(table.boat(boat).cards)] for boat in BOATS]
    assert order[0] != order[1]
    again = SetUp(other)
    assert [table.boat(boat).cards for boat in BOATS] == [again.boat(boat).cards for boat in BOATS]


@pytest.mark.rule("STM-3.2h", case="allows")
def test_each_captain_swaps_two_compartments_or_keeps_all_and_then_it_begins() -> None:
    table = SetUp(first="red")
    before = table.cards("blue")
    table.give("blue.captain swap a1 e2")
    after = table.cards("blue")
    assert (after[0], after[9]) == (before[9], before[0])
    assert after[1:9] == before[1:9]
    deck = table.board.deck
    assert table.boat("blue").plain == tuple(deck.cards[place].hp_plain for place in table.boat("blue").cards)
    assert table.boat("blue").oxygen == tuple(deck.cards[place].hp_oxygen for place in table.boat("blue").cards)
    assert table.board.phase == "swap", "the other captain has not answered"
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.key, prompt.seat, prompt.verbs) == ("swap-red-1", "red.captain", ("swap", "keep"))
    table.give("red.captain keep")
    assert table.types() == ["kept", "turn"]
    assert table.facts("kept") == {"boat": "red"}
    assert table.facts("turn") == {"boat": "red", "round": 1}
    assert len(SetUp().orders("red.captain")) == 9 * 8 + 1


@pytest.mark.rule("STM-3.2h", case="refuses")
def test_one_swap_and_never_the_central_post() -> None:
    table = SetUp()
    assert table.refused("red.captain swap c2 a1") == "post"
    assert table.refused("red.captain swap a1 c2") == "post"
    assert table.refused("red.captain swap a1 a1") == "same-cell"
    assert table.refused("red.captain swap a1 f1") == "bad-argument"
    assert table.refused("red.captain swap a1") == "missing-argument"
    assert table.refused("red.captain oxygen a1") == "setting-up"
    table.give("red.captain swap a1 b1")
    assert table.refused("red.captain swap a1 b1") == "already-swapped"
    assert table.refused("red.captain keep") == "already-swapped"
    assert table.refused("red.captain end") == "setting-up"
    table.give("blue.captain keep")
    assert table.refused("red.captain keep") == "play-begun"
    assert table.refused("red.captain pick gatling_gun") == "play-begun"


@pytest.mark.rule("STM-3.2i", case="allows")
def test_five_ready_men_in_the_central_post_and_oxygen_on_every_slot() -> None:
    table = SetUp()
    for boat in BOATS:
        shown = table.view("spectator")["boats"][boat]
        assert [man["at"] for man in shown["crew"].values()] == ["c2"] * 5
        assert all(man["ready"] for man in shown["crew"].values())
        assert shown["oxygen"] == 12
        for cell in shown["cells"].values():
            printed = table.board.deck.cards[table.board.deck.index[cell["card"]]]
            assert (cell["plain"], cell["oxygen"], cell["empty"]) == (printed.hp_plain, printed.hp_oxygen, 0)


@pytest.mark.rule("STM-3.2i", case="refuses")
def test_no_damage_and_no_man_elsewhere() -> None:
    shown = SetUp().view("spectator")["boats"]
    assert [cell["damage"] for boat in BOATS for cell in shown[boat]["cells"].values()] == [0] * 20
    assert not any(cell["destroyed"] for boat in BOATS for cell in shown[boat]["cells"].values())
    assert list(shown["red"]["cells"]) == list(NAMES)


@pytest.mark.rule("STM-3.2j", case="allows")
@pytest.mark.parametrize("first", BOATS)
def test_the_boat_named_begins(first: str) -> None:
    table = SetUp(first=first)
    table.play("red.captain keep", "blue.captain keep")
    assert table.facts("turn") == {"boat": first, "round": 1}
    assert table.orders(f"{first}.captain")


@pytest.mark.rule("STM-3.2j", case="refuses")
def test_the_other_boat_does_not_begin_and_chance_may_choose() -> None:
    table = SetUp(first="blue")
    table.play("red.captain keep", "blue.captain keep")
    assert table.orders("red.captain") == []
    assert table.refused("red.captain oxygen a1") == "not-your-turn"
    assert {SetUp(seed=str(seed)).board.first for seed in range(12)} == {0, 1}


def test_who_begins_by_chance_is_the_same_for_ever() -> None:
    """A journal holds the seed alone: another draw would replay another game."""
    assert [set_up(seed=str(seed)).board.first for seed in range(16)] == [
        0,
        1,
        0,
        0,
        1,
        1,
        0,
        0,
        0,
        1,
        0,
        1,
        0,
        0,
        1,
        1,
    ]
