from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from export.releases.models import Release, ReleaseProfile


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    list_display = ("project", "version", "state", "row_count", "frozen_at", "published_at")
    list_filter = ("state", "project")


@admin.register(ReleaseProfile)
class ReleaseProfileAdmin(ReadOnlyAdmin):
    list_display = ("project", "updated_at")
