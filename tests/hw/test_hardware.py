"""The console on paper: what is kept in hw/ is what the profiles say now, to the last wire."""

from __future__ import annotations

import html
import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import sexpdata

from klaxon import data
from klaxon.console.language.catalogue import catalogue
from klaxon.console.profile import Line, Profile, load, read_profile, shipped_names
from klaxon.console.profile.board import HEADER, RESERVED
from klaxon.console.profile.model import SIDES
from klaxon.console.profile.wiring import wiring
from tests.console.kit.broken_profiles import SPI
from tests.console.kit.pseudo import MARK, pseudo, spoken
from tools.hw import bill, breadboard, budget, files, harness, lengths, tables
from tools.hw.__main__ import main
from tools.hw.circuit import CHANNEL_OHMS, LED, PORTS, SUPPLY_PINS, circuit
from tools.hw.laying import MOST_POLES, WIRES_OF_POLE
from tools.hw.netlist import PADS, Pad, netlist
from tools.hw.nets import RAILS, nets
from tools.hw.parts import FUSE, GND, JOINTS, PANELS, PI, UNFUSED, V3, V5, Circuit, Terminal
from tools.hw.prices import read_prices, shopping
from tools.hw.schematic import schematic
from tools.hw.words import PREFIX, Words, languages, pages

PROFILES = {name: files.profile(name) for name in files.CONSOLES}
CIRCUITS = {name: circuit(profile) for name, profile in PROFILES.items()}
KICAD = Path("/usr/share/kicad/footprints")
each_console = pytest.mark.parametrize("name", files.CONSOLES)


def changed(name: str, old: str, new: str) -> Profile:
    """Return a shipped profile with something else in it."""
    text = data.read("profiles", name)
    assert old in text
    found = read_profile(text.replace(old, new, 1))
    assert isinstance(found, Profile), found
    return found


class Drawn(NamedTuple):
    """All files of the shipped consoles, and the words that were asked for while they were drawn."""

    texts: dict[str, str]
    said: set[str]


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """Every shipped console, drawn once."""
    with words_noted() as said:
        return Drawn(files.texts(list(PROFILES.values())), said)


@contextmanager
def words_noted() -> Iterator[set[str]]:
    """Note every word that is asked for within."""
    said: set[str] = set()
    plain = Words.__call__

    def noted(self: Words, message: str, **facts: object) -> str:
        said.add(message)
        return plain(self, message, **facts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Words, "__call__", noted)
        yield said


# Files


def test_every_profile_with_wires_is_drawn() -> None:
    assert [name for name in shipped_names() if (found := load(name)) and getattr(found, "back_end", "") == "pi"] == [
        breadboard.PROFILE,
        *files.CONSOLES,
    ]


def test_what_is_kept_is_what_the_profiles_make_now(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "texts", lambda _profiles: drawn.texts)
    assert files.stale(list(PROFILES.values())) == [], "run `make hardware` and commit what it wrote"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "stop = 22",
            "stop = 10",
            {"wiring.md", "header.svg", "schematic.svg", "harness/red-1.svg"},
        ),
        ('ok = "keys.1"', 'ok = "keys.7"', set()),  # that line is taken: the checker says so, and nothing is drawn
        ("interrupt = 25", "interrupt = 11", {"wiring.md", "header.svg", "schematic.svg", "harness/board.svg"}),
        ("address = 0x20", "address = 0x25", {"wiring.md", "schematic.svg", "parts.md", "harness/board.svg"}),
        ("debounce_ms = 12", "debounce_ms = 20", {"parts.md"}),
        (
            '[[lamp]]\nboat = "blue"\nline = "keys.15"\n',
            "",
            {"overlay.en.svg", "wiring.md", "parts.md", "schematic.svg"},
        ),
    ],
)
def test_a_changed_profile_is_noticed(old: str, new: str, wanted: set[str]) -> None:
    text = data.read("profiles", "console-4")
    assert old in text
    found = read_profile(text.replace(old, new, 1))
    if not wanted:
        assert not isinstance(found, Profile)
        return
    assert isinstance(found, Profile), found
    assert {f"console-4/{name}" for name in wanted} <= set(files.stale([found]))


def test_a_hole_that_moves_is_noticed_by_the_enclosure(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files.texts([PROFILES["mini"]])
    monkeypatch.setattr("tools.hw.geometry.OK_AT", (94, 68))
    moved = files.texts([PROFILES["mini"]])
    assert {files.PARAMETERS, "mini/overlay.en.svg"} <= {name for name in moved if moved[name] != before[name]}


def test_missing_changed_and_left_over_files_are_named(tmp_path: Path) -> None:
    mini = PROFILES["mini"]
    assert "mini/wiring.md" in files.stale([mini], tmp_path)
    for name, text in files.texts([mini]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    assert files.stale([mini], tmp_path) == []
    (tmp_path / "mini" / "parts.md").write_text("nothing", "utf-8")
    (tmp_path / "mini" / "harness" / "board.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "mini" / "old.svg").write_text("<svg/>", "utf-8")
    assert files.stale([mini], tmp_path) == ["mini/parts.md", "mini/harness/board.svg", "mini/old.svg"]


def test_a_profile_of_ones_own_is_drawn_where_one_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text(data.read("profiles", "mini").replace('name = "mini"', 'name = "own"'), "utf-8")
    assert main(["--out", str(tmp_path / "hw"), str(own)]) == 0
    assert (tmp_path / "hw" / "own" / "wiring.md").exists()
    assert "own" in (tmp_path / "hw" / "enclosure" / "parameters.scad").read_text("utf-8")
    assert main(["--out", str(tmp_path / "hw"), "--check", str(tmp_path / "own.toml")]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["virtual", "no-such-profile"])
def test_what_has_no_wires_is_not_drawn(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path), name]) == 1
    assert name in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# Wires


@each_console
def test_every_line_of_the_profile_is_one_wire(name: str) -> None:
    made = CIRCUITS[name]
    joined = _joined(made)
    assert Counter(wire.use for wire in made.lines()) == Counter(wiring(made.profile))
    assert made.idle == []
    for wire in made.lines():
        assert wire.use
        line = wire.use.line
        pin = next((str(pin.number) for pin in HEADER if pin.line == line.number), "") if not line.chip else ""
        chip = made.profile.expander(line.chip) if line.chip else None
        wanted = Terminal(f"expander {chip.name}", PORTS[chip.chip][line.number]) if chip else Terminal(PI, pin)
        assert wanted in next(group for group in joined if wire.target in group), wire


@each_console
def test_no_wire_goes_to_a_pin_that_the_profile_does_not_use(name: str) -> None:
    made = CIRCUITS[name]
    used = {pin for pins in SUPPLY_PINS.values() for pin in pins}
    used |= {
        str(pin.number)
        for pin in HEADER
        for use in wiring(made.profile)
        if not use.line.chip and use.line.number == pin.line
    }
    reserved = {str(pin.number) for pin in HEADER if pin.line in RESERVED}
    assert {pin for pin, _, _ in made.at(PI)} == used
    assert not used & reserved
    for expander in made.profile.expanders:
        ports = PORTS[expander.chip]
        wired = {ports.index(pin) for pin, _, _ in made.at(f"expander {expander.name}") if pin in ports}
        assert wired == {use.line.number for use in wiring(made.profile) if use.line.chip == expander.name}


@each_console
def test_supply_pins_of_the_header_are_what_the_rails_say(name: str) -> None:
    supplies = {str(pin.number): pin.supply for pin in HEADER if pin.line is None}
    signs = {V3: "3V3", V5: "5V", GND: "GND"}
    assert all(supplies[pin] == signs[rail] for rail, pins in SUPPLY_PINS.items() for pin in pins)
    ends = [(pin, wire.carries.replace(UNFUSED, V5)) for pin, _, wire in CIRCUITS[name].at(PI) if pin in supplies]
    assert sorted(ends) == sorted((pin, rail) for rail, pins in SUPPLY_PINS.items() for pin in pins)


@each_console
def test_nothing_hangs_on_5_v_but_behind_the_fuse(name: str) -> None:
    made = CIRCUITS[name]
    assert {(pin, other.part) for pin, other, _ in made.at(FUSE)} == {("IN", PI), ("OUT", V5)}
    assert {other.pin for pin, other, _ in made.at(FUSE) if pin == "IN"} == set(SUPPLY_PINS[V5])
    assert not [wire for wire in made.wires if wire.carries == V5 and PI in (wire.source.part, wire.target.part)]
    found = budget.loads(made)
    held, taken = budget.fuse(found), budget.behind(budget.taken(found, PANELS)[1]) + budget.taken(found, V5)[1]
    assert 1.25 * taken <= held <= 2 * taken, "it holds what is taken, and trips below what would burn a wire"


@each_console
def test_every_terminal_exists_and_no_part_is_left_without_wires(name: str) -> None:
    made = CIRCUITS[name]
    for wire in made.wires:
        for end in (wire.source, wire.target):
            assert end.pin in made.parts[end.part].pins, end
    for part in made.parts.values():
        wired = {pin for pin, _, _ in made.at(part.ref)}
        wired |= {pull.at.pin for pull in made.pulls if pull.at.part == part.ref}
        if part.kind not in ("pi", "expander", "mux"):
            assert wired == set(part.pins), part.ref


@each_console
def test_rails_never_meet_and_lines_meet_only_where_they_may(name: str) -> None:
    made, found = CIRCUITS[name], nets(CIRCUITS[name])
    groups: dict[str, set[Terminal]] = {}
    for terminal, net in found.items():
        groups.setdefault(net, set()).add(terminal)
    joined = _joined(made)
    lonely = {frozenset([pull.at]) for pull in made.pulls if pull.nano}
    of_copper, named = (
        {frozenset(end for end in group if made.parts[end.part].kind not in JOINTS) for group in all_groups}
        for all_groups in (joined, groups.values())
    )
    assert named == of_copper | lonely
    lines = [use.line for use in wiring(made.profile)]
    shared = {line for line in lines if lines.count(line) > 1}
    resets = set() if name in ("console-4-direct", "mini") else {Line(4)}
    assert shared == resets | ({Line(25)} if name == "console-8" else set())


def _joined(made: Circuit) -> set[frozenset[Terminal]]:
    """Return the terminals that copper joins, found without the names of nets; the poles of a strip are one."""
    groups: list[set[Terminal]] = []
    strips = [{Terminal(part.ref, pin) for pin in part.pins} for part in made.parts.values() if part.kind == "rail"]
    for ends in [*strips, *({wire.source, wire.target} for wire in made.wires)]:
        touched = [group for group in groups if group & ends]
        groups = [group for group in groups if group not in touched]
        groups.append(ends.union(*touched))
    return {frozenset(group) for group in groups}


@each_console
def test_nothing_holds_more_wires_than_it_can(name: str) -> None:
    """A crimp of the header one; a pole of a plug one at either side; a pole of a strip or a pin to solder at two."""
    made = CIRCUITS[name]
    for part in made.parts.values():
        for pin in part.pins:
            inside = [made.parts[other.part].station == part.station for at, other, _ in made.at(part.ref) if at == pin]
            if part.kind == "plug":
                assert sorted(inside) == [False, True], (part.ref, pin)
            else:
                assert len(inside) <= (1 if part.kind == "pi" else WIRES_OF_POLE), (part.ref, pin)
    assert max(len(part.pins) for part in made.parts.values() if part.kind == "plug") <= MOST_POLES
    rails = [len(part.pins) for part in made.parts.values() if part.kind == "rail"]
    (entry,) = (each for each in bill.entries(made) if each.name == "rails")
    assert sum(rails) + len(rails) - 1 <= bill.POLES * entry.count


def test_a_station_with_more_wires_than_a_plug_has_poles_has_two_plugs() -> None:
    second = "dials = [{ a = 17, b = 27 }, { a = 18, b = 19 }]"
    made = circuit(changed("console-4", "dials = [{ a = 17, b = 27 }]", second))
    assert [len(plug.pins) for plug in made.plugs("red-1")] == [9, 8]
    assert "| XHP-9, XHP-8 |" in tables.parts_page(made, Words())
    drawing = harness.harnesses(made, Words())["red-1"]
    assert all(f">red-1 plug {number}<" in drawing for number in (1, 2))


@each_console
def test_the_page_of_wires_has_every_pin_every_line_and_every_pole(name: str) -> None:
    made, words = CIRCUITS[name], Words()
    page = tables.wiring_page(made, words)
    by_header = page[page.index(f"## {words('wiring.header')}") :]
    rows = re.findall(r"^\| (\d+) \| (\S.*?) \| (.*?) \| (.*?) \|$", by_header, re.MULTILINE)
    pins = [row for row in rows if row[1] in ("3V3", "5V", "GND") or row[1].startswith("GPIO")]
    assert [int(row[0]) for row in pins] == list(range(1, 41))
    for wire in made.wires:
        start = made.start_of(wire)
        if start.part == PI:
            assert [row[2] for row in pins if row[0] == start.pin] == [words.end(made, made.end_of(wire))]
        elif made.parts[start.part].kind == "expander" and start.pin in PORTS["mcp23017"]:
            assert [row for row in rows if row[1:3] == (start.pin, words.end(made, made.end_of(wire)))], start
    for station in made.profile.stations:
        (plug,) = made.plugs(station.name)
        for pole in plug.pins:
            both = {
                f"{words.end(made, other)} ({lengths.length(made, wire)} cm)"
                for at, other, wire in made.at(plug.ref)
                if at == pole
            }
            assert [row for row in rows if row[0] == pole and {row[1], row[2]} == both], (plug.ref, pole)


def wires_drawn(made: Circuit, drawings: Iterable[str]) -> bool:
    """Return whether every wire is in one of the drawings, and in no other, with colour and length."""
    shown = Counter(
        label for drawing in drawings for label in re.findall(r'data-wire="([^"]+)">([^<]+)<', html.unescape(drawing))
    )
    return shown == Counter(
        (
            f"{wire.source.part}:{wire.source.pin} > {wire.target.part}:{wire.target.pin}",
            f"{wire.colour} {wire.carries}, {lengths.length(made, wire)} cm",
        )
        for wire in made.wires
    )


@each_console
def test_every_wire_is_in_one_drawing_with_its_length(name: str, drawn: Drawn) -> None:
    names = ["board", *(station.name for station in PROFILES[name].stations)]
    assert wires_drawn(CIRCUITS[name], [drawn.texts[f"{name}/harness/{each}.svg"] for each in names])


def two_on_spi() -> str:
    """Return a profile of two stations whose panels share a bus."""
    second = "[[station]]\n" + SPI.partition("[[station]]\n")[2]
    other = {"a = 5": "a = 17", "b = 6": "b = 27", "dc = 24, reset = 25": "dc = 22, select = 1"}
    for old, new in (other | {"push = 13": "push = 16", "line = 19": "line = 20"}).items():
        assert old in second
        second = second.replace(old, new)
    return SPI + second


def test_a_bus_without_a_mux_goes_on_from_station_to_station() -> None:
    """Out by one plug and in by the next."""
    profile = read_profile(two_on_spi())
    assert isinstance(profile, Profile), profile
    made = circuit(profile)
    for carries in ("SCLK", "MOSI"):
        way = [(wire.source.part, wire.target.part) for wire in made.wires if wire.carries == carries]
        assert way == [
            *(("pi", "red-1 plug"), ("red-1 plug", "red-1 panel"), ("red-1 panel", "red-1 plug")),
            *(("red-1 plug", "red-2 plug"), ("red-2 plug", "red-2 panel")),
        ]
    drawings = harness.harnesses(made, Words())
    assert wires_drawn(made, drawings.values())
    assert drawings["red-1"].count(">to red-2 plug: ") == 2
    assert len({nets(made)[Terminal(f"{name} panel", "SCLK")] for name in ("red-1", "red-2")}) == 1


@each_console
def test_every_plug_is_drawn_with_its_poles_and_both_sides(name: str, drawn: Drawn) -> None:
    made = CIRCUITS[name]
    for station in made.profile.stations:
        (plug,) = made.plugs(station.name)
        poles = len(plug.pins)
        texts = re.findall(r"<text[^>]*>([^<]+)<", drawn.texts[f"{name}/harness/{station.name}.svg"])
        assert {f"cable: XHP-{poles}", f"bay: B{poles}B-XH-A", f"{station.name} plug"} <= set(texts)
        assert Counter(texts) >= Counter([*plug.pins, *plug.pins])


# Lengths


@pytest.mark.parametrize("name", ["console-4", "console-4-direct", "mini"])
def test_no_line_is_longer_than_the_rule_allows(name: str) -> None:
    """Those of `console-8` are, and its page says so."""
    made = CIRCUITS[name]
    longest = max(lengths.of_line(made, wire) for wire in made.lines())
    assert longest <= lengths.LONGEST
    assert f"is {longest} cm in both its pieces" in tables.parts_page(made, Words())
    assert f"Up to {lengths.LONGEST} cm" in (files.FOLDER / "README.md").read_text("utf-8")
    assert all(lengths.of_line(made, wire) <= 50 for wire in made.wires if wire.carries in ("SDA", "SCL"))


def test_the_page_says_how_far_a_second_row_is() -> None:
    made = CIRCUITS["console-8"]
    places = {part.ref: lengths.place(made.profile, part) for part in made.parts.values()}
    across = [wire for wire in made.wires if places[wire.source.part].row != places[wire.target.part].row]
    longest = max(lengths.of_line(made, wire) for wire in made.lines())
    page = (files.FOLDER / "README.md").read_text("utf-8")
    assert f"lines of {longest} cm there, {len(across)} wires in one bundle" in page


@each_console
def test_a_wire_reaches_from_part_to_part(name: str) -> None:
    made = CIRCUITS[name]
    for wire in made.wires:
        near, far = (lengths.place(made.profile, made.parts[end.part]) for end in (wire.source, wire.target))
        apart = math.dist(near[1:], far[1:]) / 10
        assert apart + lengths.IN_BAY <= lengths.length(made, wire), wire


class Netlist(NamedTuple):
    """A netlist as a reader has it that knows nothing of what wrote it."""

    parts: dict[str, tuple[str, str]]
    """Reference -> value and footprint."""
    nets: dict[str, set[Pad]]

    def net(self, ref: str, number: str) -> str:
        """Return the net of a pad."""
        (found,) = (net for net, pads in self.nets.items() if any(pad[:2] == (ref, number) for pad in pads))
        return found

    def on(self, net: str, letter: str) -> Pad:
        """Return the only pad on a net of a part whose reference begins with a letter and ends with a number."""
        (found,) = (pad for pad in self.nets[net] if re.fullmatch(rf"{letter}\d+", pad.ref))
        return found

    def beyond(self, net: str, letter: str) -> tuple[str, str]:
        """Return the value of such a part of two pads, and the net at its other one."""
        ref, number, _ = self.on(net, letter)
        return self.parts[ref][0], self.net(ref, "2" if number == "1" else "1")


def netlist_of(name: str) -> Netlist:
    """Return a netlist as sexpdata reads it."""
    (_, _, _, components, nets_of_it) = sexpdata.loads((files.FOLDER / name / "kicad.net").read_text("utf-8"))
    parts = {ref: (value, footprint) for _, (_, ref), (_, value), (_, footprint) in components[1:]}
    joined = {
        net: {Pad(*(each[1] for each in node[1:])) for node in nodes} for _, _, (_, net), *nodes in nets_of_it[1:]
    }
    assert (len(parts), len(joined)) == (len(components) - 1, len(nets_of_it) - 1), "no reference and no name twice"
    return Netlist(parts, joined)


WITH_DRIVERS = ("bell", "lamp", "link")
"""Kinds of parts that are several on a board."""


@each_console
def test_the_netlist_joins_what_the_wires_join(name: str) -> None:
    made, (parts, found) = CIRCUITS[name], netlist_of(name)
    pads = [pad for net in found.values() for pad in net]
    assert {pad.ref for pad in pads} == parts.keys(), "every part is on a net, and every net is of parts that there are"
    assert len(pads) == len({pad[:2] for pad in pads}), "no pad is in two nets"
    plain = {part.ref for part in made.parts.values() if part.kind not in (*JOINTS, *WITH_DRIVERS)}
    named = [{(pad.ref, pad.pin) for pad in net if pad.pin} for net in found.values()]
    groups = [
        {(end.part.replace(" ", "_").upper(), end.pin) for end in group if end.part in plain}
        for group in _joined(made) | {frozenset([pull.at]) for pull in made.pulls}
    ]
    for ends in groups:
        assert [net for net in named if ends <= net], ends
    whole = {part.ref.upper() for part in made.parts.values() if part.kind in WITH_DRIVERS}
    others = {end for net in named for end in net if end[0] not in whole}
    assert others == set().union(*groups), "and there is no pin that no wire ends at"


@each_console
def test_what_drives_a_bell_and_a_lamp_is_in_the_netlist(name: str) -> None:
    made, found = CIRCUITS[name], netlist_of(name)
    pins, terminals = {pad[::2]: net for net, pads in found.nets.items() for pad in pads if pad.pin}, nets(made)
    for part in made.parts.values():
        ref, plus, minus = (
            part.ref.upper(),
            pins.get((part.ref.upper(), "+"), ""),
            pins.get((part.ref.upper(), "-"), ""),
        )
        if "5V" in part.pins:
            ohms, base = found.beyond(terminals[Terminal(part.ref, "IN")], "R")
            transistor = found.on(base, "Q")
            assert (ohms, transistor.number, found.parts[transistor.ref][0]) == ("1000", "2", "BC337")
            assert (found.net(transistor.ref, "3"), found.net(transistor.ref, "1")) == ("GND", minus)
        if part.kind == "bell":
            assert (plus, found.on(minus, "D").number, found.beyond(minus, "D")) == ("5V", "2", ("1N4148", "5V"))
        elif part.kind == "lamp" and "5V" in part.pins:
            assert found.beyond(plus, "R") == ("220", "5V")
        elif part.kind == "lamp":
            assert (found.beyond(plus, "R"), minus) == (("330", terminals[Terminal(part.ref, "IN")]), "GND")
        elif part.kind == "link":
            assert found.beyond(pins[ref, "TXD"], "R") == ("1000", "GPIO14 TXD")
            assert (pins[ref, "RXD"], pins[ref, "GND"]) == ("GPIO15 RXD", "GND")


@each_console
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_reader_of_kicads_netlists_reads_the_same(name: str) -> None:
    """Kinparse has the grammar of KiCad's exports."""
    kinparse = pytest.importorskip("kinparse", reason="no kinparse here: `tools/setup hardware` installs it")
    read = kinparse.parse_netlist(io.StringIO((files.FOLDER / name / "kicad.net").read_text("utf-8")))
    parts = {part.ref: (part.value, part.footprint) for part in read.parts}
    joined = {net.name: {Pad(pin.ref, pin.num, pin.function or "") for pin in net.pins} for net in read.nets}
    assert (parts, joined) == netlist_of(name)


@each_console
def test_every_pad_is_one_of_the_footprint_in_kicads_libraries(name: str) -> None:
    if not KICAD.exists():
        pytest.skip("no footprints of KiCad here: apt-get install kicad-footprints, then the pads are looked up")
    found = netlist_of(name)
    for ref, (_, footprint) in found.parts.items():
        library, _, shape = footprint.partition(":")
        text = (KICAD / f"{library}.pretty" / f"{shape}.kicad_mod").read_text("utf-8")
        there = set(re.findall(r'\(pad "?(\w+)"?', text))
        assert {pad.number for net in found.nets.values() for pad in net if pad.ref == ref} <= there, ref


def test_every_pin_of_a_chip_has_a_pad_of_its_own() -> None:
    """By the makers' sheets: an MCP23017 has 28 pins, a PCA9555 24; NC and INTB are those that we leave open."""
    assert sorted(map(int, PADS["mcp23017"].values())) == sorted({*range(1, 29)} - {11, 14, 19})
    assert sorted(map(int, PADS["pca9555"].values())) == list(range(1, 25))


def test_a_lamp_that_a_low_line_lights_is_the_other_way_round_in_the_netlist() -> None:
    text = netlist(circuit(changed("mini", "line = 16", 'line = 16\nactive = "low"')))
    assert re.search(r'\(net \(code "\d+"\) \(name "3V3"\)[^)]*(?:\([^)]*\)[^)]*)*"LAMP-1"\) \(pin "1"\)', text)


# A console that is not among the shipped ones


@pytest.mark.parametrize(
    "text",
    [
        SPI,
        data.read("profiles", "console-4").replace('chip = "mcp23017"', 'chip = "pca9555"'),
        data.read("profiles", "mini").replace("ok = 23", 'ok = { line = 23, active = "high", pull = "down" }'),
        data.read("profiles", "mini").replace("line = 16", 'line = 16\nactive = "low"'),
    ],
    ids=["spi", "pca9555", "active-high", "lamp-to-3v3"],
)
def test_consoles_of_other_kinds_can_be_drawn(text: str) -> None:
    profile = read_profile(text)
    assert isinstance(profile, Profile), profile
    made = circuit(profile)
    assert Counter([*(wire.use for wire in made.lines()), *made.idle]) == Counter(wiring(profile))
    assert all(end.pin in made.parts[end.part].pins for wire in made.wires for end in (wire.source, wire.target))
    assert files.of_console(profile)["header.svg"].endswith("</svg>\n")


def test_a_key_to_3v3_and_a_lamp_to_3v3_hang_on_that_rail() -> None:
    key = circuit(changed("mini", "ok = 23", 'ok = { line = 23, active = "high", pull = "down" }'))
    (ok,) = [wire for wire in key.wires if wire.target == Terminal("red-1 ok", "1")]
    assert (key.start_of(ok).part, nets(key)[Terminal("red-1 ok", "2")]) == (PI, RAILS[V3])
    lamp = circuit(changed("mini", "line = 16", 'line = 16\nactive = "low"'))
    assert [(pin, other.part) for pin, other, _ in lamp.at("lamp-1")] == [("IN", PI), ("COM", V3)]


def test_address_pins_spell_the_address() -> None:
    made = CIRCUITS["console-8"]
    for expander in made.profile.expanders:
        high = [nets(made)[Terminal(f"expander {expander.name}", f"A{bit}")] == RAILS[V3] for bit in range(3)]
        spelt = sum(level << bit for bit, level in enumerate(high))
        assert 0x20 + spelt == expander.address


# Currents


@pytest.mark.parametrize("board_of_the_mux", [10_000, None])
def test_a_chip_can_pull_an_open_channel_low(board_of_the_mux: int | None) -> None:
    """A mux joins the wires of both sides, and with them their resistors. I2C asks for 0.4 V at 3 mA."""
    beside = [1_800, CHANNEL_OHMS, *([board_of_the_mux] if board_of_the_mux else [])]
    assert (3.3 - 0.4) * sum(1 / ohms for ohms in beside) <= 0.003


def test_a_channel_rises_in_time() -> None:
    """The mux lets go before 3.3 V: the last part of the way its own resistors are alone, with wire, panel and port."""
    assert 0.8473 * CHANNEL_OHMS * 100e-12 <= 300e-9


@pytest.mark.parametrize("boat", LED)
def test_a_lamp_has_light_and_spares_its_line(boat: str) -> None:
    volts, ohms = LED[boat][0] / 1000, LED[boat][1]
    assert set(LED) == set(SIDES)
    assert 0.003 <= (3.3 - volts) / ohms <= 0.008
    assert (3.3 - volts - 0.3) / ohms >= 0.001, "also where the chip loses something, as an MCP23017 does"


@pytest.mark.parametrize("drop", [2_800, 3_200, 3_600])
def test_a_blue_lamp_has_light_whatever_it_drops(drop: int) -> None:
    """Makers allow 2.8 to 3.6 V at a few milliamperes: on 3.3 V the half of that is dark."""
    driven, direct = budget.lamp_current("blue", True, drop), budget.lamp_current("blue", False, drop)
    assert 5_000 <= driven <= 10_000
    assert (direct > 1_000) is (drop == 2_800)
    assert driven * 10 < budget.BASE * 100, "and the transistor is saturated by far: it amplifies 100 times"


@each_console
def test_the_lamp_of_the_blue_boat_hangs_behind_the_fuse(name: str) -> None:
    made = CIRCUITS[name]
    for number, lamp in enumerate(made.profile.lamps, start=1):
        rails = {pin: other.part for pin, other, _ in made.at(f"lamp-{number}") if pin != "IN"}
        assert rails == ({"5V": V5, "GND": GND} if lamp.name == "blue" else {"COM": GND})


@each_console
def test_ground_is_lifted_far_less_than_a_bus_bears(name: str) -> None:
    found = budget.loads(CIRCUITS[name])
    assert 4 * budget.ground_lift(found) <= budget.LIFT_ALLOWED
    assert f"{budget.ground_lift(found) / 1000:.0f} mV" in tables.parts_page(CIRCUITS[name], Words())


@each_console
def test_the_link_has_its_resistor_where_it_is_wired(name: str) -> None:
    """Bells and driven lamps have one of the same value."""
    made = CIRCUITS[name]
    wired = sum(1 for part in made.parts.values() if part.kind == "link" or "5V" in part.pins)
    assert schematic(made, Words()).count(">1 kΩ<") == wired
    assert ("resistor is in TXD" in tables.parts_page(made, Words())) is bool(made.profile.link.lines)


def test_a_lamp_that_is_active_low_is_drawn_the_other_way_round() -> None:
    """The triangle points to the cathode."""
    drawn = [
        re.findall(r'<polygon points="([\d.]+),[\d.]+ [\d.]+,[\d.]+ ([\d.]+),', schematic(made, Words()))[-1]
        for made in (CIRCUITS["mini"], circuit(changed("mini", "line = 16", 'line = 16\nactive = "low"')))
    ]
    assert [float(flat) < float(tip) for flat, tip in drawn] == [True, False]


@each_console
def test_the_budget_sums_up(name: str) -> None:
    found = budget.loads(CIRCUITS[name])
    profile = PROFILES[name]
    assert sum(load.count for load in found if load.what == "panel") == len(profile.stations)
    assert sum(load.count for load in found if load.what == "lamp") == len(profile.lamps)
    for rail in (V5, V3, PANELS):
        parts = [load for load in found if load.rail == rail]
        assert budget.taken(found, rail) == (
            sum(load.count * load.typical for load in parts),
            sum(load.count * load.most for load in parts),
        )
    assert {load.rail for load in found} <= {V5, V3, PANELS}
    assert all(load.typical <= load.most for load in found)
    typical, most = budget.of_console(found)
    assert typical < most
    watts_in, watts_out = 5 * budget.behind(100_000), 3.3 * 100_000
    assert watts_out / watts_in == pytest.approx(budget.EFFICIENCY / 100, rel=0.001)
    for board in budget.BOARDS:
        assert budget.supply(board, found) >= (board.allow + most) * budget.MARGIN / 100
        assert budget.supply(board, found) - budget.STEP < (board.allow + most) * budget.MARGIN / 100
    assert budget.regulator(found) >= budget.taken(found, PANELS)[1]


def test_no_socket_of_a_pi_is_asked_for_more_than_it_is_made_for() -> None:
    said = {
        name: [budget.verdict(board, budget.loads(made)) for board in budget.BOARDS] for name, made in CIRCUITS.items()
    }
    assert said["console-4"] == ["enough", "larger", "enough", "enough"]
    assert said["console-8"] == ["second", "second", "second", "larger"]
    assert set(said["mini"]) == {"enough"}
    for name, verdicts in said.items():
        most = budget.of_console(budget.loads(CIRCUITS[name]))[1]
        for board, verdict in zip(budget.BOARDS, verdicts, strict=True):
            assert (verdict == "second") is (board.allow + most > board.supply)


@each_console
def test_the_page_of_parts_sums_what_it_lists(name: str) -> None:
    page = tables.parts_page(CIRCUITS[name], Words())
    rows = re.findall(
        r"^\| ([^|*]+) \| ([^|]+) \| (\d+) \| ([\d.]+) / ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE
    )
    sums = dict(
        re.findall(r"^\| \*\*sum\*\* \| ([^|]+?) \| +\| +\| \*\*[\d.]+\*\* \| \*\*([\d.]+)\*\* \|$", page, re.MULTILINE)
    )
    assert rows
    for rail, total in sums.items():
        assert float(total) == pytest.approx(sum(float(row[6]) for row in rows if row[1] == rail), abs=1)
    counted = dict(
        re.findall(r"^\| (key for \S+|rotary encoder EC11 with push|OLED panel[^|]*) \| (\d+) \|", page, re.MULTILINE)
    )
    keys = Counter(key.name for station, key in PROFILES[name].all_keys() if station)
    assert int(counted["key for OK"]) == keys["ok"]
    assert int(counted.get("key for BACK", 0)) == keys["back"]
    assert int(counted["rotary encoder EC11 with push"]) == sum(1 for _ in PROFILES[name].all_dials())


# What it costs


@each_console
def test_the_cut_list_has_every_wire_and_every_plug(name: str) -> None:
    made = CIRCUITS[name]
    page = tables.parts_page(made, Words())
    cuts = re.findall(r"^\| [^|]+ \| (\d+) \| (\d+) \| ([\dx ,]+) \| ([\d.]+) \| ([^|]+) \|$", page, re.MULTILINE)
    pieces = Counter[int]()
    for wires, ends, text, metres, _ in cuts:
        own = Counter({int(length): int(count) for count, length in re.findall(r"(\d+) x (\d+)", text)})
        assert (int(wires), int(ends)) == (own.total(), 2 * own.total())
        assert float(metres) == pytest.approx(sum(each * count for each, count in own.items()) / 100, abs=0.06)
        pieces += own
    assert pieces == Counter(lengths.length(made, wire) for wire in made.wires)
    plugs = [f"XHP-{len(made.plugs(station.name)[0].pins)}" for station in made.profile.stations]
    assert [each[-1] for each in cuts] == ["-", *plugs]


@each_console
def test_the_shopping_list_has_every_part_two_kinds_of_shop_and_the_sum(name: str) -> None:
    made, page = CIRCUITS[name], tables.parts_page(CIRCUITS[name], Words())
    found = list(shopping(made, read_prices()))
    assert [row.entry for row in found] == list(bill.entries(made))
    assert all(len({*row.offer.where}) == 2 for row in found)
    assert not [row.offer.ask for row in found if "{" in row.offer.ask]
    rows = re.findall(r"^\|(?: [^|]*\|){5} ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    (total,) = re.findall(r"^\| \*\*sum\*\* \|(?: +\|){5} \*\*([\d.]+)\*\* \|$", page, re.MULTILINE)
    assert len(rows) == len(found)
    assert float(total) == pytest.approx(sum(float(cost) for _, cost in rows), abs=0.01)
    assert f"About {round(float(total))} EUR" in page
    assert "an estimate of 20" in page


def test_a_fuse_is_asked_for_as_large_as_the_budget_wants_it() -> None:
    asked = {
        name: next(row.offer.ask for row in shopping(made, read_prices()) if row.entry.name == "fuse")
        for name, made in CIRCUITS.items()
    }
    assert asked == {
        "console-4": "Bourns MF-R110",
        "console-4-direct": "Bourns MF-R110",
        "console-8": "Bourns MF-R250",
        "mini": "Bourns MF-R050",
    }


def test_a_maker_has_prices_of_his_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "mine.toml"
    text = (files.FOLDER / "prices.toml").read_text("utf-8")
    own.write_text(text.replace("panel = 17.0", "panel = 1017.0").replace('"EUR"', '"GBP"'), "utf-8")
    assert main(["--prices", str(own), "--out", str(tmp_path / "hw"), "mini"]) == 0
    before = round(read_prices().sum(CIRCUITS["mini"]) + 1000)
    assert f"About {before} GBP" in (tmp_path / "hw" / "mini" / "parts.md").read_text("utf-8")
    own.write_text(text.replace("panel = 17.0\n", ""), "utf-8")
    assert main(["--prices", str(own), "--out", str(tmp_path / "hw"), "mini"]) == 1
    assert main(["--prices", str(tmp_path / "none.toml"), "--out", str(tmp_path / "hw"), "mini"]) == 1
    told = capsys.readouterr().err
    assert "mine.toml cannot be used as prices: 'panel'" in told
    assert "none.toml cannot be used as prices" in told


# Words


def test_every_word_of_the_drawings_is_used_and_there(drawn: Drawn) -> None:
    with words_noted() as rarely:
        for profile in (read_profile(two_on_spi()), changed("mini", 'kind = "pwm"', 'kind = "active"')):
            assert isinstance(profile, Profile)
            files.of_console(profile)
    said = drawn.said | rarely | {"written", "no-steps", "bad-prices", "no-pdf", "no-wires"}  # of the command itself
    own = {message.removeprefix(PREFIX) for message in catalogue("en") if message.startswith(PREFIX)}
    assert not own & pages().keys()
    # a role that every shipped console has the keys for is not told how to do without
    assert {message for message in (own | pages().keys()) - said if ".no-" not in message} == set()


def test_a_language_that_lacks_a_word_is_not_drawn() -> None:
    whole, marked = pseudo("xx"), re.escape(f"{MARK}xx")
    lacking = pseudo("yy").replace('msgid "hardware.overlay.ok"', 'msgid "hardware.overlay.other"')
    with spoken({"xx": whole, "yy": lacking}):
        assert languages() == ["en", "xx"]
        made = files.of_console(PROFILES["mini"])
    assert "overlay.yy.svg" not in made
    assert f">{MARK}xx give the order<" in made["overlay.xx.svg"]
    assert ">give the order<" in made["overlay.en.svg"]
    cards = re.findall(r"<text[^>]*>([^<]*)</text>", made["role-cards-sonar.xx.svg"])
    titles = [text for text in cards if re.match(marked, text)]
    assert {f"{MARK}xx captain", f"{MARK}xx radio operator"} <= {title.lower() for title in titles}


def test_front_panel_and_cards_are_there_in_four_languages() -> None:
    assert languages() == ["en", "de", "ru", "uk"]
    for name in files.CONSOLES:
        for language in languages():
            assert (files.FOLDER / name / f"overlay.{language}.svg").exists()
