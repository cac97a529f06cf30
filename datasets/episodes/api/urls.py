from django.urls import path

from . import views

urlpatterns = [
    path("composition-plan.schema.json", views.PlanSchemaView.as_view()),
    path("projects/<slug:project>/compositions", views.CompositionsView.as_view()),
    path("projects/<slug:project>/compositions/<uuid:composition_id>", views.CompositionView.as_view()),
    path("projects/<slug:project>/episodes", views.EpisodesView.as_view()),
    path("projects/<slug:project>/episodes/<uuid:episode_id>/motion.bin", views.EpisodeMotionView.as_view()),
]
