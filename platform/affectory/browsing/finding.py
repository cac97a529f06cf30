"""Parts of searches that every list shares."""

from __future__ import annotations

import re
from uuid import UUID

from django.db.models import Q

_HEX = re.compile(r"[0-9a-f]{4,32}")


def by_id(text: str) -> Q:
    """Rows whose id begins with these digits (four at least): a range of ids, which an index answers. Text that
    begins no id matches none."""
    digits = text.strip().lower().replace("-", "").removesuffix("…")
    if not _HEX.fullmatch(digits):
        return Q(pk__in=[])
    return Q(pk__gte=UUID(digits.ljust(32, "0")), pk__lte=UUID(digits.ljust(32, "f")))
