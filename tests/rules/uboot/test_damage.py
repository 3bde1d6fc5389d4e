"""UBT-3.2d, e, UBT-3.4h, i, UBT-3.6c and what of UBT-3.8 they need: draws, wound cards, death."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.chance import draw
from klaxon.rules.uboot.crew.bag import draw_tokens
from klaxon.rules.uboot.crew.men import CrewMan, Malady
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import DECKS, FIGURES
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

FIRE_IN_5 = {"5": {"emergencies": ["fire"]}}
FOUR = ("engineer.triangle", "engineer.hexagon", "navigator.square", "navigator.triangle")
IN_5 = dict.fromkeys(FOUR, 5)
OTHERS = ["captain.circle", "captain.square", "captain.triangle"]
TO_NOON = 4 * HOUR


def wound(man: str, card: str, at: str = "0:10:00") -> dict[str, Any]:
    return {"at": at, "do": "wound", "man": man, "card": card}


def fallen_ill(card: str, **setup: Any) -> tuple[Boat, list[str]]:
    """Return a boat in which the commander got a card, and what was told of it."""
    boat = Boat([wound("captain.circle", card)], **setup)
    return boat, told(boat.wait(HOUR), "malady", "died", "task-ended", "watching", "morale")


@allows("3.2d")
@allows("3.2e")
def test_k_tokens_are_drawn_together_and_go_back() -> None:
    boat = Boat(bag=["captain.circle", "captain.circle", "engineer.square"])
    work = Working(boat.state, boat.state.now)
    assert [FIGURES[figure] for figure in draw_tokens(work, 2)] == ["captain.circle", "engineer.square"]
    assert work.state.bag == ("captain.circle",)
    assert [FIGURES[figure] for figure in draw_tokens(work, 1)] == ["captain.circle"]
    assert sorted(draw_tokens(work, 99)) == list(range(16))


@allows("3.8m")
@refuses("3.8m")
@refuses("3.2d")
@refuses("3.2e")
@refuses("12.19a")
def test_a_dead_man_is_drawn_and_gets_no_card() -> None:
    boat = Boat(rooms=FIRE_IN_5, figures=IN_5, men={"engineer.triangle.1": {"dead": True}}, bag=[FOUR[0], *OTHERS])
    lines = told(boat.wait(TO_NOON), "draw", "card")
    assert lines == [f"draw room=5 hazard=fire tokens={FOUR[0]},{OTHERS[0]},{OTHERS[1]} hit="]
    assert boat.state.drawn == 0


@allows("3.8a")
@allows("3.8b")
@allows("3.8d")
@allows("3.6c")
def test_the_ending_shift_is_hurt_where_it_stands() -> None:
    """UBT-12.21, case 9: four men at a fire, one of them among four tokens."""
    boat = Boat(rooms=FIRE_IN_5, figures=IN_5, bag=[FOUR[1], *OTHERS], decks={"burn": ["scalded-arm"]})
    assert told(boat.wait(TO_NOON), "bell", "draw", "card", "malady", "watch-changed") == [
        "bell time=12:00",
        f"draw room=5 hazard=fire tokens={','.join([FOUR[1], *OTHERS])} hit={FOUR[1]}",
        f"card deck=burn card=scalded-arm man={FOUR[1]} hand=False",
        (
            f"malady man={FOUR[1]} card=scalded-arm placed={{'wound': 0, 'fatigue': 1, 'act': 1}} "
            "pushed={'act': 0, 'task': 0, 'fatigue': 0}"
        ),
        "watch-changed shift=2",
    ]
    assert boat.slots(f"{FOUR[1]}.1") == "fatigue"
    assert boat.slots(f"{FOUR[1]}.2") == ""


@refuses("3.8a")
@refuses("3.8d")
@refuses("3.6c")
def test_who_is_outside_or_alone_with_darkness_is_not() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["darkness", "leak"]}}, figures={"captain.circle": 8})
    assert not told(boat.wait(TO_NOON), "draw")


@allows("3.8b")
def test_two_fires_draw_twice_as_many() -> None:
    """UBT-12.21, case 10."""
    figures = {**dict.fromkeys(FOUR[:3], 5), FOUR[3]: 4}
    boat = Boat(rooms={"5": {"emergencies": ["fire", "fire"]}}, figures=figures)
    (line,) = told(boat.wait(TO_NOON), "draw")
    assert len(line.split("tokens=")[1].split()[0].split(",")) == 6


@allows("3.8c")
def test_fire_and_electricity_are_two_draws_fire_first() -> None:
    """UBT-12.21, case 12."""
    boat = Boat(rooms={"5": {"emergencies": ["electricity", "fire"]}}, figures=IN_5)
    assert [line.split()[2] for line in told(boat.wait(TO_NOON), "draw")] == ["hazard=fire", "hazard=electricity"]


@allows("3.8f")
@refuses("3.8f")
def test_masks_keep_gas_off_and_nothing_else() -> None:
    """UBT-3.8f: where they lie after the moves."""
    rooms = {"5": {"emergencies": ["gas"], "devices": ["masks"]}, "6": {"devices": ["extinguisher"]}}
    assert not told(Boat(rooms=rooms, figures=IN_5).wait(TO_NOON), "draw")
    boat = Boat(rooms={"5": {"emergencies": ["gas", "fire"]}}, figures=IN_5)
    assert [line.split()[2] for line in told(boat.change("navigator move hexagon 5+masks"), "draw")] == ["hazard=fire"]


@allows("3.4h")
@allows("3.4i")
def test_who_enters_crosses_or_remains_is_concerned() -> None:
    """UBT-5#6. One crosses the fire with the extinguisher in it, one enters, one remains; who leaves goes free."""
    figures = {FOUR[0]: 5, FOUR[1]: 5, FOUR[2]: 4, FOUR[3]: 4}
    decks = {"burn": ["singed", "scalded-arm", "smoke-inhalation"]}
    boat = Boat(rooms=FIRE_IN_5, figures=figures, bag=[FOUR[0], FOUR[2], FOUR[1], FOUR[3]], decks=decks)
    lines = told(boat.change(f"engineer move {FOUR[0][9:]} 4", "navigator move square 6 triangle 5"))
    order = [line.split()[0] for line in lines]
    assert order.index("positions-done") < order.index("draw")
    assert [line for line in lines if line.startswith("draw")] == [
        f"draw room=5 hazard=fire tokens={FOUR[0]},{FOUR[2]},{FOUR[1]} hit={FOUR[2]},{FOUR[1]}"
    ]


@refuses("3.4h")
@refuses("3.4i")
def test_who_began_in_it_and_left_takes_nothing() -> None:
    """UBT-5#6."""
    boat = Boat(rooms=FIRE_IN_5, figures={FOUR[0]: 5, FOUR[1]: 4})
    assert not told(boat.change(f"engineer move {FOUR[0][9:]} 4"), "draw")


@allows("3.8i")
@allows("3.8h")
@pytest.mark.parametrize(
    ("card", "before", "slots", "pushed"),
    [
        ("face-burns", {"act": 3}, "wound fatigue act", "act 2"),
        ("face-burns", {"cards": ["fever", "nausea"]}, "wound fatigue fatigue", "fatigue 1"),
        ("face-burns", {"cards": ["fever"], "act": 1}, "wound fatigue fatigue", "act 1"),
        ("jolt", {"act": 2}, "act act act", ""),
        ("unconscious", {}, "wound fatigue fatigue", ""),
        ("concussion", {"cards": ["irregular-heart"]}, "wound fatigue fatigue", ""),
    ],
    ids=["case 11", "a wound pushes a fatigue", "and then there is no slot", "act pushes nothing", "full", "what fits"],
)
def test_tokens_find_their_slots(card: str, before: dict[str, Any], slots: str, pushed: str) -> None:
    """UBT-3.8i: wounds, fatigue, ACT; an ACT goes first, then a task, for a wound then a fatigue."""
    boat, lines = fallen_ill(card, men={"captain.circle.1": before})
    assert boat.slots("captain.circle") == slots
    words = pushed.split()
    taken = {"act": 0, "task": 0, "fatigue": 0} | {words[n]: int(words[n + 1]) for n in range(0, len(words), 2)}
    assert lines[0].endswith(f"pushed={taken}")


@allows("3.8i")
def test_a_task_is_pushed_out_when_no_act_is_left() -> None:
    setup = {
        "figures": {"captain.circle": 8},
        "men": {"captain.circle.1": {"watch": True, "act": 1, "cards": ["nausea"]}},
    }
    boat, lines = fallen_ill("concussion", **setup)
    assert boat.slots("captain.circle") == "fatigue fatigue fatigue"
    assert lines[:2] == ["task-ended man=captain.circle task=watch why=pushed", "watching count=0"]


@allows("3.8j")
@allows("3.8n")
@refuses("3.8h")
def test_a_card_without_a_slot_is_discarded_at_once() -> None:
    """UBT-3.8j: also one that has neither wound nor fatigue."""
    for card, deck in (("jolt", "shock"), ("concussion", "gunshot")):
        before = {"cards": ["stomach-wound"]} if card == "concussion" else {}
        boat, _ = fallen_ill(card, men={"captain.circle.1": before})
        assert boat.view("umpire")["truth"]["decks"][deck][-1] == card
        assert card not in [held["card"] for held in boat.view()["men"]["captain.circle"]["cards"]]


@allows("3.8k")
def test_the_second_wound_kills() -> None:
    """UBT-3.8k: his cards go under their decks, and morale falls by 2."""
    boat, lines = fallen_ill("splinters", men={"captain.circle.1": {"cards": ["leg-wound"]}})
    assert lines[1:] == ["died man=captain.circle why=wounds", "morale value=9 change=-2 why=death"]
    assert boat.room("captain.circle") == 0
    assert {"leg-wound", "splinters"} <= set(boat.view("umpire")["truth"]["decks"]["gunshot"])


@allows("3.8e")
@refuses("3.8e")
@refuses("3.8d")
def test_gunfire_concerns_everybody_outside_as_one_room() -> None:
    """UBT-3.8e; nobody outside: no draw."""
    script = [{"at": "0:10:00", "do": "gunfire"}]
    boat = Boat(script, figures={"captain.circle": 7, "captain.square": 8}, bag=["captain.square", "captain.circle"])
    lines = told(boat.wait(HOUR), "draw", "card")
    assert (
        lines[0] == "draw room=7 hazard=gunfire tokens=captain.square,captain.circle hit=captain.square,captain.circle"
    )
    assert [line.split()[1] for line in lines[1:]] == ["deck=gunshot"] * 2
    assert not told(Boat(script).wait(HOUR), "draw")


@allows("3.8g")
def test_an_empty_deck_borrows_from_the_fullest() -> None:
    """UBT-3.8g."""
    boat = Boat(rooms=FIRE_IN_5, figures=IN_5, bag=[*FOUR])
    state = boat.state.copy(boat.state.now)
    state.decks = (*state.decks[:4], (), *state.decks[5:])
    boat.state = state
    assert [line.split()[1] for line in told(boat.wait(TO_NOON), "card")][:1] == ["deck=shock"]


def test_a_wound_that_names_a_shift_touches_him_only_on_duty() -> None:
    boat = Boat([wound("captain.circle.2", "graze", "0:10:00"), wound("captain.circle.2", "graze", "4:10:00")])
    assert not told(boat.wait(HOUR), "malady")
    assert told(boat.wait(4 * HOUR), "malady")


def test_a_pushed_task_is_counted_and_the_other_lookout_watches_on() -> None:
    men = {
        "captain.circle.1": {"watch": True, "cards": ["fever"]},
        "captain.square.1": {"watch": True},
    }
    boat, lines = fallen_ill("graze", figures={"captain.circle": 8, "captain.square": 8}, men=men)
    assert lines[1:] == [
        "watching count=1",
        (
            "malady man=captain.circle card=graze placed={'wound': 0, 'fatigue': 1, 'act': 0} "
            "pushed={'act': 0, 'task': 1, 'fatigue': 0}"
        ),
    ]
    assert boat.state.board.man(0).task == ""


@refuses("3.8n")
def test_a_fatigue_that_is_pushed_out_takes_its_own_card_along_and_no_other() -> None:
    boat, lines = fallen_ill("splinters", men={"captain.circle.1": {"cards": ["nausea", "fever"]}})
    assert lines == [
        (
            "malady man=captain.circle card=splinters placed={'wound': 1, 'fatigue': 0, 'act': 0} "
            "pushed={'act': 0, 'task': 0, 'fatigue': 1}"
        )
    ]
    assert [held["card"] for held in boat.view()["men"]["captain.circle"]["cards"]] == ["fever", "splinters"]
    assert boat.view("umpire")["truth"]["decks"]["poison"][-1] == "nausea"


@refuses("3.8i")
def test_every_token_that_found_a_place_is_counted() -> None:
    _, lines = fallen_ill("concussion")
    assert "placed={'wound': 0, 'fatigue': 2, 'act': 0}" in lines[0]
    _, lines = fallen_ill("splinters", men={"captain.circle.1": {"cards": ["unconscious"]}})
    assert "placed={'wound': 1, 'fatigue': 0, 'act': 0}" in lines[0]
    assert lines[1] == "died man=captain.circle why=wounds"


@refuses("3.8b")
def test_no_more_than_sixteen_tokens_are_drawn_and_none_twice() -> None:
    """UBT-5#18: five men and four fires would be twenty."""
    figures = {**IN_5, "navigator.hexagon": 5}
    boat = Boat(rooms={"5": {"emergencies": ["fire"] * 4}}, figures=figures)
    (line,) = told(boat.wait(TO_NOON), "draw")
    tokens, hit = (words.partition(" ")[0].split(",") for words in line.split("=")[3:5])
    assert len(set(tokens)) == len(tokens) == 16
    assert len(hit) == 5


@refuses("3.8c")
def test_hazards_of_other_rooms_are_not_drawn_for_together() -> None:
    rooms = {"5": {"emergencies": ["gas"]}, "4": {"emergencies": ["fire"]}}
    boat = Boat(rooms=rooms, figures={**dict.fromkeys(FOUR[:2], 5), **dict.fromkeys(FOUR[2:], 4)})
    rows = [line.split()[1:3] for line in told(boat.wait(TO_NOON), "draw")]
    assert rows == [["room=4", "hazard=fire"], ["room=5", "hazard=gas"]]


@refuses("3.8g")
def test_of_equally_full_decks_the_first_gives_and_of_none_nobody_gets_a_card() -> None:
    boat = Boat(rooms=FIRE_IN_5, figures=IN_5, bag=[*FOUR])
    state = boat.state.copy(boat.state.now)
    state.decks = (*state.decks[:4], (), (), ("nausea",), ("graze",))
    boat.state = state
    assert [line.split()[2] for line in told(boat.wait(TO_NOON), "card")] == ["card=nausea", "card=graze"]


@refuses("3.8j")
def test_a_card_with_a_token_in_place_is_kept() -> None:
    boat, _ = fallen_ill("graze", men={"captain.circle.1": {"act": 3}})
    assert [held["card"] for held in boat.view()["men"]["captain.circle"]["cards"]] == ["graze"]
    assert "graze" not in boat.view("umpire")["truth"]["decks"]["gunshot"]


@refuses("3.8k")
def test_one_wound_and_two_fatigues_do_not_kill() -> None:
    boat, lines = fallen_ill("unconscious", men={"captain.circle.1": {"act": 3}})
    assert len(lines) == 1
    assert boat.room("captain.circle") == 2


@allows("3.8l")
def test_a_dive_costs_at_most_six() -> None:
    boat = Boat(figures={**dict.fromkeys(WATCHERS, 8), "engineer.triangle": 5, "engineer.hexagon": 6})
    lines = told(boat.play("captain dive 20", "first_officer assign", "engineer assign"), "morale")
    assert lines == ["morale value=5 change=-6 why=death"]


@refuses("3.8l")
def test_deaths_otherwise_have_no_cap() -> None:
    men = {f"{man}.1": {"cards": ["leg-wound"]} for man in ("captain.circle",)}
    men |= {"captain.square.1": {"cards": ["splinters"]}, "captain.triangle.1": {"cards": ["shoulder-wound"]}}
    men |= {"captain.hexagon.1": {"cards": ["thrown-against-bulkhead"]}}
    cards = ("scorched-hands", "face-burns", "deep-burns", "burnt-palm")
    shapes = ("circle", "square", "triangle", "hexagon")
    script = [wound(f"captain.{shape}", card) for shape, card in zip(shapes, cards, strict=True)]
    boat = Boat(script, men=men, decks={"morale1": ["grumbling", "lost-cigarettes"], "morale2": ["insubordination"]})
    assert [line.split()[2] for line in told(boat.wait(HOUR), "morale")] == ["change=-2"] * 4
    assert boat.tracks()[1] == 3


@allows("3.2e")
@allows("12.19a")
def test_tokens_that_are_not_fixed_are_drawn_by_a_stream_of_their_own() -> None:
    boat = Boat(bag=["captain.circle", "captain.circle", "engineer.square", "captain.square"])
    work = Working(boat.state, boat.state.now)
    draw_tokens(work, 2)
    assert work.state.bag == ("captain.circle", "captain.square")
    work = Working(Boat().state, boat.state.now)
    drawn = draw_tokens(work, 3)
    left = list(range(16))
    for number, figure in enumerate(drawn):
        assert figure == left.pop(draw(work.state.key, "bag", number, len(left)))
    assert work.state.drawn == 3


def test_an_empty_deck_is_replaced_by_the_fullest_other_one() -> None:
    boat = Boat(rooms=FIRE_IN_5, figures=IN_5, bag=[FOUR[1], *OTHERS])
    short = {"burn": 0, "shock": 2, "poison": 3, "gunshot": 1}
    state = boat.state.copy(boat.state.now)
    state.decks = tuple(deck[: short.get(name, 9)] for name, deck in zip(DECKS, state.decks, strict=True))
    boat.state = state
    assert [line.split()[1] for line in told(boat.wait(TO_NOON), "card")] == ["deck=poison"]


def test_a_card_is_given_once_and_never_to_the_dead() -> None:
    script = [
        wound("captain.triangle", "fever"),
        wound("captain.circle", "fever", "0:20:00"),
        wound("captain.square", "fever", "0:30:00"),
    ]
    boat = Boat(script, men={"captain.triangle.1": {"dead": True}})
    assert told(boat.wait(HOUR), "card") == ["card deck=morale2 card=fever man=captain.circle hand=False"]


def test_a_card_that_is_dealt_is_held_as_one_that_is_staged() -> None:
    boat, _ = fallen_ill("leg-wound")
    staged = Boat(men={"captain.circle.1": {"cards": ["leg-wound"]}})
    shown = [each.view()["men"]["captain.circle"]["cards"] for each in (boat, staged)]
    assert shown[0] == shown[1]
    assert shown[0][0]["special"] == "moving_costs_act"


def test_who_is_pushed_from_a_repair_was_no_lookout() -> None:
    boat = Boat([wound("captain.circle", "leg-wound")], men={"captain.circle.1": {"cards": ["fever"]}})
    boat.put("captain.circle", task="tdc")
    lines = told(boat.wait(HOUR), "task-ended", "watching")
    assert lines == ["task-ended man=captain.circle task=fault why=pushed"]


@allows("3.6i")
def test_a_wound_that_heals_leaves_the_fatigue_of_its_card() -> None:
    man, token, card = CrewMan(maladies=(Malady("x", 1, 1, treated=True),)).ease()
    assert (man.maladies, token, card) == ((Malady("x", 0, 1, treated=True),), "wound", None)


@allows("3.6l")
def test_where_the_dead_stood_is_remembered() -> None:
    boat = Boat(figures={"navigator.square": 8, "engineer.triangle": 5, "engineer.hexagon": 6})
    rooms = boat.state.board.at
    boat.play("captain dive 20", "first_officer assign", "engineer assign")
    assert told(boat.events, "died") == ["died man=navigator.square why=dive"]
    assert boat.state.last == rooms


@refuses("3.4h")
def test_no_room_concerns_a_dead_man() -> None:
    boat = Boat(rooms=FIRE_IN_5, men={"captain.circle.1": {"dead": True}})
    assert told(boat.change("captain move square 3"), "draw") == []
    assert boat.room("captain.square") == 3
