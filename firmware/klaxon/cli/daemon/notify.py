"""Messages to systemd: that the daemon is ready, alive, stopping, and its status. Without systemd none are sent."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

MICROSECONDS = 1_000_000


@dataclass(frozen=True)
class Notify:
    """The socket of systemd's `Type=notify`; empty if nobody listens."""

    address: str = ""
    watchdog: float = 0.0
    """Seconds within which systemd expects a sign of life; 0 if it does not."""

    def ready(self, status: str) -> None:
        """Report that everything runs."""
        self._tell(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        """Report what the daemon does, for `systemctl status`."""
        self._tell(f"STATUS={status}")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._tell("WATCHDOG=1")

    def stopping(self, status: str) -> None:
        """Report that the daemon is stopping."""
        self._tell(f"STOPPING=1\nSTATUS={status}")

    def _tell(self, words: str) -> None:
        """Send a datagram; a missing or full socket is no reason to end a game."""
        if not self.address:
            return
        # A name that begins with @ is of the abstract kind: to the kernel it begins with a zero.
        place = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as door:
                door.setblocking(False)
                door.sendto(words.encode(), place)
        except OSError:
            return


def systemd_notify(environment: Mapping[str, str] = os.environ, process: int = 0) -> Notify:
    """Return the notify socket from the environment. A watchdog meant for another process does not count."""
    address = environment.get("NOTIFY_SOCKET", "")
    ours = environment.get("WATCHDOG_PID", "") in ("", str(process or os.getpid()))
    period = environment.get("WATCHDOG_USEC", "")
    watched = address and ours and period.isascii() and period.isdigit()
    return Notify(address if address.startswith(("/", "@")) else "", int(period) / MICROSECONDS if watched else 0.0)
