"""A folder for one piece of work, gone when the work ends."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.conf import settings

_FORGOTTEN_S = 24 * 3600


@contextmanager
def workplace(kind: str, work_id: UUID, lease: UUID) -> Iterator[Path]:
    """OB33: a folder of this lease's own. What killed workers left is thrown away first: of this work at once, of
    others when it is a day old."""
    root = Path(settings.STATE_DIR) / kind
    root.mkdir(parents=True, exist_ok=True)
    for left in root.iterdir():
        of_this_work = left.name.startswith(str(work_id))
        if of_this_work or time.time() - left.stat().st_mtime > _FORGOTTEN_S:
            shutil.rmtree(left, ignore_errors=True)
    folder = root / f"{work_id}-{lease}"
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
