from django.urls import path

from export.access.api import views

urlpatterns = [
    path("open-projects", views.OpenProjectsView.as_view()),
    path("open-projects/<slug:slug>", views.OpenProjectView.as_view()),
    path("open-projects/<slug:slug>/request", views.AskForAccessView.as_view()),
    path("projects/<slug:project>/access", views.AccessView.as_view()),
    path("projects/<slug:project>/access/requests", views.AccessRequestsView.as_view()),
    path("projects/<slug:project>/access/requests/<uuid:request_id>/decision", views.AccessDecisionView.as_view()),
    path("projects/<slug:project>/access/downloads", views.DownloadsView.as_view()),
]
