"""AG10, AG11: who sees which splits, what stands side by side, and the causes put to them."""

import json

import pytest
from django.db import IntegrityError, transaction

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from annotation.agreement import selectors
from annotation.agreement.models import SplitTag
from annotation.agreement.scope import Scope
from annotation.agreement.selectors import Wanted
from annotation.agreement.services import current_report, remove_tag, tag_split
from annotation.reviews.models import Round
from tests.conftest import make_user
from tests.factories import reviewed_items as reviewed
from tests.factories import reviews as making
from tests.factories.agreement import add_closed_rounds
from tests.factories.reviews import REJECT, open_specimens, review_next

pytestmark = pytest.mark.django_db

SPECIMENS = Scope(making.KIND)


@pytest.fixture(autouse=True)
def shelf():
    with making.specimens() as shelf:
        yield shelf


def closed(project, people, patterns, **kwargs):
    return add_closed_rounds(project, people, patterns, kind=making.KIND, **kwargs)


@pytest.fixture
def longemo(db):
    return accounts.create_project(actor=None, slug="films", name="Films", kind=Project.Kind.LONGEMO)


def member(project, name, role):
    person = make_user(name)
    accounts.grant_role(actor=None, project=project, user=person, role=role)
    return person


@pytest.fixture
def author(longemo):
    return member(longemo, "auberon", Role.ANNOTATOR)


@pytest.fixture
def reviewers(longemo):
    """A maintainer and four reviewers."""
    names = ("maxine", "rupert", "rhonda", "reinhold", "rosamund")
    roles = (Role.MAINTAINER, *[Role.REVIEWER] * 4)
    return [member(longemo, name, role) for name, role in zip(names, roles, strict=True)]


@pytest.fixture
def film(longemo, reviewers):
    return reviewed.a_watchable_film(reviewers[0], longemo)


@pytest.fixture
def rounds(project, reviewer_a, reviewer_b):
    """aa, ar, rr and ra in this order."""
    return closed(project, [reviewer_a, reviewer_b], ["aa", "ar", "rr", "ra"])


def seen(user, project, scope=SPECIMENS, **wanted):
    return set(selectors.splits_visible_to(user, project, scope, Wanted(**wanted)).values_list("pk", flat=True))


def test_splits_are_closed_rounds_with_unlike_verdicts(project, maintainer, rounds):
    assert seen(maintainer, project) == {rounds[1].pk, rounds[3].pk}


def test_nothing_of_an_open_round_is_shown(project, maintainer, reviewer_a, reviewer_b):
    """AG10: not even where both have decided and the second may still take it back."""
    open_specimens(project, 1)
    review_next(reviewer_a, project)
    assert seen(maintainer, project) == set()
    lease = making.services.lease_next(actor=reviewer_b, project=project)
    making.decide(reviewer_b, project, lease, REJECT)
    assert seen(maintainer, project) == set()
    with pytest.raises(NotFoundError):
        selectors.split_for(maintainer, project, Round.objects.get().pk)
    making.services.leave(actor=reviewer_b, project=project)
    assert seen(maintainer, project) == {Round.objects.get().pk}


def test_others_than_maintainers_see_none(project, reviewer_a, annotator, researcher, outsider, rounds):
    for person in (annotator, researcher, outsider):
        assert seen(person, project) == set()
    # a reviewer reads own decisions alone, and one decision is no split
    assert seen(reviewer_a, project) == set()


def test_a_maintainer_who_reviews_sees_closed_rounds(project, maintainer, rounds):
    accounts.grant_role(actor=None, project=project, user=maintainer, role=Role.REVIEWER)
    assert seen(maintainer, project) == {rounds[1].pk, rounds[3].pk}


def test_filters(project, maintainer, reviewer_a, reviewer_b, rounds):
    people = [reviewer_a, reviewer_b]
    [clip] = closed(project, people, ["ar"], granularity="clip", subject_type="emotion cause", name="two")
    [later] = closed(project, people, ["ar"], number=2)
    both = {rounds[1].pk, rounds[3].pk}
    assert seen(maintainer, project) == {*both, clip.pk}
    assert seen(maintainer, project, later_rounds=True) == {*both, clip.pk, later.pk}
    assert seen(maintainer, project, Scope(making.KIND, granularity="clip")) == {clip.pk}
    assert seen(maintainer, project, Scope(making.KIND, type="emotion cause")) == {clip.pk}
    assert seen(maintainer, project, Scope(making.KIND, batch=clip.batch_id)) == {clip.pk}
    assert seen(maintainer, project, Scope(making.KIND, judgement="rendering_quality")) == {*both, clip.pk}
    assert seen(maintainer, project, Scope(making.KIND, judgement="physical_plausibility")) == set()
    assert seen(maintainer, project, reason="rendering_quality.person_not_shown") == {*both, clip.pk}
    assert seen(maintainer, project, reason="rendering_quality.clip_broken") == set()
    tag_split(actor=maintainer, project=project, round_id=clip.pk, cause="strictness")
    assert seen(maintainer, project, cause="strictness") == {clip.pk}
    assert seen(maintainer, project, cause="none") == both
    with pytest.raises(InvalidError):
        seen(maintainer, project, Scope(making.KIND, judgement="nothing"))


def test_both_sides_without_a_name(project, maintainer, reviewer_a, reviewer_b, rounds):
    shown = selectors.side_by_side(maintainer, project, rounds[1])
    assert [side["verdict"] for side in shown["sides"]] == ["accept", "reject"]
    assert shown["reasons"] == ["rendering_quality.person_not_shown"]
    assert (shown["judged"], shown["following"], shown["guideline"]["lines"]) == (None, None, [])
    assert (shown["video"], shown["media"]) == (None, [])
    text = json.dumps(shown, default=str)
    for person in (reviewer_a, reviewer_b):
        assert person.username not in text
        assert person.display_name not in text
        assert str(person.pk) not in text
        assert selectors.pseudonym(project, person.pk) in text


def test_an_item_that_came_back(longemo, author, reviewers, film):
    """AG10: what was judged and what its author made of it, and never who that was."""
    maintainer, first, second, third, fourth = reviewers
    item = reviewed.a_submitted_item(author, longemo, video=film)
    reviewed.put_out(longemo, maintainer)
    reviewed.judge(first, longemo)
    reviewed.judge(second, longemo, reviewed.REJECT, note="The hat is hers.")
    reviewed.rewrite(author, item, question="What does the woman with the hat feel, and why?")
    [split] = selectors.splits_visible_to(maintainer, longemo, Scope("item", granularity="clip"))
    shown = selectors.side_by_side(maintainer, longemo, split)
    assert shown["question"].startswith("What does the woman with the hat feel in these seconds")
    assert shown["following"]["question"] == "What does the woman with the hat feel, and why?"
    assert (shown["video"], shown["outcome"], shown["number"]) == (film.pk, "RETURNED", 1)
    assert [side["note"] for side in shown["sides"]] == ["", "The hat is hers."]
    assert shown["reasons"] == ["answer.answer_wrong"]
    text = json.dumps(shown, default=str)
    for person in (author, first, second):
        assert person.username not in text
        assert str(person.pk) not in text
    # the second round is initial for nobody
    reviewed.put_out(longemo, maintainer)
    reviewed.judge(third, longemo)
    reviewed.judge(fourth, longemo, reviewed.REJECT)
    report = current_report(longemo, Scope("item"))
    assert (report["n_items"], report["contingency"]["split"], report["excluded"]["later_rounds"]) == (1, 1, 1)
    assert seen(maintainer, longemo, Scope("item")) == {split.pk}
    assert len(seen(maintainer, longemo, Scope("item"), later_rounds=True)) == 2


def test_counts(project, maintainer, reviewer_a, reviewer_b, rounds):
    people = [reviewer_a, reviewer_b]
    closed(project, people, ["ar"], granularity="clip", subject_type="emotion cause")
    tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="strictness")
    counts = selectors.counts_of_splits(
        maintainer, project, selectors.splits_visible_to(maintainer, project, SPECIMENS)
    )
    assert counts["n"] == 3
    assert counts["types"] == [
        {"granularity": "", "type": "far_visible", "n": 2},
        {"granularity": "clip", "type": "emotion cause", "n": 1},
    ]
    assert counts["reasons"] == [{"reason": "rendering_quality.person_not_shown", "n": 3}]
    assert {row["cause"]: row["n"] for row in counts["causes"] if row["n"]} == {
        "overlooked": 1,
        "strictness": 1,
        "none": 2,
    }


def test_a_cause_has_its_author_and_the_guidelines_line(project, maintainer, reviewer_a, reviewer_b):
    people = [reviewer_a, reviewer_b]
    [split] = closed(project, people, ["ar"], granularity="clip", subject_type="emotion cause")
    version, lines = selectors.guideline_of(split)
    assert version == 1
    tag_split(
        actor=maintainer, project=project, round_id=split.pk, cause="guideline_unclear", guideline_line=1, note=" so "
    )
    [tag] = selectors.side_by_side(maintainer, project, split)["tags"]
    assert (tag["cause"], tag["author"], tag["note"]) == ("guideline_unclear", "Mara", "so")
    assert tag["guideline"] == {"version": 1, "line": 1, "text": lines[1]}
    assert AuditEvent.objects.filter(event="split_tagged", actor=maintainer).count() == 1


def test_taking_a_cause_off_keeps_the_row(project, maintainer, rounds):
    tag = tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    with pytest.raises(ConflictError):
        tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    remove_tag(actor=maintainer, project=project, tag_id=tag.pk)
    tag.refresh_from_db()
    assert (tag.removed_by, tag.removed_at is None) == (maintainer, False)
    with pytest.raises(ConflictError):
        remove_tag(actor=maintainer, project=project, tag_id=tag.pk)
    tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    assert SplitTag.objects.count() == 2
    assert selectors.side_by_side(maintainer, project, rounds[1])["causes"] == ["overlooked"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"cause": "nonsense"}, "cause"),
        ({"cause": "other"}, "note"),
        ({"cause": "overlooked", "note": "x" * 2_001}, "note"),
        ({"cause": "guideline_unclear", "guideline_line": 0}, "guideline_line"),
    ],
)
def test_what_makes_no_sense_is_refused(project, maintainer, rounds, given, field):
    with pytest.raises(InvalidError) as refused:
        tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, **given)
    assert field in refused.value.fields
    assert SplitTag.objects.count() == 0


def test_only_maintainers_name_causes_and_only_of_splits(project, maintainer, reviewer_a, rounds):
    with pytest.raises(NotAllowedError):
        tag_split(actor=reviewer_a, project=project, round_id=rounds[1].pk, cause="overlooked")
    with pytest.raises(NotFoundError):
        tag_split(actor=maintainer, project=project, round_id=rounds[0].pk, cause="overlooked")
    tag = tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    with pytest.raises(NotAllowedError):
        remove_tag(actor=reviewer_a, project=project, tag_id=tag.pk)
    assert SplitTag.objects.get().removed_at is None


def test_the_database_keeps_one_standing_row_per_cause(project, maintainer, rounds):
    tag = tag_split(actor=maintainer, project=project, round_id=rounds[1].pk, cause="overlooked")
    with pytest.raises(IntegrityError), transaction.atomic():
        SplitTag.objects.create(project=project, round=tag.round, cause=tag.cause, author=maintainer)
