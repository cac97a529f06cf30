"""What somebody has watched, told through the service by a page that has been open for long enough."""

from __future__ import annotations

import uuid
from datetime import timedelta
from fractions import Fraction

from django.utils import timezone

from affectory.accounts.models import User
from annotation.watching import services
from annotation.watching.domain import Beat, Stretch
from annotation.watching.models import PlaySession
from annotation.watching.selectors import frames_of
from datasets.videos.models import Video


def a_session(person: User, video: Video, *, open_for_s: float = 86_400) -> uuid.UUID:
    """A page that was opened, and last heard of, so many seconds ago."""
    key = uuid.uuid4()
    heard_at = timezone.now() - timedelta(seconds=open_for_s)
    PlaySession.objects.create(person=person, video=video, key=key, heard_at=heard_at)
    return key


def watched(person: User, video: Video, first: int = 0, end: int | None = None) -> services.Recorded:
    """Frames that somebody really played; all of them unless said otherwise."""
    played = Stretch(first, len(frames_of(video)) if end is None else end, Fraction(1))
    session = a_session(person, video)
    return services.record_watched(actor=person, video_id=video.pk, session=session, beats=[Beat(1, (played,))])
