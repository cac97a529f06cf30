"""RL20, RL21, RL22, QU110, SP12: releases of items."""

from __future__ import annotations

import io
import json
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.db import DatabaseError, transaction

from affectory.core import storage
from affectory.core.errors import InvalidError
from annotation.questions.domain.record import FIELDS
from annotation.questions.models import Item, NumberSeries, Revision, VideoId
from datasets.videos.models import PreparedClip, Video
from export.formats.kinds.items import ITEM_SCHEMA
from export.releases import services
from export.releases.models import HiddenArtefact, HiddenReference, Release
from export.releases.selectors import preview
from export.releases.services.drafts import read_policy
from export.releases.writing import write_files
from tests.factories.kept_items import keep, make_clip, make_item, make_video
from tests.factories.threads import at_once
from tests.unit.questions.examples import clip

THREE = {"shares": {"train": 1, "validation": 1, "test": 1}}


def file_of(release: Release, path: str) -> bytes:
    return storage.read_bytes(release.files.get(path=path).sha256)


def plan(project, **policy: Any):
    return preview(project, version=None, notes="", policy=read_policy(policy or None, project.kind), seed=0)


def test_a_release_of_items_holds_the_ten_fields_in_their_order(films, kept_items, frozen_items) -> None:
    release = frozen_items()
    assert release.state == "frozen", release.freeze_error
    assert release.counts_by_split() == {"test": 12}
    written = json.loads(file_of(release, "items.json"))
    assert [list(row) for row in written] == [list(FIELDS)] * 12
    assert [row["question_id"] for row in written] == [
        *(f"G1_Q{n:06d}" for n in range(1, 7)),
        *(f"G2_Q{n:06d}" for n in range(1, 7)),
    ]
    lines = file_of(release, "data/test.jsonl").decode().splitlines()
    assert [json.loads(line) for line in lines] == written
    assert list(written[1]["answer"]) == ["before", "after"]
    assert list(written[0]["source"]["segments"][0]) == ["start", "end"]
    assert '"start": 12.5, "end": 20' in lines[0]
    table = pq.read_table(io.BytesIO(file_of(release, "data/test.parquet")))
    assert table.schema.names == ITEM_SCHEMA.names
    first, second = table.to_pylist()[:2]
    assert first["answer"] == {
        "text": None,
        "labels": ["happiness", "doubt/confusion"],
        "before": None,
        "after": None,
    }
    assert second["answer"]["before"] == ["engagement", "annoyance"]
    assert (first["clip_path"], first["release"]) == ("media/G1_V000001.mp4", "0.1.0")
    assert table.to_pylist()[2]["rubric"]["scores"][4] == {"score": 4, "text": "level 4"}
    whole = table.to_pylist()[6]
    assert (whole["video_id"], whole["clip_path"]) == ("G2_V000001", "media/G2_V000001.mkv")
    assert file_of(release, "media/G2_V000001.mkv") == b"film 0 of films"
    assert file_of(release, "splits/test.txt").decode().split()[0] == "G1_Q000001"


def test_rl4_the_same_items_give_the_same_bytes(kept_items, frozen_items) -> None:
    release = frozen_items()
    assert {f.path: f.sha256 for f in write_files(release)} == dict(release.files.values_list("path", "sha256"))


def test_documents_speak_of_items(kept_items, frozen_items) -> None:
    release = frozen_items()
    for path in ("datasheet.md", "annotation-protocol.md", "quality-report.md", "README.md", "croissant.json"):
        text = file_of(release, path).decode()
        assert "otion capture" not in text
        assert " episodes" not in text.replace("whole episodes", "")
    sheet = file_of(release, "datasheet.md").decode()
    assert "| clip | emotion transition | 2 |" in sheet
    assert "| comedy | 6 |" in sheet
    assert "Written after the guidelines" in file_of(release, "annotation-protocol.md").decode()
    assert file_of(release, "rights.csv").decode().startswith("source,licence,may_redistribute,items,with_media")


def test_qu110_numbers_are_given_once_and_imported_ids_are_reserved(films, keeper, kept_items, frozen_items) -> None:
    film = make_video(films, keeper, 90)
    came = make_item(
        films, keeper, clip(question="What does the guest with the umbrella feel at the till?"), video=film,
        clip=make_clip(film, keeper, 30.0), origin="imported", external_id="G1_Q000004", video_name="G1_V000009",
    )  # fmt: skip
    keep(films, [came])
    frozen_items()
    names = set(Item.objects.filter(project=films).values_list("external_id", flat=True))
    assert "G1_Q000004" in names
    assert {f"G1_Q{n:06d}" for n in range(5, 11)} <= names
    assert came.clip.released_id.name == "G1_V000009"
    assert sorted(VideoId.objects.filter(name__startswith="G1_V").values_list("name", flat=True))[-1] == "G1_V000015"
    with pytest.raises(DatabaseError, match="stays its own"), transaction.atomic():
        VideoId.objects.update(name="other")
    with pytest.raises(DatabaseError, match="given once"), transaction.atomic():
        NumberSeries.objects.update(last=0)


def test_qu110_a_freeze_that_fails_later_leaves_the_numbers(films, keeper, kept_items, frozen_items) -> None:
    release = services.create_release(actor=keeper, project=films, version="0.1.0")
    services.request_freeze(actor=keeper, release_id=release.pk, typed_version="0.1.0")
    before = dict(Item.objects.values_list("pk", "external_id"))
    assert services.fail_freeze(release_id=release.pk, reason="A disk was full.")
    services.discard_draft(actor=keeper, release_id=release.pk)
    frozen_items()
    assert dict(Item.objects.values_list("pk", "external_id")) == before


def test_rl22_what_stays_out_is_said(films, keeper, kept_items) -> None:
    PreparedClip.objects.filter(pk=kept_items[0].clip_id).update(state="failed")
    refused = Video.objects.filter(pk=kept_items[3].video_id)
    refused.update(state="refused")
    film = make_video(films, keeper, 91)
    make_item(films, keeper, clip(), video=film, state="submitted")
    found = {row["reason"]: row["n"] for row in plan(films).header.left_out}
    assert found == {"no prepared clip yet": 1, "its video is refused": 2, "not kept: submitted": 1}


def test_rl22_media_goes_out_only_where_the_rights_allow_it_and_they_are_looked_at_again(
    films, keeper, kept_items, run_freeze
) -> None:
    Video.objects.filter(pk=kept_items[0].video_id).update(may_redistribute="derived")
    release = services.create_release(actor=keeper, project=films, version="0.1.0")
    services.request_freeze(actor=keeper, release_id=release.pk, typed_version="0.1.0")
    Video.objects.filter(pk=kept_items[2].video_id).update(may_redistribute="annotations")
    run_freeze(release)
    release.refresh_from_db()
    media = set(release.files.filter(path__startswith="media/").values_list("path", flat=True))
    assert media == {f"media/G1_V{n:06d}.mp4" for n in range(3, 7)} | {f"media/G2_V{n:06d}.mkv" for n in range(3, 7)}
    row = pq.read_table(io.BytesIO(file_of(release, "data/test.parquet"))).to_pylist()[1]
    assert (row["clip_path"], row["media_withheld"]) == (None, "the rights of the video do not allow its media")


def test_a_video_is_in_one_split(films, kept_items, frozen_items) -> None:
    release = frozen_items(split_policy=THREE)
    places: dict[Any, set[str]] = {}
    for video, split in release.rows.values_list("item__video", "split"):
        places.setdefault(video, set()).add(split)
    assert {len(found) for found in places.values()} == {1}
    assert len({split for found in places.values() for split in found}) == 3


def test_sp12_questions_that_read_alike_across_splits_block_until_ruled_on(films, keeper, kept_items) -> None:
    for n in (92, 93, 94):
        film = make_video(films, keeper, n)
        asked = clip(question="Why does the conductor put down the baton before the second movement begins?")
        keep(films, [make_item(films, keeper, asked, video=film, clip=make_clip(film, keeper, 50.0))])
    made = plan(films, **THREE)
    pairs = made.header.duplicates["pairs"]
    assert pairs
    assert "leakage.duplicates" in {check.id for check in made.blocking}
    for pair in pairs:
        services.rule_on_duplicates(
            actor=keeper, project=films, first=pair["first"], second=pair["second"], verdict="twins",
            reason="The same scene of the film, brought in twice.",
        )  # fmt: skip
    assert not plan(films, **THREE).header.duplicates["pairs"]


def hide(films, keeper) -> None:
    services.save_profile(actor=keeper, project=films, values={}, hides_test_answers=True)


def test_rl20_hidden_answers_are_null_everywhere_and_frozen_apart(films, keeper, kept_items, frozen_items) -> None:
    hide(films, keeper)
    release = frozen_items()
    assert release.header["hidden"] == ["test"]
    for row in json.loads(file_of(release, "items.json")):
        assert (row["answer"], row["answer_details"], row["rubric"]) == (None, None, None)
    rows = pq.read_table(io.BytesIO(file_of(release, "data/test.parquet"))).to_pylist()
    assert {row["answer"] for row in rows} == {None}
    kept_back = HiddenArtefact.objects.get(release=release)
    lines = [json.loads(line) for line in storage.read_bytes(kept_back.sha256).splitlines()]
    kept = {"answer": ["happiness", "doubt/confusion"], "answer_details": None, "rubric": None}
    assert lines[0] == {"question_id": "G1_Q000001", **kept}
    assert len(lines) == 12
    assert not release.files.filter(sha256=kept_back.sha256).exists()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        HiddenReference.objects.update(line="{}")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        HiddenArtefact.objects.all().delete()


def test_rl20_a_changed_hidden_reference_demands_a_major_step(films, keeper, kept_items, frozen_items) -> None:
    hide(films, keeper)
    frozen_items()
    assert plan(films).changes.bump == "PATCH"
    item = kept_items[0]
    item.refresh_from_db()
    revision = item.revisions.get()
    Revision.objects.create(
        item=item, number=2, content={**revision.content, "answer": ["sadness"]}, digest="d" * 64, author=keeper
    )
    item.revision_count = 2
    item.save()
    keep(films, [item], number=2)
    changes = plan(films).changes
    assert (changes.bump, changes.changed_ids) == ("MAJOR", (("G1_Q000001", "content"),))


def test_rl20_only_items_have_answers_to_hide(project, maintainer) -> None:
    with pytest.raises(InvalidError, match="Only projects of items"):
        services.save_profile(actor=maintainer, project=project, values={}, hides_test_answers=True)


@pytest.mark.django_db(transaction=True)
def test_qu110_two_projects_and_two_requests_at_once_give_no_number_twice(films, keeper, kept_items) -> None:
    releases = [services.create_release(actor=keeper, project=films, version=v).pk for v in ("0.1.0", "0.2.0")]
    versions = dict(zip(releases, ("0.1.0", "0.2.0"), strict=True))

    def ask(pk):
        return lambda: services.request_freeze(actor=keeper, release_id=pk, typed_version=versions[pk])

    at_once([ask(pk) for pk in releases])
    names = list(Item.objects.filter(project=films).values_list("external_id", flat=True))
    assert len(set(names)) == 12
    assert NumberSeries.objects.get(project=films, series="G1_Q").last == 6
