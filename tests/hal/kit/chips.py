"""Chips: SSD1306, SSD1309 and SH1106 as their data sheets say. Transactions in, memory and what can be seen out.

They are the judge of panel writers, so they are strict: a command that the data sheet does not know, that lacks a
parameter, or that does not work in the addressing mode the chip is in, is an error of the test. What luma sends beside
the data sheets and every driver gets away with is listed by name. The wires they hang on count virtual time.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random
from typing import ClassVar

PAGES, ROWS = 8, 64
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class Malformed(BaseException):
    """The chip was told something that makes no sense to it. No writer under test may catch the verdict."""


class Chip:
    """What the three have in common. The glass hangs upside down, as on every module: A1 and C8 make it upright."""

    columns = 128
    """How wide its memory is; the glass shows the middle of it."""
    parameters: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    """Commands with parameters, and how many."""
    reserved: tuple[int, ...] = ()
    """Single bytes that the data sheet does not know and that do nothing."""
    needs_pump = True
    sign = 0x03
    """The low bits of its status."""

    def __init__(self, width: int = 128, height: int = ROWS, seed: int = 0) -> None:
        """Power on: registers as after a reset, noise in the memory."""
        self.width, self.height = width, height
        self.ram = bytearray(Random(seed).randbytes(PAGES * self.columns))
        self.on = self.inverted = self.all_on = self.pump = self.mirrored = self.flipped = self.locked = False
        self.contrast, self.start, self.offset, self.mux, self.pins = 0x7F, 0, 0, ROWS, 0x12
        self.mode, self.page, self.column, self.first = PAGE, 0, 0, 0
        self.window = (0, self.columns - 1, 0, PAGES - 1)
        self.strange = False
        """It took the place of another and was not set up yet: it hears what was meant for that one."""
        self.commands: list[bytes] = []
        """Every command with its parameters, in order."""

    # What comes over the bus

    def write(self, transaction: bytes, *, whole: bool = True) -> None:
        """Take a transaction after its address; `whole` is false where the master broke off."""
        told, place = bytearray(), 0
        while place < len(transaction):
            control = transaction[place]
            if control & 0x3F:
                raise Malformed(f"no control byte: {control:#04x}")
            more, end = control & 0x80, len(transaction)
            body = transaction[place + 1 : place + 2 if more else end]
            if not body and whole:
                raise Malformed("a control byte without anything after it")
            if control & 0x40:
                if told:
                    raise Malformed(f"data where a parameter of {told[0]:#04x} was due")
                for byte in body:
                    self._store(byte)
            else:
                for byte in body:
                    told = self._hear(told, byte)
            place += 2 if more else end
        if told and whole:
            raise Malformed(f"the command {told.hex(' ')} lacks a parameter")

    def read(self) -> int:
        """Return the status: bit 6 is set where the display is off."""
        return (0 if self.on else 0x40) | self.sign

    def _hear(self, told: bytearray, byte: int) -> bytearray:
        """Take a byte of a command; return what is still to be completed."""
        told.append(byte)
        if len(told) <= self.parameters.get(told[0], 0):
            return told
        self.strange = self.strange and told[0] != 0xA8  # which is part of every set-up, and of nothing else
        if not self.locked or told[0] == 0xFD:
            self.commands.append(bytes(told))
            self._obey(*told)
        return bytearray()

    def _obey(self, code: int, value: int = 0, last: int = 0) -> None:
        """Do what all three know."""
        if code < 0x20:
            self._set_column(code)
        elif 0x40 <= code < 0x80:
            self.start = code & 0x3F
        elif 0xB0 <= code < 0xB8:
            self._only_in_page_mode(code)
            self.page = code & 7
        elif code in {0xD5, 0xD9, 0xDB, 0xE3, *self.reserved}:
            pass  # clock, currents and nothing at all: nobody can see them
        elif code in _FLAGS:
            name, flag = _FLAGS[code]
            setattr(self, name, flag)
        elif code == 0x81:
            self.contrast = value
        elif code == 0xA8:
            self.mux = _within(code, value, 15, 63) + 1
        elif code == 0xD3:
            self.offset = _within(code, value, 0, 63)
        elif code == 0xDA:
            self.pins = _one_of(code, value, 0x02, 0x12, 0x22, 0x32)
        else:
            self._obey_own(code, value, last)

    def _obey_own(self, code: int, value: int, last: int) -> None:
        raise Malformed(f"{type(self).__name__} has no command {code:#04x}")

    def _only_in_page_mode(self, code: int) -> None:
        if self.mode != PAGE and not self.strange:
            raise Malformed(f"{code:#04x} works in page addressing mode only")

    def _set_column(self, code: int) -> None:
        self._only_in_page_mode(code)
        self.first = self.first & 0x0F | (code & 0x0F) << 4 if code & 0x10 else self.first & 0xF0 | code
        self.column = self.first

    def _store(self, byte: int) -> None:
        raise NotImplementedError

    def _place(self, column: int) -> int:
        """Return where in the memory a column lies that the glass shows."""
        raise NotImplementedError

    # What can be seen

    def picture(self) -> bytes:
        """Return the pixels that can be seen, in the order of a Picture; dark where the display is off."""
        width, height = self.width, self.height
        if not self.on or (self.needs_pump and not self.pump):
            return bytes(width * height // 8)
        if self.pins != (0x02 if width == 128 and height < ROWS else 0x12):
            raise Malformed(f"the COM pins {self.pins:#04x} are not those of a glass of {width}x{height}")
        left = (self.columns - width) // 2
        places = [self._place(left + x) for x in range(width)]
        shown = bytearray(width * height // 8)
        for y in range(height):
            row, bit, start = self._row(y), 1 << y % 8, y // 8 * width
            for x, place in enumerate(places):
                lit = row is not None and self.ram[row // 8 * self.columns + place] >> row % 8 & 1
                if (lit or self.all_on) != self.inverted:
                    shown[start + x] |= bit
        return bytes(shown)

    def _row(self, y: int) -> int | None:
        """Return the row of the memory that a line of the glass shows. COM0 is the lowest line."""
        line = (self.height - 1 - y + self.offset) % ROWS
        if line >= self.mux:
            return None
        return ((self.mux - 1 - line if self.flipped else line) + self.start) % ROWS


_FLAGS = {
    0xA0: ("mirrored", False),
    0xA1: ("mirrored", True),
    0xA4: ("all_on", False),
    0xA5: ("all_on", True),
    0xA6: ("inverted", False),
    0xA7: ("inverted", True),
    0xAE: ("on", False),
    0xAF: ("on", True),
    0xC0: ("flipped", False),
    0xC8: ("flipped", True),
}


def _within(code: int, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise Malformed(f"{code:#04x} takes {low} to {high}, not {value}")
    return value


def _one_of(code: int, value: int, *values: int) -> int:
    if value not in values:
        raise Malformed(f"{code:#04x} does not take {value:#04x}")
    return value


class SSD1306(Chip):
    """Three addressing modes; A0 and A1 count for what is written from then on."""

    parameters: ClassVar = {**Chip.parameters, 0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}

    def _obey_own(self, code: int, value: int, last: int) -> None:
        if code == 0x20:
            self.mode = _one_of(code, value, HORIZONTAL, VERTICAL, PAGE)
        elif code == 0x8D:
            self.pump = bool(_one_of(code, value, 0x10, 0x14) & 4)
        elif code == 0x2E:
            pass  # no scrolling: there is none
        elif code in {0x21, 0x22}:
            self._set_window(code, value, last)
        else:
            super()._obey_own(code, value, last)

    def _set_window(self, code: int, start: int, end: int) -> None:
        if self.mode == PAGE and self.strange:
            return
        if self.mode == PAGE:
            raise Malformed(f"{code:#04x} does not work in page addressing mode")
        _within(code, start, 0, end)
        if code == 0x21:
            self.window = (start, _within(code, end, 0, 127), *self.window[2:])
            self.column = start
        else:
            self.window = (*self.window[:2], start, _within(code, end, 0, 7))
            self.page = start

    def _store(self, byte: int) -> None:
        self.ram[self.page * self.columns + (127 - self.column if self.mirrored else self.column)] = byte
        left, right, top, bottom = self.window
        if self.mode == PAGE:
            self.column = self.first if self.column == 127 else self.column + 1
        elif self.mode == HORIZONTAL:
            self.column, over = _next(self.column, left, right)
            self.page = _next(self.page, top, bottom)[0] if over else self.page
        else:
            self.page, over = _next(self.page, top, bottom)
            self.column = _next(self.column, left, right)[0] if over else self.column

    def _place(self, column: int) -> int:
        return 127 - column


def _next(place: int, first: int, last: int) -> tuple[int, bool]:
    return (first, True) if place == last else ((place + 1) % 128, False)


class SSD1309(SSD1306):
    """An SSD1306 without a charge pump, and with a lock. luma sends it the pump's command all the same."""

    parameters: ClassVar = {**SSD1306.parameters, 0xFD: 1}
    needs_pump = False

    def _obey_own(self, code: int, value: int, last: int) -> None:
        if code == 0xFD:
            self.locked = _one_of(code, value, 0x12, 0x16) == 0x16
        elif code != 0x8D:
            super()._obey_own(code, value, last)


class SH1106(Chip):
    """Page addressing only, 132 columns of which the middle is seen; A0 and A1 count for what is shown.

    luma sends it 0x20 and 0x8D, which it does not have: they do nothing, and what follows them is a command.
    """

    columns = 132
    parameters: ClassVar = {**Chip.parameters, 0xAD: 1}
    reserved = (0x20, 0x8D, 0x30, 0x31, 0x32, 0x33)
    sign = 0x08

    def __init__(self, width: int = 128, height: int = ROWS, seed: int = 0) -> None:
        super().__init__(width, height, seed)
        self.pump = True  # its DC-DC converter is on after a reset

    def _obey_own(self, code: int, value: int, last: int) -> None:
        if code != 0xAD:
            super()._obey_own(code, value, last)
        self.pump = bool(_one_of(code, value, 0x8A, 0x8B) & 1)

    def _store(self, byte: int) -> None:
        if self.column < self.columns:
            self.ram[self.page * self.columns + self.column] = byte
            self.column += 1

    def _place(self, column: int) -> int:
        return column if self.mirrored else 131 - column


# The wires they hang on


class Clock:
    """Time that passes only when somebody says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Socket:
    """Where a chip is plugged in, and what goes wrong there."""

    def __init__(self, chip: Chip | None) -> None:
        self.chip = chip
        self.transactions = self.bytes = 0
        self.mute = False
        """Answers nothing, however often it is asked."""
        self.breaks: int | None = None
        """Bytes of the next transaction after which nothing is acknowledged any more."""
        self.plans: dict[int, Callable[[], None]] = {}
        """What happens just before a transaction, by its number."""

    def soon(self, transactions: int, act: Callable[[], None]) -> None:
        """Let something happen before the transaction that is so many after the next one."""
        self.plans[self.transactions + transactions] = act

    def pull(self) -> None:
        """Pull the chip out."""
        self.chip = None

    def plug(self, chip: Chip) -> None:
        """Plug a chip in, in place of what was there."""
        self.chip, chip.strange = chip, True


class Wires:
    """An I2C adapter and all that hangs on it: one transaction at a time, nine bits a byte."""

    TIMEOUT = 0.03

    def __init__(self, clock: Clock, speed: int = 400_000) -> None:
        self.clock, self.speed = clock, speed
        self.sockets: dict[tuple[int, int], Socket] = {}
        self.stuck = False
        """Something holds the lines: every transaction ends at the time-out."""
        self.bytes = self.opened = self.closed = 0
        self.longest = 0.0
        self.told: list[tuple[float, int, int]] = []
        """When each transaction began, and whose it was: bus and address."""

    def socket(self, bus: int, address: int, chip: Chip | None) -> Socket:
        """Fit a socket."""
        return self.sockets.setdefault((bus, address), Socket(chip))

    def open(self, bus: int, address: int) -> Plug:
        """Return a way to one address, as a bus of the kernel's."""
        self.opened += 1
        return Plug(self, bus, address)

    def take(self, bytes_sent: int) -> None:
        """Let the time of some bytes pass, with start and stop."""
        seconds = (bytes_sent * 9 + 2) / self.speed
        self.bytes += bytes_sent
        self.clock.now += seconds
        self.longest = max(self.longest, seconds)

    def reach(self, bus: int, address: int) -> Socket:
        """Begin a transaction: return the socket where something answers."""
        self.told.append((self.clock.now, bus, address))
        if self.stuck:
            self.clock.now += self.TIMEOUT
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        socket = self.sockets[bus, address]
        socket.transactions += 1
        if act := socket.plans.pop(socket.transactions - 1, None):
            act()
        if socket.chip is None or socket.mute:
            self.take(1)
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return socket


class Plug:
    """An open file of `/dev/i2c-N` with one address, as a panel writer sees it."""

    def __init__(self, wires: Wires, bus: int, address: int) -> None:
        self._wires, self._at = wires, (bus, address)
        self._open = True

    def write(self, transaction: bytes) -> None:
        """Send a transaction."""
        assert self._open, "a bus that was closed is written to"
        socket = self._wires.reach(*self._at)
        assert socket.chip
        if socket.breaks is not None:
            taken, socket.breaks = transaction[: socket.breaks], None
            self._wires.take(1 + len(taken))
            socket.chip.write(taken, whole=False)
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._wires.take(1 + len(transaction))
        socket.bytes += 1 + len(transaction)
        socket.chip.write(transaction)

    def read(self) -> int:
        """Ask for the status."""
        assert self._open, "a bus that was closed is read"
        socket = self._wires.reach(*self._at)
        assert socket.chip
        self._wires.take(2)
        return socket.chip.read()

    def close(self) -> None:
        """Close it."""
        self._wires.closed += self._open
        self._open = False
