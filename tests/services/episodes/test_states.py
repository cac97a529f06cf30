from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError
from affectory.core.models import AuditEvent
from datasets.episodes import services
from datasets.episodes.checks import challenge_checks, measured, repeat_check
from datasets.episodes.selectors import episode_counts
from tests.factories.episodes import compose_episodes, frame_records

pytestmark = pytest.mark.django_db

ONE = {"format": "affectory-plan-1", "challenges": {"rear_view": {"count": 1}}}


@pytest.fixture
def episode(project, maintainer):
    return compose_episodes(project, maintainer, plan=ONE)[0]


def checks(episode, **values):
    bounds = {k: tuple(v) for k, v in episode.bounds.items()}
    return challenge_checks(measured(frame_records(**values)), bounds, stage="measured")


def passed(episode):
    return services.record_checks(episode_id=episode.pk, checks=checks(episode))


def test_what_the_engine_measured_stands_in_place_of_what_geometry_said(episode):
    """EP9."""
    checked = services.record_checks(episode_id=episode.pk, checks=[*checks(episode), repeat_check("a", "a")])
    assert checked.state == "checked"
    found = {c["id"]: c for c in checked.checks}
    assert (found["visible"]["value"], found["visible"]["stage"]) == (0.9, "measured")
    assert found["person_on_floor"]["stage"] == "geometric"
    assert found["same_pixels"]["outcome"] == "pass"
    assert len(found) == len(checked.checks)


def test_a_challenge_that_the_engine_does_not_see_refuses_with_its_number(episode):
    """EP9, EP11."""
    refused = services.record_checks(episode_id=episode.pk, checks=checks(episode, bearing_deg=80.0))
    assert refused.state == "refused"
    assert refused.refusal == "The camera is 80° from the body's front; 120 to 180° is asked."
    assert AuditEvent.objects.filter(event="episode_refused", subject_id=str(episode.pk)).count() == 1


def test_frames_in_which_nobody_is_seen_count_as_nothing_visible(episode):
    """EP9."""
    refused = services.record_checks(episode_id=episode.pk, checks=checks(episode, visible_fraction=None))
    assert refused.refusal.startswith("0% of the person is visible")


def test_pixels_that_differ_refuse(episode):
    """EP8."""
    refused = services.record_checks(episode_id=episode.pk, checks=[repeat_check("a", "b")])
    assert (refused.state, refused.refusal) == ("refused", "Two renderings of the same frames differ.")


def test_a_second_delivery_of_the_findings_changes_nothing(episode):
    """CO6."""
    passed(episode)
    again = services.record_checks(episode_id=episode.pk, checks=checks(episode, bearing_deg=80.0))
    assert (again.state, again.refusal) == ("checked", "")
    assert AuditEvent.objects.filter(event="episode_checked").count() == 1


def test_only_a_checked_episode_opens_for_review_and_only_once(project, episode):
    """EP14."""
    assert services.open_for_review(episode_id=episode.pk).state == "composed"
    passed(episode)
    opened = services.open_for_review(episode_id=episode.pk)
    assert opened.state == "in_review"
    assert services.open_for_review(episode_id=episode.pk).opened_at == opened.opened_at
    assert AuditEvent.objects.filter(event="episode_opened_for_review").count() == 1


def test_a_clip_that_breaks_the_challenge_refuses_instead_of_opening(project, episode):
    """EP14."""
    passed(episode)
    refused = services.open_for_review(episode_id=episode.pk, checks=checks(episode, visible_fraction=0.1))
    assert (refused.state, refused.opened_at) == ("refused", None)
    assert refused.refusal.startswith("10% of the person is visible")


def test_an_outcome_is_recorded_once(project, reviewer_a, episode):
    """EP15."""
    passed(episode)
    with pytest.raises(ConflictError):
        services.record_review_outcome(actor=reviewer_a, episode_id=episode.pk, kept=True)
    services.open_for_review(episode_id=episode.pk)
    removed = services.record_review_outcome(
        actor=reviewer_a, episode_id=episode.pk, kept=False, reasons=["walks_through_furniture"]
    )
    assert (removed.state, removed.removal_reasons) == ("removed", ["walks_through_furniture"])
    with pytest.raises(ConflictError):
        services.record_review_outcome(actor=reviewer_a, episode_id=episode.pk, kept=True)
    removed.refresh_from_db()
    assert removed.state == "removed"
    assert episode_counts(project) == {
        "composed": 0,
        "checked": 0,
        "refused": 0,
        "in_review": 0,
        "kept": 0,
        "removed": 1,
        "withdrawn": 0,
        "discarded": 0,
    }


def test_an_episode_the_engine_cannot_read_is_refused_with_its_sentence(episode):
    """EP16."""
    refused = services.refuse_unreadable(episode_id=episode.pk, reason="stage.glb: meshes: missing")
    assert (refused.state, refused.refusal) == ("refused", "stage.glb: meshes: missing")
    assert services.refuse_unreadable(episode_id=episode.pk, reason="other").refusal == "stage.glb: meshes: missing"
