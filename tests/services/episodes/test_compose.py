from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from affectory.core import jobs, storage
from affectory.core.errors import InvalidError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from datasets.episodes import services
from datasets.episodes.ingredients import COMPOSER
from datasets.episodes.models import Composition, Episode, Shard
from datasets.episodes.services import composing, trying
from datasets.motion.models import MotionAsset
from datasets.motion.services import choose_avatar
from datasets.observation.selectors import review_material
from datasets.observation.specs import build_spec, current_parameters
from tests.factories.episodes import PLAN, add_material, compose_episodes
from tests.factories.rigs import add_avatar

pytestmark = pytest.mark.django_db


def test_composing_twice_gives_the_same_episodes_and_no_second_row(project, maintainer):
    """EP1, EP2."""
    first = compose_episodes(project, maintainer, seed=7)
    assert len(first) == 4
    second = compose_episodes(project, maintainer, seed=7)
    assert second == []
    report = Composition.objects.order_by("-created_at").first().report
    assert (report["episodes"], report["already_there"]) == (0, 4)
    other = compose_episodes(project, maintainer, seed=8)
    assert {e.pk for e in other} & {e.pk for e in first} == set()


def test_a_dry_run_gives_the_ids_of_the_run_and_makes_nothing(project, maintainer, monkeypatch):
    """EP3."""
    monkeypatch.setattr(trying, "AT_MOST_S", 600.0)
    add_material(project, maintainer)
    foreseen = services.dry_run(actor=maintainer, project=project, plan=PLAN, seed=7)
    assert Episode.objects.count() == Composition.objects.count() == Job.objects.count() == 0
    made = compose_episodes(project, maintainer, seed=7)
    assert sorted(foreseen["episode_ids"]) == sorted(str(e.pk) for e in made)
    far, _ = foreseen["groups"]
    assert (far["name"], far["expected"], far["expected_low"], far["expected_high"]) == ("far_visible", 2, 2, 2)
    for refusal in foreseen["refusals"]:
        assert refusal["value"] is not None or refusal["message"]


def test_episodes_carry_their_checks_and_wait_for_the_engine(project, maintainer):
    """EP4–EP7, EP10, EP11: each check is a number within its bounds."""
    for episode in compose_episodes(project, maintainer):
        assert episode.state == "composed"
        found = {c["id"]: c for c in episode.checks}
        assert {c["outcome"] for c in episode.checks} == {"pass"}
        assert found["robot_start_clearance"]["value"] >= 0.18
        assert found["person_on_floor"]["value"] == 1.0
        assert found["person_clear_of_objects"]["value"] >= -0.03
        if episode.challenge == "far_visible":
            assert 4.0 <= found["distance"]["value"] <= 10.0
            assert found["visible"]["value"] >= 0.7
        else:
            assert 120 <= found["bearing"]["value"] <= 180
            assert found["visible"]["value"] >= 0.5


def test_an_episode_keeps_the_avatar_that_its_project_used(project, maintainer):
    """MO68, OB37: the same plan and seed give others for another avatar, and choosing changes none that exist."""
    avatar = add_avatar(maintainer, project)
    mannequins = compose_episodes(project, maintainer)
    choose_avatar(actor=maintainer, project=project, avatar_id=avatar.pk)
    dressed = compose_episodes(project, maintainer)
    choose_avatar(actor=maintainer, project=project, avatar_id=None)
    assert {e.pk for e in mannequins} & {e.pk for e in dressed} == set()
    for episode in dressed:
        episode.refresh_from_db()
        assert (episode.avatar, episode.specification.avatar_sha256) == (avatar, avatar.glb_sha256)
        spec, _ = build_spec(episode, setting="P-Init", engine_id="embedded-1", parameters=current_parameters())
        assert (spec.avatar.avatar_sha256, "avatar" in mannequins[0].spec) == (avatar.glb_sha256, False)
    body = review_material(dressed[0], "lab"), review_material(mannequins[0], "lab")
    assert [one["avatar_url"] for one in body] == [
        f"/api/v1/projects/lab/avatars/{avatar.pk}/avatar.glb",
        "/api/v1/avatar.glb",
    ]
    with pytest.raises(ProtectedError):
        avatar.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Episode.objects.filter(pk=dressed[0].pk).update(avatar=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        type(avatar).objects.filter(pk=avatar.pk).update(licence="CC0")


def test_composing_starts_the_checks_as_a_job_of_their_own(project, maintainer):
    episodes = compose_episodes(project, maintainer)
    job = Job.objects.get(task="episodes.check")
    assert (job.total, job.arguments) == (4, {"composition_id": str(episodes[0].composition_id)})
    assert job.actor_id == maintainer.pk
    assert AuditEvent.objects.filter(event="composition_done").count() == 1


def test_a_second_delivery_of_a_finished_composition_leaves_quietly(project, maintainer):
    """CO6."""
    compose_episodes(project, maintainer)
    composition = Composition.objects.get()
    with jobs.running(composition.job_id) as run:
        assert run is None
    services.run_composition(composition_id=composition.pk, run=None)
    assert Episode.objects.count() == 4
    assert Job.objects.filter(task="episodes.check").count() == 1


def test_a_composition_whose_job_was_given_up_or_never_began_has_ended(project, maintainer, settings):
    """EP13: its job can be tried again, and goes on."""
    add_material(project, maintainer)
    composition = services.start_composition(actor=maintainer, project=project, plan=PLAN, seed=7)
    jobs.cancel_job(Job.objects.get(pk=composition.job_id))
    composition.refresh_from_db()
    assert (composition.state, composition.failure) == ("cancelled", "Cancelled.")
    jobs.retry_job(Job.objects.get(pk=composition.job_id))
    # A worker began and died, as often as it may.
    died = timezone.now() - timedelta(seconds=settings.JOB_STALE_S + 1)
    Job.objects.filter(pk=composition.job_id).update(
        state="running", owner=uuid4(), attempts=settings.JOB_MAX_ATTEMPTS, heartbeat_at=died
    )
    Composition.objects.update(state="composing")
    with jobs.running(composition.job_id) as run:
        assert run is None
    composition.refresh_from_db()
    assert composition.state == "failed"
    assert composition.failure.startswith("Given up after")
    jobs.retry_job(Job.objects.get(pk=composition.job_id))
    with jobs.running(composition.job_id) as run:
        services.run_composition(composition_id=composition.pk, run=run)
    composition.refresh_from_db()
    assert (composition.state, composition.failure) == ("done", "")


def test_a_cancelled_composition_keeps_what_it_made_and_goes_on_when_retried(project, maintainer, monkeypatch):
    """EP13."""
    add_material(project, maintainer)
    composition = services.start_composition(actor=maintainer, project=project, plan=PLAN, seed=7)
    monkeypatch.setattr(composing, "WRITTEN_AT_ONCE", 1)
    with jobs.running(composition.job_id) as run:
        kept = iter(range(100))
        tell = run.progress

        def stop_after_two(**told) -> None:
            if next(kept) == 1:
                Job.objects.filter(pk=run.job.pk).update(cancel_requested=True)
            tell(**told)

        monkeypatch.setattr(run, "progress", stop_after_two)
        services.run_composition(composition_id=composition.pk, run=run)
    composition.refresh_from_db()
    job = Job.objects.get(pk=composition.job_id)
    assert (composition.state, job.state, Episode.objects.count()) == ("cancelled", "cancelled", 2)
    assert not Shard.objects.exclude(owner=None).exists(), "whoever retries would wait until the hold is stale"
    jobs.retry_job(job)
    with jobs.running(composition.job_id) as run:
        services.run_composition(composition_id=composition.pk, run=run)
    composition.refresh_from_db()
    assert composition.state == "done", composition.failure
    assert (composition.report["episodes"], Episode.objects.count()) == (4, 4)


def test_a_motion_that_cannot_be_read_fails_its_composition_with_a_sentence(project, maintainer):
    """CO10."""
    add_material(project, maintainer)
    MotionAsset.objects.update(retargeted_sha256=storage.put_bytes(b"no motion"))
    assert compose_episodes(project, maintainer) == []
    composition = Composition.objects.get()
    assert composition.state == "failed"
    assert composition.failure.startswith("What is stored of the motion cannot be read (file ")


def test_what_another_composer_began_is_not_gone_on_with(project, maintainer):
    """EP43."""
    add_material(project, maintainer)
    composition = services.start_composition(actor=maintainer, project=project, plan=PLAN, seed=7)
    assert composition.material["composer"] == COMPOSER
    Composition.objects.update(material=composition.material | {"composer": COMPOSER - 1})
    with jobs.running(composition.job_id) as run:
        services.run_composition(composition_id=composition.pk, run=run)
    composition.refresh_from_db()
    assert (composition.state, composition.shards.count()) == ("failed", 0)
    assert "Compose the plan anew; what is there stays." in composition.failure


BAD_COUNT = "format: affectory-plan-1\nchallenges:\n  far_visible:\n    count: -1\n"
UNKNOWN_SCENE = {"format": "affectory-plan-1", "challenges": {"far_visible": {"count": 1}}, "scenes": ["Attic"]}
EMPTY_CLASS = {
    "format": "affectory-plan-1",
    "challenges": {"rear_view": {"count": 1}},
    "motions": {"labels": ["fearful"]},
}


@pytest.mark.parametrize(
    ("plan", "part"),
    [
        (BAD_COUNT, "line 4: challenges.far_visible.count"),
        (UNKNOWN_SCENE, "Attic"),
        (EMPTY_CLASS, "no motion fits"),
    ],
)
def test_a_plan_that_cannot_be_composed_is_refused_before_anything_is_made(project, maintainer, plan, part):
    """EP12: an empty class is a normal state, so the sentence says that nothing fits."""
    add_material(project, maintainer)
    with pytest.raises(InvalidError) as caught:
        services.start_composition(actor=maintainer, project=project, plan=plan, seed=1)
    assert part in caught.value.fields["plan"][0]
    assert Composition.objects.count() == Job.objects.count() == 0


def test_only_maintainers_compose(project, maintainer, reviewer_a):
    add_material(project, maintainer)
    for call in (services.dry_run, services.start_composition):
        with pytest.raises(NotAllowedError):
            call(actor=reviewer_a, project=project, plan=PLAN, seed=1)
    assert Composition.objects.count() == 0
