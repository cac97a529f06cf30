from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from datasets.videos.models import PreparedClip, Registration, SubtitleTrack, Video


@admin.register(Video)
class VideoAdmin(ReadOnlyAdmin):
    list_display = ["name", "project", "source", "domain", "state", "duration_s", "may_redistribute", "is_synthetic"]
    list_filter = ["state", "may_redistribute", "is_synthetic"]
    list_select_related = ["project"]
    search_fields = ["name", "source", "external_id"]


@admin.register(SubtitleTrack)
class SubtitleTrackAdmin(ReadOnlyAdmin):
    list_display = ["name", "video", "language", "origin", "cue_count", "replaced_at", "deleted_at"]
    list_filter = ["language", "origin"]
    list_select_related = ["video"]


@admin.register(PreparedClip)
class PreparedClipAdmin(ReadOnlyAdmin):
    list_display = ["id", "video", "title", "state", "frame_count", "duration_s", "created_by", "created_at"]
    list_filter = ["state"]
    list_select_related = ["video", "created_by"]


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "state", "dry_run", "created_by", "created_at", "finished_at"]
    list_filter = ["state", "dry_run"]
    list_select_related = ["project", "created_by"]
