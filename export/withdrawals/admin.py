from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from export.withdrawals.models import Tombstone


@admin.register(Tombstone)
class TombstoneAdmin(ReadOnlyAdmin):
    list_display = ("project", "kind", "subject_id", "created_at", "reason", "created_by")
    list_filter = ("kind", "reason", "project")
