from django.urls import path

from . import views

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
    path("projects/<slug:project>/audit", views.AuditView.as_view()),
]
