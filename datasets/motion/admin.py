from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from datasets.motion.models import Collection, Import, LabelMapping, MotionAsset, SkeletonMapping


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


@admin.register(SkeletonMapping)
class SkeletonMappingAdmin(ReadOnlyAdmin):
    list_display = ["project", "skeleton_sha256", "version", "restores", "created_by", "created_at"]
    list_select_related = ["project", "created_by"]
