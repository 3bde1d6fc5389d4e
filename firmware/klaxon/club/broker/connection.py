"""A connection to the broker, made again and again: MQTT 5, with a last will and a session that outlives a gap."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from klaxon.club.broker.account import BrokerAccount
from klaxon.club.broker.visit import BrokerError, BrokerVisit
from klaxon.club.working import EndWorker

SOONEST, LATEST = 0.3, 20.0
"""Seconds until the next try, drawn from a span that doubles: two hundred tables do not come back at one instant."""

_log = logging.getLogger(__name__)


class BrokerConnection:
    """Keeps one end connected."""

    def __init__(self, worker: EndWorker, find: Callable[[], BrokerAccount | None]) -> None:
        """`find` says where the broker is, before each try; None: nowhere yet."""
        self._worker, self._find = worker, find
        self.trouble = ""
        """Why there is no connection, in the library's words."""

    async def run(self) -> None:
        """Stay connected until cancelled."""
        span = SOONEST
        while True:
            account = self._find()
            if account is not None:
                was_there = await self._visit(account)
                span = SOONEST if was_there else min(2 * span, LATEST)
            await asyncio.sleep(random.uniform(span / 2, span))  # noqa: S311 - it only spreads the tries

    async def _visit(self, account: BrokerAccount) -> bool:
        """Connect, and stay until the broker is gone; return whether it was there at all."""
        end, was_there = self._worker.end, False
        visit, farewell = None, None
        try:
            visit = BrokerVisit(account, end.will, self._worker.on_mail)
            await visit.come(end.subscriptions)
            was_there, self.trouble = True, ""
            self._worker.on_connect(visit.send)
            self.trouble = await visit.until_ended()
        except BrokerError as error:
            self.trouble = str(error)
        except asyncio.CancelledError:
            farewell = end.will
            raise
        finally:
            if visit is not None:
                visit.leave(farewell)
            self._worker.on_lost()
        _log.info("no broker: %s", self.trouble)
        return was_there
