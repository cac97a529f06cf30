"""RV11 for items: planted words, and every GET address there is, asked by every role: status, headers and body.

Nobody who must not know finds who wrote an item, what its draft said, or what another reviewer thought of it.
"""

from __future__ import annotations

import re
import uuid

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Project
from annotation.agreement.services import tag_split
from annotation.comments import services as talk
from annotation.questions.models import Item
from annotation.reviews import services
from annotation.reviews.models import Lease
from tests.factories.drafting import a_run, cut_film
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
ASKED, ANSWERED, CAUSE = "canary question of a reviewer", "canary question of the author", "canary cause of a split"
DRAFTED, NOTE, PIN = "canary words of a draft", "canary note of a reviewer", "canary pin of a reviewer"
QUESTION = "What does the woman with the grey hat feel once she has read the letter to its end?"
READS = [route for route, methods in MATRIX.items() if "GET" in methods and route != "schema"]
NAMES_ALL = ("projects/lab/members", "projects/lab/items/queue/holders")
"""Where maintainers see everybody by name: that is no word about any item."""


class Stage:
    """An item with its people, and what each of them finds at every address."""

    def __init__(self, project, client_for, folder):
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
        cut_film(self.maintainer, project, folder)
        self.run = a_run(self.maintainer, project, types=("emotion cause",), per_video=2)
        self.threads = [self.thread(self.author, "author", ANSWERED)]
        rewrite(self.author, self.item, question=QUESTION)

    def thread(self, person, circle, text):
        return talk.open_thread(actor=person, project=self.project, circle=circle, text=text, item_id=self.item.pk)

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
            "run_id": str(self.run.pk),
            "version": "1.0.0",
        }
        found = {}
        threads = [{"thread_id": str(thread.pk)} for thread in self.threads]
        every = [(route, one) for route in READS for one in (threads if "thread_id" in route else [{}])]
        for route, one in every:
            path = re.sub(r"<(?:(\w+):)?(\w+)>", lambda m, ids=known | one: ids.get(m[2], _odd(m[1])), route)
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
def stage(db, client_for, tmp_path):
    project = accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)
    stage = Stage(project, client_for, tmp_path)
    put_out(project)
    stage.lease = services.lease_next(actor=stage.first, project=project)
    stage.own = services.lease_next(actor=stage.second, project=project)
    stage.threads.append(stage.thread(stage.first, "reviewer", ASKED))
    return stage


def decide(stage, person, given, **options):
    lease = services.lease_next(actor=person, project=stage.project)
    return services.submit_decision(
        actor=person, project=stage.project, lease_id=lease.pk, judgements=given, **options
    ).decision


def test_nobody_learns_what_is_not_theirs(stage):
    """RV11, RV51"""
    pins = [{"judgement": "answer", "frame": 3, "time_s": 14.0, "setting": "", "note": PIN}]
    author = [AUTHOR, str(stage.author.pk), DRAFTED, ANSWERED]
    first = [FIRST, str(stage.first.pk), str(stage.lease.pk), ASKED]
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
    assert_hidden([DRAFTED, ASKED, ANSWERED, str(stage.lease.pk), *said], both)
    assert '"people":[]' in both["projects/lab/items/queue/holders"]
    # What was planted is there, for whom it is meant
    maintainer = stage.reads(stage.maintainer)
    for thread, text in zip(stage.threads, (ANSWERED, ASKED), strict=True):
        assert text in maintainer[f"projects/lab/threads/{thread.pk}"]
    assert "cuts-1" in maintainer[f"projects/lab/drafting/runs/{stage.run.pk}"]
    assert_hidden([AUTHOR, FIRST, SECOND], both, besides=NAMES_ALL)


def test_a_later_round_tells_nobody_that_there_was_one_before(stage):
    """RV11, RV48, RV51: the author reads the reasons, reviewers nothing of the first round until all is over."""
    decision = decide(stage, stage.first, REJECT, note=NOTE)
    decide(stage, stage.second, ACCEPT)
    for person in (stage.first, stage.second):
        services.leave(actor=person, project=stage.project)
    tag_split(actor=stage.maintainer, project=stage.project, round_id=stage.lease.round_id, cause="other", note=CAUSE)
    split = stage.reads(stage.maintainer)[f"projects/lab/splits/{stage.lease.round_id}"]
    assert (NOTE in split, CAUSE in split) == (True, True)
    author = stage.reads(stage.author)
    assert_hidden([CAUSE], author)
    assert NOTE.lower() in author[f"projects/lab/items/{stage.item.pk}"]
    assert_hidden([FIRST, SECOND, str(stage.first.pk), str(stage.second.pk), str(decision.pk)], author)

    rewrite(stage.author, stage.item, question="What does the woman feel when she has put the letter away?")
    put_out(stage.project)
    assert services.lease_next(actor=stage.third, project=stage.project) is not None
    hidden = [AUTHOR, DRAFTED, QUESTION, FIRST, SECOND, NOTE, str(decision.pk), "canary"]
    assert_hidden(hidden, stage.reads(stage.third))
    assert_hidden([NOTE, CAUSE, str(decision.pk), DRAFTED, ASKED, ANSWERED], stage.reads(stage.both))
    assert_hidden([NOTE, CAUSE, str(decision.pk), ASKED, ANSWERED], stage.reads(stage.fourth))

    for person in (stage.third, stage.fourth):
        decide(stage, person, ACCEPT)
        services.leave(actor=person, project=stage.project)
    assert Item.objects.get(pk=stage.item.pk).state == "kept"
    over = stage.reads(stage.third)
    assert NOTE.lower() in over[f"projects/lab/items/{stage.item.pk}/history"]
    assert_hidden([FIRST, SECOND], over)
