from django.urls import path

from . import views

urlpatterns = [
    path("projects/<slug:project>/scenes", views.ScenesView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>", views.SceneView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/stage.glb", views.StageView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/map", views.SceneMapView.as_view()),
    path("projects/<slug:project>/scenes/<uuid:scene_id>/navigable.png", views.NavigableView.as_view()),
]
