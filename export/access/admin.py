from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from export.access.models import AccessPolicy, AccessRequest, Download


@admin.register(AccessPolicy)
class AccessPolicyAdmin(ReadOnlyAdmin):
    list_display = ("project", "mode", "updated_at")


@admin.register(AccessRequest)
class AccessRequestAdmin(ReadOnlyAdmin):
    list_display = ("project", "user", "state", "created_at", "decided_at")
    list_filter = ("state", "project")


@admin.register(Download)
class DownloadAdmin(ReadOnlyAdmin):
    list_display = ("day", "project", "version", "path", "user", "bytes", "requests")
    list_filter = ("project",)
