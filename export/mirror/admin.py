from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from export.mirror.models import MirroredFile


@admin.register(MirroredFile)
class MirroredFileAdmin(ReadOnlyAdmin):
    list_display = ("sha256", "size", "mirrored_at")
    search_fields = ("sha256",)
