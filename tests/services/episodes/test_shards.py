from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from affectory.core import jobs
from affectory.core.models import Job
from datasets.episodes import services
from datasets.episodes.domain import ShardWork
from datasets.episodes.models import Composition, Episode, Shard
from datasets.episodes.services import composing, sharding, trying
from datasets.episodes.services.composing import Workshop
from datasets.episodes.services.sharding import HoldLostError, Work
from tests.factories.episodes import PLAN, add_material, add_motion

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(project, maintainer, monkeypatch):
    """A composition of four slots in four parts, at work."""
    monkeypatch.setattr(composing, "SLOTS_PER_SHARD", 1)
    add_material(project, maintainer)
    composition = services.start_composition(actor=maintainer, project=project, plan=PLAN, seed=7)
    Job.objects.filter(pk=composition.job_id).update(state="running", owner=uuid.uuid4(), heartbeat_at=timezone.now())
    Composition.objects.filter(pk=composition.pk).update(state="composing")
    composition.refresh_from_db()
    composing._cut_up(composition, Workshop(composition))
    return composition


@pytest.fixture
def work(begun):
    return Work(begun.pk, ShardWork.COMPOSE, begun.job_id)


def killed(hold) -> None:
    """Its worker is gone without a word, long enough ago."""
    Shard.objects.filter(pk=hold.shard.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=5))


def finish(begun, work) -> dict:
    """The job's holder comes back and brings it to an end."""
    Job.objects.filter(pk=begun.job_id).update(heartbeat_at=timezone.now() - timedelta(minutes=5))
    with jobs.running(begun.job_id) as run:
        services.run_composition(composition_id=begun.pk, run=run)
    begun.refresh_from_db()
    return begun.report


def test_a_part_is_held_by_one_worker_and_a_finished_one_is_not_given_again(begun, work):
    """EP50."""
    held = [sharding.take(work) for _ in range(4)]
    assert len({hold.shard.pk for hold in held}) == 4
    assert sharding.take(work) is None
    Workshop(begun).compose(held[0])
    held[0].finish()
    killed(held[1])
    again = sharding.take(work)
    assert (again.shard.pk, again.shard.attempts) == (held[1].shard.pk, 2)
    assert sharding.take(work) is None


def test_what_a_worker_brings_after_it_lost_its_part_counts_nowhere(begun, work):
    """EP50, EP51: a worker that was taken for dead wakes up after another one has taken its part."""
    slow = sharding.take(work)
    killed(slow)
    quick = sharding.take(work)
    assert quick.shard.pk == slow.shard.pk
    with pytest.raises(HoldLostError):
        Workshop(begun).compose(slow)
    assert Episode.objects.count() == 0
    Workshop(begun).compose(quick)
    quick.finish()
    with pytest.raises(HoldLostError):
        slow.finish()
    assert Episode.objects.count() == 1


def test_without_the_lease_a_doubled_part_is_counted_twice(begun, work, monkeypatch):
    """What the lease is good for: the same as above with a hold that does not ask for it."""
    monkeypatch.setattr(composing, "SLOTS_PER_SHARD", 1)
    slow = sharding.take(work)
    killed(slow)
    quick = sharding.take(work)

    def keep_anyway(hold, *, done, refused, report, examples) -> None:
        stored = Shard.objects.get(pk=hold.shard.pk).report.get("tried", 0)
        Shard.objects.filter(pk=hold.shard.pk).update(report=report | {"tried": report["tried"] + stored})

    monkeypatch.setattr(sharding.Hold, "keep", keep_anyway)
    for hold in (slow, quick):
        Workshop(begun).compose(hold)
    assert Shard.objects.get(pk=slow.shard.pk).report["tried"] == 2


def test_a_part_goes_on_where_its_worker_died(project, maintainer, begun, work, monkeypatch):
    """EP13, EP51: what was kept is neither composed nor counted again."""
    Shard.objects.all().delete()
    monkeypatch.setattr(composing, "SLOTS_PER_SHARD", 100)
    monkeypatch.setattr(composing, "WRITTEN_AT_ONCE", 1)
    composing._cut_up(begun, Workshop(begun))
    workshop = Workshop(begun)
    hold = sharding.take(work)
    asked = []
    slot = workshop.slot

    def die_at_the_second(wanted, number):
        asked.append(number)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return slot(wanted, number)

    monkeypatch.setattr(workshop, "slot", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        workshop.compose(hold)
    stored = Shard.objects.get(pk=hold.shard.pk)
    assert (stored.done, stored.report["tried"], Episode.objects.count()) == (1, 1, 1)
    killed(hold)
    report = finish(begun, work)
    assert [group["tried"] for group in report["groups"]] == [2, 2]
    assert (report["episodes"], Episode.objects.count()) == (4, 4)


def test_one_worker_and_three_give_the_same_episodes_and_counts(project, maintainer, begun, work):
    """EP2, EP51: parts are shared out to three in turn, one of them dies with a part in hand."""
    workshops = [Workshop(begun) for _ in range(3)]
    dead = sharding.take(work)
    for number in range(3):
        hold = sharding.take(work)
        workshops[number].compose(hold)
        hold.finish()
    killed(dead)
    shared = finish(begun, work)
    ids = set(Episode.objects.values_list("pk", flat=True))
    Episode.objects.all().delete()
    alone = services.start_composition(actor=maintainer, project=project, plan=PLAN, seed=7)
    with jobs.running(alone.job_id) as run:
        services.run_composition(composition_id=alone.pk, run=run)
    alone.refresh_from_db()
    assert set(Episode.objects.values_list("pk", flat=True)) == ids
    assert alone.report == shared
    assert shared["episodes"] == 4


def test_a_finished_part_never_changes(begun, work):
    """EP51."""
    hold = sharding.take(work)
    Workshop(begun).compose(hold)
    hold.finish()
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Shard.objects.filter(pk=hold.shard.pk).update(refused=1)


def test_a_cancelled_job_gives_out_no_part_and_takes_no_findings(begun, work):
    """EP50."""
    hold = sharding.take(work)
    Job.objects.filter(pk=begun.job_id).update(cancel_requested=True)
    assert sharding.take(work) is None
    with pytest.raises(HoldLostError):
        Workshop(begun).compose(hold)
    assert Episode.objects.count() == 0
    assert not services.help_composing(composition_id=begun.pk, job_id=begun.job_id)


def test_a_part_whose_workers_always_die_is_given_up_and_tried_again_when_somebody_says_so(begun, work, settings):
    settings.JOB_MAX_ATTEMPTS = 1
    for _ in range(4):
        killed(sharding.take(work))
    assert sharding.take(work) is None
    assert set(Shard.objects.values_list("failure", flat=True)) == {
        "Given up after 1 attempts: each time its worker died."
    }
    settings.JOB_MAX_ATTEMPTS = 5
    assert finish(begun, work)["episodes"] == 4


def test_motions_that_come_in_while_a_plan_is_composed_change_nothing(project, maintainer, begun, work):
    """EP52."""
    hold = sharding.take(work)
    Workshop(begun).compose(hold)
    hold.finish()
    for number in range(10, 16):
        add_motion(project, number=number, label="fearful")
    report = finish(begun, work)
    assert report["motions"] == 3
    assert not Episode.objects.filter(label="fearful").exists()


def test_helpers_take_parts_and_leave_the_closing_to_the_holder(begun, work):
    """EP50."""
    assert not services.help_composing(composition_id=begun.pk, job_id=begun.job_id)
    assert Episode.objects.count() == 4
    begun.refresh_from_db()
    assert begun.state == "composing"
    assert finish(begun, work)["episodes"] == 4
    assert not services.help_composing(composition_id=begun.pk, job_id=begun.job_id)


def test_a_dry_run_of_large_scenes_is_a_job_that_makes_no_episode(project, maintainer, monkeypatch):
    """EP54: and gives the ids of the run."""
    monkeypatch.setattr(trying, "AT_MOST_S", 600.0)
    add_material(project, maintainer)
    quick = services.dry_run(actor=maintainer, project=project, plan=PLAN, seed=7)
    monkeypatch.setattr(trying, "TRIANGLES_IN_REQUEST", 10)
    trial = services.dry_run(actor=maintainer, project=project, plan=PLAN, seed=7)
    assert (trial.trial, trial.state) == (True, "queued")
    with jobs.running(trial.job_id) as run:
        services.run_composition(composition_id=trial.pk, run=run)
    trial.refresh_from_db()
    assert (trial.state, Episode.objects.count(), trial.report["episodes"]) == ("done", 0, 0)
    assert sorted(trial.report["episode_ids"]) == sorted(quick["episode_ids"])
    assert trial.report["groups"] == quick["groups"]
    assert not Job.objects.filter(task="episodes.check").exists()
