"""SP10: clips that are alike across splits block a release until somebody says why."""

from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from datasets.observation.models import Render
from export.releases import selectors, services
from export.releases.models import ClipHash, DuplicateRuling
from export.splits.domain import parse_policy
from tests.factories.releases import SHARES
from tests.factories.video import write_clip
from worker.media.perceptual import UnreadableClipError, clip_hash
from worker.tasks.releases import hash_clips

pytestmark = pytest.mark.django_db
WHY = "Both stand behind the same wall."


def preview(project):
    return selectors.preview(project, version=None, notes="", policy=parse_policy(SHARES), seed=3)


def across(project, kept):
    """Two episodes whose motions lie in different splits."""
    placed = {bundle.origin["motion"]: bundle.split for bundle in preview(project).placement.bundles}
    first = next(e for e in kept if placed[str(e.motion_id)] == "train")
    second = next(e for e in kept if placed[str(e.motion_id)] == "test")
    return first, second


def same_pixels(first, second) -> None:
    digest = first.renders.get(setting="P-Init").frames_digest
    second.renders.filter(setting="P-Init").update(frames_digest=digest)


def alike(project, kept):
    first, second = across(project, kept)
    same_pixels(first, second)
    return first, second


def test_sp10_the_same_pixels_in_two_splits_block_the_freeze(project, kept, draft, maintainer, run_freeze) -> None:
    first, second = alike(project, kept)
    plan = preview(project)
    (pair,) = plan.header.duplicates["pairs"]
    assert {pair["first"], pair["second"]} == {str(first.motion_id), str(second.motion_id)}
    assert (pair["kind"], set(pair["splits"]), pair["setting"]) == ("same_pixels", {"train", "test"}, "P-Init")
    assert [check.id for check in plan.blocking] == ["leakage.duplicates"]

    release = draft()
    services.request_freeze(actor=maintainer, release_id=release.pk, typed_version="0.1.0")
    run_freeze(release)
    release.refresh_from_db()
    assert (release.state, release.rows.count(), release.files.count()) == ("draft", 0, 0)
    assert "1 pair of motions in different splits" in release.freeze_error


def test_sp10_with_a_reason_they_may_stand_and_the_release_says_so(project, kept, frozen, maintainer) -> None:
    first, second = alike(project, kept)
    ruling = services.rule_on_duplicates(
        actor=maintainer,
        project=project,
        first=second.motion_id,
        second=first.motion_id,
        verdict="distinct",
        reason=WHY,
    )
    assert ruling.first_id < ruling.second_id
    release = frozen()
    duplicates = release.header["duplicates"]
    assert (release.state, duplicates["crossing"], duplicates["overridden"]) == ("frozen", 1, 1)
    assert duplicates["pairs"][0]["reason"] == WHY
    event = AuditEvent.objects.get(event="duplicates_ruled")
    assert (event.actor, event.data["reason"]) == (maintainer, WHY)


def test_sp10_twins_are_tied_together(project, kept, frozen, maintainer) -> None:
    first, second = alike(project, kept)
    services.rule_on_duplicates(
        actor=maintainer,
        project=project,
        first=first.motion_id,
        second=second.motion_id,
        verdict="twins",
        reason="One take, exported twice.",
    )
    release = frozen()
    splits = dict(release.rows.values_list("episode__motion_id", "split"))
    assert splits[first.motion_id] == splits[second.motion_id]
    assert release.header["duplicates"]["crossing"] == 0
    twin = next(row for row in release.header["leakage"]["kinds"] if row["kind"] == "twin")
    assert (twin["values"], twin["crossing"]) == (1, 0)


def test_sp6_twins_found_too_late_are_a_conflict_that_blocks(project, kept, frozen, draft, maintainer) -> None:
    frozen("0.1.0")
    first, second = across(project, kept)
    services.rule_on_duplicates(
        actor=maintainer,
        project=project,
        first=first.motion_id,
        second=second.motion_id,
        verdict="twins",
        reason="One take, exported twice.",
    )
    with pytest.raises(InvalidError, match="cannot stay where earlier releases had all parts"):
        services.request_freeze(actor=maintainer, release_id=draft("0.2.0").pk, typed_version="0.2.0")
    moving = draft("0.3.0", split_policy={**SHARES, "move_conflicts": True})
    with pytest.raises(InvalidError, match=r"0\.3\.0 is too small a step from 0\.1\.0: .* changed their split"):
        services.request_freeze(actor=maintainer, release_id=moving.pk, typed_version="0.3.0")
    major = draft("1.0.0", split_policy={**SHARES, "move_conflicts": True})
    assert services.request_freeze(actor=maintainer, release_id=major.pk, typed_version="1.0.0").state == "freezing"


def test_sp10_a_ruling_needs_a_maintainer_a_reason_and_two_motions(project, kept, maintainer, researcher) -> None:
    first, second = across(project, kept)

    def rule(actor=maintainer, **changes):
        values = {"first": first.motion_id, "second": second.motion_id, "verdict": "distinct", "reason": WHY}
        return services.rule_on_duplicates(actor=actor, project=project, **{**values, **changes})

    with pytest.raises(NotAllowedError):
        rule(actor=researcher)
    with pytest.raises(InvalidError, match="in a sentence why"):
        rule(reason=" no ")
    with pytest.raises(InvalidError, match="a twin of itself"):
        rule(second=first.motion_id)
    with pytest.raises(NotFoundError):
        rule(second=project.pk)
    assert not DuplicateRuling.objects.exists()
    ruling = rule()
    with pytest.raises(ConflictError, match="already"):
        rule(verdict="twins")
    services.take_back_ruling(actor=maintainer, project=project, ruling_id=ruling.pk)
    assert not DuplicateRuling.objects.exists()
    assert AuditEvent.objects.filter(event="duplicate_ruling_taken_back").count() == 1


def test_sp10_clips_that_look_nearly_the_same_are_found_by_the_worker(project, kept, tmp_path, storage_root) -> None:
    from affectory.core import storage

    first, second = across(project, kept)
    clip, coarse = (write_clip(tmp_path / f"{quality}.mp4", quality=quality) for quality in (20, 34))
    for episode, path in ((first, clip), (second, coarse)):
        Render.objects.filter(episode=episode, setting="P-Ref").update(video_sha256=storage.put_file(path))
    assert preview(project).header.duplicates["not_compared"] == 48
    hash_clips()
    hash_clips()
    # Two clips that can be read, and the bytes that stand for all the others, which cannot.
    assert ClipHash.objects.count() == 4
    assert ClipHash.objects.exclude(value=b"").count() == 2
    (pair,) = preview(project).header.duplicates["pairs"]
    assert (pair["kind"], pair["setting"]) == ("near", "P-Ref")
    assert 0 < pair["distance"] < 0.04


def test_sp10_likeness_tells_nothing_of_clips_of_the_rooms_camera_but_equal_pixels_do(
    project, kept, tmp_path, storage_root
) -> None:
    from affectory.core import storage

    first, second = across(project, kept)
    clip, coarse = (write_clip(tmp_path / f"{quality}.mp4", quality=quality) for quality in (20, 34))
    for episode, path in ((first, clip), (second, coarse)):
        looked = Render.objects.filter(episode=episode, setting="P-Ref")
        looked.update(setting="P-Mon", video_sha256=storage.put_file(path))
    hash_clips()
    report = preview(project).header.duplicates
    assert (report["clips"], report["not_compared"], report["pairs"]) == (48, 0, [])
    second.renders.filter(setting="P-Mon").update(frames_digest=first.renders.get(setting="P-Mon").frames_digest)
    (pair,) = preview(project).header.duplicates["pairs"]
    assert (pair["kind"], pair["setting"]) == ("same_pixels", "P-Mon")


def test_sp11_a_fingerprint_survives_another_encoding_and_tells_clips_apart(tmp_path) -> None:
    def bits(one: bytes, other: bytes) -> int:
        return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()

    clip = clip_hash(write_clip(tmp_path / "a.mp4", quality=20))
    assert bits(clip, clip_hash(write_clip(tmp_path / "b.mp4", quality=34))) <= 40
    assert bits(clip, clip_hash(write_clip(tmp_path / "c.mp4", quality=20, seed=9))) > 150
    (tmp_path / "junk.mp4").write_bytes(b"junk")
    with pytest.raises(UnreadableClipError):
        clip_hash(tmp_path / "junk.mp4")
