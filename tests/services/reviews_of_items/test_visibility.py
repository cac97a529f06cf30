"""Who sees decisions and items while an item is under review, and once it is finished: RV11, RV51."""

import pytest

from affectory.accounts import services as accounts
from affectory.core.errors import NotAllowedError
from annotation.questions.selectors import item_for, items_visible_to
from annotation.reviews.selectors import reviews_visible_to
from tests.factories.items import a_member
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, judge, put_out, rewrite

pytestmark = pytest.mark.django_db


def test_decisions_of_an_item_open_with_its_last_round(project, film, annotator, maintainer, reviewers):
    """RV11: not with the round they were made in."""
    first, second, third, fourth = reviewers
    both = a_member(project, "mia", "maintainer")
    accounts.grant_role(actor=None, project=project, user=both, role="reviewer")
    item = a_submitted_item(annotator, project, video=film)

    def seen():
        people = {"maintainer": maintainer, "both": both, "first": first, "annotator": annotator}
        return {name: reviews_visible_to(person, project).count() for name, person in people.items()}

    put_out(project)
    judge(first, project, ACCEPT)
    assert seen() == {"maintainer": 1, "both": 0, "first": 1, "annotator": 0}
    judge(second, project, REJECT)
    assert seen() == {"maintainer": 2, "both": 0, "first": 1, "annotator": 0}
    rewrite(annotator, item, question="What does she feel as soon as she has read the letter?")
    put_out(project)
    judge(third, project)
    assert seen() == {"maintainer": 3, "both": 0, "first": 1, "annotator": 0}
    judge(fourth, project)
    assert seen() == {"maintainer": 4, "both": 4, "first": 1, "annotator": 0}


def test_a_maintainer_who_reviews_sees_no_item_under_review(project, film, annotator, maintainer, reviewer_a):
    """RV51"""
    item = a_submitted_item(annotator, project, video=film)
    accounts.grant_role(actor=None, project=project, user=maintainer, role="reviewer")
    assert item in items_visible_to(maintainer, project)
    put_out(project)
    assert item not in items_visible_to(maintainer, project)
    with pytest.raises(NotAllowedError, match="you review in this project as well"):
        item_for(maintainer, project, item.pk)
    judge(reviewer_a, project)
    judge(maintainer, project)
    assert item in items_visible_to(maintainer, project)
