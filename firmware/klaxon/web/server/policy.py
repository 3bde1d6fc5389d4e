"""What a browser may do with a page of ours."""

from __future__ import annotations

from collections.abc import Mapping

Policy = Mapping[str, str]
"""What -> whence it may come, as in a Content-Security-Policy."""


def policy_header(policy: Policy) -> str:
    """Return a policy as a header has it."""
    return "; ".join(f"{what} {whence}" for what, whence in policy.items())
