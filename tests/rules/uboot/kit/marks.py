"""Which rule a test proves, in fewer words."""

from __future__ import annotations

import pytest


def allows(rule: str) -> pytest.MarkDecorator:
    """Mark a test in which a rule of U-BOOT allows something."""
    return pytest.mark.rule(f"UBT-{rule}", case="allows")


def refuses(rule: str) -> pytest.MarkDecorator:
    """Mark a test in which a rule of U-BOOT refuses something."""
    return pytest.mark.rule(f"UBT-{rule}", case="refuses")
