"""Stills: moments of Captain Sonar whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable

from klaxon import data
from klaxon.rules.sonar.state import Rig, ScenarioState
from tests.console.kit.sonar_scenes import Room
from tests.rules.sonar.kit.boats import Table, everyone

ROUTE = "C3 C4 D4 D5 E5 F5 F6"


def at_sea(chart: str = "alpha-2", **options: str) -> Table:
    """Return a game some turns old, red to move."""
    table = Table(chart, red="C3", blue="I9", **options)
    return table.put("red", route=ROUTE, charged=("torpedo", "drone"), mines="D7", damage=1)


def acting(*charged: str, **options: str) -> Table:
    """Return red in the moment when it may act."""
    return at_sea(**options).acting("red", *charged, route=ROUTE).put("red", mines="D7 G4", damage=1)


def large() -> str:
    """Return a chart of 15 by 15."""
    return data.read("charts", "alpha-2", "realtime")


def _start() -> Room:
    return Room.before("alpha-2").choose("red.captain", "F7")


def _placed() -> Room:
    return _start().give("red.captain start F6")


def _dived() -> Room:
    return _placed().give("red.captain dive")


def _sail() -> Room:
    return Room.of(at_sea().put("red", mines="")).hear([everyone("course", boat="blue", dir="north")])


def _sail_mined() -> Room:
    return Room.of(at_sea())


def _sail_by_list() -> Room:
    return _sail().choose("red.captain", "course", "south")


def _marks() -> Room:
    return Room.of(at_sea(undo="no").put("red", mines="")).give("red.captain course south")


def _off_turn() -> Room:
    room = Room.of(at_sea()).give("red.captain course south", "red.xo charge mine")
    return room.give("red.engineer break s1", "red.captain end", "blue.captain course north")


def _hit() -> Room:
    table = at_sea().acting("blue", "torpedo", route="I9 I8 I7 H7")
    return Room.of(table).give("blue.captain torpedo F7")


def _torpedo() -> Room:
    return Room.of(acting()).choose("red.captain", "torpedo", "G6")


def _torpedo_far() -> Room:
    return Room.of(acting()).choose("red.captain", "torpedo", "J6")


def _mine() -> Room:
    return Room.of(acting()).choose("red.captain", "mine", "E7")


def _detonate() -> Room:
    return Room.of(acting()).choose("red.captain", "detonate", "D7")


def _silence() -> Room:
    return Room.of(acting()).choose("red.captain", "silence", "east")


def _length() -> Room:
    return Room.of(acting()).choose("red.captain", "silence", "east", "3")


def _pinged(*words: str) -> Room:
    room = Room.of(at_sea().acting("blue", "sonar")).give("blue.xo sonar")
    return room.choose("red.captain", *words)


def _blackout() -> Room:
    table = Table("alpha-2", red="B1").put("red", route="C1 B1 A1", mines="A2")
    table.state.blackout = True
    return Room.of(table)


def _surfaced() -> Room:
    return Room.of(at_sea()).give("red.captain surface")


def _three_turns() -> Room:
    return _surfaced().give("red.captain end")


def _spent() -> Room:
    return Room.of(acting()).give("red.captain torpedo J6")


def _drone_answer() -> Room:
    return Room.of(acting("drone").put("red", mines="")).give("red.xo drone 4")


def _penalty() -> Room:
    table = acting().put("red", crossed="w1 n1 s5")
    return Room.of(table).give("red.captain torpedo J6")


def _gauges() -> Room:
    table = at_sea()
    table.put("red", gauges=(1, 3, 2, 0, 4), mines="")
    return Room.of(table).give("red.captain course south").choose("red.xo", "drone")


def _usable() -> Room:
    return Room.of(acting("drone", "sonar")).choose("red.xo", "sonar")


def _drone() -> Room:
    return Room.of(acting("drone", "sonar")).choose("red.xo", "drone", "4")


def _panel() -> Room:
    table = at_sea().put("red", mines="", crossed="w1 w2 w5 n2 s3 s4 e2 e4")
    return Room.of(table).give("red.captain course south")


def _panel_fails() -> Room:
    table = at_sea().put("red", mines="", crossed="s1 s2 s4 s5 s6 n6")
    return Room.of(table).give("red.captain course south")


def _panel_mends() -> Room:
    table = at_sea().put("red", mines="", crossed="s1 s2 e2 w1")
    return Room.of(table).give("red.captain course south").choose("red.engineer", "s3")


def _radio(level: str, calls: str = "NNWWSW~NNEE", chart: str = "alpha-2") -> Room:
    table = Table(chart, red="A1", blue="I9", help=level).put("blue", calls=calls)
    return Room.of(table)


def _guessed(chart: str = "alpha-2") -> Room:
    """The radio operator has told where he believes the enemy to be, and slides the track on."""
    room = _radio("track", "NNWWSWSSEE", chart)
    room.state.boats[0].mines = room.state.sea.gather(["D7", "B2"])
    room.give("red.radio guess E4").turn("red.radio", 3)
    return room.hear([everyone("course", boat="blue", dir="east")])


def _guess_made() -> Room:
    return _radio("track", "NNWWSWSSEE").choose("red.radio", "guess", "C9")


def _over() -> Room:
    table = acting().put("red", route="F6 F7 G7 G8 H8", charged=("torpedo",)).put("blue", damage=2, shown_damage=2)
    return Room.of(table).give("red.captain torpedo I9")


def _on_large(verb: str, *words: str) -> Room:
    table = Table(large(), red="G8", blue="M13").acting("red", route="E8 E7 F7 F8 G8 G9")
    return Room.of(table.put("red", mines="H10")).choose("red.captain", verb, *words)


def _iced() -> Room:
    table = Table("charlie-2", red="E7", blue="A1").put("red", route="D7 E7 F7 F8 E8 E9", charged=("torpedo",))
    return Room.of(table).choose("red.captain", "surface")


def at_volcanoes(struck: int = 1) -> Table:
    """Return red in the moment when its next shot wakes the volcanoes."""
    table = Table("delta-2", red="E4", blue="I2").acting("red", "torpedo", route="E3 E4 F4 G4 G5")
    table.put("red", rig=Rig(2), mines="F7").state.scene = ScenarioState(struck)
    return table


def choosing(struck: int) -> Room:
    """Return red about to choose a volcano."""
    return Room.of(at_volcanoes(struck)).give("red.captain torpedo J5").choose("red.captain", "2")


def _lava() -> Room:
    return choosing(2).give("red.captain volcano 1")


WRECKED = ("mine", "drone", "silence")


def wreck() -> Table:
    """Return red beside the island where its torpedo can be repaired."""
    table = Table("echo-2", red="D5", blue="J1").acting("red", "torpedo", route="B5 C5 D5 D6 E6 F6")
    return table.put("red", rig=Rig(3, ("torpedo", *WRECKED)))


def _repairs() -> Room:
    return Room.of(wreck()).choose("red.captain", "repair", "torpedo")


def _wreck_charges() -> Room:
    table = Table("echo-2", red="D5", blue="J1").put("red", gauges=(0, 1, 0, 2, 0), rig=Rig(2, WRECKED))
    return Room.of(table).give("red.captain course south").choose("red.xo", "scenario")


def _large_scenario(name: str, route: str) -> Room:
    return Room.of(Table(data.read("charts", name, "realtime"), red="A1", blue="O1").put("red", route=route))


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "captain-start": ("red.captain", _start),
    "captain-placed": ("red.captain", _placed),
    "captain-dived": ("red.captain", _dived),
    "captain-sail": ("red.captain", _sail),
    "captain-sail-mined": ("red.captain", _sail_mined),
    "captain-course": ("red.captain", _sail_by_list),
    "captain-marks": ("red.captain", _marks),
    "captain-off-turn": ("red.captain", _off_turn),
    "captain-hit": ("red.captain", _hit),
    "captain-act": ("red.captain", lambda: Room.of(acting())),
    "captain-torpedo-near": ("red.captain", _torpedo),
    "captain-torpedo-far": ("red.captain", _torpedo_far),
    "captain-mine": ("red.captain", _mine),
    "captain-detonate": ("red.captain", _detonate),
    "captain-silence": ("red.captain", _silence),
    "captain-silence-length": ("red.captain", _length),
    "captain-sonar-first": ("red.captain", lambda: _pinged("row 6")),
    "captain-sonar-second": ("red.captain", lambda: _pinged("row 6", "sector 3")),
    "captain-blackout": ("red.captain", _blackout),
    "captain-surfaced": ("red.captain", _surfaced),
    "captain-three-turns": ("red.captain", _three_turns),
    "captain-spent": ("red.captain", _spent),
    "captain-drone": ("red.captain", _drone_answer),
    "xo-drone-answer": ("red.xo", _drone_answer),
    "captain-penalty": ("red.captain", _penalty),
    "captain-large": ("red.captain", lambda: _on_large("torpedo", "J10")),
    "captain-large-act": ("red.captain", lambda: _on_large("torpedo")),
    "captain-over": ("red.captain", _over),
    "xo-charge": ("red.xo", _gauges),
    "xo-idle": ("red.xo", _off_turn),
    "xo-use": ("red.xo", _usable),
    "xo-drone": ("red.xo", _drone),
    "engineer-break": ("red.engineer", _panel),
    "engineer-fails": ("red.engineer", _panel_fails),
    "engineer-mends": ("red.engineer", _panel_mends),
    "engineer-idle": ("red.engineer", _off_turn),
    "engineer-penalty": ("red.engineer", _penalty),
    "engineer-over": ("blue.engineer", _over),
    "radio-off": ("red.radio", lambda: _radio("off")),
    "radio-log": ("red.radio", lambda: _radio("log")),
    "radio-track": ("red.radio", lambda: _radio("track").turn("red.radio", 2, dial=1)),
    "radio-clash": ("red.radio", lambda: _radio("clash").turn("red.radio", 1)),
    "radio-solve": ("red.radio", lambda: _radio("solve", "NNWWSWSSEE").turn("red.radio", 3)),
    "radio-silence": ("red.radio", lambda: _radio("track", "NNWW~")),
    "radio-surfaced": ("red.radio", lambda: _radio("track", "NNWW~ES3")),
    "radio-none": ("red.radio", lambda: _radio("track", "")),
    "captain-ice": ("red.captain", _iced),
    "captain-volcanoes": ("red.captain", lambda: Room.of(at_volcanoes())),
    "captain-smoke": ("red.captain", lambda: choosing(1)),
    "captain-lava": ("red.captain", lambda: choosing(2)),
    "captain-trembling": ("blue.captain", lambda: choosing(1)),
    "captain-lava-flown": ("blue.captain", _lava),
    "captain-wreck": ("red.captain", lambda: Room.of(wreck())),
    "captain-repair": ("red.captain", _repairs),
    "captain-large-ice": ("red.captain", lambda: _large_scenario("charlie-2", "G8 H8 I8 I9 J9")),
    "captain-large-volcanoes": ("red.captain", lambda: _large_scenario("delta-2", "F8 F9 G9 G10")),
    "captain-large-wreck": ("red.captain", lambda: _large_scenario("echo-2", "E8 F8 G8 G9")),
    "xo-volcanoes": ("red.xo", lambda: Room.of(at_volcanoes())),
    "xo-wreck": ("red.xo", _wreck_charges),
    "xo-waits": ("blue.xo", lambda: choosing(1)),
    "radio-lava": ("blue.radio", _lava),
    "captain-guess": ("red.captain", _guessed),
    "captain-large-guess": ("red.captain", lambda: _guessed(large())),
    "radio-guess": ("red.radio", _guessed),
    "radio-guess-made": ("red.radio", _guess_made),
    "radio-large": ("red.radio", lambda: _radio("clash", "NNWWSWSSWWSSEESENENENN", large())),
}
"""Name -> seat, and how the moment is made."""
