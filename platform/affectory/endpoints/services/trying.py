"""A test call: does this endpoint answer, as what it is said to be?"""

from __future__ import annotations

import secrets
import struct
import zlib
from typing import Any
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.errors import ConflictError, NotAllowedError
from affectory.core.jobs import start_job
from affectory.endpoints import policies, selectors
from affectory.endpoints.domain.requests import RequestSpec, media_part
from affectory.endpoints.domain.states import Medium, ProfileState
from affectory.endpoints.models import Call, Profile
from affectory.endpoints.services.attempts import most_micros
from affectory.endpoints.services.budgets import open_budget
from affectory.endpoints.services.calls import request_call

_SCHEMA = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}


@transaction.atomic
def try_profile(*, actor: User, project: Project, profile_id: UUID) -> Call:
    """One call of a few words, with a picture of eight by eight pixels where frames are taken and a schema where
    those are. It has a budget of its own and is made anew each time."""
    if not policies.can_manage_endpoints(actor, project):
        raise NotAllowedError("Only a maintainer tries endpoints.", code="endpoint.not_maintainer")
    profile = selectors.profile_for(actor, project, profile_id)
    if profile.state != ProfileState.ACTIVE:
        raise ConflictError(f"This endpoint is {profile.state}; try the version in use.", code="endpoint.not_active")
    title = f"Try {profile.slug} v{profile.version}"
    # The call itself is needed to know what it can cost; only its own row is made before.
    run = open_budget(
        actor=actor,
        project=project,
        purpose=selectors.TRY,
        title=title,
        limit_micros=0,
        limit_tokens=0,
        currency=profile.currency,
    )
    call = request_call(run=run, profile=profile, spec=_spec(profile), purpose=selectors.TRY, title=title)
    tries = profile.max_attempts
    run.limit_micros = tries * most_micros(call, profile)
    run.limit_tokens = tries * (call.tokens_in_most + call.tokens_out_most)
    run.save(update_fields=["limit_micros", "limit_tokens"])
    start_job(actor=actor, project_id=project.pk, task="endpoints.try", title=title, run_id=run.pk)
    return call


def _spec(profile: Profile) -> RequestSpec:
    ask = 'Answer with this JSON object and nothing else: {"ready": true}'
    content: list[dict[str, Any]] = [{"type": "text", "text": ask}]
    if Medium.FRAMES in profile.takes:
        picture = grey_picture()
        sha256 = storage.put_bytes(picture)
        content.append(media_part(medium=Medium.FRAMES, sha256=sha256, media_type="image/png", size=len(picture)))
    return RequestSpec(
        messages=[{"role": "user", "content": content if len(content) > 1 else ask}],
        max_output_tokens=min(1000, profile.max_output_tokens),
        schema_name="ready",
        schema=_SCHEMA,
        prompt_version="try-1",
        nonce=secrets.token_hex(8),
    )


def grey_picture(side: int = 8) -> bytes:
    """A PNG of one grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = (b"\x00" + b"\x80" * side) * side
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
