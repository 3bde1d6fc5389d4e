"""Profiles: every shipped one is sound, every mistake has its code, and nothing in a file can break the reader."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon import data
from klaxon.console.devices import COURSE_KEYS, Fitting
from klaxon.console.language.catalogue import catalogue, say
from klaxon.console.profile import (
    CODES,
    CREW,
    SIDES,
    Flaw,
    Line,
    Profile,
    board,
    fittings,
    load,
    read_profile,
    say_flaw,
    schema,
    shipped_names,
    virtual,
)
from klaxon.console.profile.header import chip, console_drawing, header
from klaxon.console.profile.plain import plain
from klaxon.console.profile.read import profile_or_flaws
from klaxon.console.profile.wiring import on, wiring
from klaxon.hal.pi.lines import wiring as lines_of
from tests.console.kit.broken_profiles import BROKEN, NAMES, SPI, Broken, broken

REPOSITORY = Path(__file__).parents[2]
README = REPOSITORY / "hw" / "README.md"
SHIPPED = ("breadboard", "console-4", "console-4-direct", "console-8", "mini", "null", "usb-pads", "virtual")
PI = [name for name in SHIPPED if name not in ("null", "usb-pads", "virtual")]


def profile(name: str) -> Profile:
    found = load(name)
    assert isinstance(found, Profile), [say_flaw(name, flaw) for flaw in found]
    return found


def flaws(text: str) -> tuple[Flaw, ...]:
    found = read_profile(text)
    return () if isinstance(found, Profile) else found


# What is shipped


def test_these_profiles_are_shipped() -> None:
    assert shipped_names() == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_profile_is_sound(name: str) -> None:
    found = profile(name)
    assert found.name == name
    assert found.about
    assert fittings(found) == tuple(station.fitting for station in found.stations)


def test_hw_shows_the_same_files() -> None:
    assert sorted(path.stem for path in (REPOSITORY / "hw" / "profiles").glob("*.toml")) == list(SHIPPED)
    assert (REPOSITORY / "hw" / "profiles").resolve() == data.ROOT / "profiles"


def test_the_virtual_console_is_what_it_was() -> None:
    keys = ("push", "ok", "back")
    assert virtual() == tuple(
        Fitting(
            f"{boat}-{number}",
            boat,
            dials=2 if number == CREW else 1,
            keys=(*keys, *COURSE_KEYS, "stop") if number == 1 else keys,
        )
        for boat in SIDES
        for number in range(1, CREW + 1)
    )


def test_console_4_is_the_reference_console() -> None:
    """The table of the design: so many lines for each purpose, and these free."""
    found = profile("console-4")
    counts: dict[str, int] = {}
    for use in wiring(found):
        if not use.line.chip:
            counts[use.what] = counts.get(use.what, 0) + 1
    assert counts == {
        "dial": 8 + 2,
        "key": 3,  # STOP, and BACK where the expander has no more inputs
        "bell": 1,
        "interrupt": 1,
        "reset": 6,  # one line: mux, expander, four panels
        "power": 1,
        "bus": 2,
        "link": 2,
    }
    used = {use.line.number for use in wiring(found) if not use.line.chip}
    assert set(board.LINES) - used == {0, 1, 10, 11, 18, 19, 21}
    assert found.bells[0].kind == "pwm"
    expander = [use for use in wiring(found) if use.line.chip]
    assert sorted(use.line.number for use in expander) == list(range(16))
    assert {use.line.number for use in expander if use.what == "lamp"} == set(board.OUTPUTS_ONLY)
    keys = [use for use in expander if use.what == "key"]
    assert len(expander) == len(keys) + len(board.OUTPUTS_ONLY)
    names = [str(dict(use.facts)["name"]) for use in keys]
    assert sorted(names) == sorted([*("push", "ok") * 4, *("back",) * 2, *COURSE_KEYS])
    panels = [station.panel for station in found.stations if station.panel]
    assert [(panel.controller, panel.channel, panel.address) for panel in panels] == [
        ("ssd1309", channel, 0x3C) for channel in range(4)
    ]
    bus = found.bus("main")
    assert (bus.number, bus.speed_hz, bus.lines) == (1, 400_000, (Line(2), Line(3)))
    assert [len(station.dials) for station in found.stations] == [1, 1, 1, 2]


def test_the_direct_build_has_no_expander_and_no_back() -> None:
    found = profile("console-4-direct")
    assert not found.expanders
    assert len(found.stations) == 4
    assert all("back" not in fitting.keys for fitting in fittings(found))
    assert found.link.port.startswith("/dev/ttyUSB")
    assert found.link.lines == ()


def test_the_large_build_has_both_boats_and_reads_no_key_on_a_line_that_is_an_output_only() -> None:
    found = profile("console-8")
    assert [fitting.name for fitting in fittings(found)] == [f"{boat}-{n}" for boat in SIDES for n in range(1, 5)]
    assert [fitting.keys for fitting in fittings(found)] == [fitting.keys for fitting in virtual()]
    assert [fitting.dials for fitting in fittings(found)] == [fitting.dials for fitting in virtual()]
    assert found.bells[0].boats == SIDES
    assert not [key for _, key in found.all_keys() if key.line.chip and key.line.number in (7, 15)]


def test_the_mini_is_one_station() -> None:
    found = profile("mini")
    assert [(fitting.name, len(fitting.keys)) for fitting in fittings(found)] == [("red-1", 8)]
    assert found.link.port == ""


@pytest.mark.parametrize("name", PI)
def test_the_hal_takes_every_line(name: str) -> None:
    found = profile(name)
    lines = lines_of(found)
    assert len(lines.lines) == len(tuple(found.all_keys())) + 2 * len(tuple(found.all_dials()))
    assert all(isinstance(line, int) for dial in lines.dials for line in (dial.a, dial.b))


def test_another_boat_is_one_word() -> None:
    text = data.read("profiles", "console-4").replace('boat = "red"  #', 'boat = "blue"  #')
    found = read_profile(text)
    assert isinstance(found, Profile)
    assert [fitting.name for fitting in fittings(found)] == ["blue-1", "blue-2", "blue-3", "blue-4"]
    assert found.bells[0].boats == ("blue",)


def test_defaults_lie_beneath_and_a_key_of_its_own_on_top() -> None:
    text = data.read("profiles", "console-4").replace("stop = 22", "stop = { line = 22, debounce_ms = 20 }")
    found = read_profile(text)
    assert isinstance(found, Profile)
    assert {key.name: key.debounce_ms for key in found.stations[0].keys}["stop"] == 20
    assert {key.debounce_ms for key in found.stations[1].keys} == {12}


def test_a_wide_panel_on_spi_is_possible() -> None:
    found = read_profile(SPI)
    assert isinstance(found, Profile), found
    assert (fittings(found)[0].width, fittings(found)[0].height) == (256, 64)
    assert [str(use.line) for use in wiring(found) if use.what == "bus"] == ["7", "8", "9", "10", "11"]
    assert [key.active_low for key in found.stations[0].keys] == [True, False]
    assert "SCLK" in header(found)


# What is wrong


@pytest.mark.parametrize("case", BROKEN, ids=NAMES)
def test_every_mistake_is_one_flaw_with_its_place(case: Broken) -> None:
    text = broken(case)
    found = flaws(text)
    assert {flaw.code for flaw in found} == {case.code}
    assert len(found) == case.flaws
    assert (found[0].section, found[0].key) == (case.section, case.key)


def test_every_code_is_provoked() -> None:
    provoked = {case.code for case in BROKEN} | {"PRF-001"}
    assert provoked == set(CODES)
    assert len(set(CODES)) == len(CODES)


@pytest.mark.parametrize("name", ["no-such", "no/such/file.toml", "/dev", "."])
def test_a_profile_that_cannot_be_had_is_a_flaw(name: str) -> None:
    found = load(name)
    assert not isinstance(found, Profile)
    assert [flaw.code for flaw in found] == ["PRF-001"]
    assert found[0].remedy()


def test_every_code_in_the_source_is_in_the_table() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(schema.__file__).parent.glob("*.py"))
    assert set(re.findall(r"PRF-\d+", source)) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_words_and_stands_in_the_manual(code: str) -> None:
    assert {f"fault.{code}", f"remedy.{code}"} <= set(catalogue("en"))
    assert re.search(rf"^\| {code} \| .+ \| .+ \|$", README.read_text("utf-8"), re.MULTILINE)


def test_the_manual_wires_console_4_as_its_profile_does() -> None:
    manual = README.read_text("utf-8")
    rows = {row.split(" | ")[0].strip("| "): row.strip("| ").split(" | ")[1:] for row in manual.splitlines()}
    names = {"OK": "ok", "BACK": "back", "N": "north", "E": "east", "S": "south", "W": "west"}
    uses = [dict(on(profile("console-4"), Line(number, "keys"))[0].facts) for number in board.EXPANDER_LINES]
    fitted = [(use["station"], use["name"]) if "station" in use else ("red--", f"{use['lamp']} lamp") for use in uses]
    listed_keys = [names.get(key, key) for key in rows["key"]]
    assert list(zip([f"red-{number}" for number in rows["station"]], listed_keys, strict=True)) == fitted
    table = manual[manual.index("## Wiring of") : manual.index("| expander line")]
    listed = [
        int(number)
        for row in re.findall(r"^\| ([0-9/, ]+) \|", table, re.MULTILINE)
        for number in re.findall(r"\d+", row)
    ]
    assert sorted(listed) == sorted({use.line.number for use in wiring(profile("console-4")) if not use.line.chip})


def test_every_key_of_every_section_stands_in_the_manual() -> None:
    manual = README.read_text("utf-8")
    for section, rules in schema.SECTIONS.items():
        for key in rules:
            assert f"`{key}`" in manual, (section, key)


@pytest.mark.parametrize("case", BROKEN, ids=NAMES)
def test_every_flaw_is_a_sentence_and_a_remedy_without_gaps(case: Broken) -> None:
    for flaw in flaws(broken(case)):
        said = say_flaw("my.toml", flaw)
        line = f":{flaw.line}" if flaw.line else ""
        assert said.startswith(f"my.toml{line}: {case.code}")
        assert flaw.text().endswith((".", ":"))
        assert flaw.remedy()
        assert "?" not in said.removesuffix("?")
        assert len(said) < 500


def test_a_flaw_names_its_line() -> None:
    for case in BROKEN:
        if case.code == "PRF-002" or not case.new or not case.key:
            continue
        text = broken(case)
        lines = text.splitlines()
        for flaw in flaws(text):
            shown = lines[flaw.line - 1]
            near = flaw.section.rpartition(".")[2].partition("[")[0] or flaw.section
            assert flaw.key in shown or near in shown or flaw.section.partition("[")[0] in shown, (case.code, shown)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('boat = "red"  #', "boat = red  #", "words in quotes"),
        ("[power]", "[link]", "is there twice"),
        ("speed_hz = 400_000", "speed_hz 400_000", "name = value"),
        ('name = "console-4"', 'name = "console-4', "not closed"),
    ],
)
def test_broken_toml_names_its_line_and_what_usually_helps(old: str, new: str, wanted: str) -> None:
    text = data.read("profiles", "console-4").replace(old, new, 1)
    (flaw,) = flaws(text)
    assert text.splitlines()[flaw.line - 1].startswith(new)
    assert wanted in flaw.remedy()


def test_did_you_mean() -> None:
    by_code = {case.code: flaws(broken(case))[0].remedy() for case in reversed(BROKEN)}
    assert by_code["PRF-003"] == "Did you mean 'power'?"
    assert by_code["PRF-004"] == "Did you mean 'speed_hz'?"
    assert by_code["PRF-008"] == "Did you mean 'ssd1309'?"
    assert by_code["PRF-024"] == "Did you mean 22, without quotes?"
    assert by_code["PRF-025"] == "Did you mean 'keys'?"
    assert by_code["PRF-050"] == "Did you mean 'main'?"
    assert by_code["PRF-054"].startswith("Write 0x3C.")
    assert by_code["PRF-070"] == "Did you mean '/dev/ttyUSB0'?"


def test_all_flaws_come_at_once() -> None:
    """Mistakes of every kind in one file: each is told, also those of sections in which something else is wrong."""
    text = data.read("profiles", "console-4")
    changes = {
        "format = 1": "format = 7",
        "speed_hz = 400_000": "speed_hz = 17",
        "interrupt = 25": "interupt = 25",
        "stop = 22": "stop = 27",
        "dials = [{ a = 23, b = 24 }]": "dials = [{ a = 23 }]",
        "channel = 1": "channel = 0",
        'push = "keys.6", ok = "keys.12"': 'ok = "keys.99"',
        "line = 12": "line = 14",
        "[power]": "[power]\nactive = true",
    }
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    assert sorted(flaw.code for flaw in flaws(text)) == [
        *("PRF-004", "PRF-005", "PRF-006", "PRF-012", "PRF-022", "PRF-023", "PRF-026"),
        *("PRF-028", "PRF-034", "PRF-040", "PRF-053", "PRF-055"),
    ]
    assert [flaw.line for flaw in flaws(text)] == sorted(flaw.line for flaw in flaws(text))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("dc = 24, ", "", "PRF-059"),
        ("dc = 24", "channel = 1, dc = 24", "PRF-058"),
        ("dc = 24", "address = 0x3D, dc = 24", "PRF-058"),
        ("number = 0", "number = 0\nmux = {}", "PRF-058"),
        ("number = 0", "number = 0\nlines = [9]", "PRF-058"),
        ("number = 0", "number = 5", "PRF-059"),
        ("8_000_000", "400_000", "PRF-055"),
        ('"ssd1322"', '"ssd1362"', ""),
        ("width = 256", "width = 128", "PRF-057"),
        ("push = 13", "push = 9", "PRF-023"),
        ("dc = 24", "select = 1, dc = 24", ""),
        ("[[station]]", '[[expander]]\nname = "x"\nbus = "wide"\n[[station]]', "PRF-058"),
    ],
)
def test_spi_has_rules_of_its_own(old: str, new: str, code: str) -> None:
    assert old in SPI
    assert [flaw.code for flaw in flaws(SPI.replace(old, new, 1))] == ([code] if code else [])


def test_two_panels_on_one_chip_select_clash() -> None:
    second = SPI[SPI.index("[[station]]") :]
    for old, new in (("a = 5, b = 6", "a = 16, b = 17"), ("dc = 24", "dc = 22"), ("push = 13", "push = 4")):
        second = second.replace(old, new)
    text = SPI + second.replace("line = 19", "line = 20")
    assert [flaw.code for flaw in flaws(text)] == ["PRF-053"]  # the reset may be shared
    assert flaws(text.replace("dc = 22", "select = 1, dc = 22")) == ()


def test_a_panel_on_a_root_bus_clashes_with_one_behind_its_mux() -> None:
    text = data.read("profiles", "console-4").replace("panel = { channel = 1 }", "panel = {}")
    assert {flaw.code for flaw in flaws(text)} == {"PRF-053"}
    assert flaws(text.replace("panel = {}", "panel = { address = 0x3D }")) == ()


# Whatever stands in a file

TEXTS = {name: data.read("profiles", name) for name in SHIPPED}
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.builds(lambda: 16**5000),
        st.floats(),
        st.datetimes(),
        st.text(max_size=8),
        st.sampled_from(["keys.3", "keys.99", "main", "red", "/dev/x", "i2c", "spi", 0, 1, 2, 12, 22, 0x3C]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(sorted({key for rules in schema.SECTIONS.values() for key in rules})), inner),
    ),
    max_leaves=6,
)


def places(raw: Any) -> list[tuple[Any, Any]]:
    """Return every place of a file that can be changed: what holds it, and under which key."""
    keys = list(raw) if isinstance(raw, dict) else range(len(raw)) if isinstance(raw, list) else ()
    return [place for key in keys for place in ((raw, key), *places(raw[key]))]


def sound(found: Profile | tuple[Flaw, ...]) -> None:
    """A profile that can be drawn, or flaws that can be said."""
    if isinstance(found, Profile):
        assert console_drawing(found)
        assert json.dumps(plain(found))
    else:
        assert found
        assert all(flaw.code in CODES and say_flaw("x", flaw).isprintable() for flaw in found)


@given(st.data())
def test_no_change_of_a_value_breaks_the_reader(draw: st.DataObject) -> None:
    raw = tomllib.loads(TEXTS[draw.draw(st.sampled_from(SHIPPED))])
    for _ in range(draw.draw(st.integers(1, 4))):
        holder, key = draw.draw(st.sampled_from(places(raw)))
        act = draw.draw(st.sampled_from(["change", "remove", "rename"]))
        if act == "change":
            holder[key] = draw.draw(VALUES)
        elif act == "remove":
            del holder[key]
        elif isinstance(holder, dict):
            holder[draw.draw(st.text(max_size=9))] = holder.pop(key)
        if not places(raw):
            break
    sound(profile_or_flaws(raw))


@given(st.data())
def test_no_change_of_the_text_breaks_the_reader(draw: st.DataObject) -> None:
    text = TEXTS[draw.draw(st.sampled_from(SHIPPED))]
    start = draw.draw(st.integers(0, len(text)))
    end = min(len(text), start + draw.draw(st.integers(0, 30)))
    noise = draw.draw(
        st.one_of(st.text(max_size=12), st.sampled_from(["[", "]]", '"', "=", "\n", "#", "{", "9" * 5000]))
    )
    sound(read_profile(text[:start] + noise + text[end:]))


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    sound(read_profile(text))


# Drawings


@pytest.mark.parametrize("name", PI)
def test_every_use_stands_on_the_header_or_at_an_expander(name: str) -> None:
    found = profile(name)
    picture = header(found) + "".join(chip(found, expander) for expander in found.expanders)
    for use in wiring(found):
        together = sum(other.line == use.line for other in wiring(found) if other.what == use.what == "reset")
        text = say("wire.resets", {"count": together}) if together > 1 else use.text()
        (line,) = [row for row in picture.splitlines() if text in row and re.search(_pin(use.line), row)]
        assert line
    assert max(len(row) for row in picture.splitlines()) <= 100


def _pin(line: Line) -> str:
    return rf"\b[AB]{line.number % 8}\b" if line.chip else rf"\bG{line.number}\b"


def test_the_header_is_the_pis() -> None:
    assert len(board.HEADER) == 40
    assert sorted(pin.line for pin in board.HEADER if pin.line is not None) == list(board.LINES)
    supplies = [pin.supply for pin in board.HEADER if pin.line is None]
    assert {name: supplies.count(name) for name in supplies} == {"3V3": 2, "5V": 2, "GND": 8}
    rows = header(profile("console-4")).splitlines()
    assert len(rows) == 21
    assert rows[1].split() == ["3V3", "1", "|", "2", "5V"]
    assert rows[2].split() == ["main", "SDA", "G2", "3", "|", "4", "5V"]
    assert rows[16].split() == ["red-3", "dial", "1", "B", "G6", "31", "|", "32", "G12", "bell", "(pwm)"]


def test_what_shares_a_line_is_drawn_together() -> None:
    found = profile("console-8")
    assert [use.what for use in on(found, Line(25))] == ["interrupt"] * 3
    assert "red interrupt, blue interrupt, both interrupt" in header(found)


def test_a_profile_with_nothing_but_stations_is_drawn_too() -> None:
    found = replace(profile("mini"), bells=(), lamps=(), power=None)
    assert "power key: none" in console_drawing(found)
    assert "G17" not in console_drawing(profile("virtual"))


# The wheel


def test_the_wheel_holds_the_profiles(tmp_path: Path) -> None:
    script = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", script, str(tmp_path)]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as file:
        names = set(file.namelist())
        assert {f"klaxon/data/profiles/{name}.toml" for name in SHIPPED} <= names
        for name in SHIPPED:
            assert file.read(f"klaxon/data/profiles/{name}.toml").decode() == TEXTS[name]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_shipped_console_has_a_key_on_a_line_for_outputs(name: str) -> None:
    chips = [chip.name for chip in profile(name).expanders if chip.chip == "mcp23017"]
    keys = [key.line for _, key in profile(name).all_keys()]
    assert not [line for line in keys if line.chip in chips and line.number in board.OUTPUTS_ONLY]
