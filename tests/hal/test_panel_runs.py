"""Pages: what travels to a panel is right, and as short as it can be."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.hal.panel_runs import ADDRESSING, AGAIN, LONGEST, OVERHEAD, Run, lay, runs, transactions, wire_bytes
from klaxon.hal.pi.panels.panel import writer

SIZES = st.sampled_from([(128, 64), (128, 32), (64, 48), (256, 64), (200, 16)])


@st.composite
def changed(draw: st.DrawFn) -> tuple[bytes, bytes, int, int]:
    """A picture, what becomes of it (a few patches, or all of it), and the size of the panel."""
    width, height = draw(SIZES)
    size = width * height // 8
    before = bytes(draw(st.binary(min_size=1, max_size=40)) * size)[:size]
    after = bytearray(before)
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, size - 1))
        patch = draw(st.binary(min_size=1, max_size=300))[: size - start]
        after[start : start + len(patch)] = patch
    return before, bytes(after), width, height


@given(changed())
def test_the_runs_make_the_new_picture_of_the_old(case: tuple[bytes, bytes, int, int]) -> None:
    before, after, width, height = case
    assert lay(before, runs(before, after, width), width, height) == after
    assert lay(None, runs(None, after, width), width, height) == after


@given(changed())
def test_a_change_never_costs_more_than_a_full_redraw(case: tuple[bytes, bytes, int, int]) -> None:
    before, after, width, _ = case
    assert wire_bytes(runs(before, after, width)) <= wire_bytes(runs(None, after, width))
    assert runs(after, after, width) == []


@given(changed())
def test_runs_stay_within_a_page_and_hold_the_bus_for_a_page_at_most(case: tuple[bytes, bytes, int, int]) -> None:
    before, after, width, height = case
    for known in (before, None):
        for page, column, data in runs(known, after, width):
            assert 0 <= page < height // 8
            assert 0 <= column < column + len(data) <= width
            assert len(data) <= LONGEST


def shortest(changes: bytes) -> int:
    """Return the fewest bytes that any choice of runs needs: every gap between changes is sent, or it is not."""
    places = [place for place, change in enumerate(changes) if change]
    gaps = [later - place - 1 for place, later in pairwise(places)]
    lengths = [
        len(places) + OVERHEAD + sum(gap if merged else AGAIN for gap, merged in zip(gaps, choice, strict=True))
        for choice in product((True, False), repeat=len(gaps))
    ]
    return min(lengths) if places else 0


@given(st.lists(st.integers(0, 2 * OVERHEAD), max_size=7).map(lambda gaps: b"".join(bytes(gap) + b"x" for gap in gaps)))
def test_no_choice_of_runs_is_shorter(changes: bytes) -> None:
    after = changes.ljust(LONGEST, b"\0")
    assert wire_bytes(runs(bytes(LONGEST), after, LONGEST)) == shortest(after)


def test_a_gap_as_long_as_a_new_run_is_sent_along() -> None:
    row = bytearray(128)
    row[0] = row[AGAIN + 1] = row[2 * AGAIN + 3] = 1
    assert [(run.column, len(run.data)) for run in runs(bytes(128), bytes(row), 128)] == [(0, 8), (15, 1)]


class Glass:
    """An SSD1309 in page addressing mode, as its data sheet says; it takes what comes over the bus."""

    def __init__(self, width: int = 128) -> None:
        self.memory, self.width = bytearray(width * 8), width
        self.page = self.column = self.mode = self.bytes = 0

    def take(self, transaction: bytes) -> None:
        self.bytes += 1 + len(transaction)  # the address comes before it
        control, rest = transaction[0], transaction[1:]
        if control == 0x40:
            assert self.mode == 2, "the panel is not in page addressing mode"
            for byte in rest:
                self.memory[self.page * self.width + self.column] = byte
                self.column = (self.column + 1) % self.width
        elif rest[0] == 0x20:
            self.mode = rest[1]
        else:
            for command in rest:
                self.obey(command)

    def obey(self, command: int) -> None:
        if command >> 4 == 0xB:
            self.page = command & 0x7
        elif command >> 4 == 0x1:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        else:
            assert command >> 4 == 0, f"unknown command {command:#x}"
            self.column = self.column & 0xF0 | command & 0x0F


@given(changed().filter(lambda case: case[2:] == (128, 64)))
def test_a_panel_that_gets_the_transactions_shows_the_picture(case: tuple[bytes, bytes, int, int]) -> None:
    before, after, width, _ = case
    glass = Glass()
    glass.take(ADDRESSING)
    for known, wanted in ((None, before), (before, after)):
        sent, so_far, at = runs(known, wanted, width), glass.bytes, None
        for run in sent:
            for transaction in transactions(run, at=at):
                glass.take(transaction)
            at = run.page
        assert glass.memory == wanted
        assert glass.bytes - so_far == wire_bytes(sent)


def test_the_bytes_on_the_bus_are_those_of_the_data_sheet() -> None:
    run = Run(3, 0x5A, b"\xff\x81")
    assert transactions(run) == (b"\x00\xb3\x0a\x15", b"\x40\xff\x81")
    assert transactions(run, offset=2) == (b"\x00\xb3\x0c\x15", b"\x40\xff\x81")
    assert transactions(run, at=3) == (b"\x00\x0a\x15", b"\x40\xff\x81")
    assert transactions(run, at=2) == transactions(run)
    assert wire_bytes([run]) == 9
    assert wire_bytes([run, run, run._replace(page=2)]) == 9 + 8 + 9
    assert wire_bytes(runs(None, bytes(1024), 128)) == 8 * 135


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")  # luma's
def test_a_panel_that_lost_its_page_is_right_after_the_next_pass() -> None:
    glass, panel = Glass(), writer("ssd1309", 128, 64)
    glass.take(ADDRESSING)

    def draw(wanted: bytes, steps: int = 99) -> None:
        while steps and (sends := panel.chunk(wanted)):
            for transaction in sends:
                glass.take(transaction)
            panel.on_written()
            steps -= 1

    draw(bytes(1024))
    wanted = bytearray(1024)
    wanted[2 * 128] = wanted[2 * 128 + 60] = 1
    draw(bytes(wanted), steps=1)
    glass.page = 7
    draw(bytes(wanted))
    assert glass.memory != wanted, "the second run named its page though the panel was there"
    wanted[2 * 128 + 3] = 1
    draw(bytes(wanted))
    assert glass.memory[2 * 128 + 3] == 1
