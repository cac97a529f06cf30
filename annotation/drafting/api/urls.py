from django.urls import path

from annotation.drafting.api import views

urlpatterns = [
    path("projects/<slug:project>/drafting/drafters", views.DraftersView.as_view()),
    path("projects/<slug:project>/drafting/plan", views.DraftPlanView.as_view()),
    path("projects/<slug:project>/drafting/runs", views.DraftRunsView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>", views.DraftRunView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/pause", views.PauseDraftRunView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/resume", views.ResumeDraftRunView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/cancel", views.CancelDraftRunView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/ask-again", views.AskAgainView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/windows", views.DraftWindowsView.as_view()),
    path("projects/<slug:project>/drafting/runs/<uuid:run_id>/proposals", views.ProposalsView.as_view()),
    path("projects/<slug:project>/drafting/measures", views.DraftMeasuresView.as_view()),
    path("projects/<slug:project>/drafting/measures.csv", views.DraftMeasuresTableView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/drafted-by", views.DraftedByView.as_view()),
]
