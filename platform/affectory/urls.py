"""Mounts every app's URLs."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from affectory.api.views import FrontendView, HealthView, SchemaView, UnknownApiPathView
from affectory.inbox.api.views import ConfirmAddressView, StopDigestView

api_v1: list[URLPattern | URLResolver] = [
    path("", include("affectory.accounts.api.urls")),
    path("", include("affectory.inbox.api.urls")),
    path("", include("affectory.endpoints.api.urls")),
    path("", include("affectory.browsing.api.urls")),
    path("", include("datasets.scenes.api.urls")),
    path("", include("datasets.episodes.api.urls")),
    path("", include("datasets.observation.api.urls")),
    path("", include("annotation.reviews.api.urls")),
    path("", include("annotation.agreement.api.urls")),
    path("", include("annotation.rubrics.api.urls")),
    path("", include("annotation.watching.api.urls")),
    path("", include("annotation.questions.api.urls")),
    path("", include("annotation.drafting.api.urls")),
    path("", include("annotation.comments.api.urls")),
    path("", include("datasets.motion.api.urls")),
    path("", include("datasets.videos.api.urls")),
    path("", include("export.access.api.urls")),
    path("", include("export.releases.api.urls")),
    path("", include("export.withdrawals.api.urls")),
    path("schema", SchemaView.as_view()),
    path("health", HealthView.as_view()),
]

urlpatterns = [
    path("api/v1/", include(api_v1)),
    path("", include("export.hub.api.urls")),
    path("digest/confirm/<str:token>", ConfirmAddressView.as_view()),
    path("digest/stop/<str:token>", StopDigestView.as_view()),
    re_path(r"^api/", UnknownApiPathView.as_view()),
    path("django-admin/", admin.site.urls),
    re_path(r"^(?!static/).*$", FrontendView.as_view()),
]
