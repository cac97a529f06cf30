"""Items and the videos they are about: links, lengths, clips, subtitles."""

from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from annotation.questions import services
from annotation.questions.domain.mapping import PRESETS
from annotation.questions.models import Draft, Item
from datasets.videos.models import PreparedClip
from tests.factories.items import OLDER, a_draft, a_film, a_new_item, a_track, content_of, report, run_import
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "columns",
    [
        {"external_id": "G1_V000001"},
        {"source": "made up  S01E01"},
        {"name": "G1_V000001.mkv"},
        {"name": "Made up S01E01"},
    ],
)
def test_qu63_a_record_finds_its_video(columns, project, maintainer):
    """QU63."""
    video = a_film(maintainer, project, **{"name": "x.mp4", **columns})
    a_film(maintainer, project, name="other.mp4", source="Other")
    item_import = run_import(maintainer, project, [clip()])
    assert Item.objects.get().video == video
    assert item_import.rows.get().problems == []


def test_qu63_what_fits_none_or_several_says_so_and_can_be_linked_later(project, maintainer, annotator):
    """QU63."""
    item_import = run_import(maintainer, project, [clip()])
    (problem,) = item_import.rows.get().problems
    assert (problem["rule"], problem["severity"], problem["field"]) == ("QU63", "warning", "video_id")
    assert "can be linked later" in problem["message"]
    first = a_film(maintainer, project, name="a.mp4", source="Made up S01E01")
    a_film(maintainer, project, name="b.mp4", source="Made up S01E01")
    again = run_import(maintainer, project, [clip(question_id="second")])
    assert "2 registered videos fit" in again.rows.get().problems[0]["message"]

    item = Item.objects.get(external_id="G1_Q000001")
    services.change_item(actor=maintainer, item_id=item.pk, video=first.pk)
    item.refresh_from_db()
    assert (item.video, item.clip.source_frames) == (first, [[688, 777]])
    with pytest.raises(InvalidError):
        services.change_item(actor=maintainer, item_id=item.pk, video=item.pk)
    own = a_new_item(annotator, project)
    with pytest.raises(NotAllowedError):
        services.change_item(actor=annotator, item_id=own.pk, video=first.pk)


def test_qu63_videos_registered_after_their_items_are_found_at_once(project, maintainer):
    """QU63: by asking for it, or by importing the same file again."""
    records = [clip(question_id="a"), clip(question_id="b", source={"from": "Elsewhere", "segments": None})]
    run_import(maintainer, project, records)
    run_import(maintainer, project, [OLDER], mapping=PRESETS["longemo-choice"])
    video = a_film(maintainer, project, source="Made up S01E01")
    assert services.link_items(actor=maintainer, project=project) == (2, 1)
    assert Item.objects.get(external_id="a").video == video
    assert Item.objects.get(external_id="old_1").video == video  # reel.mp4
    other = a_film(maintainer, project, name="c.mp4", source="elsewhere")
    assert {outcome for _, outcome in report(run_import(maintainer, project, records))} == {"unchanged"}
    assert Item.objects.get(external_id="b").video == other


@pytest.mark.parametrize(
    ("segment", "side"), [({"start": 700, "end": 800}, "start"), ({"start": 600, "end": 700.5}, "end")]
)
def test_qu54_what_goes_beyond_the_end_of_the_video_is_refused(segment, side, project, maintainer, annotator):
    """QU54."""
    video = a_film(maintainer, project, source="Made up S01E01", seconds=700)
    source = {"from": "Made up S01E01", "segments": [segment]}
    row = run_import(maintainer, project, [clip(source=source, subtitles=None)]).rows.get()
    assert row.outcome == "refused"
    (problem,) = row.problems
    assert (problem["rule"], problem["field"]) == ("QU54", f"source.segments[0].{side}")
    assert problem["message"].endswith("the video ends at 700 s")
    item = a_new_item(annotator, project, video=video)
    version = a_draft(annotator, item, content_of(clip(source=source, subtitles=None))).version
    with pytest.raises(InvalidError) as refused:
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert list(refused.value.fields) == [f"source.segments[0].{side}"]
    assert not PreparedClip.objects.exists()


def test_qu67_a_submitted_item_has_the_clip_of_its_segments(project, maintainer, annotator):
    """QU67."""
    video = a_film(maintainer, project)
    item = a_new_item(annotator, project, video=video, segments=[{"start": 10, "end": 20}])
    assert Draft.objects.get().content["source"] == {"from": "reel.mp4", "segments": [{"start": 10, "end": 20}]}
    version = a_draft(annotator, item, content_of(clip())).version
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    item.refresh_from_db()
    assert item.clip.source_frames == [[688, 777]]
    longer = content_of(clip(source={"from": "reel.mp4", "segments": [{"start": 680, "end": 780}]}))
    version = a_draft(annotator, item, longer).version
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    item.refresh_from_db()
    assert item.clip.source_frames == [[680, 779]]
    assert PreparedClip.objects.count() == 2


def test_qu67_without_a_prepared_video_the_clip_comes_later(project, maintainer, annotator):
    """QU67."""
    video = a_film(maintainer, project, frames_sha256="", duration_s=None)
    item = a_new_item(annotator, project, video=video)
    with pytest.raises(ConflictError, match="Submit the item first"):
        services.request_item_clip(actor=annotator, item_id=item.pk)
    version = a_draft(annotator, item, content_of(clip())).version
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    item.refresh_from_db()
    assert item.clip is None
    with pytest.raises(ConflictError, match="not prepared"):
        services.request_item_clip(actor=annotator, item_id=item.pk)
    video.frames_sha256 = a_film(maintainer, project, name="prepared.mp4").frames_sha256
    video.save()
    assert services.request_item_clip(actor=annotator, item_id=item.pk).source_frames == [[688, 777]]


def test_segments_between_two_frames_show_nothing(project, maintainer, annotator):
    item = a_new_item(annotator, project)
    content = content_of(clip(source={"from": "a", "segments": [{"start": 10.2, "end": 10.4}]}, subtitles=None))
    version = a_draft(annotator, item, content).version
    with pytest.raises(InvalidError, match="no frame") as refused:
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert list(refused.value.fields) == ["source.segments[0]"]


def test_qu65_the_subtitle_lines_of_an_interval(project, maintainer, annotator, outsider):
    """QU65. Of the cues at 1–2, 4–6, 6–8, 9–9, 12–13 s those heard in [5, 6) and [9, 10) are the second and the
    fourth; the third begins where the first segment has ended."""
    video = a_film(maintainer, project)
    a_track(
        maintainer,
        video,
        [(1, 2, "", "One."), (4, 6, "Ann", "Two."), (6, 8, "", "Three."), (9, 9, "", "Four."), (12, 13, "", " ")],
    )

    def lines(segments, actor=annotator):
        found = services.subtitle_lines_for(actor=actor, project=project, video_id=video.pk, segments=segments)
        return [(line.id, float(line.start), float(line.end), line.speaker, line.text) for line in found]

    assert lines([{"start": 5, "end": 6}, {"start": 9, "end": 10}]) == [
        ("U1", 4, 6, "Ann", "Two."),
        ("U2", 9, 9, None, "Four."),
    ]
    assert [text for *_, text in lines(None)] == ["One.", "Two.", "Three.", "Four."]
    with pytest.raises(InvalidError) as refused:
        lines([{"start": 6, "end": 5}])
    assert list(refused.value.fields) == ["segments[0]"]
    with pytest.raises(NotFoundError):
        lines(None, actor=outsider)
    with pytest.raises(NotFoundError, match="no such subtitles"):
        services.subtitle_lines_for(
            actor=annotator, project=project, video_id=video.pk, segments=None, track_id=video.pk
        )


def test_the_export_of_an_item_written_here_names_its_video(project, maintainer, annotator):
    from tests.services.questions.test_export import exported

    named = a_film(maintainer, project, name="a.mp4", external_id="V7")
    for video in (named, a_film(maintainer, project, name="b.mp4")):
        item = a_new_item(annotator, project, video=video)
        version = a_draft(annotator, item, content_of(clip(question=f"What of {video.name}?"))).version
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    text = exported(maintainer, project).decode()
    assert '"video_id": "V7"' in text
    assert f'"video_id": "{Item.objects.get(video__name="b.mp4").video_id}"' in text
