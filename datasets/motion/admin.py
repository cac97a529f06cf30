from __future__ import annotations

from typing import Any

from django.contrib import admin

from datasets.motion.models import Collection, Import, LabelMapping, MotionAsset


class ReadOnlyAdmin(admin.ModelAdmin):
    """To look at. Motions change through services, which check and audit."""

    def has_add_permission(self, request: Any) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False


@admin.register(MotionAsset)
class MotionAssetAdmin(ReadOnlyAdmin):
    list_display = ["name", "project", "collection", "source_label", "label", "state", "is_synthetic"]
    list_filter = ["state", "label", "is_synthetic"]
    list_select_related = ["project", "collection"]
    search_fields = ["name", "source_label"]


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    list_display = ["name", "project", "licence", "may_redistribute", "is_synthetic"]
    list_select_related = ["project"]


@admin.register(LabelMapping)
class LabelMappingAdmin(ReadOnlyAdmin):
    list_display = ["collection", "version", "preset", "created_by", "created_at"]
    list_select_related = ["collection", "created_by"]


@admin.register(Import)
class ImportAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "state", "dry_run", "created_by", "created_at", "finished_at"]
    list_filter = ["state", "dry_run"]
    list_select_related = ["project", "created_by"]
