"""UBT-3.17f to m and UBT-7.3: the pyramid, dishes, the ration, the meal, and what spoils."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.chance import draw
from klaxon.rules.contract import Order, Refusal
from klaxon.rules.uboot.galley.dishes import dish_offers
from klaxon.rules.uboot.galley.larder import add_food, discard_food, fill_cells, spoil_food
from klaxon.rules.uboot.galley.meal import lose_ration
from klaxon.rules.uboot.start import shuffle
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import GAME, HOUR, Boat, header_of, mission, told
from tests.rules.uboot.kit.marks import allows, refuses

PYRAMID = ["eggs", "meat", "bread", "potato", "onion", "lemon"]
"""Cells 1 / 2 3 / 4 5 6."""
SUPPLY = ["fish", "onion", "meat", "bread", "potato"]
COOK = ("captain cook", "navigator assign square")
MORNING = "1940-06-01T05:00"
"""Seven hours before the first meal."""
NOON = 7 * HOUR


def galley(*, begun: bool = True, rules: str = "", **setup: Any) -> Boat:
    return Boat(begun=begun, rules=rules, **{"pyramid": PYRAMID, "supply": SUPPLY, "DATE": MORNING, **setup})


def pyramid(boat: Boat) -> list[str]:
    return list(boat.view()["pyramid"])


# -- UBT-3.17f: the order ------------------------------------------------------------------------------------------


@allows("3.17f")
def test_one_cook_in_the_crew_quarters_cooks_the_ration_of_the_day() -> None:
    boat = galley()
    boat.play(*COOK, "navigator dish 1 2")
    assert told(boat.events, "activated", "cooked", "done") == [
        "activated man=navigator.square tokens=1 as=act place={'symbol': 'cook', 'room': 4}",
        "cooked dish=bacon-omelette tokens=eggs,meat lemon=True",
        "done order=cook men=navigator.square",
    ]
    assert boat.view()["ration"] == ["eggs", "meat", "lemon"]
    assert boat.slots("navigator.square") == "act"
    assert boat.tracks() == (7, 11)


@refuses("3.17f")
def test_a_second_order_is_refused_while_a_ration_is_on_the_stove() -> None:
    """UBT-5#7."""
    boat = galley(ration=["bread"], pyramid=["meat", *PYRAMID[1:]])
    assert boat.why("captain cook") == {"code": "cooked"}
    assert boat.bar("captain", "cook") == "cooked"
    assert galley(ration=["lemon"]).bar("captain", "cook") == "", "a lemon alone is no ration"


def test_with_the_option_a_second_dish_takes_the_place_of_the_first() -> None:
    """UBT-5#7 turned."""
    boat = galley(rules="second_ration=replace", ration=["bread", "fish"])
    boat.play(*COOK, "navigator dish 1 2")
    assert boat.view()["ration"] == ["eggs", "meat", "lemon"]
    assert boat.view()["discard"] == {"bread": 1, "fish": 1}


@refuses("3.17f")
def test_nobody_in_the_crew_quarters_cooks_nothing() -> None:
    men = ("navigator.square", "navigator.triangle", "navigator.hexagon", "engineer.triangle", "engineer.hexagon")
    boat = galley(figures=dict.fromkeys(men, 3))
    facts = {"order": "cook", "room": 4, "symbol": "cook", "need": 1, "have": 0}
    assert boat.why("captain cook") == {"code": "needs-men", **facts}


def test_cooking_is_one_mans_work() -> None:
    boat = galley()
    boat.play(*COOK)
    assert boat.why("navigator assign square hexagon") == {"code": "one-man", "order": "cook"}
    assert boat.why("engineer assign triangle") == {"code": "one-man", "order": "cook"}
    boat = galley(rooms={"4": {"emergencies": ["darkness"]}})
    boat.play("captain cook", "navigator assign square")
    assert boat.why("navigator dish 1") == {"code": "too-few-men", "need": 2, "have": 1}
    boat.play("engineer assign", "navigator dish 1")
    assert (boat.slots("navigator.square"), boat.slots("engineer.triangle")) == ("act", "act")


def test_the_cheapest_cook_is_the_skilled_one_and_automatic_manning_waits_for_the_dish() -> None:
    boat = galley()
    boat.play("captain cook", "navigator assign")
    assert boat.view()["pending"]["named"] == ["navigator.square"]
    boat = galley(rules="manning=auto")
    boat.give("captain cook")
    assert boat.view()["pending"]["named"] == ["navigator.square"]
    assert boat.give("navigator dish 1 2")[-1].type == "done"
    dark = galley(rules="manning=auto", rooms={"4": {"emergencies": ["darkness"]}})
    dark.give("captain cook")
    assert dark.view()["pending"]["named"] == ["navigator.square", "navigator.triangle"]


def test_the_prompt_names_what_answers_it_and_the_order_lapses_when_nobody_does() -> None:
    boat = galley()
    boat.give("captain cook")
    (prompt,) = boat.view("navigator")["prompts"]
    assert prompt["verbs"] == ["assign", "swap", "replace", "dish"]
    assert boat.why("navigator dish 1") == {"code": "too-few-men", "need": 1, "have": 0}
    boat.give("navigator assign square")
    assert told(boat.wait(90_000), "lapsed") == ["lapsed order=cook why=patience refunded=True"]
    assert boat.tracks() == (8, 11)
    assert boat.why("navigator dish 1") == {"code": "nothing-pending", "verb": "dish"}


# -- UBT-3.17g: a change of the pyramid ----------------------------------------------------------------------------


@allows("3.17g")
def test_two_tokens_are_swapped_and_the_cook_is_activated_a_second_time() -> None:
    boat = galley()
    boat.play(*COOK, "navigator swap 1 6")
    assert told(boat.events) == ["larder change=swap cells=1,6"]
    assert pyramid(boat) == ["lemon", "meat", "bread", "potato", "onion", "eggs"]
    assert boat.slots("navigator.square") == ""
    boat.give("navigator dish 2")
    assert boat.slots("navigator.square") == "act act"
    assert len(told(boat.events, "activated")) == 2


@allows("3.17g")
def test_a_token_is_replaced_from_the_supply() -> None:
    boat = galley()
    boat.play(*COOK, "navigator replace 3")
    assert told(boat.events) == ["larder change=replace cells=3", "larder change=fill cells=3"]
    assert pyramid(boat) == ["eggs", "meat", "fish", "potato", "onion", "lemon"]
    assert (boat.view()["discard"], boat.view()["supply"]) == ({"bread": 1}, 4)


@refuses("3.17g")
def test_the_pyramid_is_changed_once_by_a_cook_with_the_slots() -> None:
    boat = galley()
    boat.play(*COOK, "navigator replace 3")
    assert boat.why("navigator swap 1 2") == {"code": "changed", "verb": "swap"}
    assert boat.why("navigator replace 1") == {"code": "changed", "verb": "replace"}
    assert galley().why("navigator swap 1 2") == {"code": "nothing-pending", "verb": "swap"}
    tired = galley(men={"navigator.square.1": {"act": 2}})
    tired.play(*COOK)
    assert tired.why("navigator swap 1 2") == {"code": "no-slots", "man": "navigator.square", "need": 2, "free": 1}
    unskilled = galley()
    unskilled.play("captain cook", "engineer assign triangle")
    assert unskilled.why("navigator swap 1 2")["need"] == 4
    assert unskilled.why("navigator swap 1 1")["code"] == "no-slots"


def test_with_the_option_the_unskilled_pay_their_extra_token_once_an_order() -> None:
    """UBT-5#28 turned: an unskilled cook has slots for the swap and the dish."""
    boat = galley(rules="unskilled_surcharge=per_order")
    boat.play("captain cook", "engineer assign triangle", "navigator swap 1 6", "navigator dish 2")
    assert boat.slots("engineer.triangle") == "act act act"


@refuses("3.17g")
def test_nothing_is_given_back_once_the_pyramid_was_changed() -> None:
    boat = galley()
    boat.play(*COOK, "navigator swap 1 2")
    assert told(boat.wait(90_000), "lapsed") == ["lapsed order=cook why=patience refunded=False"]
    assert boat.tracks() == (7, 11)
    assert boat.slots("navigator.square") == ""


def test_a_cook_who_can_no_longer_pay_for_both_is_named_no_more() -> None:
    script = [{"at": "0:00:10", "do": "wound", "man": "navigator.square", "card": "concussion"}]
    boat = Boat(script, pyramid=PYRAMID, supply=SUPPLY)
    boat.play(*COOK, "navigator swap 1 6")
    boat.wait(10_000)
    assert boat.view()["pending"] is None, "nobody else has slots for two activations without the skill"


def test_an_empty_cell_is_neither_swapped_nor_replaced() -> None:
    boat = galley(pyramid=["eggs", "", "bread", "potato", "onion", "lemon"], supply=[], spoiled=["meat"])
    boat.play(*COOK)
    assert boat.why("navigator swap 1 2") == {"code": "no-food", "cells": [2]}
    assert boat.why("navigator replace 2") == {"code": "no-food", "cells": [2]}
    assert boat.refused("navigator swap 1 1") == "bad-argument"
    assert boat.refused("navigator swap 1 7") == "bad-argument"


# -- UBT-3.17h, UBT-3.17i: the dish --------------------------------------------------------------------------------


@allows("3.17h")
@pytest.mark.parametrize(
    ("cells", "dish", "size"),
    [
        ("1", "eggs", 1),
        ("1 2", "bacon-omelette", 2),
        ("2 1", "bacon-omelette", 2),
        ("3 2", "sausage-sandwiches", 2),
        ("2 4", "sausages-and-mash", 2),
        ("1 2 4", "meat-bake", 3),
        ("4 2 1", "meat-bake", 3),
        ("2 4 5", "meat-stew", 3),
        ("4 2 5", "meat-stew", 3),
    ],
)
def test_a_dish_is_any_food_or_a_recipe_of_neighbours_in_any_order(cells: str, dish: str, size: int) -> None:
    boat = galley()
    boat.play(*COOK, f"navigator dish {cells}")
    (cooked,) = [event.facts for event in boat.events if event.type == "cooked"]
    assert (cooked["dish"], str(cooked["tokens"]).count(",") + 1) == (dish, size)


@refuses("3.17h")
@pytest.mark.parametrize(
    ("cells", "code", "named"),
    [
        ("1 4", "not-neighbours", [1, 4]),
        ("1 5", "not-neighbours", [1, 5]),
        ("1 1", "not-neighbours", [1, 1]),
        ("1 3", "no-recipe", [1, 3]),
        ("6", "no-recipe", [6]),
        ("3 6", "no-recipe", [3, 6]),
        ("2 3 5", "no-recipe", [2, 3, 5]),
        ("2 4 1", "not-neighbours", [4, 1]),
    ],
)
def test_what_does_not_touch_or_is_no_recipe_is_no_dish(cells: str, code: str, named: list[int]) -> None:
    """UBT-5#8, UBT-5#51: a lemon alone is none."""
    boat = galley()
    boat.play(*COOK)
    assert boat.why(f"navigator dish {cells}") == {"code": code, "cells": named}


def test_a_line_that_stops_before_its_recipe_is_whole_lacks_a_cell() -> None:
    boat = galley(pyramid=["meat", "potato", "fish", "onion", "fish", "fish"])
    boat.play(*COOK)
    assert boat.refused("navigator dish 4 2") == "missing-argument"
    assert boat.refused("navigator dish 4 2 1 3") == "extra-argument"
    assert boat.refused("navigator dish 9") == "bad-argument"
    assert boat.refused("navigator dish") == "missing-argument"


@refuses("3.17h")
def test_an_empty_cell_is_no_dish() -> None:
    boat = galley(pyramid=["eggs", "", "bread", "potato", "onion", "lemon"], supply=[], spoiled=["meat"])
    boat.play(*COOK)
    assert boat.why("navigator dish 2") == {"code": "no-food", "cells": [2]}


@allows("3.17i")
def test_the_lemon_of_the_lowest_cell_goes_along_unless_another_is_named() -> None:
    two = ["lemon", "meat", "bread", "potato", "onion", "lemon"]
    for line, cell in (("dish 2 3", 1), ("dish 2 3 lemon=6", 6), ("dish lemon=6 2 3", 6), ("dish 2 lemon=1", 1)):
        boat = galley(pyramid=two, supply=["fish"] * 4)
        boat.play(*COOK, f"navigator {line}")
        assert boat.view()["ration"][-1] == "lemon"
        assert pyramid(boat)[cell - 1] == "fish"
    plain = galley(pyramid=["eggs", "meat", "bread", "potato", "onion", "bread"])
    plain.play(*COOK, "navigator dish 1 2")
    assert plain.view()["ration"] == ["eggs", "meat"]


@refuses("3.17i")
def test_a_lemon_counts_neither_for_the_size_nor_where_none_lies() -> None:
    boat = galley()
    boat.play(*COOK)
    assert boat.why("navigator dish 1 lemon=2") == {"code": "needs-lemon", "cells": [2]}
    assert boat.refused("navigator dish 1 lemon=6 lemon=6") == "extra-argument"
    boat.give("navigator dish 1")
    assert told(boat.wait(NOON), "meal") == ["meal size=1 dish=eggs change=-1"]


def test_every_dish_is_offered_with_its_cells_or_why_it_is_not_possible() -> None:
    offers = {offer.dish: offer for offer in dish_offers(galley().state.board)}
    cells = {dish: offer.cells for dish, offer in offers.items() if offer.barred is None}
    assert cells == {
        "meat-bake": (1, 2, 4),
        "meat-stew": (2, 4, 5),
        "sausage-sandwiches": (2, 3),
        "bacon-omelette": (1, 2),
        "sausages-and-mash": (2, 4),
        **{food: (cell,) for cell, food in enumerate(PYRAMID[:5], start=1)},
    }
    assert offers["fish-sandwiches"].barred == Refusal("lacks-food", {"dish": "fish-sandwiches", "lacks": ["fish"]})
    assert offers["fried-eggs"].barred == Refusal("not-neighbours", {"dish": "fried-eggs", "cells": [1, 5]})
    assert {offer.cells for offer in offers.values() if offer.barred is not None} == {()}
    assert [offer.size for offer in offers.values()] == [3] * 3 + [2] * 5 + [1] * 5
    assert list(offers)[-5:] == PYRAMID[:5], "single foods in the order of their cells"


def test_a_dish_that_is_named_is_made_of_the_pyramid_as_it_is_now() -> None:
    boat = galley()
    boat.play(*COOK)
    assert boat.refused("navigator dish fried-eggs") == "not-neighbours"
    boat.play("navigator swap 2 5", "navigator dish fried-eggs")
    assert told(boat.events, "cooked") == ["cooked dish=fried-eggs tokens=eggs,onion lemon=True"]


def test_a_lemon_alone_is_no_dish_of_the_cookbook() -> None:
    """UBT-5#51."""
    cookbook = galley().state.board.handbook.cookbook
    assert [cookbook.find((food,)) for food in ("lemon", "fish")] == ["", "fish"]


def test_a_dish_may_be_named_and_one_that_is_not_possible_says_why() -> None:
    boat = galley()
    boat.play(*COOK)
    assert boat.lines("navigator", "dish meat-bake") == ["dish meat-bake", "dish meat-bake lemon=6"]
    assert boat.why("navigator dish fish-sandwiches") == {
        "code": "lacks-food",
        "dish": "fish-sandwiches",
        "lacks": ["fish"],
    }
    assert boat.why("navigator dish fried-eggs") == {"code": "not-neighbours", "dish": "fried-eggs", "cells": [1, 5]}
    assert boat.refused("navigator dish meat-bake 1") == "bad-argument"
    assert boat.refused("navigator dish 1 meat-bake") == "bad-argument"
    boat.give("navigator dish meat-bake")
    assert told(boat.events, "cooked") == ["cooked dish=meat-bake tokens=eggs,meat,potato lemon=True"]


def test_the_menu_holds_exactly_the_dishes_that_are_accepted() -> None:
    boat = galley()
    boat.play(*COOK)
    lines = boat.lines("navigator", "dish")
    for one in range(1, 7):
        for more in ("", *(f" {two}" for two in range(1, 7))):
            line = f"dish {one}{more}"
            step = GAME.apply(boat.state, Order.read(f"uboot.navigator {line}"))
            assert isinstance(step, Refusal) == (line not in lines), line


# -- UBT-3.17j, UBT-3.17k: ration and meal -------------------------------------------------------------------------


@allows("3.17j")
def test_empty_cells_are_filled_in_their_order() -> None:
    boat = galley()
    boat.play(*COOK, "navigator dish 4 2 1")
    assert pyramid(boat) == ["fish", "onion", "bread", "meat", "onion", "bread"]
    assert told(boat.events, "larder") == ["larder change=fill cells=1,2,4,6"]
    assert boat.view()["supply"] == 1


@refuses("3.17j")
def test_what_is_not_chosen_stays_where_it_lies() -> None:
    boat = galley()
    boat.play(*COOK, "navigator dish 3")
    assert pyramid(boat) == ["eggs", "meat", "fish", "potato", "onion", "onion"]


@allows("3.17k")
@pytest.mark.parametrize(
    ("ration", "size", "change"),
    [
        ([], 0, -2),
        (["lemon"], 0, -2),
        (["bread"], 1, -1),
        (["eggs", "meat", "lemon"], 2, 0),
        (["meat", "potato", "onion"], 3, 1),
        (["meat", "potato", "onion", "bread"], 4, 1),
    ],
)
def test_the_meal_changes_morale_by_its_size_without_lemon(ration: list[str], size: int, change: int) -> None:
    boat = galley(ration=ration, morale=6, pyramid=["bread"] * 4 + ["fish"] * 2)
    events = boat.wait(NOON)
    (meal,) = [event.facts for event in events if event.type == "meal"]
    assert (meal["size"], meal["change"]) == (size, change)
    assert boat.tracks()[1] == 6 + change
    assert boat.view()["ration"] == []
    assert sum(boat.view()["discard"].values()) == len(ration)


@allows("3.17k")
def test_it_is_eaten_once_a_day_after_the_watch_change_at_noon() -> None:
    """UBT-5#9."""
    boat = galley(ration=["eggs", "meat"])
    events = boat.wait(3 * 24 * HOUR)
    kinds = [event.type for event in events if event.type in ("bell", "watch-changed", "meal", "over")]
    assert kinds[:6] == ["bell", "watch-changed", "bell", "watch-changed", "meal", "bell"]
    meals = [event.facts["dish"] for event in events if event.type == "meal"]
    assert meals == ["bacon-omelette", ""], "the second day nobody had cooked"


@refuses("3.17k")
def test_a_boat_that_began_less_than_six_hours_before_noon_eats_the_next_day() -> None:
    """UBT-5#24."""
    late = galley(DATE="1940-06-01T06:01")
    assert told(late.wait(24 * HOUR), "meal") == []
    assert len(told(late.wait(6 * HOUR), "meal")) == 1
    at_six = galley(DATE="1940-06-01T06:00")
    assert len(told(at_six.wait(6 * HOUR), "meal")) == 1


# -- UBT-3.17l, UBT-3.17m: what spoils -----------------------------------------------------------------------------


@allows("3.17l")
def test_the_next_food_spoils_when_the_supply_is_empty() -> None:
    full = ["eggs", "meat", "bread", "potato", "onion", "onion"]
    boat = galley(pyramid=full, supply=[], discard=["meat", "fish", "fish"])
    boat.play(*COOK, "navigator dish 3")
    assert told(boat.events, "spoiled", "larder") == ["spoiled food=meat", "larder change=fill cells=2,3"]
    assert pyramid(boat) == ["eggs", "fish", "fish", "potato", "onion", "onion"]
    assert (boat.view()["discard"], boat.view()["supply"], boat.view()["spoiled"]) == ({}, 0, ["meat"])


@refuses("3.17l")
def test_one_food_spoils_in_one_filling_and_a_cell_for_which_there_is_nothing_stays_empty() -> None:
    full = ["eggs", "meat", "bread", "potato", "onion", "onion"]
    boat = galley(pyramid=full, supply=[])
    boat.play(*COOK, "navigator dish 3")
    assert told(boat.events, "spoiled") == ["spoiled food=meat"]
    assert pyramid(boat) == ["eggs", "", "", "potato", "onion", "onion"]
    work = Working(boat.state, boat.state.now)
    discard_food(work, 1)
    assert work.board.provisions.spoiled == ("meat", "onion"), "at the next filling the next one goes"
    assert work.board.stores.pyramid == ("eggs", "", "", "potato", "", "")


@refuses("3.17l")
def test_what_could_be_filled_is_told_where_the_supply_does_not_reach() -> None:
    boat = galley(pyramid=["eggs", "meat", "bread", "potato", "onion", "onion"], supply=["fish"])
    boat.play(*COOK, "navigator dish 1 2")
    assert told(boat.events, "spoiled", "larder") == ["spoiled food=meat", "larder change=fill cells=1"]
    assert pyramid(boat) == ["fish", "", "bread", "potato", "onion", "onion"]


def test_each_time_food_spoils_the_discard_is_shuffled_by_a_stream_of_its_own() -> None:
    lying = ["bread"] * 3 + ["fish"] * 3 + ["potato"] * 3 + ["lemon"] * 2
    for spoiled in ([], ["meat", "onion"]):
        boat = galley(pyramid=["eggs", "", "", "", "", ""], supply=[], discard=lying, spoiled=spoiled)
        work = work_on(boat)
        fill_cells(work)
        (*_, gone) = work.board.provisions.spoiled
        mixed = shuffle(boat.state.key, f"food.{len(spoiled) + 1}", [food for food in lying if food != gone])
        assert tuple(food for food in work.board.stores.pyramid if food != "eggs") + work.state.supply == mixed


def test_a_food_that_lies_nowhere_counts_as_spoiled_all_the_same() -> None:
    """UBT-5#33."""
    boat = galley(pyramid=["eggs", "bread", "bread", "potato", "fish", "fish"], supply=[], discard=["bread"])
    boat.play(*COOK, "navigator dish 1")
    assert told(boat.events, "spoiled") == ["spoiled food=meat"]
    assert pyramid(boat)[0] == "bread"


@allows("3.17m")
def test_a_spoiled_food_in_the_ration_is_eaten_and_leaves_the_game_then() -> None:
    full = ["eggs", "meat", "bread", "potato", "onion", "onion"]
    boat = galley(pyramid=full, supply=[], discard=["fish", "fish"])
    boat.play(*COOK, "navigator dish 1 2")
    assert boat.view()["spoiled"] == ["meat"]
    assert boat.view()["ration"] == ["eggs", "meat"]
    assert told(boat.wait(NOON), "meal") == ["meal size=2 dish=bacon-omelette change=0"]
    assert boat.view()["discard"] == {"eggs": 1}


@refuses("3.17m")
def test_without_an_ingredient_nothing_is_cooked() -> None:
    boat = galley(pyramid=["lemon", "", "", "", "", ""], supply=[])
    assert boat.why("captain cook") == {"code": "no-food", "cells": []}
    every = ["meat", "onion", "eggs", "bread", "lemon", "potato", "fish"]
    empty = galley(pyramid=[""] * 6, supply=[], spoiled=every)
    assert empty.bar("captain", "cook") == "no-food"
    assert told(empty.wait(NOON), "meal") == ["meal size=0 dish= change=-2"]


def test_when_every_food_has_spoiled_none_is_left_to_spoil() -> None:
    every = ["meat", "onion", "eggs", "bread", "lemon", "potato"]
    boat = galley(pyramid=["fish", "fish", "", "", "", ""], supply=[], spoiled=every)
    boat.play(*COOK, "navigator dish 1")
    assert told(boat.events, "spoiled") == ["spoiled food=fish"]
    work = Working(boat.state, boat.state.now)
    discard_food(work, 1)
    assert work.events == []


def test_a_file_with_more_food_than_the_box_has_is_refused() -> None:
    """UBT-5#51."""
    found = GAME.setup(header_of(mission(pyramid=["lemon"] * 5 + ["fish"])))
    assert isinstance(found, Refusal)
    assert "'mission-food'" in str(found.facts["faults"])


# -- what cards do -------------------------------------------------------------------------------------------------


def work_on(boat: Boat) -> Working:
    return Working(boat.state, boat.state.now)


def test_a_card_adds_food_at_random_places_of_the_supply() -> None:
    work = work_on(galley())
    add_food(work, "fish", 3)
    supply = list(SUPPLY)
    for number in range(3):
        supply.insert(draw(work.state.key, "provisions", number, len(supply) + 1), "fish")
    assert work.state.supply == tuple(supply)
    assert work.board.stores.supply == 8


def test_a_card_spoils_a_random_token_of_the_pyramid() -> None:
    boat = galley()
    work = work_on(boat)
    spoil_food(work, 1)
    (gone,) = [place for place in range(6) if work.board.stores.pyramid[place] != PYRAMID[place]]
    assert work.board.stores.pyramid[gone] == "fish"
    assert told(work.events) == [f"spoiled food={PYRAMID[gone]}", f"larder change=fill cells={gone + 1}"]
    assert work.board.stores.discard == ()
    assert work.board.provisions.spoiled == ()


def test_a_card_discards_the_last_tokens_of_the_pyramid() -> None:
    work = work_on(galley(pyramid=["eggs", "meat", "bread", "potato", "onion", ""], supply=["fish"] * 3))
    discard_food(work, 2)
    assert work.board.stores.pyramid == ("eggs", "meat", "bread", "fish", "fish", "fish")
    assert dict(work.board.stores.discard) == {"potato": 1, "onion": 1}


def test_a_card_takes_the_last_token_that_is_no_lemon_off_the_ration() -> None:
    work = work_on(galley(ration=["bread", "fish", "lemon"]))
    lose_ration(work, 1)
    assert (work.board.stores.ration, work.board.stores.discard) == (("bread", "lemon"), (("fish", 1),))
    lose_ration(work, 2)
    assert work.board.stores.ration == ("lemon",)
