from django.urls import path

from .views import author, maintainer, reviewer

R = "projects/<slug:project>/review/"

urlpatterns = [
    path(f"{R}queue", reviewer.QueueView.as_view()),
    path(f"{R}upcoming", reviewer.UpcomingView.as_view()),
    path(f"{R}leases", reviewer.LeasesView.as_view()),
    path(f"{R}leases/<uuid:lease_id>", reviewer.LeaseView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/heartbeat", reviewer.HeartbeatView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/reveal", reviewer.RevealView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/release", reviewer.ReleaseView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/skip", reviewer.SkipView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/decision", reviewer.DecisionView.as_view()),
    path(f"{R}decisions/<uuid:decision_id>", reviewer.TakeBackView.as_view()),
    path(f"{R}decided", reviewer.DecidedView.as_view()),
    path(f"{R}leave", reviewer.LeaveView.as_view()),
    path(f"{R}batches", maintainer.BatchesView.as_view()),
    path(f"{R}batches/<uuid:batch_id>/close", maintainer.CloseBatchView.as_view()),
    path(f"{R}batches/<uuid:batch_id>/open", maintainer.ReopenBatchView.as_view()),
    path(f"{R}batches/<uuid:batch_id>/priority", maintainer.BatchPriorityView.as_view()),
    path(f"{R}policy", maintainer.PolicyView.as_view()),
    path(f"{R}open-leases", maintainer.OpenLeasesView.as_view()),
    path(f"{R}leases/<uuid:lease_id>/revoke", maintainer.RevokeView.as_view()),
    path(f"{R}decisions", maintainer.DecisionsView.as_view()),
    path(f"{R}decisions/<uuid:decision_id>/withdraw", maintainer.WithdrawView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/recall", author.RecallView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/take-out", maintainer.TakeOutView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/priority", maintainer.ItemPriorityView.as_view()),
    path("projects/<slug:project>/progress", maintainer.ProgressView.as_view()),
]
