"""Write the answers of all scripts anew: `python -m tests.rules.golden`. Review the diff before you commit it."""

from __future__ import annotations

import os
import sys

from tests.rules.golden.kit.scripts import answers, scripts

if os.environ.get("CI"):
    sys.exit("CI compares golden playthroughs; it does not write them.")
for script in scripts():
    script.with_suffix(".answers").write_text("\n".join(answers(script)) + "\n", "utf-8")
    sys.stdout.write(f"{script.with_suffix('.answers')}\n")
