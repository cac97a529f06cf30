from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin

from .models import Composition, Episode


@admin.register(Composition)
class CompositionAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "seed", "state", "created_at"]
    list_filter = ["state", "project"]


@admin.register(Episode)
class EpisodeAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "family", "challenge", "action", "target", "state", "created_at"]
    list_filter = ["state", "family", "challenge", "action", "target", "project"]
