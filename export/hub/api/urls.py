"""Mounted at the root, because the clients add these paths to HF_ENDPOINT."""

from django.urls import path, re_path

from export.hub.api import views
from export.hub.api.croissant import CroissantView

_REPOSITORY = "api/datasets/<str:namespace>/<str:name>"

urlpatterns = [
    path("api/whoami-v2", views.WhoamiView.as_view()),
    path("api/agent-harnesses", views.HarnessesView.as_view()),
    path("api/datasets", views.ListView.as_view()),
    path(_REPOSITORY, views.InfoView.as_view()),
    path(f"{_REPOSITORY}/revision/<path:revision>", views.InfoView.as_view()),
    path(f"{_REPOSITORY}/tree/<path:rest>", views.TreeView.as_view()),
    path(f"{_REPOSITORY}/paths-info/<path:revision>", views.PathsInfoView.as_view()),
    path(f"{_REPOSITORY}/refs", views.RefsView.as_view()),
    path(f"{_REPOSITORY}/commits/<path:revision>", views.CommitsView.as_view()),
    path(f"{_REPOSITORY}/auth-check", views.AuthCheckView.as_view()),
    path(f"{_REPOSITORY}/croissant", CroissantView.as_view()),
    path(f"{_REPOSITORY}/croissant/<path:revision>", CroissantView.as_view()),
    re_path(r"^api/(?:datasets|models|spaces)(?:/|$)", views.NothingView.as_view()),
    path("datasets/<str:namespace>/<str:name>/resolve/<path:rest>", views.ResolveView.as_view(), name="hub-resolve"),
    re_path(r"^datasets/", views.NothingView.as_view()),
]
