"""The errors that more than one module raises."""

from __future__ import annotations

from affectory.core.errors import NotFoundError


def no_such_run() -> NotFoundError:
    return NotFoundError("There is no such drafting run in this project.", code="drafting.no_run")
