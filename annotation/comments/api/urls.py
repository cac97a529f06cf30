from django.urls import path

from annotation.comments.api import views

urlpatterns = [
    path("projects/<slug:project>/items/<uuid:item_id>/history", views.ItemHistoryView.as_view()),
    path("projects/<slug:project>/threads", views.ThreadsView.as_view()),
    path("projects/<slug:project>/threads/<uuid:thread_id>", views.ThreadView.as_view()),
    path("projects/<slug:project>/threads/<uuid:thread_id>/comments", views.CommentsView.as_view()),
    path("projects/<slug:project>/comments/<uuid:comment_id>", views.CommentView.as_view()),
]
