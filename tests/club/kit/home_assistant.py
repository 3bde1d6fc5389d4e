"""Our message of device discovery, read by Home Assistant itself.

    python -m tests.club.kit.home_assistant PYTHON

`PYTHON` is one that has the package `homeassistant` (2024.12 or later, which know device discovery). Its own schemas
read the message and each component, and its own templates what a table says. Home Assistant needs another Python and
many more packages than Klaxon, so this is no test; its rules are kept by test_home_assistant.py.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from klaxon.club.table_side.home_assistant import discovery_mail
from tests.club.kit.hall import table_id

NAME = 'Tisch 3 "<b>" {{ 1 }}'
SAID = {
    "state": ['{"game":"sonar","stands":{"state":"running","now":0}}', '{"stands":{"state":"lobby"}}'],
    "trouble": ['{"troubles":[]}', '{"troubles":[{"code":"panel"}]}'],
    "heat": ['{"heat":51}', '{"heat":null}', "{}"],
    "event": [json.dumps({"type": each}) for each in ("blast", "surfaced", "over", "course", 'x"}')],
}
"""What a table says to each component."""


def main() -> int:
    asked = {"message": discovery_mail(table_id(3), NAME).payload.decode(), "said": SAID}
    reader = Path(__file__).with_name("in_home_assistant.py")
    return subprocess.run([sys.argv[1], str(reader)], input=json.dumps(asked), text=True, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
