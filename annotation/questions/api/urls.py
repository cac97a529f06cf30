from django.urls import path

from annotation.questions.api import files, queue, taxonomy, views, whole_videos

G2_VIDEO = "projects/<slug:project>/g2/videos/<uuid:video_id>"

urlpatterns = [
    path("taxonomy", taxonomy.TaxonomyView.as_view()),
    path("projects/<slug:project>/g2/videos", whole_videos.VideosToWriteAboutView.as_view()),
    path("projects/<slug:project>/g2/videos/next", whole_videos.NextVideoView.as_view()),
    path(G2_VIDEO + "/reservation", whole_videos.VideoReservationView.as_view()),
    path(G2_VIDEO + "/heartbeat", whole_videos.VideoBeatView.as_view()),
    path(G2_VIDEO + "/skip", whole_videos.SkipVideoView.as_view()),
    path("projects/<slug:project>/items", views.ItemsView.as_view()),
    path("projects/<slug:project>/items/check", views.CheckView.as_view()),
    path("projects/<slug:project>/items/subtitles", views.SubtitleLinesView.as_view()),
    path("projects/<slug:project>/items/link", views.LinkItemsView.as_view()),
    path("projects/<slug:project>/items/imports", files.ItemImportsView.as_view()),
    path("projects/<slug:project>/items/imports/<uuid:import_id>", files.ItemImportDetailView.as_view()),
    path("projects/<slug:project>/items/export", files.ItemExportView.as_view()),
    path("projects/<slug:project>/items/queue", queue.ItemQueueView.as_view()),
    path("projects/<slug:project>/items/queue/next", queue.NextItemView.as_view()),
    path("projects/<slug:project>/items/queue/upcoming", queue.UpcomingItemsView.as_view()),
    path("projects/<slug:project>/items/queue/policy", queue.QueuePolicyView.as_view()),
    path("projects/<slug:project>/items/queue/holders", queue.HoldersView.as_view()),
    path("projects/<slug:project>/items/queue/hand-over", queue.PileView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>", views.ItemDetailView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/draft", views.DraftView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/submit", views.SubmitView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/clip", views.ItemClipView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/reservation", queue.ReservationView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/heartbeat", queue.BeatView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/skip", queue.SkipView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/confirm", queue.ConfirmView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/discard", queue.DiscardView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/restore", queue.RestoreView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/reopen", queue.ReopenView.as_view()),
    path("projects/<slug:project>/items/<uuid:item_id>/hand-over", queue.HandOverView.as_view()),
]
