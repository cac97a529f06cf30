from django.urls import path

from datasets.videos.api.views import clips, files, registering, subtitles, videos

P = "projects/<slug:project>/"
V = P + "videos/<uuid:video_id>"
C = P + "prepared-clips/<uuid:clip_id>"

urlpatterns = [
    path(P + "videos", videos.VideosView.as_view()),
    path(P + "videos/uploads", registering.UploadsView.as_view()),
    path(P + "videos/uploads/known", registering.KnownUploadView.as_view()),
    path(P + "videos/uploads/<uuid:upload_id>", registering.UploadView.as_view()),
    path(P + "videos/registrations", registering.RegistrationsView.as_view()),
    path(P + "videos/registrations/<uuid:registration_id>", registering.RegistrationView.as_view()),
    path(V, videos.VideoView.as_view()),
    path(V + "/prepare", videos.PrepareVideoView.as_view()),
    path(V + "/proxy.mp4", files.ProxyView.as_view(), name="video-proxy"),
    path(V + "/frames.bin", files.FramesView.as_view(), name="video-frames"),
    path(V + "/peaks.bin", files.PeaksView.as_view(), name="video-peaks"),
    path(V + "/poster.jpg", files.PosterView.as_view(), name="video-poster"),
    path(V + "/sprites/<int:number>.jpg", files.SpriteView.as_view(), name="video-sprite"),
    path(V + "/original", files.OriginalView.as_view(), name="video-original"),
    path(V + "/subtitles", subtitles.NewSubtitlesView.as_view()),
    path(V + "/subtitles/embedded", subtitles.EmbeddedSubtitlesView.as_view()),
    path(V + "/subtitles/<uuid:track_id>", subtitles.SubtitlesView.as_view()),
    path(
        V + "/subtitles/<uuid:track_id>/original",
        subtitles.SubtitlesOriginalView.as_view(),
        name="subtitles-original",
    ),
    path(V + "/clips", clips.ClipsView.as_view()),
    path(C, clips.ClipView.as_view()),
    path(C + "/video.mp4", files.ClipVideoView.as_view(), name="prepared-clip-video"),
    path(C + "/frames.bin", files.ClipFramesView.as_view(), name="prepared-clip-frames"),
    path(C + "/poster.jpg", files.ClipPosterView.as_view(), name="prepared-clip-poster"),
]
