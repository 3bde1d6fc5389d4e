"""`klaxon desk open` as a process: what a desk that is killed leaves behind."""

from __future__ import annotations

import time
from pathlib import Path

from tests.club.kit.desk_process import PATIENCE, DeskProcess
from tests.club.kit.mosquitto import needs_mosquitto

pytestmark = needs_mosquitto


def test_the_broker_of_a_desk_that_is_killed_ends_with_it(tmp_path: Path) -> None:
    desk = DeskProcess(tmp_path)
    desk.open()
    try:
        broker = desk.wait_for_broker()
        desk.kill()
        end = time.monotonic() + PATIENCE
        while Path(f"/proc/{broker}/exe").exists() and time.monotonic() < end:
            time.sleep(0.02)
        assert not Path(f"/proc/{broker}/exe").exists(), "it would serve the next desk"
    finally:
        desk.kill()
