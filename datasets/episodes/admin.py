from django.contrib import admin

from .models import Composition, Episode


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(Composition)
class CompositionAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "seed", "state", "created_at"]
    list_filter = ["state", "project"]


@admin.register(Episode)
class EpisodeAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "challenge", "state", "created_at"]
    list_filter = ["state", "challenge", "project"]
