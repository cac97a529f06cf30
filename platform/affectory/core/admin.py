"""The audit log is not in the admin: what may be read in it, `accounts.log` alone decides (AU1)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import Job


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # ModelAdmin takes no parameter when the code runs
    """For rows that are frozen or audited: to look at, never to change."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "title", "task", "state", "done", "total", "attempts"]
    list_filter = ["state", "task"]
