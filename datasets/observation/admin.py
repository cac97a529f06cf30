from django.contrib import admin

from .models import Render


@admin.register(Render)
class RenderAdmin(admin.ModelAdmin):
    list_display = ["id", "episode_id", "setting", "state", "attempts", "created_at"]
    list_filter = ["state", "setting"]

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
