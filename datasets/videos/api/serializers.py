"""Shapes only."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from affectory.accounts.api.serializers import JobSerializer
from affectory.core.rights import MayRedistribute
from datasets.videos.domain import ClipState, MediaNoteKind, VideoState
from datasets.videos.models import PreparedClip, SubtitleTrack, Video
from datasets.videos.subtitles.model import NoteKind


class SecondsField(serializers.FloatField):
    """A time as the shortest number that means the same: 3, not 3.0."""

    def to_representation(self, value: Any) -> Any:
        number = float(value)
        return int(number) if number.is_integer() else number


class MediaNoteSerializer(serializers.Serializer):
    code = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in MediaNoteKind])
    message = serializers.CharField()


class VideoRowSerializer(serializers.ModelSerializer[Video]):
    rate = serializers.CharField(help_text='Frames a second, exact, as "24000/1001"; empty before the probe.')
    subtitle_tracks = serializers.IntegerField()
    clips = serializers.IntegerField(source="clip_count")
    poster_url = serializers.SerializerMethodField()
    content_warnings = serializers.ListField(child=serializers.CharField())
    notes = MediaNoteSerializer(many=True)

    class Meta:
        model = Video
        fields = [
            "id",
            "name",
            "source",
            "domain",
            "state",
            "duration_s",
            "rate",
            "width",
            "height",
            "has_audio",
            "subtitle_tracks",
            "clips",
            "poster_url",
            "content_warnings",
            "notes",
            "is_synthetic",
            "created_at",
        ]

    def get_poster_url(self, video: Video) -> str | None:
        return self.context["links"].poster(video)


class VideoRightsSerializer(serializers.Serializer):
    licence = serializers.CharField()
    may_redistribute = serializers.ChoiceField(choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField()


class AudioStreamSerializer(serializers.Serializer):
    index = serializers.IntegerField()
    codec = serializers.CharField()
    channels = serializers.IntegerField()
    sample_rate = serializers.IntegerField()
    language = serializers.CharField()


class SubtitleStreamSerializer(serializers.Serializer):
    index = serializers.IntegerField()
    codec = serializers.CharField()
    language = serializers.CharField()
    title = serializers.CharField()
    is_text = serializers.BooleanField()


class ProbeSerializer(serializers.Serializer):
    container = serializers.CharField()
    video_codec = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    rotation = serializers.IntegerField()
    time_base = serializers.CharField()
    start = serializers.CharField()
    rate = serializers.CharField()
    is_vfr = serializers.BooleanField()
    frame_count = serializers.IntegerField()
    duration = serializers.CharField()
    duration_s = serializers.FloatField()
    header_duration_s = serializers.FloatField(allow_null=True)
    video_streams = serializers.IntegerField()
    audio = AudioStreamSerializer(many=True)
    subtitles = SubtitleStreamSerializer(many=True)


class ProxySerializer(serializers.Serializer):
    url = serializers.CharField()
    rate = serializers.CharField()
    frames = serializers.IntegerField()
    bytes = serializers.IntegerField()


class SpriteSerializer(serializers.Serializer):
    sheets = serializers.ListField(child=serializers.CharField())
    columns = serializers.IntegerField()
    rows = serializers.IntegerField()
    tile_width = serializers.IntegerField()
    tile_height = serializers.IntegerField()
    times = serializers.ListField(child=serializers.FloatField())


class SubtitleRowSerializer(serializers.ModelSerializer[SubtitleTrack]):
    cues = serializers.IntegerField(source="cue_count")
    notes = serializers.IntegerField(source="note_count")

    class Meta:
        model = SubtitleTrack
        fields = [
            "id",
            "language",
            "label",
            "origin",
            "stream",
            "format",
            "encoding",
            "encoding_guessed",
            "cues",
            "notes",
            "name",
            "created_at",
        ]


class CueSerializer(serializers.Serializer):
    id = serializers.CharField()
    start = SecondsField()
    end = SecondsField()
    speaker = serializers.CharField()
    text = serializers.CharField()


class SubtitleNoteSerializer(serializers.Serializer):
    line = serializers.IntegerField(help_text="0: the file as a whole.")
    kind = serializers.ChoiceField(choices=[kind.value for kind in NoteKind])
    code = serializers.CharField()
    message = serializers.CharField()


class SubtitlesSerializer(SubtitleRowSerializer):
    """One track with its cues. ``replaced_by`` names the track that is in force in its place."""

    cues = CueSerializer(many=True)
    notes = SubtitleNoteSerializer(many=True)
    original_url = serializers.SerializerMethodField()

    class Meta(SubtitleRowSerializer.Meta):
        fields = [*SubtitleRowSerializer.Meta.fields, "replaced_by", "replaced_at", "deleted_at", "original_url"]

    def get_original_url(self, track: SubtitleTrack) -> str:
        return str(self.context["links"].subtitles_original(track))


class NewSubtitlesSerializer(serializers.Serializer):
    """Multipart. ``encoding`` is what a person chose; without it the file decides, or a guess that is shown."""

    file = serializers.FileField(allow_empty_file=True, max_length=None)
    language = serializers.CharField(required=False, default="und", max_length=35)
    label = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)
    encoding = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)
    speaker_prefixes = serializers.BooleanField(required=False, default=False)
    dry_run = serializers.BooleanField(required=False, default=False)


class AddedSubtitlesSerializer(serializers.Serializer):
    """``track`` is null after a dry run. ``replaces`` is the track whose place it takes, or would take."""

    track = SubtitleRowSerializer(allow_null=True)
    is_new = serializers.BooleanField()
    replaces = serializers.UUIDField(allow_null=True)
    format = serializers.CharField()
    encoding = serializers.CharField()
    encoding_guessed = serializers.BooleanField()
    cue_count = serializers.IntegerField()
    cues_preview = CueSerializer(many=True)
    notes = SubtitleNoteSerializer(many=True)


class EmbeddedSubtitlesSerializer(serializers.Serializer):
    stream = serializers.IntegerField(min_value=0, max_value=1000)
    language = serializers.CharField(required=False, allow_blank=True, default="", max_length=35)
    label = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)


class JobStartedSerializer(serializers.Serializer):
    job = serializers.UUIDField()


class ClipSegmentSerializer(serializers.Serializer):
    """Half-open: the frames with start <= time < end, in seconds on the original timeline."""

    start = SecondsField()
    end = SecondsField()


class ClipRowSerializer(serializers.ModelSerializer[PreparedClip]):
    video = serializers.UUIDField(source="video_id")
    state = serializers.ChoiceField(choices=[state.value for state in ClipState])
    segments = ClipSegmentSerializer(many=True, allow_null=True)
    source_frames = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="First and last frame of the video that each segment holds.",
    )
    video_url = serializers.SerializerMethodField()
    frames_url = serializers.SerializerMethodField()
    poster_url = serializers.SerializerMethodField()

    class Meta:
        model = PreparedClip
        fields = [
            "id",
            "video",
            "title",
            "segments",
            "source_frames",
            "state",
            "frame_count",
            "duration_s",
            "video_url",
            "frames_url",
            "poster_url",
            "error",
            "created_at",
        ]

    def get_video_url(self, clip: PreparedClip) -> str | None:
        return self.context["links"].clip_video(clip)

    def get_frames_url(self, clip: PreparedClip) -> str | None:
        return self.context["links"].clip_frames(clip)

    def get_poster_url(self, clip: PreparedClip) -> str | None:
        return self.context["links"].clip_poster(clip)


class NewClipSerializer(serializers.Serializer):
    """``segments`` null is the whole video. The times are checked where they are used."""

    segments = serializers.JSONField(
        allow_null=True, help_text='[{"start": seconds, "end": seconds}, …] in the order in which they are joined.'
    )
    title = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)


class VideoProvenanceSerializer(serializers.Serializer):
    file = serializers.CharField()
    sha256 = serializers.CharField()
    size_bytes = serializers.IntegerField()
    registered_by = serializers.CharField()
    registered_at = serializers.DateTimeField()
    prepared_at = serializers.DateTimeField(allow_null=True)


class VideoDetailSerializer(VideoRowSerializer):
    clips = ClipRowSerializer(many=True)
    rights = VideoRightsSerializer()
    probe = ProbeSerializer(allow_null=True)
    proxy = ProxySerializer(allow_null=True)
    frames_url = serializers.CharField(allow_null=True)
    peaks_url = serializers.CharField(allow_null=True)
    sprite = SpriteSerializer(allow_null=True)
    cuts = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    steps_done = serializers.ListField(child=serializers.CharField())
    subtitles = SubtitleRowSerializer(many=True)
    provenance = VideoProvenanceSerializer()
    original_url = serializers.CharField(allow_null=True, help_text="For maintainers.")
    job = JobSerializer(allow_null=True)

    class Meta(VideoRowSerializer.Meta):
        fields = [
            *VideoRowSerializer.Meta.fields,
            "external_id",
            "frame_count",
            "rights",
            "probe",
            "proxy",
            "frames_url",
            "peaks_url",
            "sprite",
            "cuts",
            "steps_done",
            "subtitles",
            "provenance",
            "original_url",
            "job",
        ]


class VideoChangesSerializer(serializers.Serializer):
    """What a maintainer may change; what is left out stays."""

    source = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    external_id = serializers.CharField(required=False, allow_blank=True, max_length=500)
    licence = serializers.CharField(required=False, allow_blank=True, max_length=500)
    may_redistribute = serializers.ChoiceField(required=False, choices=MayRedistribute.choices)
    may_send_to_external_model = serializers.BooleanField(required=False)
    domain = serializers.CharField(required=False, allow_blank=True, max_length=200)
    content_warnings = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, max_length=20
    )


VIDEO_STATE_VALUES = [state.value for state in VideoState]
