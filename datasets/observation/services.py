from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from affectory.accounts.models import Project, User
from affectory.core import storage
from affectory.core.canonical import canonical_json
from affectory.core.errors import AffectoryError, ConflictError, InvalidError, NotAllowedError
from affectory.core.jobs import enqueue
from affectory.core.transitions import move
from datasets.episodes import services as episode_services
from datasets.episodes.domain import PARTS, EpisodeState, asked_of
from datasets.episodes.models import Episode
from datasets.scenes.stage import load_grid

from . import audit, policies, specs
from .checking import clip_checks
from .domain import TRANSITIONS, FrameRecord, RenderResult, RenderSpec, RenderState, Setting
from .models import Render
from .reference import NoViewpointError

SETTINGS = (Setting.P_INIT, Setting.P_REF, Setting.P_MON)
ON_THE_FLOOR = (Setting.P_INIT, Setting.P_REF)
UNDER_WAY = (RenderState.QUEUED, RenderState.RENDERING)
RENDERABLE = (EpisodeState.CHECKED, EpisodeState.IN_REVIEW, EpisodeState.KEPT)
TASK = "observation.render"
LEAST_DEADLINE_S = 120.0
DEADLINE_PER_FRAME_S = 1.0
AT_ONCE = 500
_DIGITS = {"t": 6, "visible_fraction": 4, "distance_m": 4, "bearing_deg": 2, "clearance_m": 4}


@dataclass(frozen=True, slots=True)
class StartedRender:
    """What a worker holds: the specification, and the lease without which nothing it reports counts."""

    render_id: UUID
    lease: UUID
    spec: RenderSpec
    deadline_s: float


@transaction.atomic
def request_renders(
    *, actor: User | None, project: Project, episode_ids: Sequence[UUID] | None = None
) -> list[Render]:
    """OB1: one clip per setting of every checked episode (None: of all that lack one). Asking again adds nothing
    but puts failed and cancelled clips back into the queue. Without an actor, the system asks."""
    if actor is not None and not policies.can_render(actor, project):
        raise NotAllowedError("Only a maintainer asks for clips.", code="render.not_allowed")
    episodes = Episode.objects.filter(project=project, state__in=RENDERABLE)
    if episode_ids is not None:
        episodes = episodes.filter(pk__in=list(episode_ids))
        missing = len(set(episode_ids)) - episodes.count()
        if missing:
            sentence = f"{missing} of these episodes are not in this project or have not passed their checks."
            raise InvalidError(sentence, code="render.episodes", fields={"episode_ids": [sentence]})
    parameters = specs.current_parameters()
    digest, engine_id, now = parameters.digest(), settings.OBSERVATION_ENGINE, timezone.now()
    rows = [
        Render(
            episode=episode,
            setting=setting,
            engine_id=engine_id,
            parameters=parameters.as_json(),
            parameters_sha256=digest,
            fingerprint=specs.clip_fingerprint(episode, parameters, engine_id),
            frames=specs.clip_frames(episode.duration_s, parameters.fps),
            queued_at=now,
        )
        for episode in episodes.order_by("created_at", "id")
        for setting in SETTINGS
    ]
    before = set(_same(rows).values_list("pk", flat=True))
    Render.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
    wanted = list(_same(rows).select_related("episode").order_by("created_at", "id"))
    asked = []
    for render in wanted:
        if render.pk in before and render.state not in (RenderState.FAILED, RenderState.CANCELLED):
            continue
        if render.state != RenderState.QUEUED:
            move(render, to=RenderState.QUEUED, transitions=TRANSITIONS, attempts=0, error="", queued_at=now)
        asked.append(render)
        enqueue(TASK, render_id=render.pk)
    if asked:
        audit.renders_requested(actor=actor, project=project, count=len(asked))
    return asked


def start_render(*, render_id: UUID) -> StartedRender | None:
    """OB7: takes a queued clip, by compare-and-set. None: somebody else has it, or it is done or cancelled; leave
    quietly. The specification is stored under its digest before the work begins."""
    render = Render.objects.select_related("episode__scene", "episode").filter(pk=render_id).first()
    if render is None or render.state != RenderState.QUEUED or render.episode.state == EpisodeState.WITHDRAWN:
        return None
    parameters = specs.Parameters(**render.parameters)
    try:
        spec, view = specs.build_spec(
            render.episode, setting=render.setting, engine_id=render.engine_id, parameters=parameters
        )
    except (NoViewpointError, AffectoryError) as error:
        _fail_unplaceable(render, str(error))
        return None
    deadline_s = max(LEAST_DEADLINE_S, DEADLINE_PER_FRAME_S * spec.frames)
    now, lease = timezone.now(), uuid.uuid4()
    try:
        move(
            render,
            to=RenderState.RENDERING,
            transitions=TRANSITIONS,
            lease=lease,
            attempts=render.attempts + 1,
            heartbeat_at=now,
            deadline_at=now + timedelta(seconds=deadline_s),
            spec_sha256=storage.put_bytes(spec.canonical_bytes()),
            view=view,
            frames_done=0,
            error="",
        )
    except ConflictError:
        return None
    return StartedRender(render.pk, lease, spec, deadline_s)


def heartbeat_render(*, render_id: UUID, lease: UUID, frames_done: int) -> bool:
    """Tells that the worker is alive. False: the clip was cancelled or given to another worker; stop."""
    held = Render.objects.filter(pk=render_id, state=RenderState.RENDERING, lease=lease)
    return bool(held.update(heartbeat_at=timezone.now(), frames_done=frames_done))


def finish_render(*, render_id: UUID, lease: UUID, result: RenderResult) -> bool:
    """OB8: all files of a clip are stored, then one UPDATE makes it done: there is never half a result. False: the
    lease is gone, nothing was kept. When the episode's last clip is done, it opens for review."""
    video, poster = storage.put_file(result.video_path), storage.put_file(result.poster_path)
    frames = storage.put_bytes(canonical_json(_frames_file(render_id, result.frames)))
    with transaction.atomic():
        render = _held(render_id, lease)
        if render is None:
            return False
        move(
            render,
            to=RenderState.DONE,
            transitions=TRANSITIONS,
            lease=None,
            finished_at=timezone.now(),
            frames_done=render.frames,
            engine_version=result.engine_version[:80],
            video_sha256=video,
            poster_sha256=poster,
            frames_sha256=frames,
            frames_digest=result.frames_sha256,
        )
        audit.render_ended(render=render)
        _open_if_whole(render.episode_id)
    return True


@transaction.atomic
def fail_render(*, render_id: UUID, lease: UUID, error: str, retry: bool = False) -> bool:
    """OB9: what may work another time goes back into the queue up to the limit of attempts, the rest fails with a
    sentence. False: the lease is gone."""
    render = _held(render_id, lease)
    if render is None:
        return False
    if retry and render.attempts < settings.JOB_MAX_ATTEMPTS:
        move(
            render,
            to=RenderState.QUEUED,
            transitions=TRANSITIONS,
            lease=None,
            error=error,
            queued_at=timezone.now(),
        )
        enqueue(TASK, render_id=render.pk)
        return True
    move(render, to=RenderState.FAILED, transitions=TRANSITIONS, lease=None, error=error, finished_at=timezone.now())
    audit.render_ended(render=render)
    return True


@transaction.atomic
def cancel_renders(*, actor: User, project: Project, render_ids: Sequence[UUID] | None = None) -> int:
    """OB10: stops queued and running clips (None: all of the project). A running worker notices at its next
    heartbeat, and whatever it brings is refused, since its lease is gone."""
    if not policies.can_render(actor, project):
        raise NotAllowedError("Only a maintainer cancels clips.", code="render.not_allowed")
    renders = Render.objects.select_for_update().filter(episode__project=project, state__in=UNDER_WAY)
    if render_ids is not None:
        renders = renders.filter(pk__in=list(render_ids))
    count = 0
    for render in renders.order_by("pk"):
        move(
            render,
            to=RenderState.CANCELLED,
            actor=actor,
            transitions=TRANSITIONS,
            lease=None,
            finished_at=timezone.now(),
        )
        count += 1
    if count:
        audit.renders_cancelled(actor=actor, project=project, count=count)
    return count


@transaction.atomic
def resume_renders(*, actor: User, project: Project, render_ids: Collection[UUID]) -> int:
    """OB40: puts clips that were cancelled back into the queue, as far as their episodes may have any. Returns how
    many."""
    if not policies.can_render(actor, project):
        raise NotAllowedError("Only a maintainer asks for clips.", code="render.not_allowed")
    renders = Render.objects.select_for_update(of=("self",)).filter(
        pk__in=render_ids, episode__project=project, episode__state__in=RENDERABLE, state=RenderState.CANCELLED
    )
    count = 0
    for render in renders.order_by("pk"):
        move(render, to=RenderState.QUEUED, transitions=TRANSITIONS, attempts=0, error="", queued_at=timezone.now())
        enqueue(TASK, render_id=render.pk)
        count += 1
    if count:
        audit.renders_requested(actor=actor, project=project, count=count)
    return count


def sweep_renders() -> int:
    """OB11: a clip whose worker went silent or overran its deadline goes back into the queue or fails; a queued one
    whose message was lost is sent again. Returns how many were touched."""
    now = timezone.now()
    silent = Q(heartbeat_at__lt=now - timedelta(seconds=settings.JOB_STALE_S)) | Q(deadline_at__lt=now)
    touched = _give_up_on(Render.objects.filter(silent, state=RenderState.RENDERING)[:AT_ONCE])
    lost = Render.objects.filter(state=RenderState.QUEUED, queued_at__lt=now - timedelta(minutes=10))
    for pk in list(lost.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            if Render.objects.filter(pk=pk, state=RenderState.QUEUED).update(queued_at=now):
                enqueue(TASK, render_id=pk)
                touched += 1
    return touched


@transaction.atomic
def take_over_renders() -> int:
    """OB11: where nobody can be at work, every clip in work has lost its worker, whatever its heartbeat says, and a
    queued one may have lost its message. Returns how many were sent again."""
    queued = list(Render.objects.filter(state=RenderState.QUEUED).values_list("pk", flat=True))
    abandoned = _give_up_on(Render.objects.filter(state=RenderState.RENDERING))
    Render.objects.filter(pk__in=queued).update(queued_at=timezone.now())
    for pk in queued:
        enqueue(TASK, render_id=pk)
    return abandoned + len(queued)


def _give_up_on(renders: Iterable[Render]) -> int:
    """Take clips from workers that went silent; returns how many were still theirs."""
    return sum(
        fail_render(render_id=render.pk, lease=render.lease, error="The worker went silent.", retry=True)
        for render in renders
        if render.lease is not None
    )


def frame_json(frame: FrameRecord) -> dict[str, Any]:
    """One entry of a clip's frames file. It holds nothing that tells the label."""
    written = asdict(frame)
    written["camera"] = {
        "position": [round(v, 4) for v in frame.camera.position],
        "yaw": round(frame.camera.yaw, 5),
        "pitch": round(frame.camera.pitch, 5),
    }
    written["parts"] = {part: None if share is None else round(share, 4) for part, share in frame.parts.items()}
    for name, digits in _DIGITS.items():
        if written[name] is not None:
            written[name] = round(written[name], digits)
    return written


def _frames_file(render_id: UUID, frames: Sequence[FrameRecord]) -> dict[str, Any]:
    """EP41: of two people it says which one was measured, in every frame."""
    render = Render.objects.select_related("episode__scene").get(pk=render_id)
    written: dict[str, Any] = {"frames": [frame_json(frame) for frame in _with_clearance(render, frames)]}
    if render.episode.target:
        written["person"] = PARTS[asked_of(render.episode.target)[0]]
    return written


def _with_clearance(render: Render, frames: Sequence[FrameRecord]) -> list[FrameRecord]:
    """OB36: how much room the observer has, from the scene's grid; a camera on a wall stands on no floor."""
    if render.setting not in ON_THE_FLOOR:
        return list(frames)
    grid = load_grid(render.episode.scene.nav_sha256)
    return [
        replace(frame, clearance_m=grid.clearance((frame.camera.position[0], frame.camera.position[2])))
        for frame in frames
    ]


def _same(rows: Sequence[Render]) -> Any:
    if not rows:
        return Render.objects.none()
    first = rows[0]
    return Render.objects.filter(
        episode_id__in={row.episode_id for row in rows},
        engine_id=first.engine_id,
        parameters_sha256=first.parameters_sha256,
    )


def _held(render_id: UUID, lease: UUID) -> Render | None:
    """The locked row if this lease still holds it. Assumes the caller's transaction."""
    return (
        Render.objects.select_for_update(of=("self",))
        .select_related("episode")
        .filter(pk=render_id, state=RenderState.RENDERING, lease=lease)
        .first()
    )


def _fail_unplaceable(render: Render, reason: str) -> None:
    now = timezone.now()
    lease = uuid.uuid4()
    with transaction.atomic():
        move(
            render,
            to=RenderState.RENDERING,
            transitions=TRANSITIONS,
            lease=lease,
            heartbeat_at=now,
            deadline_at=now + timedelta(seconds=LEAST_DEADLINE_S),
            attempts=render.attempts + 1,
        )
        fail_render(render_id=render.pk, lease=lease, error=f"No clip can be made: {reason.rstrip('.')}.")


def _open_if_whole(episode_id: UUID) -> None:
    """EP14. The episode's row is locked first, so that of two clips finishing at once the later one sees both."""
    episode = Episode.objects.select_for_update().get(pk=episode_id)
    parameters_sha256 = specs.current_parameters().digest()
    done = Render.objects.filter(
        episode_id=episode_id,
        state=RenderState.DONE,
        engine_id=settings.OBSERVATION_ENGINE,
        parameters_sha256=parameters_sha256,
    )
    by_setting = {render.setting: render for render in done}
    if set(by_setting) != set(SETTINGS):
        return
    seen = by_setting[Setting.P_INIT]
    checks = clip_checks(episode, specs.stored_frames(storage.read_bytes(seen.frames_sha256)))
    episode_services.open_for_review(episode_id=episode.pk, checks=checks, picture_sha256=seen.poster_sha256)
