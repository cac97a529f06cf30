from django.urls import path

from annotation.questions.api import files, taxonomy, views

urlpatterns = [
    path("taxonomy", taxonomy.TaxonomyView.as_view()),
    path("projects/<slug:project>/items", views.ItemsView.as_view()),
    path("projects/<slug:project>/items/check", views.CheckView.as_view()),
    path("projects/<slug:project>/items/subtitles", views.SubtitleLinesView.as_view()),
    path("projects/<slug:project>/items/link", views.LinkItemsView.as_view()),
    path("projects/<slug:project>/items/imports", files.ItemImportsView.as_view()),
    path("projects/<slug:project>/items/imports/<uuid:import_id>", files.ItemImportDetailView.as_view()),
    path("projects/<slug:project>/items/export", files.ItemExportView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>", views.ItemDetailView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/draft", views.DraftView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/submit", views.SubmitView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/clip", views.ItemClipView.as_view()),
]
