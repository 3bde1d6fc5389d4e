"""What the pages of one desk share: who may come in, and where phones check in."""

from __future__ import annotations

import hmac
import secrets
from time import monotonic

from klaxon.console.language.catalogue import ENGLISH
from klaxon.table.token_bucket import TokenBuckets
from klaxon.web.desk.desk_source import DeskSource
from klaxon.web.desk.past_games import HallDebriefs
from klaxon.web.onlook.pin import Pin
from klaxon.web.server.gate import Gate

CHECK_IN = "/IN"
"""Where phones check in, in the small alphabet of codes to scan."""
CHECK_INS, CHECK_INS_RATE, PHONES = 6, 1 / 20, 512
"""Check-ins from one address at once and per second in the long run, and how many addresses are remembered."""


class DeskServer:
    """The pages of one desk."""

    def __init__(self, source: DeskSource, language: str = ENGLISH) -> None:
        """Serve a desk; a page speaks this language until somebody chooses another."""
        self.source, self.language = source, language
        self.gate = Gate()
        self.pin = Pin(monotonic)
        self.key = secrets.token_urlsafe(18)
        """What opens the organiser's page."""
        self.past = HallDebriefs(source, self.key)
        self.check_ins = TokenBuckets(CHECK_INS, CHECK_INS_RATE, PHONES)
        self.check_in_link = ""
        """Where phones check in; '' if no phone reaches this machine."""

    def is_key(self, secret: str) -> bool:
        """Return whether it is the key of the organiser's page."""
        return hmac.compare_digest(secret.encode("utf-8", "replace"), self.key.encode())
