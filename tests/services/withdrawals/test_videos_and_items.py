"""WD3, WD5, WD8: videos with what is on them, single items, and what comes in again."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from affectory.accounts.models import Project
from affectory.core import storage
from affectory.core.errors import ConflictError, GoneError
from affectory.core.withdrawn import What, mark_withdrawn
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item, Revision
from annotation.questions.selectors import item_for, items_visible_to
from annotation.reviews.models import Round
from annotation.reviews.services import open_rounds
from datasets.motion.models import ImportRow
from datasets.motion.services import IncomingFile, create_collection, import_files, run_import
from datasets.videos.models import SubtitleTrack, Video
from export.withdrawals.models import PurgeFile
from export.withdrawals.services import purge, withdraw
from tests.factories.bvh import person
from tests.factories.items import a_track
from tests.factories.reviewed_items import a_submitted_item, a_watchable_film

pytestmark = pytest.mark.django_db
WORD = "Canary Question"
SENTENCE = "The rights to this recording were lost."


@pytest.fixture
def film(project, maintainer) -> Video:
    Project.objects.filter(pk=project.pk).update(kind=Project.Kind.LONGEMO)
    project.refresh_from_db()
    return a_watchable_film(maintainer, project, "canary.mp4", source="The Canary Reel", external_id="canary-1")


@pytest.fixture
def item(film, project, annotator) -> Item:
    return a_submitted_item(annotator, project, video=film, text=f"{WORD}: what does she feel?")


def take(actor, project, kind: str, subject, name: str):
    return withdraw(
        actor=actor,
        project=project,
        kind=kind,
        subject_id=subject.pk,
        typed_name=name,
        reason="rights_lost",
        sentence=SENTENCE,
    )


def test_wd3_a_video_goes_with_its_items_and_everything_on_it(film, item, project, maintainer, client_for) -> None:
    track = a_track(maintainer, film, [(0.0, 1.0, "", "canary words")])
    open_rounds(actor=maintainer, project=project, subject_ids=[item.pk], subject_kind="item")
    digests = {film.file_sha256, film.proxy_sha256, track.file_sha256}
    for digest in digests:
        assert len(digest) == 64
    tombstone = take(maintainer, project, "video", film, film.name)
    assert tombstone.purge.counts["items"] == tombstone.purge.counts["revisions"] == 1
    assert tombstone.purge.counts["open_rounds"] == 1
    film.refresh_from_db()
    item.refresh_from_db()
    assert (film.state, film.source, film.external_id, film.proxy_sha256) == ("withdrawn", "", "", "")
    assert "canary" not in film.name
    assert SubtitleTrack.objects.get().cues == []
    assert (item.state, item.question) == (ItemState.WITHDRAWN, "")
    assert Revision.objects.get(item=item).content["question"] == ""
    assert Round.objects.get().outcome == "VOID"
    assert not items_visible_to(maintainer, project).exists()
    with pytest.raises(GoneError):
        item_for(maintainer, project, item.pk)
    client = client_for(maintainer)
    base = f"/api/v1/projects/lab/videos/{film.pk}"
    assert client.get(base).json()["state"] == "withdrawn"
    assert client.get(f"{base}/original").status_code == 410
    assert client.get(f"{base}/subtitles/{track.pk}/original").status_code == 410
    assert client.get(f"{base}/proxy.mp4").status_code == 404
    purge(tombstone_id=tombstone.pk)
    assert not any(storage.exists(digest) for digest in digests)
    assert set(PurgeFile.objects.values_list("outcome", flat=True)) == {"gone"}


def test_wd8_a_revision_is_emptied_only_where_a_tombstone_covers_it(
    film, item, project, maintainer, annotator
) -> None:
    other = a_submitted_item(annotator, project, video=film, start=100.0)
    take(maintainer, project, "item", item, item.pk.hex[:8])
    emptied = Revision.objects.get(item=item).content
    for of, content in ((other, emptied), (item, {**emptied, "question": "Something else?"})):
        with pytest.raises(IntegrityError), transaction.atomic():
            Revision.objects.filter(item=of).update(content=content)
    for of in (item, other):
        with pytest.raises(IntegrityError), transaction.atomic():
            Revision.objects.filter(item=of)._raw_delete("default")
    film.refresh_from_db()
    other.refresh_from_db()
    assert (film.state, other.state) == ("ready", ItemState.SUBMITTED)


def test_wd8_cues_are_emptied_only_where_a_tombstone_covers_their_video(film, maintainer, project) -> None:
    other = a_watchable_film(maintainer, project, "other.mp4")
    a_track(maintainer, other, [(0.0, 1.0, "", "spoken words")])
    take(maintainer, project, "video", film, film.name)
    with pytest.raises(Exception, match="never change"), transaction.atomic():
        SubtitleTrack.objects.filter(video=other).update(cues=[], notes=[])


def test_wd5_a_motion_does_not_come_in_again_under_any_of_its_names(project, maintainer) -> None:
    data = person(30)
    done = import_files(
        actor=maintainer, project=project, files=[IncomingFile("canary.bvh", data)], collection="studio", queue=False
    )
    run_import(import_id=done.pk, inspect_here=True)
    motion = ImportRow.objects.get().motion
    take(maintainer, project, "motion", motion, motion.name)
    again = import_files(
        actor=maintainer, project=project, files=[IncomingFile("renamed.bvh", data)], collection="studio", queue=False
    )
    run_import(import_id=again.pk, inspect_here=True)
    row = ImportRow.objects.get(motion_import=again)
    assert row.outcome == "refused"
    assert SENTENCE in row.reason
    first = ImportRow.objects.get(motion_import=done)
    assert (first.file, first.fields) == ("withdrawn", {})
    mark_withdrawn(project.pk, [(What.COLLECTION, "Gone for good")], SENTENCE)
    with pytest.raises(ConflictError, match="rights to this recording"):
        create_collection(actor=maintainer, project=project, name="Gone for good")
