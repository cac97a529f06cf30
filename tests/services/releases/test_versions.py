"""RL2 and SP6 on rows: what the difference to the last release demands."""

from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from datasets.episodes.models import Episode
from export.formats.kinds.episodes import EPISODES
from export.releases import selectors, services
from export.releases.models import Release
from export.splits.domain import parse_policy
from tests.factories.kept_episodes import make_kept
from tests.factories.releases import SHARES

pytestmark = pytest.mark.django_db


def plan(project, version=None):
    return selectors.preview(project, version=version, notes="", policy=parse_policy(SHARES), seed=3)


def more_episodes(kept, n: int) -> None:
    motion = kept[0].motion
    make_kept(motion.project, n, collection=motion.collection, scene=kept[0].scene, first=100)


def test_rl2_the_first_release_may_have_any_version(kept, project) -> None:
    made = plan(project)
    assert (made.header.version, made.changes.base, made.blocking) == ("0.1.0", None, ())


def test_rl2_the_same_rows_demand_a_patch(kept, project, frozen) -> None:
    frozen("0.1.0")
    changes = plan(project).changes
    assert (str(changes.required()), changes.reasons(EPISODES.words)) == ("0.1.1", ["No row changed."])


def test_rl2_added_rows_demand_a_minor_step_and_earlier_rows_keep_their_split(kept, project, frozen) -> None:
    release = frozen("0.1.0")
    before = dict(release.rows.values_list("episode_id", "split"))
    more_episodes(kept, 6)
    made = plan(project)
    assert (str(made.changes.required()), made.changes.reasons(EPISODES.words)) == (
        "0.2.0",
        ["12 episodes were added"],
    )
    placed = {bundle.origin["motion"]: bundle.split for bundle in made.placement.bundles}
    after = {str(e.pk): placed[str(e.motion_id)] for e in Episode.objects.filter(project=project)}
    assert {str(e): after[str(e)] for e in before} == {str(e): s for e, s in before.items()}


def test_rl2_a_removed_row_demands_a_major_step(kept, project, frozen, maintainer, draft) -> None:
    frozen("0.1.0")
    Episode.objects.filter(pk=kept[0].pk).update(state="removed")
    made = plan(project)
    assert (str(made.changes.required()), made.changes.reasons(EPISODES.words)) == (
        "1.0.0",
        ["1 episode was removed"],
    )
    with pytest.raises(InvalidError, match=r"0\.2\.0 is too small a step from 0\.1\.0: 1 episode was removed"):
        services.request_freeze(actor=maintainer, release_id=draft("0.2.0").pk, typed_version="0.2.0")


def test_rl2_a_changed_reference_demands_a_major_step(kept, project, frozen) -> None:
    frozen("1.4.2")
    motion = kept[0].motion
    type(motion).objects.filter(pk=motion.pk).update(label="fearful")
    Episode.objects.filter(motion=motion).update(label="fearful")
    changes = plan(project).changes
    assert (str(changes.required()), changes.reasons(EPISODES.words)) == ("2.0.0", ["2 references changed"])


def test_rl2_a_version_below_the_latest_is_refused(kept, frozen, draft, maintainer) -> None:
    frozen("0.2.0")
    release = draft("0.1.9")
    with pytest.raises(InvalidError, match=r"0\.1\.9 is not above 0\.2\.0"):
        services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.9")


def test_the_second_release_reports_its_difference(kept, frozen) -> None:
    frozen("0.1.0")
    more_episodes(kept, 2)
    release = frozen("0.2.0")
    assert release.header["changes"]["base"] == "0.1.0"
    assert release.header["changes"]["added"] == 4


def test_a_version_is_used_once(kept, draft) -> None:
    draft("0.1.0")
    with pytest.raises(ConflictError, match=r"There is a release 0\.1\.0 already"):
        draft("0.1.0")


@pytest.mark.parametrize(
    "text", ["", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.-1", "1.0.x", "٣.0.0", "1.0.0\n", "v", "9999999.0.0"]
)
def test_rl2_a_version_of_another_form_is_refused(draft, text: str) -> None:
    with pytest.raises(InvalidError, match=r"is not MAJOR\.MINOR\.PATCH"):
        draft(text)
    assert not Release.objects.exists()


def test_a_label_changed_since_leaves_the_episode_out_with_its_reason(kept, project) -> None:
    motion = kept[0].motion
    type(motion).objects.filter(pk=motion.pk).update(label="fearful")
    other = kept[2].motion
    type(other).objects.filter(pk=other.pk).update(exclusion_kind="manual", exclusion_reason="limping")
    Episode.objects.filter(pk=kept[-1].pk).update(state="in_review")
    made = plan(project)
    assert made.header.rows == 24 - 2 - 2 - 1
    assert made.header.left_out == [
        {"reason": "its motion has been excluded", "n": 2},
        {"reason": "its motion's label has changed since it was composed", "n": 2},
        {"reason": "not kept: in review", "n": 1},
    ]


def test_drafts_are_changed_and_discarded_by_maintainers_only(draft, maintainer, researcher) -> None:
    release = draft()
    changed = services.change_draft(
        actor=maintainer, release_id=release.pk, notes="n", seed=5, split_policy={"shares": {"test": 1}}
    )
    assert (changed.notes, changed.seed, changed.split_policy["shares"]) == ("n", 5, {"test": 1.0})
    with pytest.raises(NotAllowedError):
        services.discard_draft(actor=researcher, release_id=release.pk)
    services.discard_draft(actor=maintainer, release_id=release.pk)
    assert not Release.objects.exists()


@pytest.mark.parametrize("policy", [{"shares": {}}, {"shares": {"A B": 1}}, {"nonsense": 1}])
def test_a_policy_that_makes_no_sense_is_refused(draft, policy: dict) -> None:
    with pytest.raises(InvalidError) as refused:
        draft(split_policy=policy)
    assert "split_policy" in refused.value.fields
