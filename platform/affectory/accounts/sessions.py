"""Database sessions, read without the query compiler: every request of the browser begins with this read."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from affectory.core.rows import fetch


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        tail = "WHERE session_key = %s AND expire_date > %s"
        found = fetch(Session, tail, [self.session_key, timezone.now()])
        if not found:
            self._session_key = None
            return None
        return found[0]
