"""EP56: what nobody has judged can be taken back, also when it is out for review."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import Project, User
from datasets.episodes.services.discarding import discard_episodes
from datasets.observation.models import Render
from datasets.observation.services import cancel_renders

from .services.withdrawing import end_reviews, judged_subjects, open_rounds_of
from .subjects.episodes import KIND


@transaction.atomic
def discard_unjudged(*, actor: User, project: Project, ids: Collection[UUID]) -> dict[UUID, str]:
    """Reviews of these end, their waiting clips are cancelled, and they go, but for what was judged. Returns the
    state that each which went was in. The rounds are locked before anybody asks whether they were judged: a verdict
    comes before this or after."""
    list(open_rounds_of(KIND, ids).order_by("pk").select_for_update().values_list("pk", flat=True))
    judged = judged_subjects(KIND, ids)
    going = [pk for pk in ids if pk not in judged]
    end_reviews(actor=actor, kind=KIND, ids=going, reason="discarded")
    waiting = Render.objects.filter(episode__in=going).values_list("pk", flat=True)
    cancel_renders(actor=actor, project=project, render_ids=list(waiting))
    return discard_episodes(actor=actor, project=project, ids=going)
