from django.urls import path

from annotation.watching.api import views

V = "projects/<slug:project>/videos/<uuid:video_id>"

urlpatterns = [
    path(V + "/watched", views.WatchedView.as_view()),
    path(V + "/marks/<uuid:mark_id>", views.MarkView.as_view()),
]
