from django.urls import path

from affectory.browsing.api.urls import library_urls

from ..library import LIBRARY
from . import anchor_views, ground_views, importing, views

urlpatterns = [
    path("projects/<slug:project>/scenes", views.ScenesView.as_view()),
    path("projects/<slug:project>/scenes/uploads", importing.SceneUploadsView.as_view()),
    path("projects/<slug:project>/scenes/preview", importing.ScenePreviewView.as_view()),
    path("projects/<slug:project>/scenes/imports/<uuid:import_id>", importing.SceneImportView.as_view()),
    path("projects/<slug:project>/scenes/taken-out", views.TakenOutScenesView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/take-out", views.TakeOutSceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/bring-back", views.BringBackSceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>", views.SceneView.as_view()),
    *library_urls(LIBRARY, bulk=False),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/poster.svg", views.PosterView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/stage.glb", views.StageView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/map", views.SceneMapView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/navigable.png", views.NavigableView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/anchors", anchor_views.AnchorsView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/anchors/found", anchor_views.FindingView.as_view()),
    path(
        "projects/<slug:project>/scenes/<uuid:scene_id>/anchors/<uuid:anchor_id>", anchor_views.AnchorView.as_view()
    ),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/ground", ground_views.GroundView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/way", ground_views.WayView.as_view()),
]
