"""WA7: whoever submits an item of a whole video has watched it."""

from __future__ import annotations

import pytest

from affectory.core.errors import ConflictError
from annotation.questions import services
from annotation.questions.models import Draft, Item, Revision
from tests.factories.items import a_draft, a_film, a_new_item, an_imported_item, content_of
from tests.factories.watching import watched
from tests.unit.questions.examples import clip, episode

APART = [{"start": 10, "end": 12, "item": None}, {"start": 300, "end": 320.5, "item": None}]


def submit(actor, item, **changes):
    version = a_draft(actor, item, content_of(episode(**changes), evidence=APART)).version
    return services.submit_revision(actor=actor, item_id=item.pk, base_version=version)


def test_wa7_below_ninety_nine_per_cent_nothing_is_submitted_and_the_gaps_are_named(project, annotator, maintainer):
    film = a_film(maintainer, project)  # 900 frames of a second
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison", video=film)
    watched(annotator, film, 0, 600)
    watched(annotator, film, 609, 900)  # 891 of 900 are exactly 99 %
    watched_before = (600, 609)
    assert submit(annotator, item).revision.number == 1

    other = a_new_item(maintainer, project, "episode", "emotional intensity comparison", video=film)
    watched(maintainer, film, 0, 600)
    watched(maintainer, film, 610, 900)
    with pytest.raises(ConflictError) as refused:
        submit(maintainer, other)
    assert refused.value.code == "item.not_watched"
    assert refused.value.about["gaps"] == [[600, 610]] != [list(watched_before)]
    assert "98.8 %" in refused.value.message
    assert "10:00–10:10" in refused.value.message
    assert Draft.objects.filter(item=other).exists()
    assert Revision.objects.count() == 1


def test_wa7_nobody_watches_for_somebody_else(project, annotator, maintainer):
    film = a_film(maintainer, project)
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison", video=film)
    watched(maintainer, film)
    with pytest.raises(ConflictError):
        submit(annotator, item)


def test_wa7_a_maintainer_who_edits_somebody_elses_item_and_an_imported_item_are_excepted(
    project, annotator, maintainer
):
    film = a_film(maintainer, project)
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison", video=film)
    watched(annotator, film)
    submit(annotator, item)
    edited = submit(maintainer, item, question="Which dish does he enjoy most during the tasting?")
    assert edited.revision.author == maintainer
    imported = an_imported_item(maintainer, project, **episode())
    assert submit(maintainer, imported, question="Which dish does he enjoy most in it?").revision.number == 2


def test_wa7_an_item_of_a_clip_asks_for_nothing(project, annotator):
    item = a_new_item(annotator, project)
    version = a_draft(annotator, item, content_of(clip())).version
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)


def test_wa7_what_is_linked_to_no_video_cannot_have_been_watched(project, annotator, maintainer):
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison")
    Item.objects.filter(pk=item.pk).update(video=None, video_name="reel.mp4")
    with pytest.raises(ConflictError) as refused:
        submit(annotator, item)
    assert refused.value.code == "item.no_video"
