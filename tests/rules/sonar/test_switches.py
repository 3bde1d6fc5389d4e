"""The switches: the bundles of the rule sets, and each switch on its own against the default."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from klaxon.rules.contract import Order, Refusal
from klaxon.rules.sonar.setting import RULE_SETS
from klaxon.rules.sonar.state import Rig
from klaxon.table.setup import complete_options, make_header
from tests.rules.sonar.kit.boats import GAME, OPEN, SMALL, Table, library, set_up
from tests.rules.sonar.kit.live import Live

# The table of switches on the rule page.
SWITCHES = {
    "broken_order": ("radiation", "radiation", "nothing"),
    "detonate_needs_weapons": ("yes", "no", "yes"),
    "detonate_is_activation": ("no", "no", "yes"),
    "detonate_window": ("own-turn", "own-turn", "own-turn"),
    "mine_chain": ("torpedo", "full", "off"),
    "own_hit_announced": ("no", "no", "yes"),
    "silence_zero": ("xo", "xo", "nobody"),
    "silence_break": ("section", "section", "section"),
    "surface_is_stop": ("no", "no", "yes"),
    "torpedo_path": ("water", "water", "water"),
    "announce_breakdown": ("all", "section", "none"),
    "eruption": ("volcano", "volcano", "volcano"),
    "echo_gauge": ("choice", "choice", "choice"),
    "trace_slip": ("section", "section", "all"),
    "stop_by": ("officers", "officers", "captain"),
    "binding": ("no", "no", "yes"),
}
OPTIONS = {
    "chart": "alpha-2",
    "mode": "turns",
    "players": "8",
    "override": "no",
    "victory": "hunt",
    "rules": "second",
    "first": "random",
    "limit": "0",
    "clock": "0",
    "interval": "0",
    "stop_time": "30",
    "patience": "60",
    "trace": "free",
    "trace_speed": "steady",
    "help": "track",
    "shy_xo": "off",
    "xo_commands": "no",
    "undo": "no",
    "blunder": "no",
    "thin_ice": "no",
    "scenario_boxes": "3",
}
BARRIER = """\
.....
####.
.....
.....
....."""


@pytest.mark.parametrize(("place", "name"), list(enumerate(RULE_SETS)))
def test_a_rule_set_is_its_column_of_the_table(place: int, name: str) -> None:
    assert RULE_SETS[name] == {switch: values[place] for switch, values in SWITCHES.items()}
    options = complete_options(GAME, {"rules": name})
    assert options == OPTIONS | {"rules": name} | {switch: values[place] for switch, values in SWITCHES.items()}


def test_the_default_rule_set_is_second() -> None:
    assert complete_options(GAME, {}) == complete_options(GAME, {"rules": "second"})
    assert {option.name: option.default for option in GAME.options} == complete_options(GAME, {})


def test_a_switch_asked_for_wins_over_the_rule_set() -> None:
    asked = {"rules": "wolfpack", "mine_chain": "full"}
    assert complete_options(GAME, asked) == complete_options(GAME, {"rules": "wolfpack"}) | {"mine_chain": "full"}


@pytest.mark.parametrize(("place", "name"), list(enumerate(RULE_SETS)))
def test_the_setting_of_a_game_is_read_from_its_options(place: int, name: str) -> None:
    shown = Table(SMALL, rules=name, limit="7", first="blue").view("red.xo")["rules"]
    words = {"yes": True, "no": False}
    expected = {switch: words.get(values[place], values[place]) for switch, values in SWITCHES.items()}
    plain = {
        "mode": "turns",
        "victory": "hunt",
        "first": "blue",
        "limit": 7,
        "clock": 0,
        "interval": 0,
        "stop_time": 30,
        "patience": 60,
        "trace": "free",
        "trace_speed": "steady",
        "help": "track",
        "shy_xo": "off",
        "xo_commands": False,
        "undo": False,
        "blunder": "no",
        "thin_ice": False,
        "scenario_boxes": 3,
    }
    assert shown == expected | plain


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("victory", "points"),
        ("rules", "third"),
        ("mode", "post"),
        ("players", "1"),
        ("players", "9"),
        ("override", "maybe"),
        ("clock", "901"),
        ("interval", "61"),
        ("stop_time", "0"),
        ("stop_time", "601"),
        ("patience", "601"),
        ("trace", "never"),
        ("trace_speed", "45"),
        ("trace_slip", "none"),
        ("binding", "no!"),
        ("first", "green"),
        ("limit", "-1"),
        ("limit", "1000"),
        ("limit", "many"),
        ("help", "all"),
        ("shy_xo", "yes"),
        ("undo", "on"),
        ("mine_chain", "yes"),
        ("torpedo_path", "air"),
    ],
)
def test_a_wrong_value_is_refused(option: str, value: str) -> None:
    header = make_header(GAME, {option: value}, lambda *_: library(SMALL), "0")
    assert isinstance(header, list)
    (refusal,) = header
    assert (refusal.code, refusal.facts["option"], refusal.facts["value"]) == ("bad-option", option, value)


def test_everything_wrong_is_told_at_once() -> None:
    header = make_header(GAME, {"victori": "hunt", "limit": "x"}, lambda *_: library(SMALL), "0")
    assert isinstance(header, list)
    assert [(refusal.code, refusal.facts["option"]) for refusal in header] == [
        ("unknown-option", "victori"),
        ("bad-option", "limit"),
    ]
    assert header[0].facts["nearest"] == "victory"


# -- each switch on its own: what an observer sees under each of its values ----------------------------------


def broken_order(**switch: str) -> object:
    table = Table(SMALL, red="C3", **switch).acting("red", "drone", crossed="w4")
    found = GAME.apply(table.state, Order.read("red.xo drone 1"))
    return found.code if isinstance(found, Refusal) else found.state.boats[0].penalty_due > 0


def detonate_needs_weapons(**switch: str) -> object:
    table = Table(OPEN, **switch).put("red", mines="E5", crossed="w1")
    return table.give("red.captain detonate E5")[0].type


def detonate_is_activation(**switch: str) -> object:
    table = Table(OPEN, **switch).acting("red", "drone").put("red", mines="E5")
    table.give("red.captain detonate E5")
    return table.orders("red.xo") == []


def detonate_window(**switch: str) -> object:
    return Table(OPEN, **switch).let("blue").put("red", mines="E5").orders("red.captain")


def mine_chain(**switch: str) -> object:
    table = Table(OPEN, **switch).acting("red", "torpedo").put("blue", mines="A5 A6")
    table.give("red.captain torpedo A4")
    return table.mines("blue")


def own_hit_announced(**switch: str) -> object:
    table = Table(OPEN, **switch).acting("red", "torpedo")
    table.give("red.captain torpedo A2")
    return table.view("blue.captain")["enemy_damage"]


def silence_zero(**switch: str) -> object:
    table = Table(OPEN, **switch).acting("red", "silence")
    table.give("red.captain silence stay")
    return len(GAME.prompts(table.state))


def surface_is_stop(**switch: str) -> object:
    return "surface" in Table(OPEN, **switch).put("red", spent=True).orders("red.captain")


def torpedo_path(**switch: str) -> object:
    return "torpedo A3" in Table(BARRIER, **switch).acting("red", "torpedo").orders("red.captain")


def announce_breakdown(**switch: str) -> object:
    seen = []
    for crossed in ("e1 e2 e3 e4 e5", "w5 w6 n6 s5 e4"):
        table = Table(OPEN, **switch).put("red", crossed=crossed)
        table.play("red.captain course east", "red.xo charge mine", "red.engineer break e6")
        seen.append(table.view("spectator")["boats"]["red"]["damage"])
    return seen


def eruption(**switches: str) -> int:
    """Return the damage of a boat beside a volcano in a corner."""
    table = Table("1a...\n.....\n.....\n.....\n.....", red="E5", blue="B2", **switches)
    table.acting("red", "torpedo").put("red", rig=Rig(2)).give("red.captain torpedo E3")
    return table.boat("blue").damage


def echo_gauge(**switches: str) -> tuple[int, bool]:
    """Return the boxes that a course fills aboard a wreck, and whether the first officer owes a mark."""
    table = Table(BARRIER.replace("##", "MT"), red="A1", blue="E5", **switches)
    table.give("red.captain course east")
    return table.boat("red").rig.filled, bool(table.boat("red").charge_due)


def trace_slip(**switch: str) -> object:
    table = Live(OPEN, **switch).surfaced("red")
    table.give("red.engineer trace 1")
    table.wait(4000)
    table.give('red.xo trace 2 ""')
    return table.view("red.xo")["repair"]["signed"][0]


def silence_break(**switch: str) -> object:
    """Return how many symbols the engineer may choose from after a silence."""
    table = Table(OPEN, red="E5", **switch).put("red", charged=["silence"], moved=True)
    table.give("red.captain silence north 2")
    return len(table.orders("red.engineer"))


def stop_by(**switch: str) -> object:
    table = Live(OPEN, **switch).sailed("red east")
    return table.barred("red.captain")["stop"], table.barred("red.xo")["stop"]


def binding(**switch: str) -> object:
    table = Live(OPEN, **switch).charged("red")
    table.play("red.captain stop")
    return table.barred("red.captain")["resume"]


SEEN: dict[Callable[..., object], dict[str, object]] = {
    broken_order: {"radiation": True, "nothing": "broken"},
    detonate_needs_weapons: {"yes": "failed", "no": "detonated"},
    detonate_is_activation: {"no": False, "yes": True},
    detonate_window: {"own-turn": [], "any": ["detonate E5"]},
    mine_chain: {"torpedo": ("A6",), "off": ("A5", "A6"), "full": ()},
    own_hit_announced: {"no": 0, "yes": 1},
    silence_zero: {"xo": 1, "nobody": 0},
    surface_is_stop: {"no": True, "yes": False},
    torpedo_path: {"water": False, "plain": True},
    announce_breakdown: {"all": [1, 1], "section": [1, 0], "none": [0, 0]},
    eruption: {"volcano": 1, "points": 4},
    echo_gauge: {"choice": (0, True), "auto": (1, False)},
    trace_slip: {"section": "engineer", "all": ""},
    silence_break: {"section": 6, "panel": 24},
    stop_by: {"officers": ("", ""), "captain": ("", "not-your-role")},
    binding: {"no": "", "yes": "binding"},
}


@pytest.mark.parametrize("seen", SEEN, ids=lambda seen: seen.__name__)
def test_each_value_of_a_switch_makes_its_difference(seen: Callable[..., object]) -> None:
    name, expected = seen.__name__, SEEN[seen]
    assert {value: seen(**{name: value}) for value in expected} == expected
    assert seen() == expected[SWITCHES[name][0]]
    domain = next(option.domain for option in GAME.options if option.name == name)
    assert set(domain.values) == set(expected)  # type: ignore[union-attr]


def test_every_switch_is_tried() -> None:
    assert {seen.__name__ for seen in SEEN} == set(SWITCHES)


# -- where switches meet -------------------------------------------------------------------------------------


def detonating(**switches: str) -> Table:
    return Table(OPEN, red="A1", blue="J10", **switches).put("red", mines="E5 E8")


@pytest.mark.rule("SON-65", case="refuses")
def test_in_wolfpack_a_detonation_with_broken_weapons_is_refused() -> None:
    table = detonating(rules="wolfpack").acting("red", crossed="n2")
    assert table.refused("red.captain detonate E5") == "broken"
    assert table.view("red.captain")["broken"] == ["mine", "torpedo"]
    table.put("red", crossed="n1")
    assert table.view("red.captain")["broken"] == ["silence"]
    table.give("red.captain detonate E5")


@pytest.mark.rule("SON-65", case="refuses")
def test_in_wolfpack_with_blunder_a_detonation_fails_and_empties_nothing() -> None:
    table = detonating(rules="wolfpack", blunder="yes").acting("red", crossed="n2")
    gauges = table.gauges("red")
    assert [event.type for event in table.give("red.captain detonate E5")] == ["failed", "failed"]
    assert (table.gauges("red"), table.mines("red")) == (gauges, ("E5", "E8"))
    assert GAME.prompts(table.state) == ()
    assert "broken" not in table.view("red.captain")
    assert table.orders("red.captain") == ["end"]


@pytest.mark.rule("SON-65", case="refuses")
@pytest.mark.parametrize("spent", [True, False])
def test_a_detonation_that_is_an_activation_has_its_one_moment(spent: bool) -> None:
    table = detonating(detonate_is_activation="yes")
    assert table.refused("red.captain detonate E5") == "needs-course"
    table.give("red.captain course east")
    assert table.refused("red.captain detonate E5") == "waiting-for-xo"
    table.give("red.xo charge mine")
    assert table.refused("red.captain detonate E5") == "waiting-for-engineer"
    table.marked("red").put("red", spent=spent)
    if spent:
        assert table.refused("red.captain detonate E5") == "turn-done"
        return
    table.give("red.captain detonate E5")
    assert table.refused("red.captain detonate E8") == "turn-done"


@pytest.mark.rule("SON-65", case="allows")
@pytest.mark.parametrize("spent", [True, False])
def test_in_the_enemys_turn_it_needs_an_activation_left(spent: bool) -> None:
    table = detonating(detonate_is_activation="yes", detonate_window="any").let("blue").put("red", spent=spent)
    if spent:
        assert table.refused("red.captain detonate E5") == "needs-course"
    else:
        table.give("red.captain detonate E5")
        assert table.refused("red.captain detonate E8") == "needs-course"
    assert table.put("red", surfaced=True).refused("red.captain detonate E5") == "surfaced"


@pytest.mark.rule("SON-65", case="refuses")
def test_broken_weapons_do_not_matter_where_the_switch_says_so() -> None:
    table = detonating(rules="wolfpack", detonate_needs_weapons="no").acting("red", crossed="n2")
    assert table.give("red.captain detonate E5")[0].type == "detonated"


def test_blunder_changes_nothing_where_radiation_is_the_price() -> None:
    table = Table(SMALL, red="C3", blunder="yes").acting("red", "drone", crossed="w4")
    table.give("red.xo drone 1")
    assert table.gauges("red")["drone"] == 4
    assert table.boat("red").penalty_due > 0


def test_a_game_can_be_set_up_under_every_rule_set() -> None:
    for name in RULE_SETS:
        assert set_up(SMALL, rules=name).setting.limit == 0
