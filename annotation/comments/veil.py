"""CM1 in the audit log: that somebody asks about an item they review is for those who may read the thread."""

from __future__ import annotations

from django.db.models import CharField, Q
from django.db.models.functions import Cast

from affectory.accounts.models import Project, User
from annotation.comments.models import Comment, Thread
from annotation.comments.selectors import threads_visible_to


def hidden_events(user: User, project: Project) -> Q:
    unseen = Thread.objects.filter(project=project).exclude(pk__in=threads_visible_to(user, project).values("pk"))
    threads = unseen.annotate(key=Cast("pk", CharField())).values("key")
    comments = Comment.objects.filter(thread__in=unseen).annotate(key=Cast("pk", CharField())).order_by()
    return Q(event__startswith="comment.") & (Q(subject_id__in=threads) | Q(subject_id__in=comments.values("key")))
