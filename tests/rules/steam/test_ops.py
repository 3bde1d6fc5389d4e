"""STM-5.1 to STM-5.14: every operation of the schema, used by cards that an owner might type in."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.steam import look
from tests.rules.steam.kit.boats import CLOSE, FAR, PRESENCE, REACT, Table, box, card, device, gun, using


def use(table: Table, rest: str = "") -> Table:
    table.give(f"red.captain activate 1 {rest}")
    return table


def next_turn(table: Table) -> Table:
    """End red's turn and blue's."""
    table.play("red.captain end", "blue.captain oxygen a1")
    if table.board.phase == "ready":
        table.give("blue.captain ready")
    table.play("blue.captain end", "red.captain oxygen a1")
    if table.board.phase == "ready":
        table.give("red.captain ready")
    return table


@pytest.mark.rule("STM-5.1", case="allows")
@pytest.mark.parametrize(("op", "power"), [({"op": "attack"}, 3), ({"op": "attack", "n": 5}, 5)])
def test_attack(op: dict[str, Any], power: int) -> None:
    table = use(using(op, combat=True, power=3, targets=CLOSE))
    assert table.facts("attack")["power"] == power
    twice = use(using({"op": "attack", "n": 1}, {"op": "attack", "n": 2}, combat=True, power=3, targets=CLOSE))
    assert [event.facts["power"] for event in twice.events if event.type == "attack"] == [1, 2]
    twice.give("blue.captain redirect")
    assert len(twice.board.blows) == 1
    twice.give("blue.captain redirect")
    assert twice.points("blue", "c2") == (1, 0, 0)


@pytest.mark.rule("STM-5.1", case="refuses")
def test_attack_needs_its_target() -> None:
    table = using({"op": "attack"}, combat=True, power=3, targets=FAR)
    assert table.refused("red.captain activate 1") == "no-legal-target"


@pytest.mark.rule("STM-5.2", case="allows")
def test_attack_bonus_by_presence_and_by_activation() -> None:
    table = using({"op": "attack_bonus", "n": 2, "uses": 2}, **PRESENCE).men("red", m3="d1", m4="d1", c="d1")
    table.give("red.captain activate 3 bonus=b1")
    assert table.facts("attack")["power"] == 4
    table.play("blue.captain redirect", "red.captain activate 4 bonus=b1")
    assert table.facts("attack")["power"] == 4
    active = use(using({"op": "attack_bonus", "n": 1, "uses": 2})).men("red", m3="d1", m4="d1", c="d1")
    for man, power in (("3", 3), ("4", 3), ("c", 2)):
        active.give(f"red.captain activate {man}")
        assert active.facts("attack")["power"] == power
        while active.board.blows:
            active.give(f"blue.captain {active.orders('blue.captain', 'damage')[0]}")


@pytest.mark.rule("STM-5.2", case="refuses")
def test_attack_bonus_is_used_up_chosen_and_ends_with_the_turn() -> None:
    table = using({"op": "attack_bonus", "n": 2}, **PRESENCE).men("red", m3="d1", m4="d1", c="d1")
    table.give("red.captain activate 3 bonus=b1")
    table.give("blue.captain redirect")
    assert table.orders("red.captain", "activate 4") == ["activate 4"]
    assert table.refused("red.captain activate 1") == "no-action", "it works by itself"
    again = using({"op": "attack_bonus", "n": 2}, **PRESENCE).men("red", m3="d1")
    again.give("red.captain activate 3")
    assert again.facts("attack")["power"] == 2, "not taken, not given"
    assert again.refused("red.captain activate 3 bonus=a1") in ("answer-first", "waiting-for-defender")
    other = using({"op": "attack_bonus", "n": 2}, **PRESENCE).men("red", m3="d1")
    assert other.refused("red.captain activate 3 bonus=a1") == "no-bonus"
    lapsed = use(using({"op": "attack_bonus", "n": 1}))
    assert lapsed.boat("red").edge == ((1, 1),)
    assert next_turn(lapsed).boat("red").edge == ()


@pytest.mark.rule("STM-5.2", case="allows")
def test_attack_bonus_lasts_for_as_many_attacks_as_the_card_says() -> None:
    table = use(using({"op": "attack_bonus", "n": 1, "uses": 3})).men("red", m2="d1", m3="d1", m4="d1", c="d1")
    assert table.boat("red").edge == ((1, 3),)
    powers = []
    for man in "234c":
        table.give(f"red.captain activate {man}")
        powers.append(table.facts("attack")["power"])
        table.give("blue.captain redirect")
        table.hurt("blue", c2=(3, 0, 0))
    assert powers == [3, 3, 3, 2]


@pytest.mark.rule("STM-5.2", case="allows")
def test_attack_bonuses_of_several_compartments_add_up() -> None:
    kits = [device(f"kit_{n}", {"op": "attack_bonus", "n": n, "uses": 2}, **PRESENCE) for n in (1, 3)]
    table = Table({"a1": "kit_1", "b1": "kit_3", "d1": "cannon"}, {}, cards=box(*kits, gun("cannon", 2)))
    table.men("red", m1="a1", m2="b1", m3="d1")
    table.give("red.captain activate 3 bonus=a1 bonus=b1")
    assert table.facts("attack")["power"] == 6
    assert table.boat("red").uses[:2] == (1, 1)


@pytest.mark.rule("STM-5.2", case="refuses")
def test_one_attack_takes_a_bonus_once() -> None:
    kits = [device(f"kit_{n}", {"op": "attack_bonus", "n": n, "uses": 3}, **PRESENCE) for n in (1, 3)]
    table = Table({"a1": "kit_1", "b1": "kit_3", "d1": "cannon"}, {}, cards=box(*kits, gun("cannon", 2)))
    table.men("red", m1="a1", m2="b1", m3="d1")
    for again in ("bonus=a1 bonus=a1", "bonus=b1 bonus=b1", "bonus=a1 bonus=b1 bonus=a1", "bonus=b1 bonus=a1 bonus=b1"):
        assert table.refused(f"red.captain activate 3 {again}") == "no-bonus"


@pytest.mark.rule("STM-5.3", case="allows")
def test_armour_bonus_by_presence_and_by_activation() -> None:
    table = using({"op": "armour_bonus", "n": 2}, **PRESENCE)
    sections = ("bow", "stern", "port", "starboard")
    assert [look.armour(table.board, 0, name) for name in sections] == [2, 0, 2, 0]
    wide = using({"op": "armour_bonus", "n": 1, "where": "any"}, **PRESENCE)
    assert [look.armour(wide.board, 0, name) for name in sections] == [1, 1, 1, 1]
    both = using({"op": "armour_bonus", "n": 2}, types=["armoured"], **PRESENCE)
    assert [look.armour(both.board, 0, name) for name in sections] == [3, 0, 3, 0], "and its plates"
    active = use(using({"op": "armour_bonus", "n": 1}))
    assert active.facts("armour-bonus") == {"boat": "red", "n": 1, "sections": ["bow", "port"]}
    assert [look.armour(active.board, 0, name) for name in sections] == [1, 0, 1, 0]
    everywhere = use(using({"op": "armour_bonus", "n": 1, "where": "any"}))
    assert [look.armour(everywhere.board, 0, name) for name in sections] == [1, 1, 1, 1]
    pair = using({"op": "armour_bonus", "n": 1}, x2=True)
    pair.give("red.captain activate 1 2")
    assert look.armour(pair.board, 0, "bow") == 2


@pytest.mark.rule("STM-5.3", case="refuses")
def test_armour_bonus_ends_when_nobody_stands_there_or_the_own_turn_comes() -> None:
    table = using({"op": "armour_bonus", "n": 2}, **PRESENCE).men("red", m1="c2", m2="c2")
    assert look.armour(table.board, 0, "bow") == 0
    active = use(using({"op": "armour_bonus", "n": 1}))
    active.give("red.captain end")
    assert look.armour(active.board, 0, "bow") == 1, "it holds in the enemy's turn"
    active.play("blue.captain oxygen a1", "blue.captain end")
    assert look.armour(active.board, 0, "bow") == 0


@pytest.mark.rule("STM-5.4", case="allows")
def test_speed_by_presence_and_by_activation() -> None:
    table = using({"op": "speed", "n": 2}, **PRESENCE)
    assert look.speed(table.board, 0) == 3
    active = use(using({"op": "speed", "n": 3}))
    assert active.facts("speed") == {"boat": "red", "n": 3}
    assert look.speed(active.board, 0) == 4
    active.give("red.captain manoeuvre red+1")
    assert active.boat("red").haste == 0
    reaction = using({"op": "speed", "n": 1}, **REACT).turn("blue")
    reaction.play("blue.captain manoeuvre blue+1", "red.captain react 1", "red.captain pass", "blue.captain end")
    reaction.play("red.captain oxygen a1", "red.captain ready")
    assert look.speed(reaction.board, 0) == 2, "for the next manoeuvre"


@pytest.mark.rule("STM-5.4", case="allows")
def test_speed_adds_up() -> None:
    table = use(using({"op": "speed", "n": 3}))
    table.give("red.captain activate 2")
    assert look.speed(table.board, 0) == 7


@pytest.mark.rule("STM-5.4", case="refuses")
def test_speed_serves_one_manoeuvre_to_come() -> None:
    table = using({"op": "speed", "n": 3}).men("red", m3="d1")
    table.give("red.captain manoeuvre red+1")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    lapsed = use(using({"op": "speed", "n": 3}))
    lapsed.give("red.captain end")
    assert lapsed.boat("red").haste == 0


@pytest.mark.rule("STM-5.5", case="allows")
def test_enemy_speed_adds_up_and_touches_the_next_manoeuvre() -> None:
    cards = box(
        device("kit", {"op": "enemy_speed", "n": -1}), *[card(f"screw_{n}", types=["propulsion"]) for n in range(3)]
    )
    engines = {"b1": "screw_0", "c1": "screw_1", "d1": "screw_2"}
    table = (
        Table({"b1": "kit"}, engines, cards=cards).men("red", m1="b1", m2="b1").men("blue", m1="b1", m2="c1", m3="d1")
    )
    assert look.speed(table.board, 1) == 4
    table.give("red.captain activate 1")
    assert table.facts("speed") == {"boat": "blue", "n": -1}
    table.give("red.captain activate 2")
    assert look.speed(table.board, 1) == 2
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain manoeuvre blue+1")
    assert table.boat("blue").drag == 0
    net = using({"op": "enemy_speed", "n": -1}, **PRESENCE)
    assert look.speed(net.board, 1) == 0


@pytest.mark.rule("STM-5.5", case="refuses")
def test_enemy_speed_is_never_below_0_and_over_after_a_turn_of_which_it_took_all() -> None:
    table = use(using({"op": "enemy_speed", "n": -3}))
    assert look.speed(table.board, 1) == 0
    table.play("red.captain end", "blue.captain oxygen a1")
    assert table.refused("blue.captain manoeuvre blue+1") == "no-speed"
    table.give("blue.captain end")
    assert table.boat("blue").drag == 0, "that was his next manoeuvre"
    net = using({"op": "enemy_speed", "n": -1}, **PRESENCE).men("red", m1="c2", m2="c2")
    assert look.speed(net.board, 1) == 1


@pytest.mark.parametrize(("one", "other", "lies"), [("ahead", "astern", (2, 4)), ("astern", "ahead", (4, 2))])
def test_a_way_that_the_card_has_not_is_no_matter_of_the_sea(one: str, other: str, lies: tuple[int, int]) -> None:
    table = using({"op": "shift", "who": "self", "n": 1, "dir": one}).lies(*lies)
    assert table.refused(f"red.captain activate 1 dir={other}") == "extra-argument"
    use(table, f"dir={one}")


@pytest.mark.rule("STM-5.5", case="allows")
def test_enemy_speed_waits_for_a_manoeuvre_that_was_possible_or_that_had_no_points_to_lose() -> None:
    cards = box(device("kit", {"op": "enemy_speed", "n": -1}), card("screw", types=["propulsion"]))
    table = Table({"b1": "kit"}, {"b1": "screw"}, cards=cards).men("red", m1="b1").men("blue", m1="b1")
    next_turn(use(table))
    assert table.boat("blue").drag == -1, "one of two points was left, and he did not use it"
    table.play("red.captain end", "blue.captain oxygen b1", "blue.captain manoeuvre blue+1")
    assert table.facts("manoeuvre")["points"] == 1
    assert table.boat("blue").drag == 0
    still = Table({"b1": "kit"}, {}, cards=cards).men("red", m1="b1")
    still.men("blue", c="d1", m1="d1", m2="d1", m3="d1", m4="d1")
    next_turn(use(still))
    assert (look.speed(still.board, 1), still.boat("blue").drag) == (0, -1)


@pytest.mark.rule("STM-5.6", case="allows")
@pytest.mark.parametrize(
    ("op", "lies", "rest", "sectors"),
    [
        ({"who": "self"}, (2, 4), "dir=ahead", (3, 4)),
        ({"who": "self"}, (2, 4), "dir=astern", (1, 4)),
        ({"who": "self", "n": 4}, (2, 4), "dir=ahead", (5, 4)),
        ({"who": "self"}, (1, 4), "", (2, 4)),
        ({"who": "self", "dir": "astern"}, (2, 4), "", (1, 4)),
        ({"who": "self", "n": 2, "dir": "ahead"}, (2, 4), "side=port", (4, 4)),
        ({"who": "enemy", "n": 4, "dir": "toward"}, (2, 4), "side=port", (2, 2)),
        ({"who": "enemy", "dir": "toward"}, (4, 1), "", (4, 2)),
        ({"who": "enemy", "dir": "toward"}, (3, 4), "side=port", (3, 3)),
        ({"who": "enemy", "n": 4, "dir": "away"}, (2, 3), "", (2, 5)),
        ({"who": "enemy", "dir": "away"}, (3, 3), "dir=astern", (3, 2)),
        ({"who": "enemy", "dir": "away"}, (1, 1), "", (1, 2)),
    ],
)
def test_shift(op: dict[str, Any], lies: tuple[int, int], rest: str, sectors: tuple[int, int]) -> None:
    table = using({"op": "shift", **op}).lies(*lies)
    assert f"activate 1 {rest}".strip() in table.orders("red.captain", "activate 1")
    use(table, rest)
    assert table.board.sector == sectors
    assert table.boat("red").moved is (op["who"] == "self")
    assert not table.boat("blue").moved
    assert not table.boat("red").manoeuvred


@pytest.mark.rule("STM-5.6", case="refuses")
@pytest.mark.parametrize(
    ("op", "lies"),
    [
        ({"who": "enemy", "dir": "toward"}, (3, 3)),
        ({"who": "enemy", "dir": "away"}, (2, 5)),
        ({"who": "enemy", "dir": "ahead"}, (2, 5)),
        ({"who": "self", "dir": "astern"}, (1, 5)),
    ],
)
def test_shift_never_leaves_the_sea(op: dict[str, Any], lies: tuple[int, int]) -> None:
    table = using({"op": "shift", **op}).lies(*lies).men("red", m3="d1")
    assert table.refused("red.captain activate 1") in ("nothing-to-do", "nobody-acts")


def test_shift_asks_for_the_way_and_the_side() -> None:
    table = using({"op": "shift", "who": "self"}).lies(3, 4)
    assert table.orders("red.captain", "activate 1") == [
        "activate 1 dir=ahead side=port",
        "activate 1 dir=ahead side=starboard",
        "activate 1 dir=astern",
    ]
    use(table, "side=starboard dir=ahead")
    assert look.relation(table.board, 0) == ("starboard", "close")
    assert table.refused("red.captain activate 2 dir=up") == "bad-argument"
    twice = using({"op": "shift", "who": "self"}, {"op": "shift", "who": "enemy", "dir": "away"}).lies(3, 4)
    use(twice, "dir=ahead side=port dir=astern")
    assert twice.board.sector == (4, 3)


@pytest.mark.rule("STM-5.7", case="allows")
def test_immovable_by_presence_and_by_activation() -> None:
    for table in (using({"op": "immovable"}, **PRESENCE), use(using({"op": "immovable"}))):
        assert not look.movable(table.board, 0)
        table.turn("blue")
        assert table.refused("blue.captain manoeuvre red+1") == "immovable"
        assert not table.orders("blue.captain", "manoeuvre red+1")
        table.give("blue.captain manoeuvre blue+1")


@pytest.mark.rule("STM-5.7", case="refuses")
def test_immovable_ends_and_binds_only_the_enemy() -> None:
    active = use(using({"op": "immovable"}))
    assert active.facts("anchored") == {"boat": "red"}
    active.give("red.captain manoeuvre red+1")
    assert look.movable(next_turn(active).board, 0)
    theirs = using({"op": "shift", "who": "enemy", "dir": "ahead"}, blue={"effect": {"op": "immovable"}, **PRESENCE})
    theirs.men("blue", m1="b1").men("red", m3="d1")
    assert theirs.refused("red.captain activate 1") == "nothing-to-do"
    use(theirs.men("blue", m1="c2"))


@pytest.mark.rule("STM-5.8", case="allows")
def test_repair_takes_markers_off() -> None:
    table = using({"op": "repair", "n": 3}).hurt("red", a1=(0, 1, 0), e1=(0, 0, 1))
    table.give("red.captain activate 1 repair=a1:plain repair=e1:plain")
    assert (table.points("red", "a1"), table.points("red", "e1")) == ((1, 1, 0), (1, 0, 1))
    slot = use(using({"op": "repair"}).hurt("red", a1=(1, 0, 0)), "repair=a1:oxygen")
    assert slot.points("red", "a1") == (1, 0, 1), "the slot comes back empty"


@pytest.mark.rule("STM-5.8", case="refuses")
def test_repair_needs_damage_and_takes_all_it_can() -> None:
    table = using({"op": "repair", "n": 2}).hurt("red", a1=(0, 1, 0), e1=(0, 0, 1), c2=(1, 0, 0))
    assert table.refused("red.captain activate 1 repair=a1:plain") == "missing-argument", "two, where two are to be had"
    assert table.refused("red.captain activate 1 repair=b2:plain") == "not-damaged"
    assert table.refused("red.captain activate 1 repair=c2:plain") == "post"
    assert table.refused("red.captain activate 1 repair=a1:oxygen") == "not-damaged"


@pytest.mark.rule("STM-5.9", case="allows")
def test_oxygen_returns_to_an_empty_slot() -> None:
    table = using({"op": "oxygen", "n": 2}).hurt("red", a1=(1, 0, 1), e1=(0, 0, 1))
    use(table, "oxygen=a1 oxygen=e1")
    assert (table.points("red", "a1"), table.points("red", "e1")) == ((1, 1, 0), (0, 1, 0))
    assert [event.facts["returned"] for event in table.events if event.type == "oxygen"] == [True, True]


@pytest.mark.rule("STM-5.9", case="refuses")
def test_oxygen_not_where_the_slot_is_damaged_or_full() -> None:
    table = using({"op": "oxygen"}).hurt("red", a1=(1, 0, 0), e1=(0, 0, 1))
    assert table.orders("red.captain", "activate 1") == ["activate 1 oxygen=e1"]
    assert table.refused("red.captain activate 1 oxygen=a1") == "no-empty-slot"
    assert table.refused("red.captain activate 1 oxygen=b2") == "no-empty-slot"


@pytest.mark.rule("STM-5.10", case="allows")
def test_ready_wakes_exhausted_men() -> None:
    table = using({"op": "ready", "n": 2}).men("red", tired="c34")
    assert table.orders("red.captain", "activate 1 ready=c") == [
        "activate 1 ready=c ready=3",
        "activate 1 ready=c ready=4",
    ]
    use(table, "ready=c ready=4")
    assert table.boat("red").ready == 0b10101
    assert [event.facts for event in table.events if event.type == "readied"] == [
        {"boat": "red", "crew": ["c"]},
        {"boat": "red", "crew": ["4"]},
    ]


@pytest.mark.rule("STM-5.10", case="allows")
@pytest.mark.parametrize("man", ["c", "2", "4"])
def test_ready_wakes_the_only_exhausted_man(man: str) -> None:
    table = using({"op": "ready"}).men("red", tired=man)
    assert table.orders("red.captain", "activate 1") == [f"activate 1 ready={man}"]


@pytest.mark.rule("STM-5.10", case="refuses")
def test_ready_not_the_men_at_work_nor_the_ready() -> None:
    table = using({"op": "ready", "what": "sailor"}, x2=True).men("red", tired="c3", m4="dead")
    assert table.orders("red.captain", "activate 1") == ["activate 1 2 ready=3", "activate 1 ready=3"]
    assert table.refused("red.captain activate 1 ready=4") == "dead"
    assert using({"op": "ready"}).men("red", m3="d1").refused("red.captain activate 1") == "nothing-to-do"
    alone = using({"op": "ready"}, **REACT).men("red", tired="1").turn("blue")
    alone.give("blue.captain manoeuvre blue+1")
    assert alone.orders("red.captain") == ["react 2 ready=1", "pass"], "nobody readies himself"


@pytest.mark.rule("STM-5.10", case="refuses")
def test_ready_by_presence_or_in_a_pair_does_not_serve_who_uses_it() -> None:
    alone = using({"op": "ready"}, trigger="presence").men("red", m2="d1", tired="1")
    assert alone.refused("red.captain activate 1") == "nothing-to-do"
    both = using({"op": "ready"}, trigger="presence").men("red", tired="1")
    assert both.orders("red.captain", "activate 1") == []
    assert both.orders("red.captain", "activate 2") == ["activate 2 ready=1"], "the man beside him may"
    cards = box(device("kit", {"op": "ready"}, x2=True, **REACT))
    pair = Table({"b1": "kit"}, {}, cards=cards, tired_pair="yes").men("red", m1="b1", m2="b1", tired="1").turn("blue")
    pair.give("blue.captain manoeuvre blue+1")
    assert pair.orders("red.captain") == ["react 2 ready=1", "pass"], "a pair would leave nobody to be readied"


@pytest.mark.rule("STM-5.7", case="refuses")
def test_who_is_anchored_already_gains_nothing_by_it() -> None:
    table = using({"op": "immovable"}).men("red", m3="d1")
    use(table)
    assert table.refused("red.captain activate 2") == "nothing-to-do"


@pytest.mark.rule("STM-5.11", case="allows")
def test_exhaust_enemy_tires_ready_men_wherever_they_are() -> None:
    table = using({"op": "exhaust_enemy", "n": 2}).men("blue", m1="enemy a1", tired="34")
    use(table, "exhaust=1 exhaust=c")
    assert table.boat("blue").ready == 0b00100
    assert [event.facts for event in table.events if event.type == "exhausted"][1:] == [
        {"boat": "blue", "crew": "1"},
        {"boat": "blue", "crew": "c"},
    ]


@pytest.mark.rule("STM-5.11", case="refuses")
def test_exhaust_enemy_needs_a_ready_one() -> None:
    table = using({"op": "exhaust_enemy", "n": 2}).men("blue", tired="c1234").men("red", m3="d1")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    table.men("blue", tired="c123")
    assert table.orders("red.captain", "activate 1") == ["activate 1 exhaust=4"], "as many as there are"
    assert table.refused("red.captain activate 1 exhaust=3") == "not-ready"


@pytest.mark.rule("STM-5.12", case="allows")
def test_move_crew_moves_men_without_tiring_them() -> None:
    table = using({"op": "move_crew", "n": 2}).men("red", m3="c1", m4="enemy a1")
    use(table, "crew=3:b2 crew=3:a2")
    assert table.at("red", "3") == "a2"
    assert table.boat("red").ready >> 3 & 1
    assert table.boat("red").acted == 0b10
    aboard = using({"op": "move_crew"}).men("red", m4="enemy a1")
    use(aboard, "crew=4:b2")
    assert aboard.at("red", "4") == "enemy b2"
    theirs = using({"op": "move_crew", "who": "enemy", "what": "captain"})
    assert theirs.orders("red.captain", "activate 1") == [
        f"activate 1 crew=c:{cell}" for cell in ("b1", "c1", "d1", "b2", "d2")
    ]
    use(theirs, "crew=c:d1")
    assert theirs.at("blue", "c") == "d1"
    away = using({"op": "move_crew", "who": "enemy", "what": "captain"}).men("blue", c="a1")
    assert away.orders("red.captain", "activate 1") == [f"activate 1 crew=c:{cell}" for cell in ("b1", "a2", "b2")]


@pytest.mark.rule("STM-5.12", case="refuses")
def test_move_crew_makes_single_steps_into_whole_compartments() -> None:
    table = using({"op": "move_crew"}).men("red", m3="c1", m4="dead").destroy("red", "d1")
    assert table.refused("red.captain activate 1 crew=3:d1") == "destroyed"
    assert table.refused("red.captain activate 1 crew=3:a1") == "not-adjacent"
    assert table.refused("red.captain activate 1 crew=4:b1") == "dead"
    assert table.refused("red.captain activate 1 crew=3:b2 crew=3:a2") == "extra-argument"


@pytest.mark.rule("STM-5.13", case="allows")
def test_board_puts_men_on_the_enemys_boat() -> None:
    table = using({"op": "board", "n": 2, "what": "crew"}).destroy("blue", "e2")
    use(table, "board=1:a1 board=c:e1")
    assert (table.at("red", "1"), table.at("red", "c")) == ("enemy a1", "enemy e1")
    assert table.boat("red").ready & 1, "as ready as before"
    table.give("red.captain move c d2 step=after:c2")
    assert table.at("red", "c") == "enemy c2"
    captain = using({"op": "board"}).men("red", c="b1")
    captain.give("red.captain activate c board=c:a1 step=after:b1")
    assert captain.at("red", "c") == "enemy b1", "his step goes on where he then is"


@pytest.mark.rule("STM-5.13", case="refuses")
def test_board_not_the_central_post_not_what_is_destroyed_not_from_there() -> None:
    table = using({"op": "board", "what": "sailor"}).destroy("blue", "e2").men("red", m3="enemy a1", m4="dead")
    reasons = {"2:c2": "post", "2:e2": "destroyed", "c:a1": "wrong-man", "3:b1": "aboard-already", "4:a1": "dead"}
    for token, code in reasons.items():
        assert table.refused(f"red.captain activate 1 board={token}") == code
    assert len(table.orders("red.captain", "activate 1")) == 2 * 8


@pytest.mark.rule("STM-5.14", case="allows")
@pytest.mark.parametrize(
    ("cells", "lies", "hits"),
    [
        ("any", (3, 3), "a1 b1 c1 d1 e1 a2 b2 d2 e2"),
        ("bow", (3, 3), "a1 b1 a2 b2"),
        ("port", (3, 3), "a2 b2 d2 e2"),
        ("section", (2, 3), "d1 e1 d2 e2"),
    ],
)
def test_damage_direct(cells: str, lies: tuple[int, int], hits: str) -> None:
    table = using({"op": "damage_direct", "n": 2, "cells": cells}, targets=CLOSE).lies(*lies)
    found = [line.rpartition("=")[2] for line in table.orders("red.captain", "activate 1")]
    assert found == hits.split()
    use(table, f"hit={found[0]}")
    assert table.facts("hit") == {"boat": "red", "cell": found[0], "damage": 2}
    table.play(f"blue.captain damage {found[0]} oxygen", f"blue.captain damage {found[0]} plain")
    assert table.types() == ["damage", "destroyed"]


@pytest.mark.rule("STM-5.14", case="refuses")
def test_damage_direct_needs_a_whole_compartment_and_the_defender_chooses_the_point() -> None:
    op = {"op": "damage_direct", "n": 1, "cells": "bow"}
    table = using(op).destroy("blue", "a1", "b1", "a2", "b2").men("red", m3="d1")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    whole = use(using(op), "hit=a1")
    assert whole.refused("blue.captain damage a1 metal") == "bad-argument"
    assert whole.refused("blue.captain damage c2 plain") == "one-cell"
    assert whole.refused("red.captain end") == "waiting-for-defender"
    two = using({"op": "damage_direct", "n": 1, "cells": "section"}, targets=["port close bow", "port close stern"])
    assert two.refused("red.captain activate 1 hit=a1") in ("missing-argument", "bad-argument")
    assert two.refused("red.captain activate 1") == "missing-argument"
    assert {line.split()[2] for line in two.orders("red.captain", "activate 1")} == {"section=bow", "section=stern"}
    use(two, "hit=e2 section=stern")
    gone = using({"op": "damage_direct", "n": 1, "cells": "section"}, targets=CLOSE).lies(2, 3)
    gone.destroy("blue", "d1", "e1", "d2", "e2")
    assert gone.refused("red.captain activate 1") == "nothing-to-do"
    several = using({"op": "damage_direct", "n": 1, "cells": "section"}, targets=["port close bow", "port close stern"])
    several.destroy("blue", "d1", "e1", "d2", "e2")
    assert several.refused("red.captain activate 1 section=stern hit=d1") == "section-gone"
    assert {line.split()[2] for line in several.orders("red.captain", "activate 1")} == {"section=bow"}


def test_a_pair_doubles_every_operation() -> None:
    table = using({"op": "exhaust_enemy"}, {"op": "enemy_speed", "n": -1}, {"op": "attack_bonus", "n": 1}, x2=True)
    table.give("red.captain activate 1 2 exhaust=1 exhaust=2")
    assert (table.boat("blue").ready, table.boat("blue").drag, table.boat("red").edge) == (0b11001, -2, ((2, 1),))
    hit = using({"op": "damage_direct", "n": 1, "cells": "any"}, {"op": "speed", "n": 1}, x2=True)
    hit.give("red.captain activate 1 2 hit=a1")
    assert (hit.board.blows[0].left, hit.boat("red").haste) == (2, 2)
    assert hit.facts("speed") == {"boat": "red", "n": 2}
    edge = using({"op": "attack_bonus", "n": 2, "uses": 3}, x2=True)
    edge.give("red.captain activate 1 2")
    assert edge.facts("attack-bonus") == {"boat": "red", "n": 4, "attacks": 3}
    shift = using({"op": "shift", "who": "self", "dir": "ahead"}, x2=True)
    shift.give("red.captain activate 1 2")
    assert shift.board.sector == (5, 3)


def test_blue_does_to_red_what_red_does_to_blue() -> None:
    def blue_uses(**op: Any) -> Table:
        table = Table({}, {"b1": "kit"}, cards=box(device("kit", op), gun("cannon", 2))).turn("blue")
        return table.men("blue", m1="b1").men("red", m1="enemy a1", c="e1")

    slow = blue_uses(op="enemy_speed", n=-2)
    slow.give("blue.captain activate 1")
    assert slow.facts("speed") == {"boat": "red", "n": -2}
    assert (slow.boat("red").drag, slow.boat("blue").drag) == (-2, 0)
    pull = blue_uses(op="move_crew", who="enemy", what="captain")
    pull.give("blue.captain activate 1 crew=c:d2")
    assert pull.at("red", "c") == "d2"
    hooks = blue_uses(op="board", what="sailor").destroy("red", "e2")
    assert "activate 1 board=2:e2" not in hooks.orders("blue.captain")
    hooks.give("blue.captain activate 1 board=2:a1")
    assert hooks.at("blue", "2") == "enemy a1"
