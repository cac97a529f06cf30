"""Taking back composing: reviews of what nobody has judged end, its waiting clips are cancelled, the episodes go."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import batched
from uuid import UUID

from django.db import transaction

from affectory.accounts.models import User
from affectory.core import jobs
from annotation.reviews.services.withdrawing import end_reviews, judged_subjects, open_rounds_of
from datasets.episodes.models import Composition
from datasets.episodes.services.discarding import discard_episodes, discardable_ids
from datasets.observation.models import Render
from datasets.observation.services import cancel_renders

AT_ONCE = 200
KIND = "episode"


def discard_unjudged(*, composition: Composition, run: jobs.Run) -> None:
    """EP56: killed anywhere, it goes on where it was; run twice, it finds nothing more."""
    actor = User.objects.get(pk=run.job.actor.pk) if run.job.actor else composition.created_by
    gone = kept = 0
    for some in batched(discardable_ids(composition), AT_ONCE):
        went = _discard(actor, composition, some)
        gone, kept = gone + went, kept + len(some) - went
        told = f"{kept:,} were judged and stay" if kept else ""
        run.progress(done=gone + kept, message=told)
        run.stop_if_cancelled()


@transaction.atomic
def _discard(actor: User, composition: Composition, ids: Sequence[UUID]) -> int:
    """The rounds are locked before anybody asks whether they were judged: a verdict comes before this or after."""
    list(open_rounds_of(KIND, ids).order_by("pk").select_for_update().values_list("pk", flat=True))
    judged = judged_subjects(KIND, ids)
    going = [pk for pk in ids if pk not in judged]
    end_reviews(actor=actor, kind=KIND, ids=going, reason="discarded")
    waiting = Render.objects.filter(episode__in=going).values_list("pk", flat=True)
    cancel_renders(actor=actor, project=composition.project, render_ids=list(waiting))
    return discard_episodes(actor=actor, composition=composition, ids=going)
