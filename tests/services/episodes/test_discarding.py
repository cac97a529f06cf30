from __future__ import annotations

from typing import Any

import pytest

from affectory.browsing.services.bulk import start_bulk, undo_bulk
from affectory.core.errors import ConflictError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from datasets.episodes import services
from datasets.episodes.composition_selectors import discardable
from datasets.episodes.models import Episode
from datasets.episodes.services.discarding import restore_episodes
from datasets.observation.models import Render
from datasets.observation.services import cancel_renders, request_renders, resume_renders
from tests.factories.episodes import check_all, compose_episodes, composition_of
from tests.factories.kept_episodes import make_episode
from worker.tasks import episodes as tasks

pytestmark = pytest.mark.django_db


def discard(maintainer, composition, expected: int) -> Job:
    job = services.start_discarding(actor=maintainer, composition=composition, expected=expected)
    tasks.discard(str(job.pk), str(composition.pk))
    job.refresh_from_db()
    return job


def test_what_nobody_was_asked_about_goes_and_composing_again_brings_it_back(project, maintainer):
    """EP56, BW15: waiting clips are cancelled, and what was judged stays; or it is put back, and what was not checked
    yet is checked."""
    episodes = compose_episodes(project, maintainer, seed=7)
    check_all(episodes[:2])
    request_renders(actor=maintainer, project=project, episode_ids=[episodes[0].pk])
    composition = composition_of(episodes[0])
    judged = {
        state: make_episode(episodes[0].motion, episodes[0].scene, number, state=state).pk
        for number, state in enumerate(("kept", "removed"))
    }
    Episode.objects.filter(pk__in=judged.values()).update(composition=composition)
    job = discard(maintainer, composition, 4)
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    found = dict(Episode.objects.values_list("pk", "state"))
    assert {state: found.pop(pk) for state, pk in judged.items()} == {"kept": "kept", "removed": "removed"}
    assert set(found.values()) == {"discarded"}
    assert set(Render.objects.values_list("state", flat=True)) == {"cancelled"}
    assert AuditEvent.objects.get(event="episodes_discarded").data == {"count": 4}
    assert discardable(composition) == {"before_review": 0, "in_review": 0, "stay": 2}
    before = {episode.pk: "checked" if n < 2 else "composed" for n, episode in enumerate(episodes)}
    Job.objects.update(state="done")  # CO1: those of composing and discarding have ended
    restore_episodes(actor=maintainer, project=project, before=before)
    assert dict(Episode.objects.filter(pk__in=before).values_list("pk", "state")) == before
    assert Job.objects.filter(task="episodes.check").order_by("created_at").last().title == "Check 2 episodes"
    assert discard(maintainer, composition, 4).done == 4
    again = compose_episodes(project, maintainer, seed=7)
    assert {episode.pk for episode in again} == {episode.pk for episode in episodes}
    assert {(episode.state, episode.refusal) for episode in again} == {("composed", "")}


def test_an_undo_has_the_clips_made_that_were_waited_for(project, maintainer):
    """BW15, OB40: but not one that somebody had cancelled before."""
    episodes = compose_episodes(project, maintainer, seed=7)
    check_all(episodes[:1])
    renders = request_renders(actor=maintainer, project=project)
    cancel_renders(actor=maintainer, project=project, render_ids=[renders[0].pk])
    run = start_bulk(**episodes_of(project, maintainer), action="discard", arguments={})
    assert set(Render.objects.values_list("state", flat=True)) == {"cancelled"}
    undo_bulk(actor=maintainer, project=project, run_id=run.pk)
    found = {render.pk: render.state for render in Render.objects.all()}
    assert [found[render.pk] for render in renders] == ["cancelled", "queued", "queued"]
    assert resume_renders(actor=maintainer, project=project, render_ids=[r.pk for r in renders[1:]]) == 0


def test_an_undo_leaves_what_was_composed_again(project, maintainer):
    """BW15: what was checked and is now only composed is not taken for checked."""
    episodes = compose_episodes(project, maintainer, seed=7)
    check_all(episodes)
    first = start_bulk(**episodes_of(project, maintainer), action="discard", arguments={})
    compose_episodes(project, maintainer, seed=7)
    second = start_bulk(**episodes_of(project, maintainer), action="discard", arguments={})
    undo_bulk(actor=maintainer, project=project, run_id=first.pk)
    assert set(Episode.objects.values_list("state", flat=True)) == {"discarded"}
    undo_bulk(actor=maintainer, project=project, run_id=second.pk)
    assert set(Episode.objects.values_list("state", flat=True)) == {"composed"}


def episodes_of(project, maintainer) -> dict[str, Any]:
    return {"actor": maintainer, "project": project, "library": "episodes"}


def test_a_count_that_has_changed_since_it_was_confirmed_discards_nothing(project, maintainer):
    """EP56."""
    episodes = compose_episodes(project, maintainer, seed=7)
    with pytest.raises(ConflictError, match="By now it would be 4 episodes, not 3"):
        services.start_discarding(actor=maintainer, composition=composition_of(episodes[0]), expected=3)
    assert not Job.objects.filter(task="episodes.discard").exists()


def test_only_maintainers_discard(project, maintainer, reviewer_a):
    """EP56."""
    episodes = compose_episodes(project, maintainer, seed=7)
    with pytest.raises(NotAllowedError):
        services.start_discarding(actor=reviewer_a, composition=composition_of(episodes[0]), expected=4)
