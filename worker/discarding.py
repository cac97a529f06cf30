"""Taking back composing, in portions."""

from __future__ import annotations

from itertools import batched

from affectory.accounts.models import User
from affectory.core import jobs
from annotation.reviews.discarding import discard_unjudged
from datasets.episodes.models import Composition
from datasets.episodes.services.discarding import discardable_ids

AT_ONCE = 200


def discard_composed(*, composition: Composition, run: jobs.Run) -> None:
    """EP56: killed anywhere, it goes on where it was; run twice, it finds nothing more."""
    actor = User.objects.get(pk=run.job.actor.pk) if run.job.actor else composition.created_by
    gone = kept = 0
    for some in batched(discardable_ids(composition), AT_ONCE):
        went = len(discard_unjudged(actor=actor, project=composition.project, ids=some))
        gone, kept = gone + went, kept + len(some) - went
        told = f"{kept:,} were judged and stay" if kept else ""
        run.progress(done=gone + kept, message=told)
        run.stop_if_cancelled()
