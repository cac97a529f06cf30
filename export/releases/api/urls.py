from django.urls import path

from export.releases.api import diffs, effects, rulings, views

urlpatterns = [
    path("signing-key", diffs.SigningKeyView.as_view()),
    path("projects/<slug:project>/overview", views.OverviewView.as_view()),
    path("projects/<slug:project>/duplicate-rulings", rulings.DuplicateRulingsView.as_view()),
    path("projects/<slug:project>/duplicate-rulings/<uuid:ruling_id>", rulings.DuplicateRulingView.as_view()),
    path(
        "projects/<slug:project>/collections/<uuid:collection_id>/label-mapping/effects",
        effects.LabelEffectsView.as_view(),
    ),
    path("projects/<slug:project>/collections/<uuid:collection_id>/effects", effects.CollectionEffectsView.as_view()),
    path("projects/<slug:project>/performers/<uuid:performer_id>/effects", effects.PerformerEffectsView.as_view()),
    path("projects/<slug:project>/release-profile", views.ProfileView.as_view()),
    path("projects/<slug:project>/releases", views.ReleasesView.as_view()),
    path("projects/<slug:project>/releases/preview", views.PreviewView.as_view()),
    path("projects/<slug:project>/releases/<str:version>", views.ReleaseDetailView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/freeze", views.FreezeView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/publish", views.PublishView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/withdraw", views.WithdrawView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/diff/<str:other>", diffs.DiffView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/files", views.FilesView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/files/<path:path>", views.FileView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/documents/<str:document>", views.DocumentView.as_view()),
    path("projects/<slug:project>/releases/<str:version>/splits/<str:split>", views.SplitView.as_view()),
]
