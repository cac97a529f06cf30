"""Questions from other formats: drafts for somebody, with what they had before beside them."""

from __future__ import annotations

import pytest

from affectory.core.errors import InvalidError, NotFoundError
from annotation.questions import selectors, services
from annotation.questions.domain.mapping import PRESETS
from annotation.questions.models import Draft, Item
from tests.factories.items import OLDER, a_draft, a_member, report, run_import
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db
CHOICE = PRESETS["longemo-choice"]


def a_mapped_item(maintainer, project, **changes) -> Item:
    run_import(maintainer, project, [{**OLDER, **changes}], mapping=CHOICE)
    return Item.objects.get(external_id={**OLDER, **changes}["qid"])


def test_an_older_question_becomes_a_draft_of_nobody_with_its_options_beside_it(project, maintainer):
    item = a_mapped_item(maintainer, project)
    assert (item.state, item.origin, item.author, item.revision_count) == ("draft", "mapped", None, 0)
    assert (item.granularity, item.type, item.needs_scope_recheck) == ("clip", "emotion influence", True)
    assert [(o["letter"], o["text"], o["is_answer"]) for o in item.reference["options"]] == [
        ("A", "anger", True),
        ("B", "fear", False),
        ("C", "joy", False),
    ]
    assert item.reference["answer"] == "A. anger"
    draft = Draft.objects.get()
    assert draft.content["answer"] == ["anger"]
    assert draft.content["source"] == {"from": "reel.mp4", "segments": [{"start": 12.5, "end": 20}]}
    assert draft.content == draft.initial


def test_a_task_that_is_not_known_can_be_chosen_until_there_is_a_revision(project, maintainer, annotator):
    """QU62."""
    item = a_mapped_item(maintainer, project, task_type="mood", answer="anger")
    assert (item.granularity, item.type) == ("", "")
    services.choose_kind(actor=annotator, item_id=item.pk, granularity="clip", type_name="emotion transition")
    item.refresh_from_db()
    assert item.type == "emotion transition"
    assert Draft.objects.get().content["answer"] == {"before": [], "after": []}
    with pytest.raises(InvalidError, match="no task of a clip"):
        services.choose_kind(actor=annotator, item_id=item.pk, granularity="clip", type_name="emotional reasoning")


def test_qu59_the_first_to_save_a_mapped_question_takes_it(project, maintainer, annotator):
    """QU59, QU58."""
    other = a_member(project, "nina", "annotator")
    item = a_mapped_item(maintainer, project)
    assert item in selectors.items_visible_to(other, project)
    content = Draft.objects.get().content
    a_draft(annotator, item, {**content, "question": "What does the man in the hat feel after the remark?"})
    item.refresh_from_db()
    assert item.author == annotator
    assert item not in selectors.items_visible_to(other, project)
    with pytest.raises(NotFoundError, match="somebody else is writing it"):
        a_draft(other, item, content)


def test_qu53_the_scope_of_the_answer_is_rechecked_before_the_open_question_is_submitted(
    project, maintainer, annotator
):
    """QU53, QU14."""
    item = a_mapped_item(maintainer, project)
    content = {**Draft.objects.get().content, "question": "What does the man in the hat feel after the remark?"}
    version = a_draft(annotator, item, content).version
    with pytest.raises(InvalidError, match="had options") as refused:
        services.submit_revision(actor=annotator, item_id=item.pk, base_version=version)
    assert list(refused.value.fields) == ["scope_rechecked"]
    services.submit_revision(actor=annotator, item_id=item.pk, base_version=version, scope_rechecked=True)
    item.refresh_from_db()
    assert (item.state, item.needs_scope_recheck, item.author) == ("submitted", False, annotator)
    assert item.reference["answer"] == "A. anger"


def test_importing_a_changed_question_renews_what_nobody_has_touched(project, maintainer, annotator):
    item = a_mapped_item(maintainer, project)
    changed = run_import(maintainer, project, [{**OLDER, "answer": "B"}], mapping=CHOICE)
    assert report(changed) == [("old_1", "changed")]
    draft = Draft.objects.get()
    assert (draft.content["answer"], draft.version) == (["fear"], 2)
    a_draft(annotator, item, {**draft.content, "question": "Mine?"})
    third = run_import(maintainer, project, [{**OLDER, "answer": "C"}], mapping=CHOICE)
    assert "people have worked on it" in str(third.rows.get().problems)
    item.refresh_from_db()
    assert (Draft.objects.get().content["question"], item.reference["answer"]) == ("Mine?", "C. joy")
    assert report(run_import(maintainer, project, [{**OLDER, "answer": "C"}], mapping=CHOICE)) == [
        ("old_1", "unchanged")
    ]


def test_a_mapped_question_may_come_again_as_a_whole_item(project, maintainer):
    item = a_mapped_item(maintainer, project)
    run_import(maintainer, project, [clip("emotion influence", question_id="old_1")])
    item.refresh_from_db()
    assert (item.state, item.revision_count, item.author) == ("submitted", 1, maintainer)
    assert Draft.objects.filter(item=item).exists()


def test_qu66_discarding_gives_a_mapped_question_back_as_it_came(project, maintainer, annotator):
    """QU66."""
    item = a_mapped_item(maintainer, project)
    came = Draft.objects.get().content
    a_draft(annotator, item, {**came, "question": "Mine?"})
    services.discard_draft(actor=annotator, item_id=item.pk, base_version=2)
    item.refresh_from_db()
    draft = Draft.objects.get()
    assert (draft.content, draft.version, item.draft_version) == (came, 3, 3)
    assert item.question == OLDER["question"]


def test_a_table_comes_in_too(project, maintainer):
    table = "id,video,scope,type,question,A,B,answer\nq1,v1.mp4,clip,Emotion Influence,What?,anger,fear,A\n,,,,,,,\n"
    found = run_import(maintainer, project, table.encode(), mapping=PRESETS["table"], name="old.csv")
    assert report(found)[0] == ("q1", "new")
    assert Item.objects.get().origin == "mapped"
    with pytest.raises(InvalidError, match="say with a mapping") as refused:
        services.import_items(actor=maintainer, project=project, name="old.CSV", content=table.encode())
    assert list(refused.value.fields) == ["mapping"]


def test_an_id_with_blanks_could_never_be_exported_and_is_refused(project, maintainer):
    found = run_import(maintainer, project, [{**OLDER, "qid": "old 1"}], mapping=CHOICE)
    row = found.rows.get()
    assert (row.outcome, row.problems[0]["rule"], row.problems[0]["field"]) == ("refused", "QU14", "qid")
