from django.urls import path

from . import composition_views, views

COMPOSITION = "projects/<slug:project>/compositions/<uuid:composition_id>"

urlpatterns = [
    path("composition-plan.schema.json", composition_views.PlanSchemaView.as_view()),
    path("projects/<slug:project>/compositions", composition_views.CompositionsView.as_view()),
    path("projects/<slug:project>/compositions/names", composition_views.PlanNamesView.as_view()),
    path("projects/<slug:project>/compositions/faults", composition_views.PlanFaultsView.as_view()),
    path(COMPOSITION, composition_views.CompositionView.as_view()),
    path(f"{COMPOSITION}/refused", composition_views.RefusedView.as_view()),
    path(f"{COMPOSITION}/discard", composition_views.DiscardView.as_view()),
    path("projects/<slug:project>/episodes/<uuid:episode_id>/motion.bin", views.EpisodeMotionView.as_view()),
    path("projects/<slug:project>/episodes/<uuid:episode_id>/picture.jpg", views.EpisodePictureView.as_view()),
]
