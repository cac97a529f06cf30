from django.urls import path

from annotation.rubrics.api import views

urlpatterns = [
    path("projects/<slug:project>/rubrics", views.RubricsView.as_view()),
    path("projects/<slug:project>/rubrics/<str:family>", views.RubricView.as_view()),
]
