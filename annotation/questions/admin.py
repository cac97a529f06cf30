"""Items, drafts and revisions are not in the admin: who may see whose they are, selectors alone decide (QU58)."""

from __future__ import annotations

from django.contrib import admin

from affectory.core.admin import ReadOnlyAdmin
from annotation.questions.models import ItemImport


@admin.register(ItemImport)
class ItemImportAdmin(ReadOnlyAdmin):
    list_display = ["file_name", "project", "state", "dry_run", "created_by", "created_at"]
    list_filter = ["state", "project"]
