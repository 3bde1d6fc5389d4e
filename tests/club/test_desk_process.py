"""`klaxon desk open` as a process: what a desk that is killed leaves behind."""

from __future__ import annotations

from pathlib import Path

from tests.club.kit.desk_process import DeskProcess
from tests.club.kit.mosquitto import needs_mosquitto

pytestmark = needs_mosquitto


def test_the_broker_of_a_desk_that_is_killed_ends_with_it(tmp_path: Path) -> None:
    desk = DeskProcess(tmp_path)
    desk.open()
    try:
        assert desk.wait_for_broker()
    finally:
        desk.close()  # fails where the broker goes on: it would serve the next desk
