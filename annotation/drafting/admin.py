"""Runs only: what was proposed is seen where a selector says who may."""

from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from annotation.drafting.models import DraftRun


@admin.register(DraftRun)
class DraftRunAdmin(ReadOnlyAdmin):
    list_display = ["drafter", "project", "state", "created_by", "created_at"]
    list_filter = ["state", "project"]
