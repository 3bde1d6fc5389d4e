"""Mistakes in profiles: for every code of the table at least one file that has it, and nothing else wrong."""

from __future__ import annotations

from typing import NamedTuple

from klaxon import data

SPI = """
format = 1
name = "wide"
back_end = "pi"
[[bus]]
name = "wide"
kind = "spi"
number = 0
speed_hz = 8_000_000
[[station]]
dials = [{ a = 5, b = 6 }]
panel = { controller = "ssd1322", bus = "wide", width = 256, dc = 24, reset = 25 }
keys = { push = 13, ok = { line = 19, active = "high", pull = "down" } }
"""
"""A panel of 256x64 on SPI; nothing is wrong with it."""


class Broken(NamedTuple):
    """A mistake: what is changed in a good file, and where the flaw is found."""

    code: str
    base: str
    old: str
    new: str
    section: str = ""
    key: str = ""
    flaws: int = 1


TWO_BUSES = '[[bus]]\nname = "second"\nnumber = {number}\nspeed_hz = 400_000\n{more}\n[[expander]]'
FAR_EXPANDER = 'bus = "far"\ninterrupt = 25\n[[bus]]\nname = "far"\nnumber = 11\nspeed_hz = 400_000\nlines = [18, 19]'
SECOND_BELL = '[[bell]]\nkind = "pwm"\nline = {line}\n{more}\n[[lamp]]'

BROKEN = [
    Broken("PRF-002", "console-4", "number = 1 ", "number == 1 "),
    Broken("PRF-002", "console-4", 'boat = "red"  #', "boat = red  #"),
    Broken("PRF-002", "console-4", "[power]", "[link]"),
    Broken("PRF-002", "console-4", 'name = "console-4"', 'name = "console-4'),
    Broken("PRF-002", "console-4", "[power]\nline = 20", f"[power]\nline = {'9' * 5000}"),
    Broken("PRF-002", "console-4", "[power]\nline = 20", f"[power]\nline = {'[' * 5000}"),
    Broken("PRF-003", "console-4", "[power]", "[powr]", "", "powr"),
    Broken(
        "PRF-003", "virtual", "[[station]]  # the first", "[power]\nline = 20\n[[station]]  # the first", "", "power"
    ),
    Broken("PRF-004", "console-4", "speed_hz", "sped_hz = 1\nspeed_hz", "bus[1]", "sped_hz"),
    Broken("PRF-004", "console-4", "[power]\nline = 20", "[power]\nline = 20\nfuse = 1", "power", "fuse"),
    Broken("PRF-004", "console-4", 'push = "keys.13"', 'posh = 1, push = "keys.13"', "station[4].keys", "posh"),
    Broken("PRF-005", "console-4", "speed_hz = 400_000", "", "bus[1]", "speed_hz"),
    Broken("PRF-005", "console-4", "a = 23, ", "", "station[2].dials[1]", "a"),
    Broken("PRF-005", "console-4", "panel = { channel = 1 }", "", "station[2]", "panel"),
    Broken("PRF-006", "console-4", "debounce_ms = 12", 'debounce_ms = "12"', "defaults.key", "debounce_ms"),
    Broken("PRF-006", "console-4", "steps_per_detent = 4", "reversed = 1", "defaults.dial", "reversed"),
    Broken("PRF-006", "console-4", 'name = "keys"', "name = 7", "expander[1]", "name"),
    Broken("PRF-006", "console-4", "[[expander]]", "[expander]", "", "expander"),
    Broken("PRF-006", "console-4", "dials = [{ a = 23, b = 24 }]", "dials = [23]", "station[2].dials[1]"),
    Broken("PRF-006", "console-4", "[power]\nline = 20", "", "", "power"),
    Broken("PRF-006", "console-4", 'kind = "pwm"', 'kind = "pwm"\nboats = "red"', "bell[1]", "boats"),
    Broken("PRF-007", "console-4", "debounce_ms = 12", "debounce_ms = 51", "defaults.key", "debounce_ms"),
    Broken(
        "PRF-007",
        "console-4",
        "stop = 22",
        "stop = { line = 22, debounce_ms = 0 }",
        "station[1].keys.stop",
        "debounce_ms",
    ),
    Broken("PRF-007", "console-4", "address = 0x20", "address = 0x28", "expander[1]", "address"),
    Broken(
        "PRF-007",
        "console-4",
        "[power]\nline = 20",
        f"[power]\nline = 20\nhold_ms = 0x{'f' * 9000}",
        "power",
        "hold_ms",
    ),
    Broken("PRF-008", "console-4", '"ssd1309"', '"ssd1390"', "defaults.panel", "controller"),
    Broken("PRF-008", "console-4", "steps_per_detent = 4", "steps_per_detent = 3", "defaults.dial", "steps_per_detent"),
    Broken(
        "PRF-008",
        "console-4",
        "panel = { channel = 1 }",
        "panel = { channel = 1, rotation = 90 }",
        "station[2].panel",
        "rotation",
    ),
    Broken("PRF-008", "console-4", 'back_end = "pi"', 'back_end = "py"', "", "back_end"),
    Broken(
        "PRF-009",
        "virtual",
        'dials = 2\n\n[[station]]\nboat = "blue"\nkeys = [',
        'keys = [] \n[[station]]\nboat = "blue"\nkeys = [',
        "station[4]",
        "keys",
    ),
    Broken("PRF-009", "console-4", "dials = [{ a = 23, b = 24 }]", "dials = []", "station[2]", "dials"),
    Broken("PRF-010", "console-4", 'name = "console-4"', 'name = "Console 4"', "", "name"),
    Broken("PRF-010", "console-4", 'about = "The', 'about = "\\nThe', "", "about"),
    Broken("PRF-011", "console-4", 'boat = "blue"\nline', 'boat = "red"\nline', "lamp[2]", "boat"),
    Broken(
        "PRF-011",
        "console-4",
        "[[station]]  # the radio operator's",
        '[[station]]\nname = "red-1"\n#',
        "station[4]",
        "name",
    ),
    Broken(
        "PRF-013",
        "virtual",
        'boat = "red"\ndials = 2',
        'boat = "red"\nkeys = ["push", "ok", "ok"]',
        "station[4]",
        "keys",
    ),
    Broken("PRF-012", "console-4", "format = 1", "format = 2", "", "format"),
    Broken("PRF-020", "console-4", "stop = 22", "stop = 40", "station[1].keys", "stop"),
    Broken("PRF-020", "console-4", "stop = 22", "stop = -1", "station[1].keys", "stop"),
    Broken("PRF-020", "console-4", "stop = 22", f"stop = 0x{'f' * 9000}", "station[1].keys", "stop"),
    Broken("PRF-021", "console-4", "stop = 22", "stop = 1", "station[1].keys", "stop"),
    Broken("PRF-022", "console-4", "stop = 22", "stop = 27", "station[1].keys", "stop"),
    Broken("PRF-022", "console-4", 'ok = "keys.14"', 'ok = "keys.1"', "station[4].keys", "ok"),
    Broken("PRF-022", "console-4", "a = 23, b = 24", "a = 23, b = 23", "station[2].dials[1]", "b"),
    Broken("PRF-022", "console-4", "interrupt = 25", "interrupt = 4", "expander[1]", "interrupt"),
    Broken("PRF-023", "console-4", "stop = 22", "stop = 3", "station[1].keys", "stop"),
    Broken("PRF-023", "console-4", "stop = 22", "stop = 15", "station[1].keys", "stop"),
    Broken("PRF-024", "console-4", "stop = 22", 'stop = "GPIO22"', "station[1].keys", "stop"),
    Broken("PRF-024", "console-4", "stop = 22", "stop = 2.2", "station[1].keys", "stop"),
    Broken("PRF-025", "console-4", 'ok = "keys.14"', 'ok = "kyes.14"', "station[4].keys", "ok"),
    Broken("PRF-026", "console-4", 'ok = "keys.14"', 'ok = "keys.16"', "station[4].keys", "ok"),
    Broken("PRF-027", "console-8", "a = 23, b = 24", 'a = 23, b = "both.13"', "station[2].dials[1]", "b"),
    Broken("PRF-028", "console-4", "line = 12", "line = 11", "bell[1]", "line"),
    Broken("PRF-029", "mini", "[[lamp]]", SECOND_BELL.format(line=18, more='boats = ["blue"]'), "bell[2]", "line"),
    Broken(
        "PRF-030",
        "console-8",
        "interrupt = 25\nreset = 4\n\n[[station]]",
        'interrupt = "red.13"\nreset = 4\n\n[[station]]',
        "expander[3]",
        "interrupt",
    ),
    Broken("PRF-030", "console-8", "line = 12", 'line = "red.13"', "bell[1]", "line"),
    Broken("PRF-031", "console-4", "stop = 22", 'stop = { line = 22, pull = "down" }', "station[1].keys.stop", "pull"),
    Broken(
        "PRF-032",
        "console-4",
        '"keys.14"',
        '{ line = "keys.14", active = "high", pull = "down" }',
        "station[4].keys.ok",
        "pull",
    ),
    Broken(
        "PRF-033",
        "spi",
        "push = 13",
        'push = { line = 3, active = "high", pull = "none" }',
        "station[1].keys.push",
        "line",
    ),
    Broken("PRF-034", "console-4", "interrupt = 25", "", "expander[1]", "interrupt"),
    Broken("PRF-040", "console-4", ', ok = "keys.14"', "", "station[4].keys", "ok"),
    Broken("PRF-040", "virtual", "dials = 2", 'keys = ["ok", "back"]', "station[4]", "push"),
    Broken("PRF-041", "console-4", 'east = "keys.9"', "", "station[1].keys", "east"),
    Broken(
        "PRF-042",
        "console-4",
        "[[lamp]]",
        SECOND_BELL.format(line=10, more="").replace("pwm", "tonal"),
        "bell[2]",
        "boats",
    ),
    Broken("PRF-043", "console-4", 'kind = "pwm"\nline = 12', 'kind = "pwm"', "bell[1]", "line"),
    Broken("PRF-044", "console-4", 'kind = "pwm"', 'kind = "none"', "bell[1]", "line"),
    Broken(
        "PRF-050", "console-4", 'bus = "main"\naddress = 0x20', 'bus = "mian"\naddress = 0x20', "expander[1]", "bus"
    ),
    Broken(
        "PRF-051", "mini", 'bus = "main", reset = 4 }', 'bus = "main", channel = 0 }', "station[1].panel", "channel"
    ),
    Broken("PRF-052", "console-4", "[bus.mux]", "[bus.mux]\nchannels = 2", "station[3].panel", "channel", 2),
    Broken("PRF-053", "console-4", "channel = 1", "channel = 0", "station[2].panel", "address"),
    Broken("PRF-053", "console-8", "address = 0x21", "address = 0x20", "expander[2]", "address"),
    Broken(
        "PRF-053",
        "console-4",
        "panel = { channel = 1 }",
        "panel = { channel = 1, address = 0x20 }",
        "station[2].panel",
        "address",
    ),
    Broken("PRF-054", "console-4", "address = 0x3C", "address = 0x78", "defaults.panel", "address"),
    Broken("PRF-055", "console-4", "400_000", "300_000", "bus[1]", "speed_hz"),
    Broken(
        "PRF-056",
        "console-4",
        "channel = 1 }",
        'channel = 1, width = 256, controller = "ssd1322" }',
        "station[2].panel",
        "controller",
    ),
    Broken("PRF-057", "console-4", "channel = 1 }", "channel = 1, width = 256 }", "station[2].panel", "width"),
    Broken("PRF-058", "console-4", "channel = 1 }", "channel = 1, dc = 18 }", "station[2].panel", "dc"),
    Broken("PRF-059", "console-4", "[[expander]]", TWO_BUSES.format(number=3, more=""), "bus[2]", "lines"),
    Broken("PRF-059", "console-4", "[[expander]]", TWO_BUSES.format(number=3, more="lines = [18]"), "bus[2]", "lines"),
    Broken(
        "PRF-060", "console-4", "[[expander]]", TWO_BUSES.format(number=1, more="lines = [18, 19]"), "bus[2]", "number"
    ),
    Broken("PRF-061", "console-4", "speed_hz = 400_000", "speed_hz = 1_000_000", "bus[1]", "speed_hz"),
    Broken(
        "PRF-062",
        "console-4",
        'bus = "main"\naddress = 0x20\ninterrupt = 25\nreset = 4',
        FAR_EXPANDER,
        "expander[1]",
        "bus",
    ),
    Broken("PRF-070", "console-4", "/dev/serial0", "ttyUSB0", "link", "port"),
    Broken("PRF-070", "console-4", "/dev/serial0", "/etc/passwd", "link", "port"),
    Broken("PRF-071", "usb-pads", 'usb = "numpad"', 'usb = "numpad"\nport = "/dev/input"', "station[1]", "port"),
]


def broken(case: Broken) -> str:
    text = SPI if case.base == "spi" else data.read("profiles", case.base)
    assert case.old in text
    changed = text.replace(case.old, case.new, 1)
    if case.key == "power" and not case.new:  # a section that is a plain value stands above all sections
        changed = changed.replace("format = 1", "format = 1\npower = 18", 1)
    return changed


NAMES = [f"{case.code}-{number}" for number, case in enumerate(BROKEN)]
