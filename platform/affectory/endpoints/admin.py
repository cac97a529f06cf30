from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from affectory.endpoints.models import Attempt, Budget, Call, Profile


@admin.register(Profile)
class ProfileAdmin(ReadOnlyAdmin):
    list_display = ("slug", "version", "project", "state", "base_url", "model", "secret_name")
    list_filter = ("state", "project")


@admin.register(Budget)
class BudgetAdmin(ReadOnlyAdmin):
    list_display = ("purpose", "title", "project", "state", "reason", "spent_micros", "limit_micros")
    list_filter = ("state", "reason", "project")


@admin.register(Call)
class CallAdmin(ReadOnlyAdmin):
    """Without the answer: who may read that is decided elsewhere (DR26)."""

    exclude = ("answer",)
    list_display = ("purpose", "title", "project", "profile", "state", "outcome", "cost_micros", "created_at")
    list_filter = ("state", "outcome", "project")


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    exclude = ("raw",)
    list_display = ("call", "number", "state", "code", "outcome", "sent_at", "ended_at", "is_possibly_billed")
    list_filter = ("state", "outcome")
