"""How bytes leave and come in: to public addresses only, never on to where an answer points, and no more than a
set number of bytes back."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from typing import Any

import httpcore2
import httpx2

from affectory.endpoints.domain.addresses import is_public_address


class AnswerTooLargeError(httpx2.TransportError):
    """EN17: an endpoint sent more than ENDPOINT_ANSWER_MAX_BYTES."""


class PrivateAddressError(httpx2.ConnectError):
    """EN12: a name led into our own network. Nothing was sent."""


class GuardedTransport(httpx2.AsyncHTTPTransport):
    """The library's transport on connections of ours."""

    def __init__(self, *, connections: int, allow_private: bool, largest: int) -> None:
        super().__init__(trust_env=False)
        self._largest = largest
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False),
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=5.0,
            network_backend=None if allow_private else _PublicOnly(),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Capped(response.stream, self._largest)
        return response


class _Capped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, largest: int) -> None:
        self._stream, self._left = stream, largest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise AnswerTooLargeError("The endpoint's answer is larger than is read.")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _PublicOnly(httpcore2.AsyncNetworkBackend):
    """Resolves a name once, looks at every address it leads to, and connects to one of those, so that a name cannot
    lead elsewhere between the look and the connection."""

    def __init__(self) -> None:
        self._backend = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            found = await asyncio.wait_for(loop.getaddrinfo(host, port, type=socket.SOCK_STREAM), timeout)
        except TimeoutError as error:
            raise httpcore2.ConnectTimeout(f"{host} could not be resolved in time") from error
        except OSError as error:
            raise httpcore2.ConnectError(f"{host} is not known: {error.strerror}") from error
        addresses = [str(address[4][0]) for address in found]
        if not addresses or not all(is_public_address(address) for address in addresses):
            raise PrivateAddressError(f"{host} leads into the server's own network")
        return await self._backend.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise PrivateAddressError("Endpoints are not asked through sockets of this machine")

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)
