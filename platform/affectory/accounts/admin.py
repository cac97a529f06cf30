from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from .models import Membership, Project, Token, User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ["username", "display_name", "is_active", "is_superuser"]


@admin.register(Project)
class ProjectAdmin(admin.ModelAdmin):
    list_display = ["name", "slug", "kind", "is_synthetic"]


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ["project", "user", "role"]
    list_filter = ["role", "project"]


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    list_display = ["user", "name", "hint", "expires_at", "revoked_at"]
    exclude = ["digest"]

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False
