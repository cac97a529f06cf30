"""What can be done with videos: one function per verb."""

from datasets.videos.services.changes import change_video
from datasets.videos.services.clips import (
    StartedClip,
    cached_segment,
    fail_clip,
    finish_clip,
    frame_table,
    record_segment,
    release_clip,
    request_clip,
    start_clip,
    sweep_clips,
)
from datasets.videos.services.preparation import (
    StartedPreparation,
    finish_preparation,
    prepare_again,
    record_cuts,
    record_peaks,
    record_poster,
    record_probe,
    record_proxy,
    record_sprite,
    refuse_video,
    release_video,
    start_preparation,
    sweep_preparations,
)
from datasets.videos.services.registration import register_folder, register_videos
from datasets.videos.services.running import fail_registration, run_registration
from datasets.videos.services.subtitles import (
    AddedSubtitles,
    add_subtitles,
    keep_embedded_subtitles,
    remove_subtitles,
    take_embedded_subtitles,
)
from datasets.videos.services.uploads import discard_upload, keep_known_upload, keep_upload

__all__ = [
    "AddedSubtitles",
    "StartedClip",
    "StartedPreparation",
    "add_subtitles",
    "cached_segment",
    "change_video",
    "discard_upload",
    "fail_clip",
    "fail_registration",
    "finish_clip",
    "finish_preparation",
    "frame_table",
    "keep_embedded_subtitles",
    "keep_known_upload",
    "keep_upload",
    "prepare_again",
    "record_cuts",
    "record_peaks",
    "record_poster",
    "record_probe",
    "record_proxy",
    "record_segment",
    "record_sprite",
    "refuse_video",
    "register_folder",
    "register_videos",
    "release_clip",
    "release_video",
    "remove_subtitles",
    "request_clip",
    "run_registration",
    "start_clip",
    "start_preparation",
    "sweep_clips",
    "sweep_preparations",
    "take_embedded_subtitles",
]
