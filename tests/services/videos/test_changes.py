from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.models import AuditEvent
from affectory.core.rights import MayRedistribute
from datasets.videos import selectors, services
from datasets.videos.models import Video
from tests.factories.videos import a_ready_video, a_video


def test_a_change_is_kept_with_before_and_after(video, maintainer):
    """VI49"""
    services.change_video(
        actor=maintainer,
        video_id=video.pk,
        may_redistribute="media",
        content_warnings=["Grief", "strobe", "grief"],
        source="",
    )
    video.refresh_from_db()
    assert (video.may_redistribute, video.content_warnings) == ("media", ["grief", "strobe"])
    event = AuditEvent.objects.get(event="video.changed")
    assert (event.actor, event.subject_id) == (maintainer, str(video.pk))
    assert event.data == {
        "before": {"may_redistribute": "annotations", "content_warnings": []},
        "after": {"may_redistribute": "media", "content_warnings": ["grief", "strobe"]},
    }


def test_a_change_that_says_nothing_new_writes_nothing(video, maintainer):
    """VI49"""
    services.change_video(actor=maintainer, video_id=video.pk, licence="CC BY 4.0", may_send_to_external_model=False)
    assert not AuditEvent.objects.filter(event="video.changed").exists()


def test_an_id_stands_once_in_a_project(project, video, maintainer):
    other = a_video(maintainer, project, name="b.mp4", seed=2)
    services.change_video(actor=maintainer, video_id=other.pk, external_id="V1")
    with pytest.raises(ConflictError, match="already has the id 'V1'"):
        services.change_video(actor=maintainer, video_id=video.pk, external_id="V1")
    services.change_video(actor=maintainer, video_id=other.pk, external_id="")
    services.change_video(actor=maintainer, video_id=video.pk, external_id="V1")


def test_what_cannot_be_changed_is_refused(video, maintainer, annotator):
    with pytest.raises(InvalidError, match="state"):
        services.change_video(actor=maintainer, video_id=video.pk, state="ready")
    with pytest.raises(InvalidError, match="101"):
        services.change_video(actor=maintainer, video_id=video.pk, content_warnings=["x" * 101])
    with pytest.raises(NotAllowedError):
        services.change_video(actor=annotator, video_id=video.pk, licence="mine")
    assert Video.objects.get(pk=video.pk).licence == "CC BY 4.0"


def test_rights_decide_what_may_go_where(project, maintainer, tmp_path):
    """VI44"""
    rights = [("annotations", False), ("derived", True), ("media", False)]
    for seed, (redistribute, send) in enumerate(rights):
        a_ready_video(
            maintainer,
            project,
            tmp_path,
            name=f"{redistribute}.mp4",
            seed=seed,
            may_redistribute=redistribute,
            may_send_to_external_model=send,
        )
    a_video(maintainer, project, name="raw.mp4", seed=9, may_redistribute="media", may_send_to_external_model=True)

    def names(videos) -> set[str]:
        return {video.name for video in videos}

    assert names(selectors.videos_sendable_to_models(project)) == {"derived.mp4"}
    assert names(selectors.videos_redistributable(project)) == {"media.mp4"}
    derived = selectors.videos_redistributable(project, kind=MayRedistribute.DERIVED)
    assert names(derived) == {"derived.mp4", "media.mp4"}


def test_who_sees_videos(project, video, maintainer, annotator, reviewer_a, researcher, outsider):
    """VI40"""
    seen = {
        person.username: selectors.videos_visible_to(person, project).count()
        for person in (maintainer, annotator, reviewer_a, researcher, outsider)
    }
    assert seen == {"mara": 1, "anna": 1, "rosa": 1, "remy": 0, "otto": 0}
    assert not selectors.clips_visible_to(researcher, project).exists()
    assert not selectors.subtitles_visible_to(researcher, project).exists()
    assert not selectors.uploads_open_to(annotator, project).exists()
    assert not selectors.registrations_visible_to(reviewer_a, project).exists()
    assert selectors.registrations_visible_to(maintainer, project).exists()
