"""A wire that breaks: passes bytes to a server and hangs up after so many of an answer, so many times."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class CuttingProxy:
    """Use as a context; `url` is where clients are sent. Answers longer than `after` bytes are cut `times` times."""

    def __init__(self, target: str, *, after: int = 12 * 1024 * 1024, times: int = 2) -> None:
        parts = urlsplit(target)
        self.target = (parts.hostname or "", parts.port or 0)
        self.after = after
        self.left = times
        self.ranges: list[str] = []
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> CuttingProxy:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        # Closing alone does not wake a thread that waits in accept().
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = socket.create_connection(self.target)
                for work in (self._ask, self._answer):
                    threading.Thread(target=work, args=(here, there), daemon=True).start()

    def _ask(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while piece := here.recv(65536):
                for line in piece.split(b"\r\n"):
                    if line.lower().startswith(b"range: "):
                        self.ranges.append(line[7:].decode())
                there.sendall(piece)
        _hang_up(there)

    def _answer(self, here: socket.socket, there: socket.socket) -> None:
        passed = 0
        with suppress(OSError):
            while piece := there.recv(65536):
                passed += len(piece)
                if passed > self.after and self._may_cut():
                    break
                here.sendall(piece)
        _hang_up(here)
        _hang_up(there)

    def _may_cut(self) -> bool:
        with self._lock:
            self.left -= 1
            return self.left >= 0


def _hang_up(wire: socket.socket) -> None:
    with suppress(OSError):
        wire.shutdown(socket.SHUT_RDWR)
    wire.close()
