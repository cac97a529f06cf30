from django.urls import path

from . import audit, views

urlpatterns = [
    path("me", views.MeView.as_view()),
    path("session", views.SessionView.as_view()),
    path("tokens", views.TokensView.as_view()),
    path("tokens/<uuid:token_id>", views.TokenView.as_view()),
    path("people", views.PeopleView.as_view()),
    path("jobs/<uuid:job_id>", views.JobView.as_view()),
    path("jobs/<uuid:job_id>/cancel", views.JobCancelView.as_view()),
    path("jobs/<uuid:job_id>/retry", views.JobRetryView.as_view()),
    path("projects", views.ProjectsView.as_view()),
    path("projects/<slug:project>", views.ProjectView.as_view()),
    path("projects/<slug:project>/members", views.MembersView.as_view()),
    path("projects/<slug:project>/members/<uuid:user_id>", views.MemberView.as_view()),
    path("projects/<slug:project>/jobs", views.ProjectJobsView.as_view()),
    path("projects/<slug:project>/audit", audit.AuditView.as_view()),
    path("projects/<slug:project>/audit/events", audit.AuditKindsView.as_view()),
    path("projects/<slug:project>/audit.csv", audit.AuditTableView.as_view()),
    path("projects/<slug:project>/audit.jsonl", audit.AuditLinesView.as_view()),
    path("audit", audit.WholeAuditView.as_view()),
    path("audit/events", audit.WholeAuditKindsView.as_view()),
    path("audit.csv", audit.WholeAuditTableView.as_view()),
    path("audit.jsonl", audit.WholeAuditLinesView.as_view()),
]
