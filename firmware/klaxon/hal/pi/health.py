"""Health: the state of a device that may be unplugged, and when to retry it. Pure; the clock is the caller's.

          answers                  all is shown, and peace
absent ---------> probing -------------------------------> ready
                  |   ^  all is shown                        |
                  |   |  +----------> degraded <------------+  an error
                  |   |  |                |
                  v   |  |                v  the third error without peace
(never answered)  absent |  +--------- failed   tried again after a while that grows
"""

from __future__ import annotations

from klaxon.console.devices.health import DeviceState

PEACE = 5.0
"""Seconds without an error after which a device that had some is ready again."""
CHANCES = 3
"""Errors without such a pause between them that make a device fail."""
RETRY = 0.02
"""Seconds until a device is set up again after an error, while it has retries left."""
FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0
"""Seconds until a failed device is retried; doubled every time, up to the maximum."""


class Health:
    """The health of one device."""

    def __init__(self) -> None:
        """Begin by probing at once."""
        self.state = DeviceState.PROBING
        self.due = 0.0
        """When it may be retried."""
        self.errors = 0
        self.last_error = ""
        self._worked = False
        self._row = 0
        """Errors without such a pause between them."""
        self._whole_since: float | None = None

    def on_answer(self) -> None:
        """The first transfer after a retry succeeded."""
        if self.state in {DeviceState.ABSENT, DeviceState.FAILED}:
            self.state = DeviceState.PROBING

    def whole(self, now: float) -> None:
        """It does all that it should. Errors before it worked for the first time do not count."""
        if self._whole_since is None:
            self._whole_since = now
        if not self._worked or now >= self._whole_since + PEACE:
            self._row = 0
        self._worked = True
        self.state = DeviceState.DEGRADED if self._row else DeviceState.READY

    def calm_at(self) -> float | None:
        """Return when a device that had errors counts as ready again, if nothing fails until then."""
        return self._whole_since + PEACE if self._row and self._whole_since is not None else None

    def on_failure(self, now: float, error: object) -> None:
        """A transfer failed, or the answer was wrong."""
        self.errors += 1
        self.last_error = str(error)
        self._row += 1
        self._whole_since = None
        if self._worked and self._row < CHANCES:
            self.state, self.due = DeviceState.DEGRADED, now + RETRY
            return
        self.state = DeviceState.FAILED if self._worked else DeviceState.ABSENT
        doublings = min(self._row - (CHANCES if self._worked else 1), 10)
        self.due = now + min(FIRST_WAIT * 2**doublings, LONGEST_WAIT)
