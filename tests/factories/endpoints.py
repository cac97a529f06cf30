"""Profiles, runs and calls through services."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import Any
from uuid import UUID

from affectory.accounts.models import Project, User
from affectory.endpoints import services
from affectory.endpoints.domain.requests import RequestSpec
from affectory.endpoints.models import Budget, Call, Profile

LOCAL = "http://127.0.0.1:9/v1"


def made_profile(
    project: Project | None, *, actor: User | None = None, slug: str = "fake", base_url: str = LOCAL, **given: Any
) -> Profile:
    """A profile of a test endpoint: a millionth of a dollar for a token in, two for one out."""
    fields: dict[str, Any] = {
        "name": slug.title(),
        "base_url": base_url,
        "model": "lab/model-1",
        "price_in": Decimal(1),
        "price_out": Decimal(2),
        "max_output_tokens": 200,
        "timeout_s": 10,
    }
    return services.create_profile(
        actor=actor, project=project, slug=slug, fields=services.ProfileFields(**(fields | given))
    )


def opened_run(
    project: Project, *, actor: User | None = None, micros: int | None = 10**9, tokens: int | None = 10**9
) -> Budget:
    return services.open_budget(
        actor=actor, project=project, purpose="test", title="A run", limit_micros=micros, limit_tokens=tokens
    )


def spec_of(text: str = "Hello", **given: Any) -> RequestSpec:
    return RequestSpec(**({"messages": [{"role": "user", "content": text}], "max_output_tokens": 100} | given))


def asked(
    run: Budget, profile: Profile, text: str = "Hello", *, video_ids: Collection[UUID] = (), **given: Any
) -> Call:
    return services.request_call(
        run=run, profile=profile, spec=spec_of(text, **given), purpose="test", title=text[:40], video_ids=video_ids
    )


def all_sendable(project_id: UUID, video_ids: Collection[UUID]) -> Collection[UUID]:
    return video_ids


def none_sendable(project_id: UUID, video_ids: Collection[UUID]) -> Collection[UUID]:
    return ()
