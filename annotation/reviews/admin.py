"""Leases and decisions are not in the admin: who may see them is decided in selectors alone (RV11)."""

from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin

from .models import Batch, ReviewPolicy


@admin.register(Batch)
class BatchAdmin(ReadOnlyAdmin):
    list_display = ["name", "project", "subject_kind", "state", "rounds_total", "created_at"]
    list_filter = ["state", "project"]


@admin.register(ReviewPolicy)
class ReviewPolicyAdmin(ReadOnlyAdmin):
    list_display = ["project", "subject_kind", "reviewers", "lease_minutes", "scheme_id"]
