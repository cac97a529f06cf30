"""Writing an item: saving, submitting, discarding."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from affectory.core.transitions import move
from annotation.questions import selectors, services
from annotation.questions.domain.states import ITEM_TRANSITIONS
from annotation.questions.models import Draft, Item, Revision
from tests.factories.items import a_draft, a_new_item, an_imported_item, content_of
from tests.factories.watching import watched
from tests.unit.questions.examples import RUBRICS, clip, episode

pytestmark = pytest.mark.django_db
APART = [{"start": 10, "end": 20, "item": None}, {"start": 300, "end": 310, "item": None}]


def test_a_new_item_has_an_empty_draft_with_its_place_and_its_rubric(project, annotator):
    """QU15."""
    item = a_new_item(annotator, project, "clip", "emotion cause", segments=[{"start": 1.5, "end": 4}])
    draft = Draft.objects.get(item=item)
    assert (item.state, item.origin, item.author, item.draft_version) == ("draft", "written", annotator, 1)
    assert draft.content["source"]["segments"] == [{"start": 1.5, "end": 4}]
    assert sorted(draft.content["rubric"]["scores"]) == ["0", "1", "2", "3"]
    assert AuditEvent.objects.filter(event="item.created").count() == 1


def test_a_task_with_two_rubrics_waits_for_a_choice(project, annotator):
    """QU15."""
    item = a_new_item(annotator, project, "episode", "emotional reasoning")
    assert Draft.objects.get(item=item).content["rubric"] is None
    item = a_new_item(annotator, project, "episode", "emotional reasoning", rubric_family="result")
    assert sorted(Draft.objects.get(item=item).content["rubric"]["scores"]) == ["0", "1"]
    with pytest.raises(InvalidError) as refused:
        a_new_item(annotator, project, "episode", "emotional reasoning", rubric_family="trajectory")
    assert list(refused.value.fields) == ["rubric_family"]


def test_qu50_a_draft_may_be_incomplete_and_wrong_and_is_kept_as_it_is(project, annotator):
    """QU50."""
    item = a_new_item(annotator, project)
    saved = services.save_draft(
        actor=annotator, item_id=item.pk, content={"question": "What", "answer": ["gladness"]}, base_version=1
    )
    assert saved.draft.content["answer"] == ["gladness"]
    assert saved.draft.content["subtitles"] is None
    assert "QU5" in {problem.rule for problem in saved.problems}
    for content, field in (
        ({"options": []}, "content.options"),
        ([], "content"),
        ({"question": "x" * 1_000_001}, "content"),
    ):
        with pytest.raises(InvalidError) as refused:
            services.save_draft(actor=annotator, item_id=item.pk, content=content, base_version=2)
        assert list(refused.value.fields) == [field]
    assert Draft.objects.get().version == 2


def test_qu55_a_stale_save_writes_nothing_and_gets_the_newer_draft(project, annotator, maintainer):
    """QU55."""
    item = a_new_item(annotator, project)
    services.save_draft(actor=maintainer, item_id=item.pk, content={"question": "Theirs?"}, base_version=1)
    with pytest.raises(ConflictError, match="Mara saved this item meanwhile") as refused:
        services.save_draft(actor=annotator, item_id=item.pk, content={"question": "Mine?"}, base_version=1)
    assert refused.value.code == "item.newer_draft"
    assert refused.value.about["draft_version"] == 2
    assert refused.value.about["draft"]["content"]["question"] == "Theirs?"
    assert Draft.objects.get().content["question"] == "Theirs?"
    services.save_draft(actor=annotator, item_id=item.pk, content={"question": "Merged?"}, base_version=2)
    assert Draft.objects.get().version == 3


def test_qu55_a_save_sent_again_is_no_conflict(project, annotator):
    """QU55: its answer was lost on the way."""
    item = a_new_item(annotator, project)
    for _ in range(2):
        saved = services.save_draft(actor=annotator, item_id=item.pk, content={"question": "Mine?"}, base_version=1)
        assert saved.draft.version == 2


def test_qu55_a_copy_from_before_a_submission_does_not_pass_for_a_new_draft(project, maintainer):
    """QU55."""
    item = an_imported_item(maintainer, project)
    a_draft(maintainer, item, content_of(clip(question="What does the woman feel at last?")))
    services.submit_revision(actor=maintainer, item_id=item.pk, base_version=1)
    for stale in (0, 1):
        with pytest.raises(ConflictError, match="submitted or discarded") as refused:
            services.save_draft(actor=maintainer, item_id=item.pk, content={"question": "Old?"}, base_version=stale)
        assert (refused.value.about["draft"], refused.value.about["draft_version"]) == (None, 2)
    assert not Draft.objects.exists()


def test_qu52_a_broken_format_blocks_and_lints_warn(project, annotator):
    """QU52."""
    item = a_new_item(annotator, project)
    broken = content_of(clip(answer=["gladness"], question=" "))
    version = a_draft(annotator, item, broken).version
    with pytest.raises(InvalidError) as refused:
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert refused.value.code == "item.not_ready"
    assert set(refused.value.fields) == {"question", "answer[0]"}
    assert Revision.objects.count() == 0
    sound = content_of(clip(question="What does the startled woman feel, and why does she leave?"))
    version = a_draft(annotator, item, sound).version
    submitted = services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert "QU30" in {problem.rule for problem in submitted.warnings}
    item.refresh_from_db()
    assert (item.state, item.revision_count, item.lint_count) == ("submitted", 1, len(submitted.warnings))
    assert submitted.revision.author == annotator
    assert not Draft.objects.exists()


def test_qu45_an_episodes_item_needs_evidence_in_more_than_one_part(project, annotator, maintainer):
    """QU45 blocks a submission, QU52; what was imported without evidence is not asked for it."""
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison")
    for evidence in (None, [], APART[:1], [APART[0], {"start": 60, "end": 70, "item": None}]):
        version = a_draft(annotator, item, content_of(episode(), evidence=evidence)).version
        with pytest.raises(InvalidError) as refused:
            services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
        assert list(refused.value.fields) == ["evidence"]
        assert "QU45" in refused.value.fields["evidence"][0]
    version = a_draft(annotator, item, content_of(episode(), evidence=APART)).version
    watched(annotator, item.video)
    submitted = services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert submitted.revision.content["evidence"] == APART

    imported = an_imported_item(maintainer, project, **episode())
    version = a_draft(
        maintainer, imported, content_of(episode(question="Which dish does he enjoy most in it?"))
    ).version
    services.submit_revision(actor=maintainer, item_id=imported.pk, base_version=version)
    assert imported.revisions.count() == 2


def test_qu51_evidence_is_read_like_everything_else(project, annotator):
    """QU51."""
    item = a_new_item(annotator, project, "episode", "emotional intensity comparison")
    bad = [{"start": 5, "end": 1, "item": "C1"}, {"start": -1, "end": 2}, {"start": 1, "end": 2, "item": 7}, "x"]
    version = a_draft(annotator, item, content_of(episode(), evidence=bad)).version
    with pytest.raises(InvalidError) as refused:
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert set(refused.value.fields) == {"evidence[0]", "evidence[1].start", "evidence[2].item", "evidence[3]"}


def test_a_revision_has_the_canonical_form(project, annotator):
    item = a_new_item(annotator, project)
    content = content_of(clip(answer=["Happiness", "doubt / confusion"]))
    content["source"]["segments"] = [{"end": 778.0, "start": 687.60}]
    version = a_draft(annotator, item, content).version
    revision = services.submit_revision(actor=annotator, item_id=item.pk, base_version=version).revision
    revision.refresh_from_db()
    assert revision.content["answer"] == ["happiness", "doubt/confusion"]
    assert revision.content["source"]["segments"] == [{"start": 687.6, "end": 778}]
    assert isinstance(revision.content["source"]["segments"][0]["end"], int)


def test_qu101_what_is_submitted_again_as_it_was_is_the_same_revision(project, maintainer):
    """QU101: nothing is counted twice, and no draft stands in the way of its review."""
    item = an_imported_item(maintainer, project)
    version = a_draft(maintainer, item, content_of(clip())).version
    submitted = services.submit_revision(actor=maintainer, item_id=item.pk, base_version=version)
    item.refresh_from_db()
    assert (submitted.revision.number, item.state, item.draft_version) == (1, "submitted", version + 1)
    assert (Revision.objects.count(), Draft.objects.count()) == (1, 0)
    assert selectors.items_to_review(project).filter(pk=item.pk).exists() is (item.video is not None)


def test_qu101_what_reviewers_sent_back_has_to_change(project, maintainer):
    """QU101: they have judged it as it is."""
    item = an_imported_item(maintainer, project)
    move(item, to="in_review", transitions=ITEM_TRANSITIONS)
    move(item, to="returned", transitions=ITEM_TRANSITIONS, returned={"round": 1, "reasons": []})
    version = a_draft(maintainer, item, content_of(clip())).version
    with pytest.raises(ConflictError, match="did not agree on; change something"):
        services.submit_revision(actor=maintainer, item_id=item.pk, base_version=version)
    assert (Revision.objects.count(), Draft.objects.count()) == (1, 1)


def test_qu56_the_database_refuses_to_change_a_revision(project, maintainer):
    """QU56."""
    item = an_imported_item(maintainer, project)
    for change in (
        lambda: Revision.objects.filter(item=item).update(content={}),
        lambda: Revision.objects.filter(item=item).update(number=7),
        lambda: Revision.objects.filter(item=item).delete(),
    ):
        with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
            change()
    assert item.revisions.get().content["question"] == clip()["question"]


def test_qu66_discarding_leaves_what_was_there_before(project, maintainer, annotator):
    """QU66."""
    imported = an_imported_item(maintainer, project)
    a_draft(maintainer, imported, content_of(clip(question="Half a")))
    services.discard_draft(actor=maintainer, item_id=imported.pk, base_version=1)
    imported.refresh_from_db()
    assert (imported.question, imported.draft_version) == (clip()["question"], 2)
    with pytest.raises(ConflictError, match="no draft to discard"):
        services.discard_draft(actor=maintainer, item_id=imported.pk)

    written = a_new_item(annotator, project)
    with pytest.raises(ConflictError):
        services.discard_draft(actor=annotator, item_id=written.pk, base_version=0)
    assert services.discard_draft(actor=annotator, item_id=written.pk) is None
    assert not Item.objects.filter(pk=written.pk).exists()
    assert AuditEvent.objects.filter(event="item.draft_discarded").count() == 2


def test_qu58_who_sees_and_edits_which_items(project, maintainer, annotator, reviewer_a, researcher, outsider):
    """QU58."""
    theirs = an_imported_item(maintainer, project)
    own = a_new_item(annotator, project)
    assert set(selectors.items_visible_to(maintainer, project)) == {theirs, own}
    assert set(selectors.items_visible_to(annotator, project)) == {own}
    for person in (reviewer_a, researcher, outsider):
        assert not selectors.items_visible_to(person, project)
        for call in (
            lambda person=person: services.save_draft(actor=person, item_id=own.pk, content={}, base_version=1),
            lambda person=person: services.submit_revision(actor=person, item_id=own.pk, base_version=1),
            lambda person=person: services.discard_draft(actor=person, item_id=own.pk, base_version=1),
        ):
            with pytest.raises(NotFoundError):
                call()
        with pytest.raises(NotAllowedError):
            a_new_item(person, project)
    with pytest.raises(NotFoundError):
        services.save_draft(actor=annotator, item_id=theirs.pk, content={}, base_version=0)
    assert Draft.objects.get().version == 1


def test_nobody_is_told_of_thousands_of_problems(project, annotator):
    item = a_new_item(annotator, project)
    many = [{"id": "?", "t": [0, 1], "speaker": None, "text": "x"} for _ in range(700)]
    saved = services.save_draft(
        actor=annotator,
        item_id=item.pk,
        content=content_of(clip(answer=["x"] * 5000, subtitles=many)),
        base_version=1,
    )
    assert len(saved.problems) == 52
    assert "has 5000 labels; there are only 26" in {problem.message for problem in saved.problems}
    assert "more problems are not listed" in saved.problems[-1].message


def test_a_task_of_the_other_granularity_is_refused(project, annotator):
    with pytest.raises(InvalidError, match="emotion cause is no task of a episode") as refused:
        a_new_item(annotator, project, "episode", "emotion cause")
    assert list(refused.value.fields) == ["type"]


def test_the_rubric_of_a_submitted_item_may_be_its_own(project, annotator):
    item = a_new_item(annotator, project, "clip", "emotion cause")
    content = content_of(clip("emotion cause", rubric={**RUBRICS["causal"], "criterion": "Ours."}))
    version = a_draft(annotator, item, content).version
    revision = services.submit_revision(actor=annotator, item_id=item.pk, base_version=version).revision
    assert revision.content["rubric"]["criterion"] == "Ours."
