from django.urls import path

from . import views

urlpatterns = [
    path("inbox", views.InboxView.as_view()),
    path("inbox/unread", views.UnreadView.as_view()),
    path("inbox/read", views.InboxReadView.as_view()),
    path("inbox/<uuid:line_id>", views.InboxLineView.as_view()),
    path("me/digest", views.DigestView.as_view()),
    path("me/digest/confirmation", views.ConfirmationView.as_view()),
]
