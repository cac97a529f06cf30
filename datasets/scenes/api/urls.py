from django.urls import path

from . import importing, views

urlpatterns = [
    path("projects/<slug:project>/scenes", views.ScenesView.as_view()),
    path("projects/<slug:project>/scenes/uploads", importing.SceneUploadsView.as_view()),
    path("projects/<slug:project>/scenes/preview", importing.ScenePreviewView.as_view()),
    path("projects/<slug:project>/scenes/imports/<uuid:import_id>", importing.SceneImportView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/take-out", views.TakeOutSceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/bring-back", views.BringBackSceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>", views.SceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/stage.glb", views.StageView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/map", views.SceneMapView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/navigable.png", views.NavigableView.as_view()),
]
