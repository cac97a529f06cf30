from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, QuerySet
from django.urls import reverse

from affectory.accounts.models import Project, User
from affectory.core.errors import NotFoundError
from affectory.core.rows import fetch
from datasets.episodes.domain import PARTS, EpisodeSpec
from datasets.episodes.models import Episode
from datasets.episodes.policies import Roles
from datasets.episodes.selectors import episodes_visible_to
from datasets.motion.models import MotionAsset

from . import policies, specs
from .domain import RenderState, Setting
from .models import Render

CHALLENGE_CHECKS = ("distance", "visible", "in_picture", "bearing", "bearing_at_start")
ANCHOR_FIELDS = ("kind", "position", "yaw")
_IN_ORDER: dict[str, int] = {setting: place for place, setting in enumerate(Setting)}


def renders_visible_to(user: User, project: Project, roles: Roles = None) -> QuerySet[Render]:
    renders = Render.objects.filter(episode__project=project)
    return renders if policies.can_render(user, project, roles) else renders.none()


def clips_visible_to(user: User, project: Project, roles: Roles = None) -> QuerySet[Render]:
    """OB13: finished clips of the episodes that the user may see: of a reviewer, those in review."""
    return Render.objects.filter(state=RenderState.DONE, episode__in=episodes_visible_to(user, project, roles))


def clip_visible_to(user: User, project: Project, clip_id: UUID, roles: Roles = None) -> Render:
    clip = clips_visible_to(user, project, roles).filter(pk=clip_id).first()
    if clip is None:
        raise NotFoundError("There is no such clip that you may see.", code="clip.not_found")
    return clip


def clips_of(episode: Episode) -> list[Render]:
    """The finished clips made with the present parameters, in the order of their settings. Only clips with one
    fingerprint are ever shown together (OB3)."""
    tail = "WHERE episode_id = %s AND state = 'done' AND engine_id = %s AND parameters_sha256 = %s"
    parameters = specs.current_parameters().digest()
    found = fetch(Render, tail, [episode.pk, settings.OBSERVATION_ENGINE, parameters])
    return sorted(found, key=lambda clip: _IN_ORDER[clip.setting])


def clip_body(clip: Render, slug: str, *, with_fingerprint: bool) -> dict[str, Any]:
    """A clip as the browser gets it. Its addresses hold ids only."""
    base = f"/api/v1/projects/{slug}/clips/{clip.pk}"
    parameters = clip.parameters
    body = {
        "id": str(clip.pk),
        "setting": clip.setting,
        "width": parameters["width"],
        "height": parameters["height"],
        "fps": parameters["fps"],
        "frames": clip.frames,
        "video_url": f"{base}/video",
        "frames_url": f"{base}/frames",
        "poster_url": f"{base}/poster",
        "camera": {"hfov_deg": parameters["hfov_deg"], "kind": clip.view.get("kind", "fixed")},
    }
    return body | {"fingerprint": clip.fingerprint} if with_fingerprint else body


def review_material(episode: Episode, slug: str) -> dict[str, Any]:
    """EP20, OB12: all that a review shows of an episode, and nothing that tells label, motion, performer or file."""
    spec = episode.specification
    base = f"/api/v1/projects/{slug}"
    return {
        "id": str(episode.pk),
        "family": episode.family,
        "challenge": episode.challenge,
        "action": episode.action,
        "target": episode.target,
        "anchor": spec.anchor and {name: spec.anchor.get(name) for name in ANCHOR_FIELDS},
        "duration_s": episode.duration_s,
        "checks": episode.checks,
        "measured": {c["id"]: c["value"] for c in episode.checks if c["id"] in CHALLENGE_CHECKS},
        "clips": [clip_body(clip, slug, with_fingerprint=False) for clip in clips_of(episode)],
        "scene": {
            "id": str(episode.scene_id),
            "stage_url": f"{base}/scenes/{episode.scene_id}/stage.glb",
            "map_url": f"{base}/scenes/{episode.scene_id}/map",
        },
        "avatar_url": f"{base}/avatars/{episode.avatar_id}/avatar.glb" if episode.avatar_id else reverse("avatar"),
        "people": _people(episode, spec, f"{base}/episodes/{episode.pk}/motion.bin"),
        "robot_start": {"position": list(spec.robot_start.position), "yaw": spec.robot_start.yaw},
    }


def _people(episode: Episode, spec: EpisodeSpec, url: str) -> list[dict[str, Any]]:
    """Person A first; both under one address that tells nothing."""
    motions = _motions(episode)
    return [
        {
            "part": part if len(motions) > 1 else "",
            "top": use.top,
            "is_asked": number in spec.asked,
            "position": list(use.position),
            "yaw": use.yaw,
            "motion_url": url if number == 0 else f"{url}?part={part}",
            "frames": motion.frames,
            "fps": motion.fps,
        }
        for number, (part, use, motion) in enumerate(zip(PARTS, spec.motions, motions, strict=False))
    ]


def _motions(episode: Episode) -> list[MotionAsset]:
    return [episode.motion] if episode.second_motion is None else [episode.motion, episode.second_motion]


def episode_body(episode: Episode, user: User, project: Project, roles: Roles = None) -> dict[str, Any]:
    """The episode's page: for a reviewer what a review shows, for a maintainer all."""
    body = review_material(episode, project.slug) | {"state": episode.state, "created_at": episode.created_at}
    if not policies.can_see_fingerprints(user, project, roles):
        return body
    told = zip(_motions(episode), episode.labels, strict=True)
    renders = list(Render.objects.filter(episode=episode).order_by("setting", "created_at"))
    return body | {
        "clips": [clip_body(clip, project.slug, with_fingerprint=True) for clip in clips_of(episode)],
        "label": episode.asked_label,
        "people": [
            person | {"label": label, "motion": {"id": str(motion.pk), "name": motion.name}}
            for person, (motion, label) in zip(body["people"], told, strict=True)
        ],
        "composition": episode.composition_id,
        "refusal": episode.refusal,
        "removal_reasons": episode.removal_reasons,
        "spec": episode.spec,
        "timeline": _timeline(episode, renders),
    }


def render_counts(project: Project) -> dict[str, int]:
    """State → number of clips; every state is there, an empty one as 0."""
    counted = dict(
        Render.objects.filter(episode__project=project).values_list("state").annotate(n=Count("id")).order_by()
    )
    return {state.value: counted.get(state.value, 0) for state in RenderState}


def _timeline(episode: Episode, renders: Sequence[Render]) -> list[dict[str, Any]]:
    events = [
        (episode.created_at, "composed", ""),
        (episode.checked_at, "refused" if episode.refusal else "checked", episode.refusal),
        *((r.finished_at, f"clip_{r.state}", " ".join(filter(None, [r.setting, r.error]))) for r in renders),
        (episode.opened_at, "opened_for_review", ""),
        (episode.decided_at, episode.state, ", ".join(episode.removal_reasons)),
    ]
    told = [{"at": at, "event": event, "detail": detail} for at, event, detail in events if at is not None]
    return sorted(told, key=lambda entry: entry["at"])
