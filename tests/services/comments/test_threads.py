"""Who sees which thread, is told of it, and may change it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from affectory.accounts import services as accounts
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent
from affectory.inbox.models import InboxLine
from annotation.comments import selectors, services
from annotation.comments.models import CommentVersion, Thread
from annotation.reviews.models import Lease
from tests.services.comments.conftest import finish

pytestmark = pytest.mark.django_db
EVERYBODY = ("maintainer", "both", "author", "other_author", "judge", "looking", "other_reviewer")


def begin(actor, item, circle, text="Why so?"):
    return services.open_thread(actor=actor, project=item.project, circle=circle, text=text, item_id=item.pk)


def reply(actor, thread, text="Because."):
    return services.add_comment(actor=actor, project=thread.project, thread_id=thread.pk, text=text)


def seen_by(cast, thread) -> set[str]:
    def sees(name: str) -> bool:
        return selectors.threads_visible_to(getattr(cast, name), thread.project).filter(pk=thread.pk).exists()

    return {name for name in EVERYBODY if sees(name)}


def told(thread) -> dict[str, str]:
    lines = InboxLine.objects.filter(args__thread=str(thread.pk)).order_by("created_at", "id")
    return {line.person.username: line.kind for line in lines.select_related("person")}


def test_a_thread_with_the_author_is_for_the_author_and_maintainers(item, cast):
    """CM1, RV51: while it is under review without maintainers who review."""
    thread = begin(cast.author, item, "author")
    assert seen_by(cast, thread) == {"author", "maintainer"}
    with pytest.raises(NotAllowedError):
        begin(cast.both, item, "author")
    finish(item, cast)
    assert seen_by(cast, thread) == {"author", "maintainer", "both"}


def test_a_reviewers_thread_is_for_maintainers_who_do_not_review_until_the_item_is_finished(item, cast):
    """CM1, RV11"""
    thread = begin(cast.looking, item, "reviewer")
    assert seen_by(cast, thread) == {"looking", "maintainer"}
    finish(item, cast)
    assert seen_by(cast, thread) == {"looking", "judge", "maintainer", "both", "author"}


def test_a_maintainer_who_wrote_the_item_reads_no_reviewers_thread(item, cast, project):
    """CM1"""
    accounts.grant_role(actor=None, project=project, user=cast.author, role="maintainer")
    thread = begin(cast.judge, item, "reviewer")
    assert seen_by(cast, thread) == {"judge", "maintainer"}


def test_everybody_who_took_part_talks_once_the_item_is_finished(item, cast):
    """CM1"""
    for person in (cast.author, cast.judge, cast.maintainer):
        with pytest.raises(NotAllowedError):
            begin(person, item, "everybody")
    item = finish(item, cast)
    thread = begin(cast.judge, item, "everybody")
    assert seen_by(cast, thread) == {"author", "judge", "looking", "maintainer", "both"}
    assert set(told(thread)) == {"anna", "ravi", "mara", "boris"}


def test_whoever_has_nothing_to_do_with_an_item_finds_none(item, cast):
    """CM1"""
    for person in (cast.other_author, cast.other_reviewer):
        for circle in ("author", "reviewer", "everybody"):
            with pytest.raises(NotFoundError):
                begin(person, item, circle)
    with pytest.raises(NotAllowedError):
        begin(cast.judge, item, "author")
    assert not Thread.objects.exists()


def test_a_reviewer_asks_by_the_lease(item, cast):
    lease = Lease.objects.get(reviewer=cast.looking)
    thread = services.open_thread(
        actor=cast.looking, project=item.project, circle="reviewer", text="Is this a clip?", lease_id=lease.pk
    )
    assert (thread.item, told(thread)) == (item, {"mara": "thread.opened"})
    assert InboxLine.objects.get().args["item"] == "an item under review"
    with pytest.raises(NotFoundError):
        services.open_thread(actor=cast.judge, project=item.project, circle="reviewer", text="Hm", lease_id=lease.pk)


def test_a_reply_is_told_to_those_in_the_thread_who_may_read_it(item, cast, project):
    """CM3, IN1"""
    thread = begin(cast.author, item, "author")
    assert told(thread) == {"mara": "thread.opened"}
    reply(cast.maintainer, thread, "@author see 12:04.3.")
    assert told(thread) == {"mara": "thread.opened", "anna": "thread.mention"}
    InboxLine.objects.all().delete()
    reply(cast.author, thread)
    assert told(thread) == {"mara": "thread.reply"}
    accounts.set_roles(actor=None, project=project, user_id=cast.author.pk, roles=[])
    InboxLine.objects.all().delete()
    reply(cast.maintainer, thread)
    assert told(thread) == {}


@pytest.mark.parametrize("handle", ["rosa", "reviewer-1", "boris", "nobody"])
def test_only_who_may_read_a_thread_can_be_meant_in_it(item, cast, handle):
    """CM3: in a reviewer's thread about an open item not even a maintainer who reviews."""
    with pytest.raises(InvalidError) as refused:
        begin(cast.looking, item, "reviewer", text=f"@{handle} what do you think?")
    assert refused.value.message == f"@{handle} is nobody who can read this thread. You can name @mara."
    assert not Thread.objects.exists()


def test_people_of_a_finished_item_are_meant_by_what_they_are(item, cast):
    """CM2, CM3"""
    item = finish(item, cast)
    handles = {one.handle: one.person.username for one in selectors.mentionable(item, "everybody")}
    assert handles == {"author": "anna", "reviewer-1": "rosa", "reviewer-2": "ravi", "mara": "mara", "boris": "boris"}
    thread = begin(cast.author, item, "everybody", text="@reviewer-2, why?")
    assert told(thread)["ravi"] == "thread.mention"


def test_a_comment_is_mended_for_a_while_and_what_it_said_is_kept(item, cast, monkeypatch):
    """CM4"""
    thread = begin(cast.author, item, "author", text="Frist")
    comment = thread.comments.get()
    services.edit_comment(actor=cast.author, project=item.project, comment_id=comment.pk, text="First @mara")
    comment.refresh_from_db()
    assert (comment.text, comment.edited_at is not None) == ("First @mara", True)
    assert list(comment.versions.values_list("text", flat=True)) == ["Frist"]
    assert told(thread)["mara"] == "thread.mention"
    with pytest.raises(NotAllowedError):
        services.edit_comment(actor=cast.maintainer, project=item.project, comment_id=comment.pk, text="No")
    later = timezone.now() + timedelta(minutes=16)
    monkeypatch.setattr(timezone, "now", lambda: later)
    with pytest.raises(ConflictError, match="send it as a reply"):
        services.edit_comment(actor=cast.author, project=item.project, comment_id=comment.pk, text="Late")
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        CommentVersion.objects.update(text="x")


def test_deleted_text_is_gone_for_all_and_a_line_stays(item, cast):
    """CM4"""
    thread = begin(cast.author, item, "author")
    comment = reply(cast.maintainer, thread, "Wrong words")
    with pytest.raises(NotAllowedError):
        services.delete_comment(actor=cast.author, project=item.project, comment_id=comment.pk)
    services.delete_comment(actor=cast.maintainer, project=item.project, comment_id=comment.pk)
    with pytest.raises(NotFoundError):
        services.delete_comment(actor=cast.maintainer, project=item.project, comment_id=comment.pk)
    first = thread.comments.first()
    services.delete_comment(actor=cast.maintainer, project=item.project, comment_id=first.pk)
    assert set(thread.comments.values_list("deleted_by__username", flat=True)) == {"mara"}
    assert AuditEvent.objects.filter(event="comment.deleted").count() == 2


def test_a_thread_is_settled_and_a_reply_opens_it_again(item, cast):
    """CM5"""
    thread = begin(cast.author, item, "author")
    services.set_resolved(actor=cast.maintainer, project=item.project, thread_id=thread.pk, resolved=True)
    services.set_resolved(actor=cast.author, project=item.project, thread_id=thread.pk, resolved=True)
    thread.refresh_from_db()
    assert thread.resolved_by == cast.maintainer
    with pytest.raises(NotFoundError):
        services.set_resolved(actor=cast.judge, project=item.project, thread_id=thread.pk, resolved=False)
    reply(cast.author, thread)
    thread.refresh_from_db()
    assert (thread.resolved_at, thread.resolved_by) == (None, None)


def test_the_log_tells_neither_text_nor_item(item, cast):
    thread = begin(cast.looking, item, "reviewer", text="A secret about it")
    events = AuditEvent.objects.filter(event__startswith="comment.")
    assert sorted(events.values_list("event", flat=True)) == ["comment.thread_opened", "comment.written"]
    told = [f"{event.data} {event.subject_id}" for event in events]
    assert not any(str(item.pk) in line or "secret" in line for line in told)
    assert thread.comments.count() == 1
