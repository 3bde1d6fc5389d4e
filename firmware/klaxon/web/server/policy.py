"""What a browser may do with our pages: the Content-Security-Policy."""

from __future__ import annotations

from collections.abc import Mapping

Policy = Mapping[str, str]
"""Directive -> its sources, as in a Content-Security-Policy."""


def policy_header(policy: Policy) -> str:
    """Return a policy as a header value."""
    return "; ".join(f"{what} {whence}" for what, whence in policy.items())
