"""Working an end of the broker in a loop: rows to the disk first, in a thread, and only then messages out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from klaxon.club.mail import Mail, MailEnd
from klaxon.club.outbox.kept import KeptRow

AGAIN = 1.0
"""Seconds until a disk that refused is asked again; meanwhile nothing leaves."""

SendMail = Callable[[Mail], None]


class EndWorker:
    """Works one end: a table or the desk."""

    def __init__(
        self,
        end: MailEnd,
        write: Callable[[Sequence[KeptRow]], None],
        clock: Callable[[], float],
        on_written: Callable[[], None] = lambda: None,
    ) -> None:
        """`write` waits for the disk; `on_written` is called after each batch."""
        self.end, self.clock = end, clock
        self.trouble = ""
        """Why the disk refuses, in the system's words; '' while it does not."""
        self._write, self._on_written = write, on_written
        self._news = asyncio.Event()
        self._send: SendMail | None = None
        self._batches = 0
        self._written = asyncio.Condition()

    # The way to the broker

    def on_connect(self, send: SendMail) -> None:
        """The broker is there."""
        self._send = send
        self.end.on_connect()
        self.wake()

    def on_lost(self) -> None:
        """The broker is gone."""
        if self._send is not None:
            self._send = None
            self.end.on_lost()
            self.wake()

    def on_mail(self, mail: Mail) -> None:
        """A message came."""
        self.end.on_mail(mail, self.clock())
        self.wake()

    def wake(self) -> None:
        """Something has changed."""
        self._news.set()

    async def until_written(self) -> None:
        """Wait until all that has happened by now is on the disk."""
        wanted = self._batches + 2 if self._is_writing else self._batches + 1
        self.wake()
        async with self._written:
            await self._written.wait_for(lambda: self._batches >= wanted)

    _is_writing = False

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await self._wait()
            self._news.clear()
            batch = self.end.take_batch(self.clock())
            self._is_writing = True
            if batch.rows:
                await self._write_rows(batch.rows)
            self._is_writing = False
            if self._send is not None:
                for mail in batch.mail:
                    self._send(mail)
            self._batches += 1
            async with self._written:
                self._written.notify_all()
            self._on_written()

    async def _write_rows(self, rows: Sequence[KeptRow]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.run_in_executor(None, self._write, rows)
            except OSError as error:
                self.trouble = str(error)
                self._on_written()
                await asyncio.sleep(AGAIN)
            else:
                self.trouble = ""
                return

    async def _wait(self) -> None:
        due = self.end.due
        if due is None:
            await self._news.wait()
            return
        try:
            async with asyncio.timeout(max(0.0, due - self.clock())):
                await self._news.wait()
        except TimeoutError:
            pass
