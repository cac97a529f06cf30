"""RL1, RL10–RL12 and RL14: the two steps of a freeze."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from affectory.core import jobs, storage
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from export.formats.domain import PROFILE_FIELDS
from export.releases import services
from export.releases.models import Release, ReleaseFile, ReleaseRow
from export.releases.writing import write_files
from tests.factories.kept_episodes import fill_profile, make_collection, make_kept
from tests.factories.releases import written_by_a_worker

pytestmark = pytest.mark.django_db
OUTSIDE = ("manifest.json", "SHA256SUMS", "manifest.json.sig")


def test_rl10_the_request_pins_rows_and_the_worker_freezes_them(kept, draft, maintainer, run_freeze) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    release.refresh_from_db()
    assert (release.state, release.row_count, release.files.count()) == ("freezing", 24, 0)
    assert set(release.rows.values_list("episode_id", flat=True)) == {e.pk for e in kept}

    run_freeze(release)
    release.refresh_from_db()
    assert release.state == "frozen"
    assert release.deadline_at is None
    manifest = json.loads(storage.read_bytes(release.manifest_sha256))
    listed = {f["path"]: (f["sha256"], f["size"]) for f in manifest["files"]}
    served = {f.path: (f.sha256, f.size) for f in release.files.all()}
    assert listed == {p: v for p, v in served.items() if p not in OUTSIDE}
    assert all(storage.size(sha256) == size for sha256, size in served.values())
    assert release.total_bytes == sum(size for _, size in served.values())
    events = list(
        AuditEvent.objects.filter(subject_id=str(release.pk)).order_by("id").values_list("event", flat=True)
    )
    assert events == ["release_drafted", "release_freeze_requested", "release_frozen"]


def test_rl10_a_task_delivered_twice_freezes_once(kept, frozen, run_freeze) -> None:
    release = frozen()
    before = (release.frozen_at, release.files.count(), release.manifest_sha256)
    run_freeze(release)
    services.write_release(release_id=release.pk)
    release.refresh_from_db()
    assert (release.frozen_at, release.files.count(), release.manifest_sha256) == before


def test_rl10_a_second_worker_that_comes_late_changes_nothing(kept, draft, maintainer, run_freeze) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    late = written_by_a_worker(release)
    run_freeze(release)
    services.finish_freeze(release_id=release.pk, files=late)
    assert ReleaseFile.objects.filter(release=release).count() == len(late)


def test_rl4_writing_again_gives_the_same_bytes_whatever_has_changed_since(kept, frozen, maintainer, project) -> None:
    release = frozen()
    first = {f.path: f.sha256 for f in release.files.all()}
    motion = kept[0].motion
    motion.collection.name = "renamed"
    motion.collection.save()
    type(motion).objects.update(source_label="other", licence="other", may_redistribute="annotations")
    fill_profile(project, maintainer, citation="Another.")
    again = {f.path: f.sha256 for f in write_files(Release.objects.get(pk=release.pk))}
    assert again == first
    assert "data/train.parquet" in again


def test_rl1_nothing_is_frozen_without_the_profile_and_each_gap_is_named(project, maintainer, draft) -> None:
    make_kept(project)
    release = draft()
    with pytest.raises(InvalidError) as refused:
        services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    assert set(refused.value.fields) == {f"profile.{key}" for key in PROFILE_FIELDS}
    assert all(title in refused.value.message for title in PROFILE_FIELDS.values())
    release.refresh_from_db()
    assert (release.state, ReleaseRow.objects.count(), jobs.Job.objects.count()) == ("draft", 0, 0)


@pytest.mark.parametrize("key", list(PROFILE_FIELDS))
def test_rl1_one_blank_field_is_enough(project, maintainer, draft, kept, key: str) -> None:
    fill_profile(project, maintainer, **{key: "  \n"})
    with pytest.raises(InvalidError) as refused:
        services.request_freeze(actor=maintainer, release_id=draft().pk, typed_version="0.1.0")
    assert list(refused.value.fields) == [f"profile.{key}"]


def test_a_release_of_nothing_is_refused(project, maintainer, draft) -> None:
    fill_profile(project, maintainer)
    with pytest.raises(InvalidError) as refused:
        services.request_freeze(actor=maintainer, release_id=draft().pk, typed_version="0.1.0")
    assert {"rows", "split"} == set(refused.value.fields)
    assert "0 groups cannot fill 3 splits" in refused.value.message


def test_sp4_too_few_performers_for_the_splits_is_refused(project, maintainer, draft) -> None:
    fill_profile(project, maintainer)
    make_kept(project, 4)
    with pytest.raises(InvalidError, match="2 groups cannot fill 3 splits"):
        services.request_freeze(actor=maintainer, release_id=draft().pk, typed_version="0.1.0")


@pytest.mark.parametrize("typed", ["", "0.1.1", "yes", "0.1.0 "])
def test_the_version_has_to_be_typed(kept, draft, maintainer, typed: str) -> None:
    release = draft()
    with pytest.raises(InvalidError, match=r"Type 0\.1\.0"):
        services.request_freeze(actor=maintainer, release_id=release.pk, typed_version=typed)
    release.refresh_from_db()
    assert release.state == "draft"


def test_a_leading_v_is_the_same_version(kept, draft, maintainer) -> None:
    release = draft("v0.1.0")
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="v0.1.0")
    release.refresh_from_db()
    assert (release.version, release.state) == ("0.1.0", "freezing")


def test_rl12_only_one_freeze_at_a_time(kept, draft, maintainer) -> None:
    first, second = draft("0.1.0"), draft("0.2.0")
    services.request_freeze(actor=maintainer, release_id=first.pk, typed_version="0.1.0")
    with pytest.raises(ConflictError, match=r"0\.1\.0 is being frozen for Mara since \d{4}-\d\d-\d\dT\d\d:\d\dZ"):
        services.request_freeze(actor=maintainer, release_id=second.pk, typed_version="0.2.0")
    with pytest.raises(ConflictError, match="is freezing already"):
        services.request_freeze(actor=maintainer, release_id=first.pk, typed_version="0.1.0")


def test_rl13_others_freeze_nothing(kept, draft, researcher, reviewer_a, annotator, outsider) -> None:
    release = draft()
    for somebody in (researcher, reviewer_a, annotator, outsider):
        with pytest.raises(NotAllowedError):
            services.request_freeze(actor=somebody, release_id=release.pk, typed_version="0.1.0")
    release.refresh_from_db()
    assert release.state == "draft"


def test_a_missing_clip_makes_it_a_draft_again_that_says_which(kept, draft, maintainer, run_freeze) -> None:
    digest = storage.put_bytes(b"one clip of its own")
    kept[3].renders.filter(setting="P-Ref").update(video_sha256=digest)
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    storage.local_path(digest).unlink()
    run_freeze(release)
    release.refresh_from_db()
    assert release.state == "draft"
    assert f"media/{kept[3].pk}/P-Ref.mp4" in release.freeze_error
    assert (release.rows.count(), release.files.count(), release.row_count) == (0, 0, 0)
    assert jobs.Job.objects.get(task="releases.freeze").state == "failed"


def test_after_a_failed_freeze_the_draft_can_be_frozen(kept, draft, maintainer, run_freeze) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    assert services.fail_freeze(release_id=release.pk, reason="power cut")
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    run_freeze(release)
    release.refresh_from_db()
    assert (release.state, release.freeze_error) == ("frozen", "")


def test_rl14_a_freeze_past_its_deadline_becomes_a_draft(kept, draft, maintainer, run_freeze) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    assert services.sweep_freezes() == 0
    Release.objects.filter(pk=release.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    assert services.sweep_freezes() == 1
    release.refresh_from_db()
    assert release.state == "draft"
    assert "did not end within" in release.freeze_error
    run_freeze(release)
    release.refresh_from_db()
    assert release.state == "draft"
    job = jobs.Job.objects.get(task="releases.freeze")
    assert (job.state, job.error_code) == ("failed", "release.not_freezing")


def test_rl14_a_cancelled_freeze_becomes_a_draft(kept, draft, maintainer, run_freeze) -> None:
    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    jobs.cancel_job(jobs.Job.objects.get(task="releases.freeze"))
    run_freeze(release)
    assert services.sweep_freezes() == 1
    release.refresh_from_db()
    assert release.state == "draft"


def test_rl7_rights_of_the_collection_and_of_the_scene_keep_media_in(project, maintainer, frozen) -> None:
    fill_profile(project, maintainer)
    closed = make_collection(project, "closed", may_redistribute="annotations", licence="restricted")
    episodes = make_kept(project, collection=closed)
    release = frozen()
    assert not release.files.filter(path__startswith="media/").exists()
    assert not release.files.filter(path__startswith="motions/").exists()
    kept_in = {r.video_sha256 for e in episodes for r in e.renders.all()}
    kept_in |= {e.motion.retargeted_sha256 for e in episodes} | {e.motion.source_sha256 for e in episodes}
    assert not kept_in & set(release.files.values_list("sha256", flat=True))
    assert release.header["rights"][0]["with_media"] == 0


def test_rl7_derived_rights_let_clips_and_motions_go_but_no_original(project, maintainer, frozen) -> None:
    fill_profile(project, maintainer)
    episodes = make_kept(project, collection=make_collection(project, "open", may_redistribute="derived"))
    release = frozen()
    assert release.files.filter(path__startswith="media/", media_type="video/mp4").count() == 48
    assert release.files.filter(path__startswith="media/", media_type="application/json").count() == 48
    assert release.files.filter(path__startswith="motions/").count() == 12
    originals = {e.motion.source_sha256 for e in episodes}
    assert not originals & set(release.files.values_list("sha256", flat=True))
