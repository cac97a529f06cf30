"""Videos through services, without a frame being decoded: what a worker would report is made up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from affectory.accounts.models import Project, User
from affectory.core import storage
from datasets.videos import services
from datasets.videos.domain import AudioStream, Probe, SubtitleStream
from datasets.videos.frames import FrameTable
from datasets.videos.models import Registration, Upload, Video
from datasets.videos.registering.mapping import VideoMapping

STREAMS = (
    SubtitleStream(2, "mov_text", "eng", "", True),
    SubtitleStream(3, "dvd_subtitle", "fre", "", False),
)


def video_bytes(seed: int = 1) -> bytes:
    """Begins like an MP4 file and is none."""
    return b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41" + seed.to_bytes(8, "big") * 40


def sent(actor: User, project: Project, name: str, data: bytes) -> Upload:
    sha256 = storage.put_bytes(data)
    return services.keep_upload(actor=actor, project=project, name=name, sha256=sha256, size=len(data))


def registered(
    actor: User,
    project: Project,
    files: Mapping[str, bytes],
    *,
    manifest: bytes | None = None,
    manifest_name: str = "videos.csv",
    mapping: VideoMapping | None = None,
    defaults: Mapping[str, Any] | None = None,
    dry_run: bool = False,
    run: bool = True,
) -> Registration:
    """A registration of these files, carried out unless ``run`` is False."""
    registration = services.register_videos(
        actor=actor,
        project=project,
        upload_ids=[sent(actor, project, name, data).pk for name, data in files.items()],
        manifest_id=sent(actor, project, manifest_name, manifest).pk if manifest is not None else None,
        mapping=mapping,
        defaults=defaults,
        dry_run=dry_run,
    )
    return services.run_registration(registration_id=registration.pk) if run else registration


def a_video(actor: User, project: Project, name: str = "film.mp4", seed: int = 1, **defaults: Any) -> Video:
    registered(actor, project, {name: video_bytes(seed)}, defaults={"licence": "CC BY 4.0"} | defaults)
    return Video.objects.get(project=project, name=name)


def a_table(frames: int = 250, rate: Fraction = Fraction(25), start: Fraction = Fraction(0)) -> FrameTable:
    """Frames at a constant rate, the first at 0."""
    return FrameTable(
        time_base=1 / rate,
        start=start,
        ticks=np.arange(frames, dtype=np.int64) + int(start * rate),
        end_tick=frames + int(start * rate),
        slots=np.arange(frames, dtype=np.int32),
        proxy_rate=rate,
        proxy_frames=frames,
    )


def a_probe(table: FrameTable, **more: Any) -> Probe:
    given: dict[str, Any] = {
        "container": "mov",
        "video_codec": "h264",
        "width": 640,
        "height": 360,
        "rotation": 0,
        "time_base": table.time_base,
        "start": table.start,
        "rate": table.proxy_rate,
        "is_vfr": False,
        "frame_count": len(table),
        "duration": table.duration,
        "header_duration": table.duration,
        "video_streams": 1,
        "audio": (AudioStream(1, "aac", 2, 48000, "eng"),),
        "subtitles": STREAMS,
    }
    return Probe(**given | more)


def made_ready(
    video: Video, folder: Path, *, table: FrameTable | None = None, proxy: bytes = b"proxy" * 100
) -> Video:
    """What a worker does, with files that hold anything."""
    table = table or a_table()
    work = services.start_preparation(video_id=video.pk)
    assert work is not None
    held: dict[str, Any] = {"video_id": video.pk, "lease": work.lease}
    files = {name: folder / f"{video.pk}.{name}" for name in ("mp4", "jpg", "sheet0", "sheet1", "peaks")}
    for name, path in files.items():
        path.write_bytes(proxy if name == "mp4" else f"{name} of {video.name}".encode())
    services.record_probe(**held, probe=a_probe(table))
    services.record_proxy(**held, proxy=files["mp4"], table=table)
    services.record_poster(**held, poster=files["jpg"])
    services.record_sprite(
        **held,
        sheets=[files["sheet0"], files["sheet1"]],
        columns=10,
        rows=5,
        tile_width=160,
        tile_height=90,
        times=[0, 0.48, 1],
    )
    services.record_peaks(**held, peaks=files["peaks"])
    services.record_cuts(**held, cuts=[75, 130])
    assert services.finish_preparation(**held)
    video.refresh_from_db()
    return video


def a_ready_video(actor: User, project: Project, folder: Path, **more: Any) -> Video:
    table = more.pop("table", None)
    return made_ready(a_video(actor, project, **more), folder, table=table)
