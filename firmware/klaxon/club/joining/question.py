"""A question to the desk's page, and its answer: one small request that trusts nobody who answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from klaxon.club.joining.introduction import FoundDesk
from klaxon.table.foreign_json import read_json_object

PATIENCE = 5.0
"""Seconds that an answer may take in all."""
LONGEST = 4096
_LONGEST_HEADERS = 4096


async def put_question(desk: FoundDesk, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Ask a desk; None where there is no answer.

    Whoever calls himself a desk on this network is asked, so he decides neither how long we wait nor whom we ask next:
    no redirection is followed, and no proxy.
    """
    body = json.dumps(question).encode()
    head = f"POST /new HTTP/1.1\r\nHost: {desk.host}:{desk.port}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await _exchange(desk, head.encode() + body)
    except (OSError, OverflowError, UnicodeError):  # a TimeoutError is an OSError; a port or a name may be none
        return None
    status, _, rest = answer.partition(b"\r\n")
    _, _, content = rest.partition(b"\r\n\r\n")
    return read_json_object(content, LONGEST) if status.startswith(b"HTTP/1.1 200 ") else None


async def _exchange(desk: FoundDesk, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(desk.host, desk.port)
    try:
        writer.write(request)
        await writer.drain()
        answer = b""
        while len(answer) <= _LONGEST_HEADERS + LONGEST:
            piece = await reader.read(LONGEST)
            if not piece:
                break
            answer += piece
        return answer
    finally:
        writer.transport.abort()
