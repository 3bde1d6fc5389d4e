"""SON-31 to SON-38: the panel, symbol by symbol, against a second spelling of it and a plain model."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.sonar import circuits
from tests.rules.sonar.kit.circuits import CIRCUIT, HOT, SECTION, stable

# SON-31 spelled out once more: name -> kind and circuit.
WEAPONS, DETECTION, SPECIAL, RADIATION = "weapons", "detection", "special", "radiation"
PANEL = {
    "w1": (WEAPONS, 1),
    "w2": (SPECIAL, 1),
    "w3": (DETECTION, 1),
    "w4": (DETECTION, 0),
    "w5": (RADIATION, 0),
    "w6": (RADIATION, 0),
    "n1": (SPECIAL, 2),
    "n2": (WEAPONS, 2),
    "n3": (SPECIAL, 2),
    "n4": (DETECTION, 0),
    "n5": (WEAPONS, 0),
    "n6": (RADIATION, 0),
    "s1": (DETECTION, 3),
    "s2": (SPECIAL, 3),
    "s3": (WEAPONS, 3),
    "s4": (WEAPONS, 0),
    "s5": (RADIATION, 0),
    "s6": (SPECIAL, 0),
    "e1": (DETECTION, 2),
    "e2": (SPECIAL, 3),
    "e3": (WEAPONS, 1),
    "e4": (RADIATION, 0),
    "e5": (DETECTION, 0),
    "e6": (RADIATION, 0),
}
KIND = {"mine": WEAPONS, "torpedo": WEAPONS, "drone": DETECTION, "sonar": DETECTION, "silence": SPECIAL}


def crossed_after(crossed: set[str], last: str) -> tuple[set[str], int, str]:
    """Cross a symbol as a person with a pen would: what stays crossed, the repaired circuit, the failure."""
    crossed = crossed | {last}
    for circuit, symbols in CIRCUIT.items():
        if symbols <= crossed:
            return crossed - symbols, circuit, ""
    if {f"{last[0]}{place}" for place in range(1, 7)} <= crossed:
        return set(), 0, "section"
    if crossed >= HOT:
        return set(), 0, "radiation"
    return crossed, 0, ""


def bits(symbols: set[str]) -> int:
    return sum(circuits.BIT[symbol] for symbol in symbols)


def names(crossed: int) -> set[str]:
    return {symbol for symbol in PANEL if crossed & circuits.BIT[symbol]}


def cross(crossed: set[str], last: str) -> tuple[set[str], int, str]:
    done = circuits.cross(bits(crossed), last)
    return names(done.panel), done.circuit, done.failure


@pytest.mark.rule("SON-31", case="allows")
def test_the_panel_is_the_printed_one() -> None:
    assert [s.name for s in circuits.SYMBOLS] == list(PANEL)
    for symbol in circuits.SYMBOLS:
        assert (symbol.kind, symbol.circuit) == PANEL[symbol.name]
        assert symbol.section == SECTION[symbol.name[0]]


@pytest.mark.rule("SON-31", case="refuses")
@pytest.mark.parametrize("name", ["w0", "w7", "x1", "W1", "n", "1", ""])
def test_there_is_no_other_symbol(name: str) -> None:
    assert name not in circuits.BIT
    assert len(circuits.SYMBOLS) == 24


@pytest.mark.rule("SON-32", case="allows")
def test_six_of_each_kind_and_four_on_each_circuit() -> None:
    for kind in (WEAPONS, DETECTION, SPECIAL, RADIATION):
        assert circuits.KIND_BITS[kind].bit_count() == 6
    for circuit, symbols in CIRCUIT.items():
        assert names(circuits.CIRCUIT_BITS[circuit]) == symbols
        sections = sorted(symbol[0] for symbol in symbols)
        assert sections.count("e") == 1
        assert max(sections.count(letter) for letter in "wns") == 3


@pytest.mark.rule("SON-32", case="refuses")
def test_radiation_and_the_reactor_are_on_no_circuit() -> None:
    assert circuits.KIND_BITS[RADIATION] == bits(HOT)
    on_circuits = sum(circuits.CIRCUIT_BITS.values())
    assert on_circuits & bits(HOT) == 0
    assert names(on_circuits) == {f"{letter}{place}" for letter in "wnse" for place in (1, 2, 3)}


@pytest.mark.rule("SON-33", case="allows")
@pytest.mark.parametrize("system", KIND)
def test_a_system_works_while_only_other_kinds_are_crossed(system: str) -> None:
    assert circuits.works(0, system)
    assert circuits.works(bits({s for s, (kind, _) in PANEL.items() if kind != KIND[system]}), system)


@pytest.mark.rule("SON-33", case="refuses")
@pytest.mark.parametrize("symbol", [s for s in PANEL if s not in HOT])
def test_one_symbol_anywhere_breaks_both_systems_of_its_kind(symbol: str) -> None:
    for system, kind in KIND.items():
        assert circuits.works(bits({symbol}), system) == (kind != PANEL[symbol][0])


@pytest.mark.rule("SON-34", case="allows")
@pytest.mark.parametrize("circuit", [1, 2, 3])
def test_the_fourth_symbol_of_a_circuit_erases_the_four(circuit: int) -> None:
    elsewhere = {"w4", "n4", "s4", "e5", "w5"}
    for last in CIRCUIT[circuit]:
        assert cross(CIRCUIT[circuit] - {last} | elsewhere, last) == (elsewhere, circuit, "")


@pytest.mark.rule("SON-34", case="refuses")
@pytest.mark.parametrize("circuit", [1, 2, 3])
def test_three_symbols_of_a_circuit_stay_crossed(circuit: int) -> None:
    for three in map(set, combinations(sorted(CIRCUIT[circuit]), 3)):
        for last in three:
            assert cross(three - {last}, last) == (three, 0, "")


@pytest.mark.rule("SON-34", case="refuses")
@pytest.mark.parametrize("other", [1, 2, 3])
def test_a_repair_leaves_the_other_circuits_alone(other: int) -> None:
    begun = set(sorted(CIRCUIT[other])[:3])
    for circuit in {1, 2, 3} - {other}:
        last = next(symbol for symbol in CIRCUIT[circuit] if symbol[0] == "e")
        assert cross(begun | CIRCUIT[circuit] - {last}, last) == (begun, circuit, "")


@pytest.mark.rule("SON-35", case="allows")
@pytest.mark.parametrize("section", ["w", "n", "s", "e"])
def test_six_symbols_of_a_section_fail_it_and_erase_the_panel(section: str) -> None:
    whole = {f"{section}{place}" for place in range(1, 7)}
    for last in whole:
        for elsewhere in (set[str](), {"w4", "n4", "s4", "e5"} - whole):
            assert cross(whole - {last} | elsewhere, last) == (set(), 0, "section")


@pytest.mark.rule("SON-35", case="refuses")
@pytest.mark.parametrize("section", ["w", "n", "s", "e"])
def test_five_symbols_of_a_section_are_no_failure(section: str) -> None:
    whole = {f"{section}{place}" for place in range(1, 7)}
    for gap, last in ((gap, last) for gap in whole for last in whole if gap != last):
        assert cross(whole - {gap, last}, last) == (whole - {gap}, 0, "")


@pytest.mark.rule("SON-36", case="allows")
@pytest.mark.parametrize("last", sorted(HOT))
def test_the_sixth_radiation_symbol_fails_and_erases_the_panel(last: str) -> None:
    assert cross(HOT - {last}, last) == (set(), 0, "radiation")
    assert cross(HOT - {last} | {"w1", "n2", "e5"}, last) == (set(), 0, "radiation")


@pytest.mark.rule("SON-36", case="refuses")
def test_five_radiation_symbols_are_no_failure() -> None:
    for gap, last in ((gap, last) for gap in HOT for last in HOT if gap != last):
        assert cross(HOT - {gap, last}, last) == (HOT - {gap}, 0, "")


@pytest.mark.rule("SON-37", case="allows")
@pytest.mark.parametrize("last", sorted({s for s, (_, circuit) in PANEL.items() if circuit}))
def test_a_circuit_completed_with_its_section_is_repaired_and_nothing_else(last: str) -> None:
    circuit = PANEL[last][1]
    whole = {f"{last[0]}{place}" for place in range(1, 7)}
    before = (whole | CIRCUIT[circuit]) - {last}
    if stable(before):
        assert cross(before, last) == (before - CIRCUIT[circuit], circuit, "")


@pytest.mark.rule("SON-37", case="refuses")
def test_a_section_completed_beside_an_open_circuit_still_fails() -> None:
    west = {f"w{place}" for place in range(1, 7)}
    for last in ("w1", "w2", "w3"):
        assert cross(west - {last}, last) == (set(), 0, "section")
    # The circuit closes on w3, the section only on w4: two crosses, two results.
    assert cross({"w1", "w2", "w5", "w6", "e3"}, "w3") == ({"w5", "w6"}, 1, "")


@pytest.mark.rule("SON-38", case="allows")
@pytest.mark.parametrize("last", sorted(HOT))
def test_a_section_and_the_radiation_together_are_one_failure(last: str) -> None:
    whole = {f"{last[0]}{place}" for place in range(1, 7)}
    before = (whole | HOT) - {last}
    assert stable(before)
    assert cross(before, last) == (set(), 0, "section")


@pytest.mark.rule("SON-38", case="refuses")
def test_radiation_in_a_section_that_is_not_full_is_a_failure_of_its_own() -> None:
    assert cross({"w1", "w2", "w3", "w5", "n6", "s5", "e4", "e6"}, "w6") == (set(), 0, "radiation")


@given(st.sets(st.sampled_from(sorted(PANEL))), st.sampled_from(sorted(PANEL)))
def test_every_cross_on_every_panel_is_what_a_pen_makes(crossed: set[str], last: str) -> None:
    before = {symbol for symbol in crossed if symbol != last}
    for symbol in sorted(crossed):  # thin it out until it can stand
        if stable(before):
            break
        before.discard(symbol)
    assert cross(before, last) == crossed_after(before, last)


@given(st.lists(st.sampled_from(sorted(PANEL)), max_size=120))
def test_a_panel_sailed_for_long_is_what_a_pen_makes(crosses: list[str]) -> None:
    mine: set[str] = set()
    theirs = 0
    for symbol in crosses:
        if symbol in mine:
            continue
        mine, circuit, failure = crossed_after(mine, symbol)
        done = circuits.cross(theirs, symbol)
        theirs = done.panel
        assert (names(theirs), done.circuit, done.failure) == (mine, circuit, failure)
        for system, kind in KIND.items():
            assert circuits.works(theirs, system) == all(PANEL[each][0] != kind for each in mine)
