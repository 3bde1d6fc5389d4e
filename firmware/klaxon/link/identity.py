"""Who this console is to others: what it says of itself, whom it knows, and the code by which it meets one more."""

from __future__ import annotations

from dataclasses import replace

from klaxon.console.linked.pairing import draw_code
from klaxon.link.conversation import Introduction
from klaxon.link.known_consoles import Keep, KnownConsole, LinkMemory


class LinkIdentity:
    """This console, as others meet it."""

    def __init__(self, name: str, release: str, memory: LinkMemory, keep: Keep) -> None:
        """Take its name, and what was kept."""
        self.memory, self._keep, self._name, self._release = memory, keep, name, release
        self.certificate = ""
        """The digest of its own certificate."""
        self.code = ""
        """The code that is shown (host) or was entered (guest)."""

    @property
    def last_known(self) -> str:
        """The name of the console that was paired last; '' where there is none."""
        known = next(reversed(self.memory.known.values()), None)
        return known.name if known is not None else ""

    def choose_role(self, role: str) -> None:
        """Be a host, a guest or alone from now on, also after a start."""
        self._remember(replace(self.memory, role=role))

    def show_code(self) -> None:
        """Draw a new code."""
        self.code = draw_code()

    def forget(self) -> None:
        """Forget all consoles that this one was paired with."""
        self._remember(replace(self.memory, known={}))

    def have_certificate(self) -> None:
        """Make a certificate, if there is none yet."""
        from klaxon.link.certificates import digest_of, make_certificate  # noqa: PLC0415 - only where there is a link

        if not self.memory.own_certificate:
            self._remember(replace(self.memory, own_certificate=make_certificate(self.memory.number)))
        self.certificate = digest_of(self.memory.own_certificate)

    def _remember(self, memory: LinkMemory) -> None:
        self.memory = memory
        self._keep(memory)

    # For the conversations

    def introduction(self) -> Introduction:
        """Return what this console says of itself."""
        return Introduction(self.memory.number, self._name, self.memory.role, self._release)

    def key_of(self, number: str) -> bytes | None:
        """Return the key that is shared with a console."""
        known = self.memory.known.get(number)
        return known.key if known is not None else None

    def take_code(self) -> str:
        """Return the code, and use it up."""
        code, self.code = self.code, ""
        return code

    def is_wanted(self, number: str, certificate: str) -> bool:
        """Return whether a guest should talk to a host of this number ('' unknown) that shows this certificate."""
        if self.code:
            return True
        known = self.memory.known
        return any(each.certificate == certificate and number in ("", key) for key, each in known.items())

    def keep_console(self, peer: Introduction, key: bytes, certificate: str) -> None:
        """Keep a console that was paired."""
        self._remember(self.memory.with_console(peer.number, KnownConsole(peer.name, key, certificate)))
