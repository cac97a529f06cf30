from __future__ import annotations

from types import SimpleNamespace

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Role
from annotation.questions.models import Item
from tests.factories.items import a_draft, a_member, a_new_item, content_of
from tests.factories.judged_items import a_lease, a_round, judge
from tests.unit.questions.examples import clip


@pytest.fixture
def cast(project, maintainer, annotator, reviewer_a, reviewer_b):
    """Everybody around one item: its author, two who judge it, one who may, a maintainer and one who reviews too."""
    both = a_member(project, "boris", Role.MAINTAINER)
    accounts.grant_role(actor=None, project=project, user=both, role=Role.REVIEWER)
    return SimpleNamespace(
        maintainer=maintainer,
        both=both,
        author=annotator,
        other_author=a_member(project, "olga", Role.ANNOTATOR),
        judge=reviewer_a,
        looking=reviewer_b,
        other_reviewer=a_member(project, "otis", Role.REVIEWER),
    )


@pytest.fixture
def item(project, cast) -> Item:
    """Submitted by its author, judged by one reviewer, looked at by another."""
    from annotation.questions import services

    item = a_new_item(cast.author, project)
    draft = a_draft(cast.author, item, content_of(clip()))
    services.submit_revision(actor=cast.author, item_id=item.pk, base_version=draft.version)
    item.refresh_from_db()
    round_ = a_round(item)
    judge(round_, cast.judge, "reject", note="He does not smile.")
    a_lease(round_, cast.looking)
    return item
