"""One visit to the broker: paho's MQTT 5 client in our own loop, from its connection to its end."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Sequence
from typing import Any, Self

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from klaxon.club.broker.account import BrokerAccount
from klaxon.club.mail import Mail

KEEPALIVE = 15
"""Seconds after which the broker asks; after half as many again it says that this end is gone."""
SESSION = 3600
"""Seconds for which the broker keeps the session of an end that is gone."""
LARGEST = 1 << 20
"""Bytes of the largest message that is taken."""
PATIENCE = 10.0
"""Seconds that a connection, and then its subscriptions, may take."""
MISC = 1.0


class BrokerError(Exception):
    """There is no broker, it would not have us, or it went away; its text says which."""


class BrokerVisit:
    """A connection, while it lasts."""

    def __init__(self, account: BrokerAccount, will: Mail | None, on_mail: Callable[[Mail], None]) -> None:
        """Prepare it; `come` connects. BrokerError where the authority of the hall cannot be read."""
        self._loop = asyncio.get_running_loop()
        self._account, self._on_mail = account, on_mail
        try:
            self._context = _NotedContext(account.authority)
        except (OSError, ValueError) as error:
            raise BrokerError(str(error)) from error
        self._greeted: asyncio.Future[str] = self._loop.create_future()
        self._subscribed: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[str] = self._loop.create_future()
        self._misc: asyncio.TimerHandle | None = None
        self._socket: socket.socket | None = None
        self._writes = False
        self._client = self._make_client(will)

    def _make_client(self, will: Mail | None) -> Client:
        account = self._account
        client = Client(CallbackAPIVersion.VERSION2, account.user, protocol=MQTTProtocolVersion.MQTTv5)
        client.username_pw_set(account.user, account.password)
        client.tls_set_context(self._context)
        client.tls_insecure_set(True)  # whatever the host is called: its authority is that of this hall
        client.connect_timeout = PATIENCE
        if will is not None:
            client.will_set(will.topic, will.payload, will.qos, will.retained)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_subscribe, client.on_message = self._on_subscribe, self._on_message
        return client

    async def come(self, topics: Sequence[str]) -> None:
        """Connect and subscribe. BrokerError where that fails; call `leave` in any case."""
        connect = _properties(PacketTypes.CONNECT)
        connect.SessionExpiryInterval, connect.MaximumPacketSize = SESSION, LARGEST
        host, port = self._account.host, self._account.port
        connecting = self._loop.run_in_executor(
            None, lambda: self._client.connect(host, port, KEEPALIVE, clean_start=False, properties=connect)
        )
        try:
            await asyncio.shield(connecting)
        except asyncio.CancelledError:
            await asyncio.wait([connecting])
            raise
        except OSError as error:
            raise BrokerError(str(error)) from error
        self._attend()
        await self._wait_for(self._greeted)
        if trouble := self._greeted.result():
            raise BrokerError(trouble)
        if topics:
            self._client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])
            await self._wait_for(self._subscribed)

    async def _wait_for(self, wanted: asyncio.Future[Any]) -> None:
        done, _ = await asyncio.wait((wanted, self._ended), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if wanted not in done:
            raise BrokerError(self._ended.result() if done else "no answer")

    def send(self, mail: Mail) -> None:
        """Send a message. That the broker has it is no promise to anybody."""
        publish = None
        if mail.expires is not None:
            publish = _properties(PacketTypes.PUBLISH)
            publish.MessageExpiryInterval = mail.expires
        self._client.publish(mail.topic, mail.payload, mail.qos, mail.retained, publish)

    async def until_ended(self) -> str:
        """Wait until the broker is gone; return why."""
        return await asyncio.shield(self._ended)

    def leave(self, farewell: Mail | None = None) -> None:
        """End it, saying goodbye as far as that goes without waiting."""
        if self._socket is not None and not self._ended.done():
            if farewell is not None:
                self.send(farewell)
            self._client.disconnect()
            self._client.loop_write()
        self._detach()
        self._context.close_sockets()
        for future in (self._greeted, self._subscribed, self._ended):
            future.cancel()

    # The socket in our loop

    def _attend(self) -> None:
        found = self._client.socket()
        if not isinstance(found, socket.socket):
            raise BrokerError("gone at once")
        self._socket = found
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client.on_socket_register_write = lambda *_: self._want_writes()
        self._client.on_socket_unregister_write = lambda *_: self._stop_writes()
        self._client.on_socket_close = lambda *_: self._detach()
        self._loop.add_reader(found, self._read)
        if self._client.want_write():
            self._want_writes()
        self._misc = self._loop.call_later(MISC, self._do_misc)

    def _read(self) -> None:
        self._client.loop_read()
        while isinstance(self._socket, ssl.SSLSocket) and self._socket.pending():
            if self._client.loop_read() != MQTTErrorCode.MQTT_ERR_SUCCESS:
                return

    def _want_writes(self) -> None:
        if self._socket is not None and not self._writes:
            self._writes = True
            self._loop.add_writer(self._socket, self._client.loop_write)

    def _stop_writes(self) -> None:
        if self._socket is not None and self._writes:
            self._writes = False
            self._loop.remove_writer(self._socket)

    def _do_misc(self) -> None:
        self._misc = self._loop.call_later(MISC, self._do_misc)
        self._client.loop_misc()

    def _detach(self) -> None:
        self._stop_writes()
        if self._socket is not None:
            self._loop.remove_reader(self._socket)
            self._socket = None
        if self._misc is not None:
            self._misc.cancel()
            self._misc = None

    # What the library says

    def _on_connect(
        self, _client: Client, _data: object, _flags: ConnectFlags, code: ReasonCode, _properties: Properties | None
    ) -> None:
        if not self._greeted.done():
            self._greeted.set_result(str(code) if code.is_failure else "")

    def _on_subscribe(self, *_: object) -> None:
        if not self._subscribed.done():
            self._subscribed.set_result(None)

    def _on_disconnect(
        self, _client: Client, _data: object, _flags: DisconnectFlags, code: ReasonCode, _properties: Properties | None
    ) -> None:
        if not self._ended.done():
            self._ended.set_result(str(code))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._on_mail(Mail(message.topic, bytes(message.payload), message.retain, message.qos))


class _NotedContext(ssl.SSLContext):
    """TLS that believes one authority, and remembers its sockets: the library leaves those behind that failed."""

    def __new__(cls, _authority: str) -> Self:
        return super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)

    def __init__(self, authority: str) -> None:
        super().__init__()
        self.minimum_version = ssl.TLSVersion.TLSv1_2
        self.check_hostname = False
        self.load_verify_locations(cadata=authority)
        self._sockets: list[ssl.SSLSocket] = []

    def wrap_socket(self, *args: Any, **kwargs: Any) -> ssl.SSLSocket:
        """Wrap a socket, and remember it."""
        made = super().wrap_socket(*args, **kwargs)
        self._sockets.append(made)
        return made

    def close_sockets(self) -> None:
        """Close all of them."""
        for each in self._sockets:
            each.close()


def _properties(packet: int) -> Any:
    """Return the properties of a packet; the library has no types for them."""
    make: Any = Properties
    return make(packet)
