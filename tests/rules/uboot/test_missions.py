"""Missions: those shipped are clean, and what contradicts itself is told with its line and a remedy (UBT-12.20)."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from string import Formatter
from typing import Any

import pytest

from klaxon import data
from klaxon.console.language.catalogue import catalogue, languages, say_fault
from klaxon.rules.content.faults import Fault
from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.content.mission import Happening, Mission, mission_of, read_mission
from tests.rules.uboot.kit.marks import allows
from tests.rules.uboot.kit.told_faults import facts_of, told_facts

DRILL = data.read("missions", "drill")
TOLD = told_facts("missions")


@cache
def box() -> Box:
    found = read_box(data.read("boxes", "uboot"))
    assert isinstance(found, Box), found
    return found


def written(**changes: Any) -> str:
    """Return the drill with other values, each value of the outermost object on a line of its own."""
    told = {**json.loads(DRILL), **changes}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in told.items())
    return f"{{\n{lines}\n}}"


@cache
def faults_of(text: str) -> tuple[Fault, ...]:
    found = read_mission(text, box())
    return () if isinstance(found, Mission) else found


def codes(**changes: Any) -> list[tuple[int, str]]:
    return [(fault.line, fault.code) for fault in faults_of(written(**changes))]


def line_of(key: str, **changes: Any) -> int:
    return 2 + list({**json.loads(DRILL), **changes}).index(key)


# What is shipped


@pytest.mark.parametrize("name", data.names("missions"))
def test_a_shipped_mission_is_clean_and_told_in_every_language(name: str) -> None:
    found = read_mission(data.read("missions", name), box())
    assert isinstance(found, Mission), found
    assert found.id == name
    assert set(found.briefing) == set(languages())


@allows("12.20d")
def test_the_drill_is_what_the_rules_say_of_it() -> None:
    drill = mission_of(json.dumps(json.loads(DRILL)))
    assert (drill.date, drill.hours, drill.weather, drill.sea) == ("1940-06-01T08:00", 48, "clear", 3)
    assert drill.setup == {"surfaced": True, "speed": "stop", "course": 0, "weather": "clear", "sea": 3}
    assert (drill.traffic, drill.air_per_day, drill.ships, drill.script) == ((), 0, (), ())


def test_a_mission_is_its_text() -> None:
    drill = read_mission(DRILL, box())
    assert isinstance(drill, Mission)
    assert mission_of(drill.text) == drill
    assert hash(mission_of(drill.text)) == hash(drill)
    assert drill not in (read_mission(written(par=51), box()), drill.text)


def test_what_happens_at_one_instant_comes_in_the_order_of_the_rules() -> None:
    script = [
        {"at": "1:00:00", "do": "event", "card": "boils"},
        {"at": "1:00:00", "do": "fault", "device": "tdc", "level": "red"},
        {"at": "1:00:00", "do": "emergency", "kind": "fire", "room": 5},
        {"at": "0:00:10", "do": "message", "id": "in1", "text": "Good hunting"},
    ]
    found = read_mission(written(script=script), box())
    assert isinstance(found, Mission)
    assert [(each.at, each.do) for each in found.script] == [
        (10_000, "message"),
        (3_600_000, "emergency"),
        (3_600_000, "fault"),
        (3_600_000, "event"),
    ]
    assert found.script[1] == Happening(3_600_000, "emergency", {"kind": "fire", "room": 5})


def test_a_set_up_is_read_with_numbers_for_rooms_and_tubes() -> None:
    setup = {
        "rooms": {"5": {"emergencies": ["fire"]}},
        "tubes": {"1": {"torpedo": ""}},
        "figures": {"navigator.circle": 8},
        "men": {"navigator.circle.1": {"watch": True, "act": 1}},
    }
    found = read_mission(written(setup=setup), box())
    assert isinstance(found, Mission), found
    assert found.setup["rooms"] == {5: {"emergencies": ("fire",)}}
    assert found.setup["tubes"] == {1: {"torpedo": ""}}


FULL: dict[str, Any] = {
    "primary": {"kind": "sink_grt", "n": 20000, "within": "convoy"},
    "secondary": [
        {"kind": "recon", "cell": "AM14", "depth": "periscope", "dwell_h": 6, "at_h": 3, "text": "Look there"},
        {"kind": "land_party", "cell": "AM38", "surface_night": True, "minutes": 40},
        {"kind": "shadow", "target": "convoy", "hours": 8, "max_nm": 12, "reports": 2},
        {"kind": "sink_type", "type": "tanker", "count": 2},
        {"kind": "weather_report", "cell": "AM12", "count": 1},
        {"kind": "no_death"},
    ],
    "traffic": [["slow_convoy", 1], ["small", 2]],
    "needs": "primary",
    "chain": "c1",
    "ships": [
        {"id": "e1", "type": "corvette", "bearing": 0, "range_m": 900, "course": 180, "kn": 15, "state": "SEARCH"},
        {"id": "f1", "type": "tanker-large", "bearing": 9, "range_m": 9000, "course": 1, "kn": 9, "group": "g"},
    ],
    "setup": {
        "surfaced": False,
        "depth": 10,
        "battery": 50,
        "order": 3,
        "morale": 4,
        "shift": 2,
        "cell": "AM13",
        "light": "moon",
        "cigarettes": {"captain": 0},
        "kits": 1,
        "hand": ["gramophone", "perfect-trim"],
        "engineer": {"a": ["welding-set"], "b": ["fuse-box"]},
        "medicine": {"tablets": 1},
        "pyramid": ["eggs", "meat", "bread", "fish", "", "lemon"],
        "supply": ["onion"],
        "discard": ["potato"],
        "ration": ["eggs", "onion"],
        "spoiled": ["eggs"],
        "reserve": {"bow": {"g7a": 4, "g7e": 2}},
        "faults": {"tdc": "yellow"},
        "rooms": {"5": {"devices": ["pump"], "emergencies": ["fire", "fire"]}, "3": {"devices": ["extinguisher"]}},
        "men": {
            "captain.circle.2": {"act": 1, "cards": ["face-burns"], "treated": ["face-burns"]},
            "captain.square.1": {"dead": True},
        },
        "decks": {"burn": ["singed"]},
        "bag": ["captain.circle", "captain.circle"],
    },
    "script": [
        {"at": "0:01:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 40},
        {"at": "0:02:00", "do": "contact-lost", "id": "c1"},
        {"at": "0:03:00", "do": "sunk", "id": "c1", "type": "tanker", "grt": 8100},
        {"at": "0:04:00", "do": "wound", "man": "captain.circle", "card": "graze"},
        {"at": "0:05:00", "do": "weather", "state": "fog", "sea": 2},
        {"at": "0:06:00", "do": "gunfire"},
        {"at": "0:07:00", "do": "detected", "on": True},
        {"at": "0:08:00", "do": "breach", "room": 1},
        {"at": "0:09:00", "do": "flood", "room": 6},
        {"at": "0:10:00", "do": "morale", "n": -2},
    ],
}


def test_a_mission_that_says_everything_is_read() -> None:
    text = written(**{**FULL, "setup": {**FULL["setup"], "spoiled": ["potato"], "discard": []}})
    assert faults_of(text) == ()


# What is wrong

SHIP = {"id": "e1", "type": "corvette", "bearing": 0, "range_m": 900, "course": 180, "kn": 15}
WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "a day that is none": ("date", {"date": "1940-02-30T08:00"}, "mission-date"),
    "a date of another form": ("date", {"date": "1 June 1940"}, "json-form"),
    "a cell off the map": ("start", {"start": "XX11"}, "mission-cell"),
    "a cell of another map": ("base", {"map": "north_sea", "start": "AN11", "area": "AN11"}, "mission-cell"),
    "an objective off the map": (
        "primary",
        {"primary": {"kind": "rescue", "cell": "ZZ11"}},
        "mission-cell",
    ),
    "an area off the map": ("area", {"area": "ZZ11"}, "mission-cell"),
    "a set-up off the map": ("setup", {"setup": {"cell": "ZZ11"}}, "mission-cell"),
    "a start on land": ("start", {"start": "AN97"}, "mission-land"),
    "fifteen torpedoes": ("torpedoes", {"torpedoes": {"g7a": 9, "g7e": 6}}, "mission-torpedoes"),
    "an objective that is none": ("primary", {"primary": {"kind": "party"}}, "json-word"),
    "a type that is none": ("primary", {"primary": {"kind": "sink_type", "type": "tankr", "count": 1}}, "mission-type"),
    "longer than the mission": (
        "primary",
        {"primary": {"kind": "patrol", "cell": "AM12", "dwell_h": 49}},
        "mission-too-long",
    ),
    "two ships of one id": ("ships", {"ships": [SHIP, SHIP]}, "box-twice"),
    "a ship that is none": ("ships", {"ships": [{**SHIP, "type": "battleship"}]}, "mission-ship"),
    "a freighter that hunts": ("ships", {"ships": [{**SHIP, "type": "coaster", "state": "RUN"}]}, "mission-state"),
    "a corvette of 20 knots": ("ships", {"ships": [{**SHIP, "kn": 20}]}, "mission-knots"),
    "after the end": ("script", {"script": [{"at": "48:00:00", "do": "gunfire"}]}, "mission-after-end"),
    "a moment of another form": ("script", {"script": [{"at": "soon", "do": "gunfire"}]}, "json-form"),
    "a message of ours": (
        "script",
        {"script": [{"at": "1:00:00", "do": "message", "id": "out-weather", "text": "rain"}]},
        "mission-message",
    ),
    "a message of a name that is taken": (
        "script",
        {"script": [{"at": f"{hour}:00:00", "do": "message", "id": "in1", "text": "rain"} for hour in (1, 2)]},
        "box-twice",
    ),
    "a device that is none": (
        "script",
        {"script": [{"at": "1:00:00", "do": "fault", "device": "tdcc", "level": "red"}]},
        "mission-device",
    ),
    "an event that is none": (
        "script",
        {"script": [{"at": "1:00:00", "do": "event", "card": "riot"}]},
        "mission-event",
    ),
    "a wound that is none": (
        "script",
        {"script": [{"at": "1:00:00", "do": "wound", "man": "captain.circle", "card": "gramophone"}]},
        "mission-malady",
    ),
    "a wound written wrongly": (
        "script",
        {"script": [{"at": "1:00:00", "do": "wound", "man": "captain.circle", "card": "deep-burn"}]},
        "mission-malady",
    ),
    "lost before it is found": (
        "script",
        {"script": [{"at": "1:00:00", "do": "contact-lost", "id": "c1"}]},
        "mission-contact",
    ),
    "a type of ship that is none": (
        "script",
        {"script": [{"at": "1:00:00", "do": "sunk", "id": "c1", "type": "ark", "grt": 100}]},
        "mission-type",
    ),
    "morale by nought": ("script", {"script": [{"at": "1:00:00", "do": "morale", "n": 0}]}, "mission-no-steps"),
    "fire outside": (
        "script",
        {"script": [{"at": "1:00:00", "do": "emergency", "kind": "fire", "room": 7}]},
        "json-number",
    ),
    "a ninth slot": ("setup", {"setup": {"order": 9}}, "json-number"),
}
FLOODED = {"figures": dict.fromkeys(("captain.square", "captain.triangle", "captain.hexagon"), 2)}
CONTRADICTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "surfaced and deep": ({"surfaced": True, "depth": 10}, "mission-surfaced-depth"),
    "submerged and at the top": ({"surfaced": False, "depth": 0}, "mission-submerged-depth"),
    "two flooded rooms": (
        {**FLOODED, "rooms": {"1": {"flooded": True}, "6": {"flooded": True}}},
        "mission-two-flooded",
    ),
    "a flooded bridge": ({"rooms": {"8": {"flooded": True}}}, "mission-outside"),
    "fire on the deck": ({"rooms": {"7": {"emergencies": ["fire"]}}}, "mission-outside"),
    "fire under water": ({"rooms": {"6": {"flooded": True, "emergencies": ["fire"]}}}, "mission-in-flood"),
    "a toolbox under water": ({"rooms": {"6": {"flooded": True, "toolboxes": ["toolbox-a"]}}}, "mission-in-flood"),
    "the pump in two rooms": (
        {"rooms": {"6": {"devices": ["pump"]}, "8": {"devices": ["pump"]}}},
        "mission-token-twice",
    ),
    "a device washed away": ({"surfaced": False, "rooms": {"8": {"devices": ["pump"]}}}, "mission-washed"),
    "two devices in a room": ({"rooms": {"6": {"devices": ["pump", "wires"]}}}, "mission-two-devices"),
    "a device beside one that lies there": ({"rooms": {"5": {"devices": ["pump"]}}}, "mission-two-devices"),
    "a man in a flooded room": ({"rooms": {"1": {"flooded": True}}}, "mission-man-flooded"),
    "a man put into a flooded room": (
        {"rooms": {"6": {"flooded": True}}, "figures": {"captain.circle": 6}},
        "mission-man-flooded",
    ),
    "a man outside a submerged boat": ({"surfaced": False, "figures": {"captain.circle": 8}}, "mission-man-outside"),
    "a dead man at work": ({"men": {"captain.circle.1": {"dead": True, "act": 1}}}, "mission-dead-man"),
    "a man of two wounds": (
        {"men": {"captain.circle.1": {"cards": ["splinters", "burnt-palm"]}}},
        "mission-two-wounds",
    ),
    "a man of four tokens": ({"men": {"captain.circle.1": {"act": 2, "cards": ["deep-burns"]}}}, "mission-slots"),
    "a lookout below": ({"men": {"navigator.circle.1": {"watch": True}}}, "mission-watch"),
    "a lookout off duty": (
        {"figures": {"navigator.circle": 8}, "men": {"navigator.circle.2": {"watch": True}}},
        "mission-watch",
    ),
    "an engineer's card in the captain's hand": ({"hand": ["welding-set"]}, "mission-card"),
    "an event that is never held": ({"hand": ["boils"]}, "mission-card"),
    "a card of another deck": ({"decks": {"burn": ["graze"]}}, "mission-card"),
    "a card that no man can hold": ({"men": {"captain.circle.1": {"cards": ["jolt"]}}}, "mission-card"),
    "one card on two men": (
        {"men": {"captain.circle.1": {"cards": ["graze"]}, "captain.circle.2": {"cards": ["graze"]}}},
        "mission-card-twice",
    ),
    "a card held and drawn": (
        {"men": {"captain.circle.1": {"cards": ["graze"]}}, "decks": {"gunshot": ["graze"]}},
        "mission-card-twice",
    ),
    "more medicine than there is": ({"medicine": {"surgery": 3}}, "mission-medicine"),
    "medicine used and still there": (
        {"medicine": {"surgery": 2}, "men": {"captain.circle.1": {"treated": ["shoulder-wound"]}}},
        "mission-medicine",
    ),
    "more food than there is": ({"supply": ["fish"] * 5}, "mission-food"),
    "spoiled food in the pyramid": ({"spoiled": ["fish"], "supply": ["fish"]}, "mission-spoiled"),
    "an empty flooded tube": ({"tubes": {"1": {"torpedo": "", "flooded": True}}}, "mission-tube"),
    "two torpedoes astern": ({"reserve": {"stern": {"g7e": 2}}}, "mission-reserve"),
    "a fault of no device": ({"faults": {"bow-door": "red"}}, "mission-device"),
    "a fault under water": ({"rooms": {"6": {"flooded": True}}, "faults": {"port-e-motor": "red"}}, "mission-drowned"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told_at_its_line(what: str) -> None:
    key, changes, code = WRONG[what]
    assert codes(**changes) == [(line_of(key, **changes), code)]
    assert facts_of(faults_of(written(**changes))) == TOLD[what]


KEYS = {
    "after the end": "at",
    "a device that is none": "device",
    "an event that is none": "card",
    "a wound that is none": "card",
    "lost before it is found": "id",
    "a type of ship that is none": "type",
    "morale by nought": "n",
    "a type that is none": "type",
    "longer than the mission": "dwell_h",
    "a ship that is none": "type",
    "a freighter that hunts": "state",
    "a corvette of 20 knots": "kn",
    "surfaced and deep": "depth",
    "submerged and at the top": "depth",
    "two flooded rooms": "rooms",
    "a flooded bridge": "8",
    "a device washed away": "pump",
    "a device beside one that lies there": "rooms",
}
"""What is wrong -> the key in whose line that is told, where every key has a line of its own."""


@pytest.mark.parametrize("what", KEYS)
def test_what_is_wrong_is_told_where_its_key_stands(what: str) -> None:
    changes = WRONG[what][1] if what in WRONG else {"setup": CONTRADICTIONS[what][0]}
    text = json.dumps({**json.loads(DRILL), **changes}, indent=1)
    (fault,) = faults_of(text)
    assert text.splitlines()[fault.line - 1].strip().startswith(json.dumps(KEYS[what]))


@pytest.mark.rule("UBT-12.20e", case="refuses")
@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_what_contradicts_itself_is_told_at_its_line(what: str) -> None:
    setup, code = CONTRADICTIONS[what]
    assert set(codes(setup=setup)) == {(line_of("setup"), code)}
    assert facts_of(faults_of(written(setup=setup))) == TOLD[what]


@pytest.mark.rule("UBT-12.20e", case="allows")
@pytest.mark.parametrize(
    "setup",
    [
        {**FLOODED, "rooms": {"1": {"flooded": True}}},
        {"rooms": {"1": {"flooded": True}}, "men": {f"captain.{shape}.1": {"dead": True} for shape in ("square",)}}
        | {"figures": {"captain.triangle": 3, "captain.hexagon": 3}},
        {"rooms": {"5": {"devices": ["pump"]}, "3": {"devices": ["extinguisher"]}}},
        {"rooms": {"6": {"devices": ["pump"]}}},
        {"men": {"captain.circle.1": {"act": 3}}},
        {"men": {"captain.circle.1": {"cards": ["graze"], "treated": ["graze"]}}},
        {"figures": {"navigator.circle": 8}, "men": {"navigator.circle.1": {"watch": True}}},
    ],
)
def test_what_can_be_so_is_taken(setup: dict[str, Any]) -> None:
    assert codes(setup=setup) == []


@pytest.mark.parametrize(
    ("objective", "key"),
    [
        ({"kind": "patrol", "cell": "AM12"}, "dwell_h"),
        ({"kind": "avoid_detection"}, "hours"),
        ({"kind": "no_death"}, "at_h"),
    ],
)
def test_an_objective_lasts_as_long_as_the_mission_and_no_longer(objective: dict[str, Any], key: str) -> None:
    assert codes(secondary=[{**objective, key: 48}]) == []
    (fault,) = faults_of(written(secondary=[{**objective, key: 49}]))
    assert (fault.code, fault.facts) == ("mission-too-long", {"key": key, "has": 49, "most": 48})


def test_a_ship_makes_its_full_speed_and_no_more() -> None:
    full = box().ships["corvette"]["max_kn"]
    assert codes(ships=[{**SHIP, "kn": full}]) == []
    (fault,) = faults_of(written(ships=[{**SHIP, "kn": full + 1}]))
    assert (fault.code, fault.facts) == ("mission-knots", {"id": "e1", "has": full + 1, "most": full})


def test_a_mission_needs_no_ships() -> None:
    told = {key: value for key, value in json.loads(DRILL).items() if key != "ships"}
    assert faults_of(json.dumps(told)) == ()


def test_every_objective_lies_on_the_map() -> None:
    assert codes(secondary=[{"kind": "rescue", "cell": "ZZ11"}]) == [(line_of("secondary"), "mission-cell")]


def test_a_boat_with_a_depth_is_submerged() -> None:
    outside = {"figures": {"captain.circle": 8}}
    assert codes(setup=outside) == codes(setup={**outside, "depth": 0}) == []
    assert codes(setup={**outside, "depth": 20}) == [(line_of("setup", setup={}), "mission-man-outside")]


def test_a_toolbox_lies_in_one_room_and_is_told_where_it_stands_again() -> None:
    setup = {"rooms": {room: {"toolboxes": ["toolbox-a"]} for room in ("4", "5")}}
    text = json.dumps({**json.loads(DRILL), "setup": setup}, indent=1)
    (fault,) = faults_of(text)
    assert (fault.code, fault.facts) == ("mission-token-twice", {"token": "toolbox-a", "room": 4})
    assert text.splitlines()[: fault.line].count('     "toolbox-a"') == 2


def test_nothing_lies_in_a_flooded_room() -> None:
    setup = {"rooms": {"5": {}, "6": {"flooded": True, "devices": ["pump"]}}}
    text = json.dumps({**json.loads(DRILL), "setup": setup}, indent=1)
    (fault,) = faults_of(text)
    assert (fault.code, text.splitlines()[fault.line - 1].strip()) == ("mission-in-flood", '"6": {')


def test_the_remedy_names_the_other_device() -> None:
    (fault,) = faults_of(written(setup={"rooms": {"5": {"devices": ["pump"]}}}))
    assert say_fault("m.json", fault.line, fault.code, fault.facts).endswith(
        "What is not named lies where it always does: name extinguisher too, in another room."
    )


@pytest.mark.parametrize("language", languages())
def test_every_fault_says_its_facts_in_every_language(language: str) -> None:
    texts = [written(**changes) for _, changes, _ in WRONG.values()]
    texts += [written(setup=setup) for setup, _ in CONTRADICTIONS.values()]
    for fault in (fault for text in texts for fault in faults_of(text)):
        names = {name for _, name, _, _ in Formatter().parse(catalogue(language)[f"fault.{fault.code}"]) if name}
        assert names <= set(fault.facts), (fault, language)


@pytest.mark.parametrize("seed", range(150))
def test_random_damage_gives_faults_or_a_mission(seed: int) -> None:
    dice = Random(seed)
    text = written(**FULL)
    for _ in range(dice.choice((1, 1, 3))):
        begin = dice.randrange(len(text))
        end = begin + dice.choice((1, 1, 2, 8, 40))
        piece = dice.choice(("", "", text[begin:end] * 2, '"', "{", "]", "-1", "null", "[]", "0", "é"))
        text = text[:begin] + piece + text[end:]
    found = read_mission(text, box())
    assert isinstance(found, Mission) or all(say_fault("m", each.line, each.code, each.facts) for each in found)


# The twelve of the page


def row_of(mission: Mission) -> list[str]:
    """Return a mission as the table of UBT-7.11 has it."""

    def told(objective: Any) -> str:
        return " ".join([objective["kind"], *(f"{key}={value}" for key, value in objective.items() if key != "kind")])

    traffic = ", ".join(f"{kind} x{count}" for kind, count in mission.traffic)
    place = [mission.id, mission.title, mission.map, mission.start, mission.base, mission.date, str(mission.hours)]
    aims = [told(mission.primary), "; ".join(map(told, mission.secondary))]
    return [*place, *aims, traffic, mission.area, str(mission.air_per_day), str(mission.par), mission.chain or "–"]


@pytest.mark.parametrize("number", range(1, 13))
def test_the_page_tells_each_of_the_twelve_missions_as_it_is(number: int) -> None:
    name = f"m{number:02}"
    found = read_mission(data.read("missions", name), box())
    assert isinstance(found, Mission)
    lines = [line for line in data.rule_page("uboot").splitlines() if line.startswith(f"| {name} |")]
    (row,) = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [sorted(cell.replace(";", " ;").split()) for cell in row] == [
        sorted(cell.replace(";", " ;").split()) for cell in row_of(found)
    ]


def test_a_mission_that_would_be_over_as_it_begins_is_refused() -> None:
    home = {"kind": "return", "cell": json.loads(DRILL)["start"]}
    assert codes(primary=home) == [(line_of("primary"), "mission-home")]
    text = json.dumps({**json.loads(DRILL), "primary": home}, indent=1)
    (fault,) = faults_of(text)
    assert (fault.facts, text.splitlines()[fault.line - 1].strip()) == ({"cell": "AM12"}, '"cell": "AM12"')
    assert codes(primary={**home, "cell": "AM13"}) == []


def test_a_convoy_is_followed_no_farther_off_than_anybody_sees() -> None:
    shadow = {"kind": "shadow", "target": "convoy", "hours": 2, "max_nm": 26, "reports": 1}
    assert codes(primary=shadow) == [(line_of("primary"), "json-number")]
    assert codes(primary={**shadow, "max_nm": 25}) == []
