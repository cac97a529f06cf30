from django.urls import path

from . import views

urlpatterns = [
    path("projects/<slug:project>/agreement", views.AgreementView.as_view()),
    path("projects/<slug:project>/agreement.csv", views.AgreementTableView.as_view()),
]
