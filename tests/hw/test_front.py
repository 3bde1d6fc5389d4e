"""The front panel and the enclosure: nothing collides, every control has its hole, and both know the same holes."""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tools.hw import files, geometry
from tools.hw.circuit import circuit
from tools.hw.geometry import BAY_LENGTH, BAY_WIDTH, MARGIN, Bay, Hole
from tools.hw.overlay import BETWEEN, EDGE

PROFILES = {name: files.profile(name) for name in files.CONSOLES}
BAYS = {(name, place): bay for name, profile in PROFILES.items() for place, bay in enumerate(geometry.bays(profile))}
ENCLOSURE = files.FOLDER / "enclosure"
DEPTH = BAY_LENGTH * math.cos(math.radians(geometry.SLOPE))
HEIGHT = geometry.FRONT + BAY_LENGTH * math.sin(math.radians(geometry.SLOPE))
OPENSCAD = shutil.which("openscad")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klaxon" / "rendered"

each_console = pytest.mark.parametrize("name", files.CONSOLES)
each_bay = pytest.mark.parametrize(("name", "place"), BAYS, ids=[f"{name}-{place}" for name, place in BAYS])


class Opening(NamedTuple):
    """A hole as a drawing has it: where its middle is in its bay, and how wide it is."""

    x: float
    y: float
    drill: float


def wanted(bay: Bay) -> Counter[Opening]:
    return Counter(Opening(round(hole.x, 3), round(hole.y, 3), hole.drill) for hole in bay.holes)


# Geometry


@each_console
def test_every_control_of_the_circuit_has_its_hole(name: str) -> None:
    made = circuit(PROFILES[name])
    seen = {part.ref for part in made.parts.values() if part.kind in ("dial", "key", "lamp", "power", "bell", "panel")}
    assert {hole.part for bay in geometry.bays(PROFILES[name]) for hole in bay.holes} == seen
    single = [hole.part for bay in geometry.bays(PROFILES[name]) for hole in bay.holes]
    singles = Counter(part for part in single if made.parts[part].kind not in ("bell", "panel"))
    assert set(singles.values()) == {1}
    assert all(len(bay.windows) == 1 for bay in geometry.bays(PROFILES[name]))


@each_bay
def test_nothing_on_a_bay_collides(name: str, place: int) -> None:
    bay = BAYS[name, place]
    (window,) = bay.windows
    for hole in bay.holes:
        reach = _reach(hole)
        assert hole.x - reach >= MARGIN, hole
        assert hole.x + reach <= BAY_WIDTH - MARGIN, hole
        assert hole.y - reach >= geometry.WALL, hole
        assert hole.y + reach <= BAY_LENGTH - geometry.WALL, hole
        apart_x = abs(hole.x - window.x) - window.width / 2
        apart_y = abs(hole.y - window.y) - window.height / 2
        assert max(apart_x, apart_y) > reach, hole
    for one, other in combinations(bay.holes, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= _reach(one) + _reach(other), (one, other)


def _reach(hole: Hole) -> float:
    return (hole.drill if hole.what in ("bell", "screw") else hole.rim) / 2


# Overlay


@each_console
def test_the_overlay_has_the_holes_of_the_geometry(name: str) -> None:
    text = (files.FOLDER / name / "overlay.en.svg").read_text("utf-8")
    assert re.search(r'<svg [^>]*width="([\d.]+)mm" height="([\d.]+)mm" viewBox="0 0 \1 \2"', text)
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"[^>]*data-hole="([^"]+)/', text)
    bays = geometry.bays(PROFILES[name])
    for row, beside in enumerate(geometry.rows(bays)):
        for place, bay in enumerate(beside):
            left, bottom = EDGE + place * BAY_WIDTH, EDGE + row * (BAY_LENGTH + BETWEEN) + BAY_LENGTH
            found = Counter(
                Opening(round(float(x) - left, 3), round(bottom - float(y), 3), round(2 * float(radius), 3))
                for x, y, radius, station in circles
                if station == bay.station
            )
            assert found == wanted(bay)


@each_bay
def test_the_parameters_of_the_enclosure_have_the_holes_of_the_geometry(name: str, place: int) -> None:
    text = (files.FOLDER / files.PARAMETERS).read_text("utf-8")
    console = text[text.index(f'["{name}", [') :]
    console = console[: console.index("\n  ]],")]
    bays = console.split("\n    ]],")[:-1]
    found = re.findall(r'\["[a-z]+", ([\d.]+), ([\d.]+), ([\d.]+)\]', bays[place])
    assert Counter(Opening(*map(float, each)) for each in found) == wanted(BAYS[name, place])
    assert f'["{BAYS[name, place].station}"' in bays[place]


# OpenSCAD


def rendered(part: str, out: Path, **settings: object) -> Path:
    """Render a part of the enclosure; what was rendered of the same sources before is kept."""
    if OPENSCAD is None:
        pytest.skip(
            "no OpenSCAD on this machine: run tools/setup hardware, then the enclosure is rendered and measured"
        )
    values = [f"-D{name}={_value(value)}" for name, value in settings.items()]
    kept = CACHE / f"{_digest(part, out.suffix, *values)}{out.suffix}"
    if kept.exists():
        return kept
    done = subprocess.run(
        [OPENSCAD, "-q", "--hardwarnings", "-o", str(out), *values, str(ENCLOSURE / f"{part}.scad")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "ERROR" not in done.stderr
    CACHE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=CACHE) as place:
        Path(shutil.copy(out, place)).rename(kept)
    return out


@cache
def _made_of() -> bytes:
    """Return everything that a rendering is made of but its settings: the sources, and the program."""
    about = subprocess.run([str(OPENSCAD), "--version"], check=True, capture_output=True).stderr
    return b"\0".join([about, *(path.read_bytes() for path in sorted(ENCLOSURE.glob("*.scad")))])


def _digest(*settings: str) -> str:
    return blake2b("\0".join(settings).encode() + _made_of(), digest_size=16).hexdigest()


def _value(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@each_bay
def test_openscad_cuts_the_same_holes(name: str, place: int, tmp_path: Path) -> None:
    text = rendered("plate", tmp_path / "plate.svg", profile=name, bay=place).read_text("utf-8")
    loops = [
        [(float(x), -float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", loop)]
        for loop in re.findall(r"M ([^z]*)z", text)
    ]
    bay = BAYS[name, place]
    (window,) = bay.windows
    boxes = {_box(loop) for loop in loops if len(loop) == 4}
    left, low = window.x - window.width / 2, window.y - window.height / 2
    assert boxes == {(0, 0, BAY_WIDTH, BAY_LENGTH), (left, low, left + window.width, low + window.height)}
    found = []
    for loop in (loop for loop in loops if len(loop) > 4):
        x0, y0, x1, y1 = _box(loop)
        found.append(Opening(round((x0 + x1) / 2, 2), round((y0 + y1) / 2, 2), round(x1 - x0, 2)))
    assert Counter(found) == wanted(bay)


def _box(loop: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    across, up = zip(*loop, strict=True)
    return min(across), min(up), max(across), max(up)


Corner = tuple[str, str, str]


def solid(path: Path) -> list[tuple[Corner, Corner, Corner]]:
    """Return the triangles of a part; every edge must have one neighbour, or it would leak."""
    corners: list[Corner] = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text("utf-8"))
    triangles = list(zip(corners[::3], corners[1::3], corners[2::3], strict=True))
    edges = Counter(
        (a, b) for triangle in triangles for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True)
    )
    assert triangles
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    return triangles


def volume(triangles: list[tuple[Corner, Corner, Corner]]) -> float:
    """Return what a closed part holds, in cubic millimetres; positive where its faces look outward."""
    total = 0.0
    for triangle in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (tuple(map(float, corner)) for corner in triangle)
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6


@pytest.mark.parametrize(
    ("part", "settings", "size", "filled"),
    [
        ("bay", {"profile": "console-4", "bay": 0}, (BAY_WIDTH, DEPTH, HEIGHT), (60_000, 200_000)),
        ("bay", {"profile": "console-4", "bay": 3}, (BAY_WIDTH, DEPTH, HEIGHT), (60_000, 200_000)),
        ("floor", {"carries_pi": True}, (BAY_WIDTH, DEPTH, geometry.WALL), (40_000, BAY_WIDTH * DEPTH * geometry.WALL)),
        ("cheek", {"has_cables": False}, (DEPTH, HEIGHT, geometry.WALL), (20_000, DEPTH * HEIGHT * geometry.WALL)),
        ("cap", {}, (geometry.RIM["dial"], geometry.RIM["dial"], geometry.CAP_HEIGHT), (4_000, 9_000)),
        ("cap", {"width": geometry.RIM["dial-2"]}, (20, 20, geometry.CAP_HEIGHT), (2_000, 6_000)),
    ],
    ids=["captain", "radio", "floor", "cheek", "cap", "second-cap"],
)
def test_every_printed_part_is_closed_and_of_its_size(
    part: str, settings: dict[str, object], size: tuple[float, ...], filled: tuple[float, float], tmp_path: Path
) -> None:
    triangles = solid(rendered(part, tmp_path / "part.stl", **settings))
    points = [[float(value) for value in corner] for triangle in triangles for corner in triangle]
    measured = [max(axis) - min(axis) for axis in zip(*points, strict=True)]
    assert measured == pytest.approx(size, abs=0.2)
    assert filled[0] < volume(triangles) < filled[1]
    assert max(measured) < 220, "it would not fit on a usual printer"


def bodies_meet(tmp_path: Path, **settings: object) -> bool:
    """Return whether anything inside a bay meets the print or another body; what was found before is kept."""
    if OPENSCAD is None:
        pytest.skip(
            "no OpenSCAD on this machine: run tools/setup hardware, then the inside is looked at for collisions"
        )
    values = [f"-D{name}={_value(value)}" for name, value in settings.items()]
    kept = CACHE / f"{_digest('inside', 'verdict', *values)}.txt"
    if not kept.exists():
        out = tmp_path / "inside.stl"
        command = [OPENSCAD, "-q", "-o", str(out), *values, str(ENCLOSURE / "inside.scad")]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert "ERROR" not in done.stderr, done.stderr
        CACHE.mkdir(parents=True, exist_ok=True)
        kept.write_text("meet" if out.exists() else "clear", "utf-8")
    return kept.read_text("utf-8") == "meet"


@pytest.mark.parametrize("bay", [0, 1, 3])
def test_nothing_inside_a_bay_meets_the_print_or_another_part(bay: int, tmp_path: Path) -> None:
    """The Pi, what is plugged into it from outside, boards, rails, plugs, the link; panels, dials, keys, lamps."""
    assert not bodies_meet(tmp_path, profile="console-4", bay=bay)


@pytest.mark.parametrize(
    "wrong",
    [{"pi_x": 50}, {"pi_x": 14}, {"pi_y": 40}, {"rails_at": [60, 66]}, {"lift": 3}, {"first_plug_at": [9, 29]}],
    ids=str,
)
def test_something_that_is_in_the_way_is_found_out(wrong: dict[str, object], tmp_path: Path) -> None:
    """A Pi below STOP, rails beneath the Pi, a plug above the way to the card, spacers that are too short."""
    assert bodies_meet(tmp_path, profile="console-4", bay=0, **wrong)


@each_console
def test_the_back_is_open_for_ports_supply_and_link(name: str) -> None:
    found = {each.what: each for each in geometry.back(PROFILES[name])}
    assert set(found) == {"ports", "supply"} | ({"link"} if PROFILES[name].link.lines else set())
    for each in found.values():
        assert each.x - each.width / 2 >= geometry.RIB, each
        assert each.x + each.width / 2 <= BAY_WIDTH - geometry.RIB, each
        assert each.y - each.height / 2 >= geometry.WALL, each
    for one, other in combinations(found.values(), 2):
        apart = max(
            abs(one.x - other.x) - (one.width + other.width) / 2, abs(one.y - other.y) - (one.height + other.height) / 2
        )
        assert apart >= geometry.WALL, (one, other)
    text = (files.FOLDER / files.PARAMETERS).read_text("utf-8")
    assert f'["{name}", [{", ".join(_back(each) for each in found.values())}]]' in text


def _back(each: geometry.BackOpening) -> str:
    values = ", ".join(f"{value:g}" for value in (each.x, each.y, each.width, each.height))
    return f'["{each.what}", {values}, {str(each.is_round).lower()}]'
