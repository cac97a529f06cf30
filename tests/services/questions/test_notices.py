"""Who is told what about items, and that no line says who judged."""

from __future__ import annotations

import pytest

from affectory.inbox import selectors
from affectory.inbox.models import InboxLine
from annotation.questions import notices, services
from annotation.questions.models import Item
from annotation.reviews import services as reviews
from annotation.reviews.models import Lease
from tests.factories.items import a_member, run_import
from tests.factories.reviewed_items import (
    ACCEPT,
    REJECT,
    a_submitted_item,
    a_watchable_film,
    judge,
    put_out,
    rewrite,
)
from tests.unit.questions.examples import clip

pytestmark = pytest.mark.django_db


def lines_of(person) -> list[str]:
    lines = selectors.lines_visible_to(person).order_by("created_at").select_related("project")
    return [selectors.said(line)["text"] for line in lines]


@pytest.fixture
def item(project, maintainer, annotator) -> Item:
    item = a_submitted_item(annotator, project, video=a_watchable_film(maintainer, project), text="What now?")
    put_out(project)
    return item


def test_the_author_learns_that_an_item_came_back_and_how_it_ended(project, item, annotator, reviewer_a, reviewer_b):
    """IN2: and neither of the reviewers learns anything."""
    judge(reviewer_a, project, ACCEPT)
    assert lines_of(annotator) == []
    judge(reviewer_b, project, REJECT)
    assert lines_of(annotator) == ["“What now?” came back to you. Read the reasons and write the next revision."]
    rewrite(annotator, item, question="What does the man with the hat feel after that?")
    put_out(project)
    again = [a_member(project, name, "reviewer") for name in ("nia", "noor")]
    for reviewer in again:
        judge(reviewer, project, ACCEPT)
    assert lines_of(annotator)[1:] == ["“What does the man with the hat feel after that?” is finished: it was kept."]
    assert not InboxLine.objects.exclude(person=annotator).exists()


def test_who_carried_in_a_file_is_told_what_comes_back_and_no_more(project, maintainer):
    run_import(maintainer, project, [clip()])
    item = Item.objects.get()
    for state, kinds in (("kept", []), ("removed", []), ("returned", ["item.returned"])):
        item.state = state
        notices.settled(item)
        assert list(InboxLine.objects.values_list("kind", flat=True)) == kinds


def test_whose_lease_a_maintainer_ends_is_told(project, item, maintainer, reviewer_a):
    reviews.lease_next(actor=reviewer_a, project=project)
    lease = Lease.objects.get()
    reviews.revoke_lease(actor=maintainer, project=project, lease_id=lease.pk, reason="away")
    assert lines_of(reviewer_a) == ["A maintainer gave an item that you had open back to the queue."]


def test_to_whom_an_item_is_handed_is_told(project, item, maintainer, annotator, reviewer_a, reviewer_b):
    judge(reviewer_a, project, ACCEPT)
    judge(reviewer_b, project, REJECT)
    other = a_member(project, "olga", "annotator")
    services.hand_over(actor=maintainer, item_id=item.pk, username="olga")
    assert lines_of(other) == ["“What now?” was handed to you."]


def test_an_item_is_called_by_its_id_or_by_how_it_begins():
    assert notices.name_of(Item(external_id="G1_Q000126", question="What?")) == "G1_Q000126"
    assert notices.name_of(Item(question="")) == "an item"
    long = notices.name_of(Item(question="What does\nthe man " + "x" * 80))
    assert long.startswith("“What does the man x")
    assert len(long) == notices.NAME_CHARS + 2
