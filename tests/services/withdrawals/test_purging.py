"""WD4, CO9: the deletion of bytes, killed, repeated and raced."""

from __future__ import annotations

import os
import time

import pytest

from affectory.core import jobs, storage
from affectory.core.storage import Discarded
from datasets.observation.models import Render
from export.withdrawals import needs
from export.withdrawals.models import Purge, PurgeFile
from export.withdrawals.services import purge, purging, sweep
from tests.factories.kept_episodes import make_collection, make_motion
from tests.factories.withdrawn import withdraw_performer
from worker.tasks.withdrawals import purge as purge_task

pytestmark = pytest.mark.django_db


def nobody(digests: set[str]) -> set[str]:
    return set()


def outcomes() -> dict[str, str]:
    return dict(PurgeFile.objects.values_list("sha256", "outcome"))


def deliver(tombstone) -> jobs.Job:
    job = jobs.Job.objects.filter(task="withdrawals.purge").latest("created_at")
    purge_task(job_id=str(job.pk), tombstone_id=str(tombstone.pk))
    job.refresh_from_db()
    return job


def test_wd4_bytes_that_nobody_needs_are_gone_and_the_others_stay(canary, published, project, maintainer) -> None:
    published()
    other = make_motion(
        make_collection(project, "elsewhere"),
        1,
        performer=None,
        label="sad",
        retargeted_sha256=canary.motions[0].retargeted_sha256,
    )
    tombstone = withdraw_performer(maintainer, project, canary)
    job = deliver(tombstone)
    assert job.state == "done", job.message
    shared = other.retargeted_sha256
    assert storage.exists(shared)
    assert not any(storage.exists(digest) for digest in canary.digests - {shared})
    assert outcomes()[shared] == "needed"
    assert {outcome for digest, outcome in outcomes().items() if digest != shared} == {"gone"}
    done = Purge.objects.get()
    assert done.finished_at is not None
    purge(tombstone_id=tombstone.pk)
    assert Purge.objects.get().finished_at == done.finished_at


def test_wd4_killed_between_commit_and_purge_it_is_ended_by_the_sweeper(canary, project, maintainer) -> None:
    tombstone = withdraw_performer(maintainer, project, canary)
    assert sweep() == 0
    jobs.Job.objects.update(state="failed")  # CO1: as a worker that died too often leaves it
    assert all(storage.exists(digest) for digest in canary.digests)
    assert sweep() == 1
    assert deliver(tombstone).state == "done"
    assert not any(storage.exists(digest) for digest in canary.digests)
    assert sweep() == 0


def test_wd4_killed_in_the_middle_it_goes_on_where_it_was(canary, project, maintainer, monkeypatch) -> None:
    tombstone = withdraw_performer(maintainer, project, canary)
    monkeypatch.setattr(purging, "_BATCH", 2)
    real, calls = storage.discard, []

    def dies(*args, **kwargs):
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*args, **kwargs)

    monkeypatch.setattr(storage, "discard", dies)
    with pytest.raises(KeyboardInterrupt):
        purge(tombstone_id=tombstone.pk)
    assert sorted(set(outcomes().values())) == ["gone", "waiting"]
    purge(tombstone_id=tombstone.pk)
    assert set(outcomes().values()) == {"gone"}
    assert Purge.objects.get().finished_at is not None


def test_wd4_what_was_stored_lately_waits_for_the_sweeper(canary, project, maintainer, settings) -> None:
    settings.STORAGE_SETTLED_S = 3600
    tombstone = withdraw_performer(maintainer, project, canary)
    assert "go after" in deliver(tombstone).message
    found = Purge.objects.get()
    assert (found.finished_at, sweep()) == (None, 0)
    for digest in canary.digests:
        os.utime(storage.local_path(digest), (1, 1))
    Purge.objects.update(due_at=found.tombstone.created_at)
    assert sweep() == 1
    deliver(tombstone)
    assert Purge.objects.get().finished_at is not None
    assert not any(storage.exists(digest) for digest in canary.digests)


def test_wd3_a_clip_that_came_in_late_goes_as_well(canary, project, maintainer) -> None:
    from tests.factories.kept_episodes import make_render

    tombstone = withdraw_performer(maintainer, project, canary)
    late = make_render(canary.episodes[0], "P-Ref", video_sha256=storage.put_bytes(b"CANARY BYTES late"))
    deliver(tombstone)
    assert not Render.objects.filter(pk=late.pk).exists()
    assert not storage.exists(late.video_sha256)


def test_co9_bytes_that_become_needed_while_they_go_come_back() -> None:
    digest = storage.put_bytes(b"wanted after all")
    answers = iter([set(), {digest}])
    found = storage.discard([digest], needed=lambda _: next(answers), settled_s=0)
    assert found == {digest: Discarded.NEEDED}
    assert storage.read_bytes(digest) == b"wanted after all"


def test_co9_bytes_that_are_stored_again_while_they_go_lie_there_again() -> None:
    digest = storage.put_bytes(b"stored twice")
    seen = []

    def stored_meanwhile(digests: set[str]) -> set[str]:
        seen.append(digests)
        if len(seen) == 2:
            assert not storage.exists(digest)
            storage.put_bytes(b"stored twice")
        return set()

    found = storage.discard([digest], needed=stored_meanwhile, settled_s=0)
    assert found == {digest: Discarded.WAITING}
    assert storage.read_bytes(digest) == b"stored twice"


def test_co9_bytes_that_were_stored_again_a_moment_ago_stay() -> None:
    digest = storage.put_bytes(b"wanted again")
    os.utime(storage.local_path(digest), (1, 1))
    storage.put_bytes(b"wanted again")
    assert storage.discard([digest], needed=nobody, settled_s=60) == {digest: Discarded.WAITING}
    assert storage.exists(digest)
    os.utime(storage.local_path(digest), (time.time() - 61,) * 2)
    assert storage.discard([digest], needed=nobody, settled_s=60) == {digest: Discarded.GONE}
    assert storage.discard([digest], needed=nobody, settled_s=60) == {digest: Discarded.GONE}
    assert not storage.exists(digest)


def test_co9_whoever_reads_bytes_that_are_going_brings_them_back() -> None:
    digest = storage.put_bytes(b"read meanwhile")
    seen = []

    def read_meanwhile(digests: set[str]) -> set[str]:
        seen.append(digests)
        if len(seen) == 2:
            assert storage.read_bytes(digest) == b"read meanwhile"
        return set()

    assert storage.discard([digest], needed=read_meanwhile, settled_s=0) == {digest: Discarded.WAITING}
    assert storage.exists(digest)


def test_wd4_a_digest_in_json_is_a_need_like_one_in_a_column(canary) -> None:
    [motion] = canary.motions[:1]
    digest = motion.retargeted_sha256
    assert needs.needed({digest, "0" * 64}) == {digest}
    motion.retargeted_sha256 = "1" * 64
    motion.save(update_fields=["retargeted_sha256"])
    assert canary.episodes[0].spec["motions"][0]["motion_sha256"] == digest
    assert needs.needed({digest}) == {digest}
