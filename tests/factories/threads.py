"""Running the same thing from many threads at one moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connections


def at_once(calls: Sequence[Callable[[], Any]], *, timeout_s: float = 60) -> list[Any]:
    """Start all calls behind one barrier; returns each one's result or the exception it raised."""
    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(number: int) -> None:
        try:
            barrier.wait(timeout_s)
            results[number] = calls[number]()
        except Exception as error:  # the caller looks at what came out
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout_s)
    assert not any(thread.is_alive() for thread in threads), "a call hangs"
    return results
