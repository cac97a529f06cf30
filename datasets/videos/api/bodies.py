"""What a video and its clips look like outside."""

from __future__ import annotations

from typing import Any

from affectory.accounts.api.serializers import JobSerializer
from affectory.core.models import Job
from datasets.videos import selectors
from datasets.videos.api import serializers
from datasets.videos.api.links import Links
from datasets.videos.models import Video
from datasets.videos.services.subtitles import AddedSubtitles, cues_json, notes_json, tracks_in_force

PREVIEWED_CUES = 30


def video_detail(video: Video, links: Links, *, for_maintainer: bool) -> dict[str, Any]:
    """``video`` comes from ``selectors.video_visible_to``."""
    tracks = list(tracks_in_force(video).order_by("language", "label", "id").defer("cues", "notes"))
    clips = list(video.clips.order_by("-created_at", "-id")[:500])
    # As `selectors.videos_with_counts` annotates them.
    video.subtitle_tracks, video.clip_count = len(tracks), len(clips)  # type: ignore[attr-defined]
    context = {"links": links}
    job = Job.objects.filter(pk=video.job_id).first() if video.job_id else None
    return {
        **serializers.VideoRowSerializer(video, context=context).data,
        "clips": serializers.ClipRowSerializer(clips, many=True, context=context).data,
        "external_id": video.external_id,
        "frame_count": video.frame_count,
        "rights": serializers.VideoRightsSerializer(video).data,
        "probe": video.probe,
        "proxy": _proxy(video, links),
        "frames_url": links.frames(video),
        "peaks_url": links.peaks(video),
        "sprite": {**video.sprite, "sheets": links.sheets(video)} if video.sprite else None,
        "cuts": video.cuts,
        "steps_done": video.steps_done,
        "subtitles": serializers.SubtitleRowSerializer(tracks, many=True).data,
        "provenance": {
            "file": video.name,
            "sha256": video.file_sha256,
            "size_bytes": video.size_bytes,
            "registered_by": str(video.created_by),
            "registered_at": video.created_at,
            "prepared_at": video.prepared_at,
        },
        "original_url": links.original(video) if for_maintainer else None,
        "job": JobSerializer(job).data if job is not None else None,
    }


def _proxy(video: Video, links: Links) -> dict[str, Any] | None:
    if not video.proxy_sha256:
        return None
    return {
        "url": links.proxy(video),
        "rate": video.proxy_rate,
        "frames": video.proxy_frames,
        "bytes": video.proxy_size_bytes,
    }


def added_subtitles(added: AddedSubtitles) -> dict[str, Any]:
    read = added.read
    return {
        "track": serializers.SubtitleRowSerializer(added.track).data if added.track is not None else None,
        "is_new": added.is_new,
        "replaces": added.replaced.pk if added.replaced is not None else None,
        "format": read.format,
        "encoding": read.encoding,
        "encoding_guessed": read.encoding_guessed,
        "cue_count": len(read.cues),
        "cues_preview": cues_json(read)[:PREVIEWED_CUES],
        "notes": notes_json(read),
    }


def registration_context(registrations: list[Any]) -> dict[str, Any]:
    return {"counts": selectors.counts_of_registrations(registrations)}
