"""Why a use of a compartment cannot be as it was said: each reason beside the next one, which it must beat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.steam.kit.boats import POST_CARD, PRESENCE, REACT, Table, box, card, device, gun, using

TWO_SECTIONS = ["port close bow", "port close stern"]
EXTRA, BAD, MISSING = "extra-argument", "bad-argument", "missing-argument"


def mirrored(*ops: dict[str, Any], **keys: Any) -> Table:
    """Blue's man 1 stands in a device on b1 with these operations, and it is blue's turn."""
    table = Table({}, {"b1": "kit"}, cards=box(device("kit", *ops, **keys))).turn("blue")
    return table.men("blue", m1="b1", m2="b1")


def refuses(table: Table, line: str, code: str, **facts: object) -> None:
    """Check the code and every fact with which an order of the captain whose turn it is, or who reacts, is refused."""
    me = table.board.window.boat if table.board.window else table.board.active
    seat = ("red.captain", "blue.captain")[me]
    found = table.refusal(f"{seat} {line}")
    verb, *_, last = line.split()
    key, _, value = last.partition("=")
    token = (key, value) if value else last
    assert (found.code, dict(found.facts)) == (code, {"verb": verb, "token": token, **facts}), line


def check(table: Table, start: str, reasons: dict[str, str]) -> None:
    """Check what each token behind an order's start is refused with."""
    for token, code in reasons.items():
        if code in (EXTRA, BAD, MISSING):
            seat = ("red.captain", "blue.captain")[table.board.active]
            assert table.refused(f"{seat} {start} {token}") == code, token
        else:
            refuses(table, f"{start} {token}", code)


# -- men and their ways ----------------------------------------------------------------------------------------


def reacting(**keys: Any) -> Table:
    """Red's men 1 and 2 may react in b1 to a manoeuvre of blue's, the captain stands beside them."""
    cards = box(device("kit", {"op": "ready"}, {"op": "speed", "n": 1}, x2=True, **REACT))
    table = Table({"b1": "kit"}, {}, cards=cards, **keys).men("red", m1="b1", m2="b1", c="c1").turn("blue")
    table.give("blue.captain manoeuvre blue+1")
    return table


@pytest.mark.rule("STM-3.9i", case="refuses")
def test_the_captain_is_named_first_where_he_could_step_in_and_act() -> None:
    table = using({"op": "speed", "n": 1}, x2=True)
    refuses(table, "activate 1 c", "captain-first")
    refuses(using({"op": "speed", "n": 1}, x2=True).men("red", c="c1"), "activate 1 c", "captain-first")
    refuses(table, "activate 1 3", "not-together")
    refuses(table, "activate 1 1", "same-man")
    refuses(table.men("red", c="d2"), "activate 1 c", "not-together")
    refuses(using({"op": "speed", "n": 1}), "activate 1 c", "not-x2")


@pytest.mark.rule("STM-3.9i", case="refuses")
def test_the_captain_is_not_sent_first_where_that_would_not_help() -> None:
    table = using({"op": "speed", "n": 1}, x2=True)
    refuses(table.men("red", tired="c"), "activate 1 c", "not-together")
    refuses(reacting(), "react 1 c", "not-together")


@pytest.mark.rule("STM-3.9i", case="refuses")
def test_a_pair_that_would_do_nothing_is_told_so() -> None:
    cards = box(device("kit", {"op": "ready"}, x2=True, **REACT))
    table = Table({"b1": "kit"}, {}, cards=cards, tired_pair="yes").men("red", m1="b1", m2="b1", tired="1").turn("blue")
    table.give("blue.captain manoeuvre blue+1")
    refuses(table, "react 2 1", "nothing-to-do")
    refuses(table, "react 2 3", "not-together")


@pytest.mark.rule("STM-3.8d", case="refuses")
def test_the_second_man_has_a_way_of_his_own_to_choose_wrongly() -> None:
    cards = box(device("kit", {"op": "speed", "n": 1}, x2=True), post={**POST_CARD, "x2": True})
    table = Table({"a1": "kit"}, {}, cards=cards).men("red", m1="a1", m2="a1")
    refuses(table, "activate 1 2 to=b1 to2=a2", "not-nearer")
    assert table.refused("red.captain activate 1 2 to=b1 to2=b2 to2=a2") == EXTRA, "one way a man"
    assert table.refused("red.captain activate 1 to=b1 to2=a2") == EXTRA, "he is alone"
    assert table.refused("red.captain activate 1 2 to=b1 to2=z9") == BAD
    refuses(table, "activate 3 4 to2=b1", "no-choice")
    refuses(reacting(), "react 1 2 to2=b1", "no-choice")


@pytest.mark.rule("STM-3.8i", case="refuses")
def test_the_captains_step_after_goes_from_where_his_action_leaves_him() -> None:
    table = using({"op": "speed", "n": 1}).men("red", c="b1").destroy("red", "d1")
    refuses(table, "activate c step=after:a1", "not-adjacent")
    refuses(table, "activate c step=after:d1", "destroyed")
    table.give("red.captain activate c step=after:d2")
    theirs = mirrored({"op": "speed", "n": 1}).men("blue", c="b1").destroy("blue", "d1")
    refuses(theirs, "activate c step=after:a1", "not-adjacent")
    refuses(theirs, "activate c step=after:d1", "destroyed")


@pytest.mark.rule("STM-3.8i", case="refuses")
def test_presence_is_no_action_to_step_beside() -> None:
    table = using({"op": "repair"}, **PRESENCE).men("red", c="b1").hurt("red", a1=(0, 1, 0))
    refuses(table, "activate c repair=a1:plain step=after:a1", "no-action")
    refuses(table, "activate c repair=a1:plain step=after:e1", "no-action")
    assert table.refused("red.captain activate c repair=a1:plain step=after:b9") == EXTRA


# -- sections and targets --------------------------------------------------------------------------------------


def test_a_section_is_gone_not_aimed_at_or_chosen_already() -> None:
    table = using({"op": "damage_direct", "n": 1, "cells": "section"}, targets=TWO_SECTIONS)
    table.destroy("blue", "d1", "e1", "d2", "e2")
    refuses(table, "activate 1 section=stern", "section-gone")
    refuses(table, "activate 1 section=port", "not-aimed", sections=("bow", "stern"))
    check(table, "activate 1", {"section=nowhere": BAD, "hit=e1": MISSING})
    assert table.refused("red.captain activate 1 section=bow hit=a1 section=stern") == EXTRA
    gunner = Table({"b1": "cannon"}, {}, cards=box(gun("cannon", targets=TWO_SECTIONS))).men("red", m1="b1")
    assert gunner.refused("red.captain activate 1 section=bow section=stern") == EXTRA, "the stern is whole"
    assert using({"op": "speed", "n": 1}).refused("red.captain activate 1 section=bow") == EXTRA


@pytest.mark.rule("STM-5.14", case="refuses")
def test_what_a_direct_hit_may_not_be() -> None:
    op = {"op": "damage_direct", "n": 1, "cells": "stern"}
    reasons = {"hit=e2": "destroyed", "hit=c2": "post", "hit=a2": "not-hittable", "hit=z9": BAD}
    table = using(op).destroy("blue", "e2").destroy("red", "d2", "a2")
    check(table, "activate 1", reasons)
    check(mirrored(op).destroy("red", "e2").destroy("blue", "d2", "a2"), "activate 1", reasons)
    bow = Table({"b1": "kit"}, {}, cards=box(device("kit", {**op, "cells": "bow"})), hit_post="yes").men("red", m1="b1")
    check(bow, "activate 1", {"hit=c2": "not-hittable", "hit=e1": "not-hittable"})
    section = using({**op, "cells": "section"}, targets=TWO_SECTIONS).destroy("blue", "a1")
    check(section, "activate 1 section=bow", {"hit=a1": "destroyed", "hit=e1": "not-hittable"})


@pytest.mark.rule("STM-5.8", case="refuses")
def test_what_a_repair_may_not_be() -> None:
    table = using({"op": "repair"}).hurt("red", a1=(0, 1, 0)).destroy("red", "e1").destroy("blue", "d1")
    reasons = {"c2:plain": "post", "e1:plain": "destroyed", "d1:oxygen": "not-damaged"}
    reasons |= {"a1:metal": BAD, "z9:plain": BAD, "a1": BAD}
    check(table, "activate 1", {f"repair={value}": code for value, code in reasons.items()})
    cards = box(device("kit", {"op": "repair"}), card("hold", hp_plain=2, hp_oxygen=0))
    mending = Table({"b1": "kit", "e1": "hold"}, {}, cards=cards, mend_destroyed="yes").men("red", m1="b1")
    refuses(mending.destroy("red", "e1"), "activate 1 repair=e1:oxygen", "not-damaged")


@pytest.mark.rule("STM-5.9", case="refuses")
def test_where_oxygen_may_not_go() -> None:
    table = using({"op": "oxygen"}).hurt("red", a2=(1, 0, 1)).destroy("red", "d1").destroy("blue", "a1")
    reasons = {"c2": "post", "d1": "destroyed", "e1": "no-empty-slot", "a1": "no-empty-slot", "z9": BAD}
    check(table, "activate 1", {f"oxygen={value}": code for value, code in reasons.items()})


@pytest.mark.rule("STM-5.10", case="refuses")
def test_who_may_not_be_readied() -> None:
    table = using({"op": "ready", "what": "sailor"}, x2=True).men("red", tired="3c", m4="dead").men("blue", m2="dead")
    check(table, "activate 1", {"ready=1": "serves-others", "ready=2": "awake", "ready=4": "dead"})
    check(table, "activate 1", {"ready=c": "wrong-man", "ready=9": BAD})
    check(table, "activate 1 2", {"ready=1": "serves-others", "ready=2": "serves-others"})
    captain = using({"op": "ready", "what": "captain"}).men("red", tired="3c", m4="dead")
    check(captain, "activate 1", {"ready=3": "wrong-man", "ready=1": "serves-others", "ready=4": "dead"})
    check(using({"op": "ready"}).men("red", tired="3"), "activate 1", {"ready=c": "awake"})


@pytest.mark.rule("STM-5.11", case="refuses")
def test_which_enemy_may_not_be_exhausted() -> None:
    op = {"op": "exhaust_enemy", "what": "sailor"}
    reasons = {"exhaust=3": "not-ready", "exhaust=4": "dead", "exhaust=c": "wrong-man", "exhaust=9": BAD}
    check(using(op).men("blue", tired="3c", m4="dead").men("red", m3="dead"), "activate 1", reasons)
    check(mirrored(op).men("red", tired="3c", m4="dead").men("blue", m3="dead"), "activate 1", reasons)
    captain = using({**op, "what": "captain"}).men("blue", m4="dead")
    check(captain, "activate 1", {"exhaust=1": "wrong-man", "exhaust=4": "dead"})
    check(using({"op": "exhaust_enemy"}).men("blue", tired="c"), "activate 1", {"exhaust=c": "not-ready"})


@pytest.mark.rule("STM-5.12", case="refuses")
def test_which_steps_a_card_may_not_make() -> None:
    op = {"op": "move_crew", "who": "enemy", "what": "sailor"}
    reasons = {"3:d1": "destroyed", "3:e1": "not-adjacent", "4:b1": "dead", "c:e1": "wrong-man", "3:z9": BAD}
    reasons = {f"crew={value}": code for value, code in {**reasons, "9:b1": BAD, "3": BAD}.items()}
    table = using(op).men("blue", m3="c1", m4="dead").destroy("blue", "d1").men("red", m3="e2").destroy("red", "e1")
    check(table, "activate 1", reasons)
    theirs = mirrored(op).men("red", m3="c1", m4="dead").destroy("red", "d1").men("blue", m3="e2")
    check(theirs.destroy("blue", "e1"), "activate 1", reasons)
    own = using({"op": "move_crew"}).men("red", m3="c1").men("blue", m3="a1", m4="enemy d1", m2="dead")
    check(own, "activate 1", {"crew=3:a2": "not-adjacent", "crew=2:e1": "not-adjacent"})


@pytest.mark.rule("STM-5.13", case="refuses")
def test_who_may_not_board_what() -> None:
    table = using({"op": "board", "what": "sailor"}).destroy("blue", "e2").men("red", m3="enemy a1", m4="dead")
    reasons = {"3:c2": "aboard-already", "4:c2": "dead", "c:c2": "wrong-man", "2:c2": "post", "2:e2": "destroyed"}
    reasons |= {"2:z9": BAD, "9:a1": BAD, "2": BAD}
    check(table, "activate 1", {f"board={value}": code for value, code in reasons.items()})
    captain = using({"op": "board"}).men("red", c="enemy c2")
    check(captain, "activate 1", {"board=c:a1": "aboard-already", "board=2:c2": "post"})


def test_a_side_is_named_where_the_figures_meet() -> None:
    idle = using({"op": "speed", "n": 1})
    assert idle.refused("red.captain activate 1 side=port") == EXTRA, "they lie alongside"
    check(idle.lies(2, 4), "activate 1", {"side=port": "not-alongside", "side=up": EXTRA})
    table = using({"op": "shift", "who": "self", "n": 1}).lies(3, 4)
    check(table, "activate 1", {"side=port": MISSING})
    check(table, "activate 1 dir=ahead", {"side=up": BAD})
    check(table, "activate 1 dir=astern", {"side=port": "not-alongside", "side=up": EXTRA})
    assert table.refused("red.captain activate 1 dir=ahead side=port side=starboard") == EXTRA


def test_a_target_that_the_card_does_not_want_is_not_judged() -> None:
    targets = ["hit=c2", "repair=c2:plain", "oxygen=c2", "ready=1", "exhaust=2", "crew=2:e1", "board=2:c2"]
    idle = using({"op": "speed", "n": 1})
    check(idle, "activate 1", dict.fromkeys(targets, EXTRA))
    mending = using({"op": "repair"}).hurt("red", a1=(0, 1, 0))
    others = [token for token in targets if not token.startswith("repair")]
    check(mending, "activate 1", dict.fromkeys(others, MISSING))
    check(mending, "activate 1 repair=a1:plain", dict.fromkeys(targets, EXTRA))
    cards = box(device("kit", {"op": "repair"}), card("store"))
    far = Table({"a1": "kit"}, {}, cards=cards).men("red", m1="a1").hurt("red", b1=(0, 1, 0))
    check(far, "activate 1", dict.fromkeys(targets, MISSING))
