"""Signing in by name and password; the signed-in person is read without the query compiler."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.backends import ModelBackend

from affectory.core.rows import fetch

from .models import User


class PasswordBackend(ModelBackend):
    def get_user(self, user_id: UUID | str) -> User | None:
        found = fetch(User, "WHERE id = %s", [UUID(str(user_id))])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
