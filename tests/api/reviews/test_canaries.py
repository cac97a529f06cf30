"""RV11 for items: planted words, and every GET address there is, asked by every role: status, headers and body.

Nobody who must not know finds who wrote an item, what its draft said, or what another reviewer thought of it.
"""

from __future__ import annotations

import re
import uuid

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from annotation.questions.models import Item
from annotation.reviews import services
from annotation.reviews.models import Lease
from tests.factories.items import a_member
from tests.factories.reviewed_items import (
    ACCEPT,
    REJECT,
    a_submitted_item,
    a_watchable_film,
    put_out,
    rewrite,
)
from tests.permissions.matrix import MATRIX

pytestmark = pytest.mark.django_db
AUTHOR, FIRST, SECOND = "canary-author", "canary-first", "canary-second"
DRAFTED, NOTE, PIN = "canary words of a draft", "canary note of a reviewer", "canary pin of a reviewer"
QUESTION = "What does the woman with the grey hat feel once she has read the letter to its end?"
READS = [route for route, methods in MATRIX.items() if "GET" in methods and route != "schema"]
NAMES_ALL = ("projects/lab/members",)
"""Where maintainers see everybody by name: that is no word about any item."""


class Stage:
    """An item with its people, and what each of them finds at every address."""

    def __init__(self, project, client_for):
        self.project, self.client_for = project, client_for
        self.maintainer = a_member(project, "mara", "maintainer")
        self.author = a_member(project, AUTHOR, "annotator")
        self.first, self.second = (a_member(project, name, "reviewer") for name in (FIRST, SECOND))
        self.third, self.fourth = (a_member(project, name, "reviewer") for name in ("rena", "rolf"))
        self.both = a_member(project, "mia", "maintainer")
        accounts.grant_role(actor=None, project=project, user=self.both, role="reviewer")
        self.colleague = a_member(project, "nora", "annotator")
        self.researcher = a_member(project, "remy", "researcher")
        self.film = a_watchable_film(self.maintainer, project)
        before = f"{DRAFTED}: what does the woman with the hat feel at the end of these seconds?"
        self.item = a_submitted_item(self.author, project, video=self.film, text=before)
        rewrite(self.author, self.item, question=QUESTION)

    def reads(self, person):
        """Address → everything that comes back."""
        client = self.client_for(person)
        client.raise_request_exception = False
        lease = Lease.objects.filter(reviewer=person, state="OPEN").first() if person is not None else None
        known = {
            "project": "lab",
            "item_id": str(self.item.pk),
            "video_id": str(self.film.pk),
            "lease_id": str(lease.pk if lease else self.lease.pk),
            "round_id": str(self.lease.round_id),
            "version": "1.0.0",
        }
        found = {}
        for route in READS:
            path = re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: known.get(m[2], _odd(m[1])), route)
            answer = client.get(f"/api/v1/{path}")
            assert answer.status_code < 500, path
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            found[path] = (str(sorted(answer.headers.items())) + body.decode("utf-8", "replace")).lower()
        return found


def _odd(kind):
    return {"uuid": str(uuid.UUID(int=5)), "int": "0"}.get(kind, "x")


def assert_hidden(words, reads, *, besides=()):
    for path, text in reads.items():
        if path not in besides:
            for word in words:
                where = text.find(word.lower())
                assert where < 0, f"{word!r} at {path}: …{text[max(0, where - 200) : where + 200]}…"


@pytest.fixture
def stage(db, client_for):
    project = accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)
    stage = Stage(project, client_for)
    put_out(project)
    stage.lease = services.lease_next(actor=stage.first, project=project)
    stage.own = services.lease_next(actor=stage.second, project=project)
    return stage


def decide(stage, person, given, **options):
    lease = services.lease_next(actor=person, project=stage.project)
    return services.submit_decision(
        actor=person, project=stage.project, lease_id=lease.pk, judgements=given, **options
    ).decision


def test_nobody_learns_what_is_not_theirs(stage):
    """RV11, RV51"""
    pins = [{"judgement": "answer", "frame": 3, "time_s": 14.0, "setting": "", "note": PIN}]
    author = [AUTHOR, str(stage.author.pk), DRAFTED]
    first = [FIRST, str(stage.first.pk), str(stage.lease.pk)]
    before = stage.reads(stage.second)
    assert QUESTION.lower() in before[f"projects/lab/review/leases/{stage.own.pk}"]
    assert stage.client_for(stage.second).get("/api/v1/projects/lab/items").status_code == 403

    decision = decide(stage, stage.first, REJECT, note=NOTE, pins=pins)
    said = [NOTE, PIN, str(decision.pk)]
    held = stage.reads(stage.second)
    services.leave(actor=stage.first, project=stage.project)
    counted = stage.reads(stage.second)
    for reads in (before, held, counted):
        assert_hidden([*author, *first, *said], reads)
        assert_hidden(['"origin"', '"lints"', '"revision"', '"round"', "answer_wrong\"]"], {
            path: text for path, text in reads.items() if "/review/leases" in path or path.endswith("upcoming")
        })  # fmt: skip
    # RV7: whether the other has decided shows nowhere but in how many places others look at
    for reads in (held, counted):
        assert {path for path in reads if reads[path] != before[path]} <= {"projects/lab/review/queue"}

    second = [SECOND, str(stage.second.pk), str(stage.own.pk)]
    assert_hidden([*author, *first, *second, *said], stage.reads(stage.third))
    assert_hidden([*first, *second, *said], stage.reads(stage.author))
    assert_hidden([*author, *first, *second, *said, QUESTION, str(stage.item.pk)], stage.reads(stage.colleague))
    assert_hidden([*author, *first, *second, *said, QUESTION], stage.reads(None))
    assert_hidden([*author, *first, *second, *said, QUESTION], stage.reads(stage.researcher))
    both = stage.reads(stage.both)
    assert_hidden([DRAFTED, str(stage.lease.pk), *said], both)
    assert_hidden([AUTHOR, FIRST, SECOND], both, besides=NAMES_ALL)


def test_a_later_round_tells_nobody_that_there_was_one_before(stage):
    """RV11, RV48, RV51: the author reads the reasons, reviewers nothing of the first round until all is over."""
    decision = decide(stage, stage.first, REJECT, note=NOTE)
    decide(stage, stage.second, ACCEPT)
    for person in (stage.first, stage.second):
        services.leave(actor=person, project=stage.project)
    author = stage.reads(stage.author)
    assert NOTE.lower() in author[f"projects/lab/items/{stage.item.pk}"]
    assert_hidden([FIRST, SECOND, str(stage.first.pk), str(stage.second.pk), str(decision.pk)], author)

    rewrite(stage.author, stage.item, question="What does the woman feel when she has put the letter away?")
    put_out(stage.project)
    assert services.lease_next(actor=stage.third, project=stage.project) is not None
    hidden = [AUTHOR, DRAFTED, QUESTION, FIRST, SECOND, NOTE, str(decision.pk), "canary"]
    assert_hidden(hidden, stage.reads(stage.third))
    assert_hidden([NOTE, str(decision.pk), DRAFTED], stage.reads(stage.both))
    assert_hidden([NOTE, str(decision.pk)], stage.reads(stage.fourth))

    for person in (stage.third, stage.fourth):
        decide(stage, person, ACCEPT)
        services.leave(actor=person, project=stage.project)
    assert Item.objects.get(pk=stage.item.pk).state == "kept"
    over = stage.reads(stage.third)
    assert NOTE.lower() in over[f"projects/lab/items/{stage.item.pk}/history"]
    assert_hidden([FIRST, SECOND], over)
