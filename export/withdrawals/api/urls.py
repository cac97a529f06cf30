from django.urls import path

from export.withdrawals.api import views

_BASE = "projects/<slug:project>/withdrawals"

urlpatterns = [
    path(_BASE, views.WithdrawalsView.as_view()),
    path(f"{_BASE}/plan", views.WithdrawalPlanView.as_view()),
    path(f"{_BASE}/subjects", views.WithdrawalSubjectsView.as_view()),
    path(f"{_BASE}/<uuid:tombstone_id>", views.WithdrawalView.as_view()),
]
