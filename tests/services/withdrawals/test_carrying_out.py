"""WD1, WD2, WD3, WD5, WD7, WD9: a withdrawal and its preview."""

from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, connection, transaction

from affectory.core import storage
from affectory.core.canonical import sha256_hex
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.jobs import Job
from affectory.core.models import AuditEvent
from affectory.core.rights import Rights
from datasets.episodes.domain import EpisodeState
from datasets.episodes.models import Episode
from datasets.motion.models import MotionAsset, Performer
from datasets.motion.services import add_avatar as bring_in
from datasets.motion.services import choose_avatar, include_motion
from datasets.observation.models import Render
from export.releases.models import Release, ReleaseLine, RowTombstone
from export.withdrawals.models import Purge, PurgeFile, Tombstone
from export.withdrawals.needs import needed
from export.withdrawals.services import preview, purge, withdraw
from export.withdrawals.subjects import find_subject
from tests.factories.kept_episodes import make_episode, make_render
from tests.factories.rigs import add_avatar
from tests.factories.withdrawn import NAME, SENTENCE, withdraw_performer

pytestmark = pytest.mark.django_db


def whole_database() -> dict[str, int]:
    """Rows of every table, and a digest over them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1")
        found = {}
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT coalesce(sum(hashtextextended(t::text, 0)), 0) FROM "{table}" t')  # noqa: S608  names of ours
            found[table] = cursor.fetchone()[0]
        return found


def test_wd2_the_preview_counts_exactly_and_changes_nothing(canary, published, project, maintainer) -> None:
    published()
    before = whole_database()
    subject, counts = preview(actor=maintainer, project=project, kind="performer", subject_id=canary.performer.pk)
    assert whole_database() == before
    assert (subject.name, counts.motions, counts.episodes, counts.clips, counts.items) == (NAME, 2, 2, 4, 0)
    [share] = counts.releases
    # Both motions are of one performer, so they lie in one split: its rows in two forms, the whole list, and media:
    # two motions, four videos and four lists of frames.
    [split] = share.splits
    assert (share.version, share.published, share.rows, share.files) == ("0.1.0", True, 2, 3 + 2 + 4 + 4)
    # Of the media two motions, four videos and two lists of frames are different bytes; two files came in.
    assert counts.files_deleted == 3 + 2 + 4 + 2 + 2
    sizes = dict(Release.objects.get().files.values_list("path", "size"))
    of_rows = sum(sizes[path] for path in ("episodes.json", f"data/{split}.jsonl", f"data/{split}.parquet"))
    assert counts.bytes_deleted == of_rows + sum(map(storage.size, canary.digests))
    assert (counts.people, counts.next_version, counts.ended_freezes) == (0, "1.0.0", ())


def test_wd3_what_was_planned_is_what_goes(canary, published, project, maintainer) -> None:
    release = published()
    _, counts = preview(actor=maintainer, project=project, kind="performer", subject_id=canary.performer.pk)
    tombstone = withdraw_performer(maintainer, project, canary)
    purge = Purge.objects.get(tombstone=tombstone)
    assert purge.counts["bytes_deleted"] == counts.bytes_deleted
    assert PurgeFile.objects.filter(purge=purge).count() == counts.files_deleted + counts.files_kept
    assert set(MotionAsset.objects.filter(pk__in=[m.pk for m in canary.motions]).values_list("state", flat=True)) == {
        "withdrawn"
    }
    assert not Render.objects.filter(episode__in=canary.episodes).exists()
    assert Episode.objects.filter(state=EpisodeState.WITHDRAWN).count() == 2
    assert AuditEvent.objects.get(event="episodes_withdrawn").data == {"count": 2}
    assert NAME not in Performer.objects.get(pk=canary.performer.pk).name
    assert RowTombstone.objects.filter(row__release=release).count() == 2
    lines = ReleaseLine.objects.filter(row__release=release, row__episode__in=canary.episodes)
    assert [json.loads(line.line)["withdrawn"]["reason"] for line in lines] == [SENTENCE] * 2
    assert Job.objects.filter(task="withdrawals.purge").count() == 1


def test_mo69_an_avatar_takes_its_episodes_along_and_leaves_no_name(
    canary, published, project, maintainer, client_for
) -> None:
    """MO69, OB38: its licence and its name stand in the rows, and the strictest rights decide."""
    avatar = add_avatar(maintainer, project, "Zora Canary", may_redistribute="annotations")
    choose_avatar(actor=maintainer, project=project, avatar_id=avatar.pk)
    shown = make_episode(canary.motions[0], canary.episodes[0].scene, 77, avatar=avatar)
    clip = make_render(shown, "P-Init", video_sha256=storage.put_bytes(b"a clip of Zora"))
    first = published()
    line = json.loads(ReleaseLine.objects.get(row__release=first, row__episode=shown).line)
    assert (line["licence"], line["media_withheld"] is None) == ("CC BY 4.0 Ruth; CC0 1.0", False)
    assert (line["avatar"], line["avatar_sha256"]) == ("Zora Canary", avatar.glb_sha256)
    other = json.loads(ReleaseLine.objects.get(row__release=first, row__episode=canary.episodes[0]).line)
    assert (other["licence"], other["avatar"]) == ("CC0 1.0", None)
    given = {"actor": maintainer, "project": project, "kind": "avatar", "subject_id": avatar.pk}
    _, counts = preview(**given)
    assert (counts.motions, counts.episodes, counts.clips, counts.next_version) == (0, 1, 1, "1.0.0")
    tombstone = withdraw(**given, typed_name="Zora Canary", reason="rights_lost", sentence=SENTENCE)
    shown.refresh_from_db()
    avatar.refresh_from_db()
    with pytest.raises(ConflictError):
        find_subject(project, "avatar", avatar.pk)
    assert (shown.state, avatar.glb_sha256, avatar.licence, avatar.is_chosen) == ("withdrawn", "", "", False)
    going = set(PurgeFile.objects.filter(purge=tombstone.pk).values_list("sha256", flat=True))
    assert {clip.video_sha256, *map(sha256_hex, (b"source Zora Canary", b"glb Zora Canary"))} <= going
    purge(tombstone_id=tombstone.pk)
    assert not any(map(storage.exists, going - needed(going)))
    with pytest.raises(InvalidError, match="does not come in again"):
        bring_in(
            actor=maintainer,
            project=project,
            name="Z",
            file_name="z.glb",
            data=b"source Zora Canary",
            rights=Rights("CC0"),
        )
    client = client_for(maintainer)
    for address in ("avatars", f"avatars/{avatar.pk}/avatar.glb", f"episodes/{shown.pk}", "withdrawals", "audit"):
        answer = client.get(f"/api/v1/projects/lab/{address}")
        assert answer.status_code < 500
        assert b"Zora" not in answer.content, address
    assert not ReleaseLine.objects.filter(row__release=first, line__contains="Zora").exists()
    assert canary.episodes[0].pk in set(Episode.objects.filter(state="kept").values_list("pk", flat=True))


def test_wd1_it_takes_a_maintainer_the_name_a_reason_and_a_sentence(canary, project, maintainer, researcher) -> None:
    given = {
        "project": project,
        "kind": "performer",
        "subject_id": canary.performer.pk,
        "typed_name": NAME,
        "reason": "consent_withdrawn",
        "sentence": SENTENCE,
    }
    with pytest.raises(NotAllowedError):
        withdraw(actor=researcher, **given)
    for wrong, code in (
        ({"typed_name": "zelda"}, "withdrawal.name_not_typed"),
        ({"reason": "bored"}, "withdrawal.reason"),
        ({"sentence": "so."}, "withdrawal.sentence"),
        ({"sentence": f"Because {NAME} wants it so."}, "withdrawal.sentence_names"),
        ({"kind": "planet"}, "withdrawal.kind"),
    ):
        with pytest.raises(InvalidError) as refused:
            withdraw(actor=maintainer, **{**given, **wrong})
        assert refused.value.code == code
    assert not Tombstone.objects.exists()
    withdraw(actor=maintainer, **given)
    with pytest.raises(ConflictError) as twice:
        withdraw(actor=maintainer, **given)
    assert twice.value.code == "withdrawal.withdrawn_already"


def test_wd1_a_tombstone_is_never_changed(canary, project, maintainer) -> None:
    tombstone = withdraw_performer(maintainer, project, canary)
    for change in (
        lambda: Tombstone.objects.filter(pk=tombstone.pk).update(sentence="Nothing happened here."),
        lambda: Tombstone.objects.filter(pk=tombstone.pk)._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_wd7_a_line_becomes_a_tombstone_only_where_there_is_one(canary, published) -> None:
    row = published().rows.first()
    said = json.dumps({"episode_id": str(row.episode_id), "withdrawn": {"at": "now", "reason": "x"}})
    line = ReleaseLine.objects.filter(pk=row.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        line.update(line=said)
    RowTombstone.objects.create(row=row, at=row.release.frozen_at, sentence="x")
    for wrong in ({"line": "{}"}, {"line": said, "row_sha256": "0" * 64}, {"line": said[:-1] + ', "label": "sad"}'}):
        with pytest.raises(IntegrityError), transaction.atomic():
            line.update(**wrong)
    line.update(line=said)
    with pytest.raises(IntegrityError), transaction.atomic():
        RowTombstone.objects.all().update(sentence="y")


def test_wd3_nobody_takes_a_motion_back_in(canary, project, maintainer) -> None:
    withdraw_performer(maintainer, project, canary)
    with pytest.raises(ConflictError) as refused:
        include_motion(actor=maintainer, motion_id=canary.motions[0].pk)
    assert refused.value.code == "motion.withdrawn"


def test_wd9_a_draft_of_the_next_major_release_says_why(canary, published, project, maintainer) -> None:
    published("0.1.0")
    withdraw_performer(maintainer, project, canary)
    draft = Release.objects.get(state="draft")
    assert draft.version == "1.0.0"
    assert SENTENCE in draft.notes
    assert "consent withdrawn" in draft.notes


def test_wd7_documents_that_name_a_withdrawn_collection_go_and_its_name_with_them(
    canary, published, project, maintainer, client_for
) -> None:
    release = published()
    assert any(row["collection"] == "studio" for row in release.header["rights"])
    collection = canary.motions[0].collection
    withdraw(
        actor=maintainer,
        project=project,
        kind="collection",
        subject_id=collection.pk,
        typed_name="studio",
        reason="rights_lost",
        sentence="The rights to this source were lost.",
    )
    gone = set(release.files.filter(tombstone__isnull=False).values_list("path", flat=True))
    assert {"rights.csv", "datasheet.html", "annotation-protocol.md", "episodes.json"} <= gone
    assert not {"SHA256SUMS", "manifest.json", "splits/test.txt"} & gone
    client = client_for(maintainer)
    for address in ("releases/0.1.0", "collections", "motions", "audit", "withdrawals", "jobs"):
        answer = client.get(f"/api/v1/projects/lab/{address}")
        assert (answer.status_code, b"studio" in answer.content) == (200, False), address
    said = client.get("/api/v1/projects/lab/releases/0.1.0/documents/datasheet")
    assert (said.status_code, "rights to this source" in said.json()["detail"]) == (410, True)
