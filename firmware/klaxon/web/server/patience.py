"""Answers that take longer to make than a stranger may stay: whoever has shown a ticket to one may wait for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from klaxon.web.server.gate import Gate

Answer = Callable[[Request], Awaitable[Response]]
"""What answers a request."""


def wait_for(answer: Answer, gate: Gate, may_wait: Callable[[Request], bool]) -> Answer:
    """Return the same answer, for which those who may wait are not cut while it is made."""

    async def answer_patiently(request: Request) -> Response:
        if request.client is None or not may_wait(request):
            return await answer(request)
        with gate.answering(request.client):
            return await answer(request)

    return answer_patiently
