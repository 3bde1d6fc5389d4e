"""`klaxon prove`: every part on a console of models, in made-up time; and what is said where nothing can be tried."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from klaxon.cli import FOUND, MISUSED, prove
from klaxon.cli.daemon.claim import FolderClaim, claim_folder
from klaxon.cli.doctor.world import Host, World
from klaxon.cli.prove import by_hand, played_parts
from klaxon.cli.prove.loop_back import PITCHES, Falls, watch_line
from klaxon.cli.prove.meter import Meter, PanelEcho, TimedTaker
from klaxon.cli.prove.part import judge_part
from klaxon.cli.prove.proof import PARTS, Proof, Wanted
from klaxon.cli.prove.report import MARK, report_data, report_text
from klaxon.cli.prove.wired import WiredConsole, time_places
from klaxon.cli.soak import hour
from klaxon.cli.soak.models import ModelBell
from klaxon.cli.soak.played import PlayedConsole
from klaxon.cli.soak.stage import PatientWork, Stage
from klaxon.console.profile import BellSpec, Line, Profile, load
from klaxon.crew import crew_of
from klaxon.hal.input_lines import SECOND, Taker
from klaxon.hal.pi.bell.bell import Outlets, PiBell, Told
from klaxon.hal.pi.lines import Lines
from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.by_gpiozero import Gpiozero
from klaxon.hal.pi.lines.executor import AtOnce
from klaxon.hal.pi.lines.gpio_api import GpioApi
from klaxon.hal.pi.panels.mounting import Mounting
from klaxon.table.fake_time import PatientLoop, TravelLoop, travel
from tests.cli.kit.commands import run
from tests.hal.kit.pins import KEYS, OWN, FakeChip, FakeGpiod, MadeUpPin, lay_out

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
USER, MACHINE = "annegret", "submarine-house"
MODEL = "Raspberry Pi 4 Model B Rev 1.5"
LOOP = 18


class Proved(Stage):
    """A console of models with the meter of a proof in it, and a person at its keys."""

    def __init__(self, profile: Profile, folder: Path, meter: Meter) -> None:
        self.meter, self.timed_panes = meter, dict[str, PanelEcho]()
        self.pitch = 0
        super().__init__(profile, folder, "1")
        meter.now = self.clock
        self.panes = self.timed_panes

    def wrong(self) -> list[str]:
        return PlayedConsole.wrong(self)

    def _mountings(self, profile: Profile) -> list[Mounting]:
        return time_places(super()._mountings(profile), self.meter, self.timed_panes)

    def _lines(self, profile: Profile, taker: Taker, loop: Any, on_report: Told, _: object) -> Lines:
        return Lines(profile, TimedTaker(taker, self.meter), loop, on_report, self.ports, PatientWork)

    def _bells(
        self, bells: Iterable[BellSpec], _: Outlets, loop: asyncio.AbstractEventLoop, on_report: Told
    ) -> dict[tuple[str, ...], PiBell]:
        stage = self

        class Heard(ModelBell):
            def sound(self, pitch: int, volume: int) -> None:
                super().sound(pitch, volume)
                stage.pitch = pitch if volume else 0

        return {bell.boats: PiBell(bell, [Heard()], loop, on_report) for bell in bells}

    async def move_everything(self) -> None:
        for station, key in self.fingers.keys:
            self.fingers.on_press(station, key)
            await asyncio.sleep(0.05)
            self.fingers.on_release(station, key)
            await asyncio.sleep(0.05)
        for station, number, _ in self.profile.all_dials():
            for _ in range(by_hand.CLICKS):
                self.fingers.on_turn(station, number, 1)
                await asyncio.sleep(0.1)

    def hear(self, taker: Taker, off: float = 1.0) -> Callable[[], None]:
        """Let a wire lead from the bell to a line, and tell of its edges; return what cuts it."""

        async def ring() -> None:
            level = 1
            while True:
                await asyncio.sleep(0.5 / (self.pitch * off) if self.pitch else 0.01)
                level = 1 - level if self.pitch else 1
                taker.edge(LOOP, round(self.loop.time() * SECOND), level)

        task = asyncio.create_task(ring())

        def cut() -> None:
            task.cancel()

        return cut


CYCLE = ((0, 1), (0, 0), (1, 0), (1, 1))
"""Levels of A and B from one click to the next, clockwise."""


class Pinned(Proved):
    """The same with its contacts on the libraries' own mock pins: chips of gpiod, or gpiozero's factory beside one."""

    way, dead = "gpiod", ""

    def _lines(self, profile: Profile, taker: Taker, loop: Any, on_report: Told, _: object) -> Lines:
        now = lambda: round(loop.time() * SECOND)  # noqa: E731 - asked for by both
        self.chips = {"gpiochip0": FakeChip(OWN, now), "gpiochip1": FakeChip(KEYS, now)}
        self.pins: list[MockFactory] = []
        lay_out(self.folder / "pins", self.chips)
        places = self.folder / "pins" / "dev", self.folder / "pins" / "sys"
        by_gpiod = Gpiod(FakeGpiod(self.chips), *places, lambda *_: True)
        api: GpioApi = by_gpiod if self.way == "gpiod" else Gpiozero(self._factory, now, by_gpiod)
        return Lines(profile, TimedTaker(taker, self.meter), loop, on_report, api, work=lambda *_: AtOnce())

    def _factory(self) -> MockFactory:
        self.pins.append(MockFactory(pin_class=MadeUpPin))
        return self.pins[-1]

    async def _set(self, line: Line, level: int) -> None:
        if str(line) == self.dead:
            return
        if line.chip:
            self.chips["gpiochip1"].move(line.number, level)
        elif self.pins:
            pin = self.pins[-1].pin(line.number)
            (pin.drive_high if level else pin.drive_low)()
        else:
            self.chips["gpiochip0"].move(line.number, level)
        await asyncio.sleep(0.02)

    async def move_everything(self) -> None:
        for _, key in self.profile.all_keys():
            await self._set(key.line, 0 if key.active_low else 1)
            await self._set(key.line, 1 if key.active_low else 0)
        for _, _, dial in self.profile.all_dials():
            for levels in CYCLE * by_hand.CLICKS:
                for line, level in zip((dial.a, dial.b), levels, strict=True):
                    await self._set(line, level)


class Table:
    """A proof on a console of models; a test spoils what it wants to see found."""

    made: type[Proved] = Proved

    def __init__(self, folder: Path, name: str = "console-4") -> None:
        found = load(name)
        assert isinstance(found, Profile)
        self.folder, self.profile = folder, found
        self.answer, self.moves, self.off, self.minutes = "yes", True, 1.0, 1.0
        self.opened: list[Proved] = []
        self.spoil: Callable[[Proved], None] = lambda _: None
        self.fingers: asyncio.Task[None] | None = None
        (folder / "games").mkdir()

    def open(self, folder: Path, meter: Meter, is_heard: bool) -> PlayedConsole:
        self.opened.append(self.made(self.profile, folder, meter))
        self.spoil(self.opened[-1])
        return self.opened[-1]

    def wanted(self) -> Wanted:
        return Wanted(self.minutes, 30.0, LOOP, self.ask, self.tell, lambda *_: None, self.watch)

    async def ask(self, _: str) -> str:
        return self.answer

    def tell(self, _: str) -> None:
        if self.moves and self.opened and self.fingers is None:
            self.fingers = asyncio.create_task(self.opened[0].move_everything())

    def watch(self, line: int, taker: Taker) -> Callable[[], None]:
        assert line == LOOP
        return self.opened[0].hear(taker, self.off)

    def prove(self) -> Proof:
        proof = Proof([])
        travel(lambda: self._run(proof), PatientLoop())
        return proof

    async def _run(self, proof: Proof) -> None:
        await proof.run(self.open, self.folder / "games", self.wanted())
        if self.fingers is not None:
            await self.fingers


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game of Captain Sonar end after two turns, and let nothing else be played."""
    monkeypatch.setattr(
        hour, "crew_of", lambda game: replace(crew_of(game), limits={"limit": "2"} if game == "sonar" else {})
    )
    monkeypatch.setattr(played_parts, "HOUR", "sonar:1")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def states(proof: Proof) -> dict[str, str]:
    return {part.name: part.state.value for part in proof.parts}


def note(proof: Proof, name: str) -> str:
    return next(part.text() for part in proof.parts if part.name == name)


def test_a_console_that_works_passes_every_part(table: Table) -> None:
    proof = table.prove()
    assert states(proof) == {**dict.fromkeys(PARTS, "passed"), "latency": "measured"}
    found = {part.name: part.figures for part in proof.parts}
    assert found["edges"]["delay_ms"]["number"] > 100
    assert {dial["clockwise"] for dial in found["edges"]["dials"]} == {by_hand.CLICKS}
    assert 330 < found["panels"]["buses"]["i2c-1"]["kilohertz"] <= 400
    assert found["loop-back"]["heard_hz"] == {str(pitch): pytest.approx(pitch, rel=0.01) for pitch in PITCHES}
    assert found["soak"]["games"]["sonar"] >= 1
    assert found["soak"]["orders"] > 0
    assert [sample["at"] for sample in found["soak"]["samples"]] == [60.0]
    assert found["latency"]["echo_ms"]["number"] > 0
    assert 0 <= found["latency"]["echo_ms"]["p50"] < 4, "a page on the bus at most, where nothing else takes time"
    assert not table.opened[1].hardware.lines.reports()[0].errors


@pytest.mark.parametrize("way", ["gpiod", "gpiozero"])
def test_every_key_and_dial_is_proved_on_the_mock_pins_of_a_library(way: str, table: Table) -> None:
    table.made, table.minutes = type("Wired", (Pinned,), {"way": way}), 0
    proof = table.prove()
    assert states(proof)["edges"] == "passed", note(proof, "edges")
    assert states(proof)["soak"] == "untried"
    found = next(part.figures for part in proof.parts if part.name == "edges")
    assert {key["presses"] for key in found["keys"]} == {1}
    assert {dial["clockwise"] for dial in found["dials"]} == {by_hand.CLICKS}
    assert len(found["keys"]) == sum(1 for _ in table.profile.all_keys())


def test_a_contact_that_is_off_is_named_on_the_mock_pins(table: Table) -> None:
    table.made, table.minutes = type("Wired", (Pinned,), {"way": "gpiozero", "dead": "keys.4"}), 0
    proof = table.prove()
    assert states(proof)["edges"] == "failed"
    assert "red-2 ok" in note(proof, "edges")


def test_what_is_wrong_is_named(table: Table) -> None:
    def spoil(stage: Proved) -> None:
        stage.sockets["red-2"].pulled = True
        stage.ports[""].hold(22, 0)  # STOP is stuck down
        stage.ports[""].hold(17, 1)  # a wire of the first dial is off

    table.spoil, table.off, table.minutes = spoil, 1.5, 0
    proof = table.prove()
    assert {name for name, state in states(proof).items() if state == "failed"} == {"panels", "loop-back", "edges"}
    assert "red-2" in note(proof, "panels")
    assert "red-1 dial 1" in note(proof, "edges")
    assert "250 Hz came back as 37" in note(proof, "loop-back")
    assert states(proof)["soak"] == "untried"


def test_a_person_who_sees_and_hears_something_else_is_believed(table: Table) -> None:
    table.answer, table.minutes, table.moves = "no", 0, False
    found = states(table.prove())
    assert (found["panels"], found["bell"], found["edges"]) == ("failed", "failed", "untried")


def test_what_nobody_looked_at_is_not_called_seen(table: Table) -> None:
    table.answer, table.minutes, table.moves = "", 0, False
    proof = table.prove()
    assert "nobody said what they showed" in note(proof, "panels")
    assert "nobody said that it was heard" in note(proof, "bell")


def test_a_panel_that_dies_under_way_fails_the_soak(table: Table) -> None:
    def spoil(stage: Proved) -> None:
        if len(table.opened) == 2:
            stage.loop.call_later(3, setattr, stage.sockets["red-3"], "pulled", True)

    table.spoil, table.minutes, table.moves = spoil, 0.2, False
    proof = table.prove()
    assert states(proof)["soak"] == "failed"
    assert "panel red-3" in note(proof, "soak")


def test_a_proof_that_is_broken_off_keeps_what_it_has(table: Table) -> None:
    proof = Proof([])

    async def story() -> None:
        running = asyncio.create_task(proof.run(table.open, table.folder / "games", table.wanted()))
        while len(table.opened) < 2:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(1)
        running.cancel()
        await running

    table.moves = False
    travel(story, PatientLoop())
    left = dict.fromkeys(("edges", "soak", "latency"), "untried")
    assert states(proof) == {**dict.fromkeys(PARTS, "passed"), **left}
    assert note(proof, "soak") == "broken off before"


# The report


def world(folder: Path, name: str, model: str = MODEL) -> World:
    for part in ("games", "root/proc/device-tree"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "root/proc/device-tree/model").write_bytes(f"{model}\0".encode())
    host = Host(0, folder / "home" / USER, (USER, MACHINE), "6.12.0-rpi", "aarch64")
    return World(folder / "games", name, load(name), host, {"PATH": "/usr/bin"}, folder, root=folder / "root")


def test_the_report_is_text_and_data_without_names(tmp_path: Path) -> None:
    own = tmp_path / "home" / USER / f"{USER}.toml"
    own.parent.mkdir(parents=True)
    shipped = load("mini")
    assert isinstance(shipped, Profile)
    text = (Path(prove.__file__).parents[2] / "data/profiles/mini.toml").read_text("utf-8")
    own.write_text(text.replace('name = "mini"', f'name = "{MACHINE}"'), "utf-8")
    where = world(tmp_path, str(own))
    proof = Proof([])
    proof.leave_out("nobody-moved", seconds=3)
    proof.parts.append(judge_part("edges", [f"/home/{USER}/x on {MACHINE}"], "edges", {"line": USER}))
    written = report_text(report_data(where, proof.parts))
    head, _, data = written.partition(MARK)
    assert MODEL in head
    assert "not tried   soak" in head
    found = json.loads(data)
    assert [part["part"] for part in found["parts"]] == [*PARTS, "edges"]
    assert found["console"]["stations"]
    for secret in (USER, MACHINE, str(tmp_path)):
        assert secret not in written


def test_the_command_says_what_could_not_be_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "proof.txt"
    _, told, _ = run(capsys, "prove", "--profile", "virtual", "--folder", str(tmp_path / "games"), "--out", str(report))
    assert told.count("virtual has no wires") == len(PARTS) - 1
    parts = json.loads(report.read_text("utf-8").partition(MARK)[2])["parts"]
    assert {part["state"] for part in parts if part["part"] != "doctor"} == {"untried"}
    assert parts[0]["figures"]["counts"]["ok"] > 5
    _, told, _ = run(capsys, "prove", "--profile", "virtual", "--folder", str(tmp_path / "games"), "--out", "-")
    assert json.loads(told.partition(MARK)[2])["profile"] == "virtual"
    status, _, said = run(capsys, "prove", "--profile", "virtual", "--out", str(report))
    assert (status, "exists" in said) == (MISUSED, True)


@pytest.mark.parametrize(
    ("asked", "status"),
    [(["--minutes", "1e9"], 2), (["--hands", "x"], 2), (["--loop", "28"], 2), (["--profile", "x"], 1)],
)
def test_what_cannot_be_asked_is_refused(
    asked: list[str], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found, _, said = run(capsys, "prove", *asked)
    assert (found, bool(said)) == (status, True)
    assert list(tmp_path.iterdir()) == []


def test_another_machine_is_not_called_a_failure_of_the_console(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = prove.build_parser().parse_args(["--out", str(tmp_path / "proof.txt")])
    prove.prove(world(tmp_path, "console-4", "Some PC"), asked, not_called, not_called)
    assert capsys.readouterr().out.count("this machine is not a Raspberry Pi") == len(PARTS) - 1


def test_a_console_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = world(tmp_path, "console-4")
    claim = claim_folder(where.folder)
    assert isinstance(claim, FolderClaim)
    asked = prove.build_parser().parse_args(["--out", str(tmp_path / "proof.txt")])
    assert prove.prove(where, asked, not_called, not_called) == FOUND
    claim.close()
    assert "systemctl stop klaxon" in capsys.readouterr().err
    assert not asked.out.exists()


def not_called(*_: Any) -> Any:
    raise AssertionError("nothing is to be opened")


def test_a_pi_without_its_hardware_fails_and_does_not_burst(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The parts of a real console, on a machine that has none of its devices."""
    asked = prove.build_parser().parse_args(["--out", str(tmp_path / "proof.txt"), "--minutes", "0", "--loop", "18"])

    def runs(story: Coroutine[Any, Any, None]) -> None:
        travel(lambda: story, TravelLoop())

    def opener(profile: Profile, _: argparse.Namespace) -> Any:
        return lambda folder, meter, heard: WiredConsole(profile, folder, meter, is_heard=heard, way="gpiod")

    assert prove.prove(world(tmp_path, "mini"), asked, opener, runs) == FOUND
    found = json.loads(asked.out.read_text("utf-8").partition(MARK)[2])
    parts = {part["part"]: part["state"] for part in found["parts"]}
    assert [parts[name] for name in ("panels", "loop-back", "edges")] == ["failed"] * 3
    assert parts["soak"] == "untried"
    assert "FAILED" in capsys.readouterr().out


def test_a_wire_is_heard_through_the_kernels_lines(tmp_path: Path) -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        chip = FakeChip(OWN, lambda: round(loop.time() * SECOND))
        chips = {"gpiochip0": chip}
        (tmp_path / "dev").mkdir()
        (tmp_path / "dev/gpiochip0").touch()
        falls = Falls()
        close = watch_line(LOOP, falls, Gpiod(FakeGpiod(chips), tmp_path / "dev", tmp_path / "sys", lambda *_: True))
        for _ in range(100):
            for level in (0, 1):
                chip.move(LOOP, level)
                await asyncio.sleep(0.001)
        assert falls.pitch() == pytest.approx(500, rel=0.01)
        close()
        assert chip.request is None

    travel(story)


def test_a_pitch_of_nothing_is_none() -> None:
    falls = Falls()
    assert falls.pitch() == 0
    falls.edge(LOOP, 5, 0)
    falls.edge(LOOP, 6, 1)
    falls.sync({LOOP: 0}, 7)
    falls.drop(1, 8)
    assert falls.pitch() == 0
