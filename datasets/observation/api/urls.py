from django.urls import path

from affectory.browsing.api.urls import library_urls

from ..library import LIBRARY
from . import episodes, views

urlpatterns = [
    path("projects/<slug:project>/episodes", episodes.EpisodesView.as_view()),
    *library_urls(LIBRARY),
    path("projects/<slug:project>/episodes/<uuid:episode_id>/map.svg", episodes.EpisodeMapView.as_view()),
    path("projects/<slug:project>/episodes/<uuid:episode_id>", views.EpisodeView.as_view()),
    path("projects/<slug:project>/clips/<uuid:clip_id>/video", views.ClipVideoView.as_view()),
    path("projects/<slug:project>/clips/<uuid:clip_id>/frames", views.ClipFramesView.as_view()),
    path("projects/<slug:project>/clips/<uuid:clip_id>/poster", views.ClipPosterView.as_view()),
    path("projects/<slug:project>/renders", views.RendersView.as_view()),
    path("projects/<slug:project>/renders/cancel", views.RendersCancelView.as_view()),
]
