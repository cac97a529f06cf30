"""The time line and the threads of an item over HTTP, byte by byte: who learns what (CM2, CM6)."""

from __future__ import annotations

import pytest

from affectory.accounts import services as accounts
from annotation.comments import services
from annotation.reviews.models import Lease
from tests.factories.reviewed_items import REJECT, judge, put_out, rewrite
from tests.services.comments.conftest import finish

pytestmark = pytest.mark.django_db
LAB = "/api/v1/projects/lab"
NAMES = {"author": ("anna", "Anna"), "judge": ("rosa", "Rosa"), "looking": ("ravi", "Ravi")}
SAID = ("He does not smile", "It is wrong: the video shows something else", "reject", "13.25")


@pytest.fixture
def read(client_for, item):
    def at(person, path=f"/items/{item.pk}/history"):
        return client_for(person).get(LAB + path)

    return at


def names_in(answer) -> set[str]:
    text = answer.content.decode()
    return {who for who, names in NAMES.items() if any(f'"{name}"' in text for name in names)}


def told(answer) -> bool:
    return any(word in answer.content.decode() for word in SAID)


def test_while_an_item_is_judged_only_a_maintainer_who_does_not_review_reads_on(item, cast, read):
    """CM6, RV11"""
    assert read(cast.maintainer).status_code == 200
    assert (names_in(read(cast.maintainer)), told(read(cast.maintainer))) == ({"author", "judge"}, True)
    assert (names_in(read(cast.both)), told(read(cast.both))) == (set(), False)
    assert (names_in(read(cast.author)), told(read(cast.author))) == ({"author"}, False)
    for person in (cast.judge, cast.looking, cast.other_reviewer, cast.other_author):
        assert read(person).status_code == 404


def test_an_item_that_came_back_tells_its_author_the_reasons_and_no_names(item, cast, read):
    """CM2, CM6"""
    finish(item, cast, returned=True)
    answer = read(cast.author)
    [round_] = answer.json()["rounds"]
    assert names_in(answer) == {"author"}
    assert [(d["by"]["number"], d["by"]["name"], d["verdict"], d["at"]) for d in round_["decisions"]] == [
        (1, None, "reject", None),
        (2, None, "accept", None),
    ]
    first = round_["decisions"][0]
    assert [given["reasons"] for given in first["judgements"]] == [
        [],
        ["It is wrong: the video shows something else"],
    ]
    assert (first["note"], first["pins"][0]["time_s"]) == ("He does not smile.", 13.25)
    assert (round_["revision"], round_["number"]) == (1, 1)
    for person in (cast.judge, cast.looking):
        assert read(person).status_code == 404


def test_a_second_round_shows_its_author_nothing_until_it_closes(item, cast, read):
    """CM6"""
    finish(item, cast, returned=True)
    rewrite(cast.author, item, question="What does the man with the hat feel now?")
    put_out(item.project)
    judge(cast.other_reviewer, item.project, REJECT, note="Still not.")
    answer = read(cast.author)
    assert "Still not." not in answer.content.decode()
    assert [len(round_["decisions"]) for round_ in answer.json()["rounds"]] == [2, 0]
    assert "Still not." in read(cast.maintainer).content.decode()


def test_a_finished_item_is_read_by_all_who_took_part_and_named_to_maintainers_alone(item, cast, read):
    """CM2, CM6"""
    finish(item, cast)
    assert names_in(read(cast.maintainer)) == names_in(read(cast.both)) == {"author", "judge", "looking"}
    assert names_in(read(cast.author)) == {"author"}
    assert names_in(read(cast.judge)) == {"judge"}
    assert names_in(read(cast.looking)) == {"looking"}
    assert all(told(read(person)) for person in (cast.maintainer, cast.author, cast.judge, cast.looking))
    assert read(cast.other_reviewer).status_code == 404
    origin = read(cast.judge).json()["origin"]
    assert (origin["kind"], origin["content"], origin["drafter"]) == (None, None, None)
    assert read(cast.author).json()["origin"]["kind"] == "written"


def test_a_maintainer_learns_no_name_about_what_they_wrote(item, cast, read, project):
    """CM2"""
    accounts.grant_role(actor=None, project=project, user=cast.author, role="maintainer")
    assert names_in(read(cast.author)) == {"author"}
    assert not told(read(cast.author))
    finish(item, cast)
    assert names_in(read(cast.author)) == {"author"}


def test_in_threads_names_are_masked_in_the_payload_itself(item, cast, client_for, read):
    """CM2"""
    lease = Lease.objects.get(reviewer=cast.looking)
    asked = client_for(cast.looking).post(
        f"{LAB}/threads", {"lease": str(lease.pk), "circle": "reviewer", "text": "Is 12:04.3 meant?"}, format="json"
    )
    assert asked.status_code == 201
    assert (asked.json()["item"], asked.json()["comments"][0]["by"]["you"]) == (None, True)
    assert str(item.pk) not in asked.content.decode()
    thread = asked.json()["id"]
    assert "Ravi" in read(cast.maintainer, f"/threads/{thread}").content.decode()
    for person in (cast.author, cast.judge, cast.both, cast.other_reviewer):
        assert read(person, f"/threads/{thread}").status_code == 404
    replied = client_for(cast.maintainer).post(f"{LAB}/threads/{thread}/comments", {"text": "Yes."}, format="json")
    assert replied.status_code == 201
    listed = read(cast.looking, f"/threads?lease={lease.pk}").json()
    assert [c["by"]["name"] for c in listed["threads"][0]["comments"]] == ["Ravi", "Mara"]
    assert (listed["may_open"], str(item.pk) in str(listed)) == (["reviewer"], False)
    finish(item, cast)
    for person, own in ((cast.author, set()), (cast.judge, {"judge"})):
        answer = read(person, f"/threads?item={item.pk}")
        assert names_in(answer) <= own
        [shown] = answer.json()["threads"]
        assert [c["by"] for c in shown["comments"]] == [
            {"part": "reviewer", "number": 2, "name": None, "you": False},
            {"part": "maintainer", "number": None, "name": "Mara", "you": False},
        ]
        assert {one["handle"]: one["name"] for one in shown["mentionable"]}["reviewer-2"] is None


def test_a_comment_is_written_mended_resolved_and_deleted(item, cast, client_for):
    """CM4, CM5"""
    author, maintainer = client_for(cast.author), client_for(cast.maintainer)
    thread = author.post(
        f"{LAB}/threads", {"item": str(item.pk), "circle": "author", "text": "Helo", "revision": 1}, format="json"
    ).json()
    [comment] = thread["comments"]
    assert (thread["revision"], comment["can_edit"], comment["can_delete"]) == (1, True, True)
    path = f"{LAB}/comments/{comment['id']}"
    mended = author.patch(path, {"text": "Hello"}, format="json").json()["comments"][0]
    assert (mended["text"], [v["text"] for v in mended["versions"]]) == ("Hello", ["Helo"])
    assert maintainer.patch(path, {"text": "Hi"}, format="json").status_code == 403
    assert author.patch(path, {"text": " "}, format="json").status_code == 400
    assert author.patch(path, {"text": "x" * 4001}, format="json").json()["code"] == "comment.text"
    settled = maintainer.patch(f"{LAB}/threads/{thread['id']}", {"resolved": True}, format="json").json()
    assert settled["resolved_at"] is not None
    assert author.delete(path).status_code == 204
    gone = maintainer.get(f"{LAB}/threads/{thread['id']}").json()["comments"][0]
    assert (gone["text"], gone["deleted"], gone["versions"]) == (None, True, [])
    history = maintainer.get(f"{LAB}/items/{item.pk}/history").json()
    assert (history["threads"], history["open_threads"]) == (1, 0)
    refused = author.post(f"{LAB}/threads", {"circle": "author", "text": "x"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "comment.no_item")


def test_a_history_takes_as_many_statements_however_long_it_is(item, cast, client_for, django_assert_max_num_queries):
    client = client_for(cast.maintainer)
    for number in range(5):
        services.open_thread(
            actor=cast.author, project=item.project, circle="author", text=f"{number}", item_id=item.pk
        )
    finish(item, cast, returned=True)
    rewrite(cast.author, item, question="What does the man with the hat feel now?")
    put_out(item.project)
    with django_assert_max_num_queries(18):
        assert client.get(f"{LAB}/items/{item.pk}/history").status_code == 200
    with django_assert_max_num_queries(40):
        assert len(client.get(f"{LAB}/threads?item={item.pk}").json()["threads"]) == 5
