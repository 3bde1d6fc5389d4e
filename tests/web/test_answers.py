"""Every answer to a browser, whoever makes it: for our own names alone, and with the headers that keep it safe."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from klaxon.web.server.files import FOLDER, HEADERS, KINDS
from tests.web.kit.callers import House, asked, at_home, under_attack

FILES = [path.name for path in Path(FOLDER).iterdir() if path.suffix in KINDS]
PATHS = ["/", "/umpire", "/spectator", *(f"/{name}" for name in FILES), "/P/ABCDEFGH", "/P/", "/P", "/p/abcdefgh"]
PATHS += [
    "/D/ticket",
    "/D/",
    "/ws",
    "/ws/umpire",
    "/ws/nowhere",
    "/nowhere",
    "/umpire/",
    "/%2e%2e/keys",
    "/\u00e9",
    "//",
]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "KLAXON"]
UPGRADE = ["Upgrade: websocket", "Connection: Upgrade"]
HANDSHAKE = [*UPGRADE, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
NO_HANDSHAKE = {
    "no origin": ("GET", HANDSHAKE, {403}),
    "a foreign origin": ("GET", [*HANDSHAKE, "Origin: http://evil.example"], {403}),
    "no key": ("GET", [*UPGRADE, "Sec-WebSocket-Version: 13"], {400}),
    "a short key": ("GET", [*UPGRADE, "Sec-WebSocket-Key: AAAA", "Sec-WebSocket-Version: 13"], {400}),
    "two keys": ("GET", [*HANDSHAKE, "Sec-WebSocket-Key: AAAA"], {400}),
    "no version": ("GET", [*UPGRADE, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="], {400}),
    "an old version": ("GET", [*HANDSHAKE[:3], "Sec-WebSocket-Version: 8"], {400, 426}),
    "another method": ("POST", HANDSHAKE, {400, 405}),
    "another upgrade": ("GET", ["Upgrade: h2c", "Connection: Upgrade"], {404}),
    "a body": ("GET", [*HANDSHAKE, "Content-Length: 3"], {400}),
    "a long header": ("GET", [*HANDSHAKE, f"X: {'x' * 9000}"], {400}),
    "many headers": ("GET", [*HANDSHAKE, *(f"X-{n}: 1" for n in range(200))], {400}),
}
NO_REQUEST = {
    "nonsense": b"\x16\x03\x01nonsense\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a NUL": b"GET / HTTP/1.1\r\nHost: \x00\r\n\r\n",
    "a newer version": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nX: " + b"x" * 16_200 + b"\r\n" * 200,
}


def read_answer(answer: bytes) -> tuple[int, dict[str, str]]:
    """The code and the headers of an answer; 0 where there was none."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    if not head[0]:
        return 0, {}
    pairs = (line.partition(": ") for line in head[1:])
    return int(head[0].split()[1]), {name.lower(): value for name, _, value in pairs}


def check_headers(headers: dict[str, str]) -> None:
    """The headers of all our answers, one of each."""
    for name, value in HEADERS.items():
        assert headers.get(name.lower()) == value, name
    assert "server" not in headers


def request_of(house: House, method: str, path: str, *lines: str, host: str = "") -> bytes:
    own = f"{house.address.host}:{house.address.port}"
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host or own}", *lines, "", ""]).encode()


def test_every_path_and_method_is_answered_with_all_headers() -> None:
    async def story(house: House) -> None:
        for path in PATHS:
            for method in METHODS if path in ("/", "/P/ABCDEFGH", "/ws", "/nowhere") else METHODS[:1]:
                code, headers = read_answer(await asked(house, request_of(house, method, path, "Connection: close")))
                assert code in {200, 303, 307, 400, 404, 405, 410}, (method, path)
                check_headers(headers)

    at_home(story)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1", "[::1", "localhost:1"])
def test_no_path_answers_to_a_foreign_name(host: str) -> None:
    async def story(house: House) -> None:
        for path in PATHS:
            request = request_of(house, "GET", path, "Connection: close", host=host)
            code, headers = read_answer(await asked(house, request))
            assert code == 421 if path.isascii() else 400, path
            check_headers(headers)

    at_home(story)


@pytest.mark.parametrize("what", NO_HANDSHAKE)
@pytest.mark.parametrize("path", ["/ws", "/ws/umpire", "/nowhere"])
def test_a_refused_handshake_is_answered_with_all_headers(
    what: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    method, lines, codes = NO_HANDSHAKE[what]

    async def attack(house: House) -> None:
        code, headers = read_answer(await asked(house, request_of(house, method, path, *lines)))
        assert code in codes
        check_headers(headers)

    under_attack(attack)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("what", NO_REQUEST)
def test_what_is_no_request_is_answered_with_all_headers(what: str) -> None:
    async def attack(house: House) -> None:
        code, headers = read_answer(await asked(house, NO_REQUEST[what]))
        assert code in {0, 400, 421}
        if code:
            check_headers(headers)

    under_attack(attack)
