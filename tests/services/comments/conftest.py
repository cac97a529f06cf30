from __future__ import annotations

from types import SimpleNamespace

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Role
from annotation.questions.models import Item
from annotation.reviews import services
from tests.factories.items import a_member
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, a_watchable_film, judge, put_out

PIN = {"judgement": "answer", "frame": 5, "time_s": 13.25, "note": "here"}


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
    item = a_submitted_item(cast.author, project, video=a_watchable_film(cast.maintainer, project))
    put_out(project)
    judge(cast.judge, project, REJECT, note="He does not smile.", pins=[PIN])
    services.lease_next(actor=cast.looking, project=project)
    item.refresh_from_db()
    return item


def finish(item: Item, cast: SimpleNamespace, *, returned: bool = False) -> Item:
    """The second verdict: a second rejection removes the item, an approval sends it back."""
    judge(cast.looking, item.project, ACCEPT if returned else REJECT)
    item.refresh_from_db()
    return item
