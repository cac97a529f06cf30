from django.urls import path

from .views import reports, splits

A = "projects/<slug:project>/agreement"
S = "projects/<slug:project>/splits"

urlpatterns = [
    path(A, reports.AgreementView.as_view()),
    path(f"{A}.csv", reports.AgreementTableView.as_view()),
    path(f"{A}.json", reports.AgreementFileView.as_view()),
    path(f"{A}/threshold", reports.ThresholdView.as_view()),
    path(f"{A}/reviewers", reports.ReviewersView.as_view()),
    path(f"{A}/own", reports.OwnAgreementView.as_view()),
    path(S, splits.SplitsView.as_view()),
    path(f"{S}/counts", splits.SplitCountsView.as_view()),
    path(f"{S}/<uuid:round_id>", splits.SplitView.as_view()),
    path(f"{S}/<uuid:round_id>/tags", splits.SplitTagsView.as_view()),
    path(f"{S}/tags/<uuid:tag_id>", splits.SplitTagView.as_view()),
]
