from django.urls import path

from affectory.endpoints.api import views

P = "projects/<slug:project>/"

urlpatterns = [
    path(P + "endpoints", views.EndpointsView.as_view()),
    path(P + "endpoints/<uuid:endpoint_id>", views.EndpointView.as_view()),
    path(P + "endpoints/<uuid:endpoint_id>/retire", views.RetireEndpointView.as_view()),
    path(P + "endpoints/<uuid:endpoint_id>/revive", views.ReviveEndpointView.as_view()),
    path(P + "endpoints/<uuid:endpoint_id>/try", views.TryEndpointView.as_view()),
    path(P + "calls", views.CallsView.as_view()),
    path(P + "calls/<uuid:call_id>", views.CallView.as_view()),
    path(P + "calls/<uuid:call_id>/put-back", views.PutBackCallView.as_view()),
    path(P + "calls/<uuid:call_id>/attempts/<int:number>", views.RawAnswerView.as_view()),
    path(P + "call-runs", views.CallRunsView.as_view()),
    path(P + "call-runs/<uuid:run_id>", views.CallRunView.as_view()),
    path(P + "call-runs/<uuid:run_id>/pause", views.PauseCallRunView.as_view()),
    path(P + "call-runs/<uuid:run_id>/resume", views.ResumeCallRunView.as_view()),
]
