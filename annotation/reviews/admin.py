"""Leases and decisions are not in the admin: who may see them is decided in selectors alone (RV11)."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from .models import Batch, ReviewPolicy


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    list_display = ["name", "project", "subject_kind", "state", "rounds_total", "created_at"]
    list_filter = ["state", "project"]


@admin.register(ReviewPolicy)
class ReviewPolicyAdmin(ReadOnlyAdmin):
    list_display = ["project", "subject_kind", "reviewers", "lease_minutes", "scheme_id"]
