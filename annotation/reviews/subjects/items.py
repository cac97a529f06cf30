"""Items as review subjects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, Max, Q

from affectory.accounts.models import Project, User
from affectory.core.rows import fetch_joined
from annotation.questions import selectors as questions
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.models import Item, Revision
from annotation.questions.services import reviewing
from annotation.reviews.domain import Outcome
from annotation.reviews.models import Round
from datasets.videos.api.links import Links
from datasets.videos.domain import ClipState, VideoState
from datasets.videos.models import PreparedClip, Video

from . import Block, Ending, SubjectFacts, Warned
from .ages import Since, funnel_rows

KIND = "item"
MARGIN_S = 30
"""Subtitles this far before and after a clip are shown as well: what was said around it."""
STATE_OF = {
    Outcome.KEPT: ItemState.KEPT,
    Outcome.REMOVED: ItemState.REMOVED,
    Outcome.RETURNED: ItemState.RETURNED,
    Outcome.VOID: ItemState.REMOVED,
}


# Which turn of its latest rounds put an item into a state.
TURN_OF = {
    ItemState.IN_REVIEW.value: "opened",
    ItemState.RETURNED.value: "closed",
    ItemState.KEPT.value: "closed",
    ItemState.REMOVED.value: "closed",
}


class ItemSubject:
    warned: Warned | None = Warned(
        tables="questions_item JOIN videos_video ON videos_video.id = questions_item.video_id",
        key="questions_item.id",
        column="videos_video.content_warnings",
    )

    def waiting(self, project: Project, *, limit: int, by_itself: bool = False) -> list[UUID]:
        """What people submitted goes out by itself; what an import brought, a maintainer puts out."""
        ready = questions.items_to_review(project)
        if by_itself:
            ready = ready.exclude(origin=Origin.IMPORTED, revision_count=1)
        return list(ready.order_by("saved_at", "id").values_list("pk", flat=True)[:limit])

    def take_in(self, *, actor: User | None, project: Project, ids: Sequence[UUID]) -> list[SubjectFacts]:
        items = reviewing.take_into_review(actor=actor, project=project, ids=ids)
        latest = Revision.objects.filter(item__in=items, number=F("item__revision_count")).only("item_id", "content")
        revisions = {revision.item_id: revision for revision in latest}
        hands = questions.hands_in(items)
        return [
            SubjectFacts(
                subject_id=item.pk,
                family=item.type,
                subject_type=item.type,
                performer_key="",
                group_key=str(item.video_id),
                granularity=item.granularity,
                revision_id=revisions[item.pk].pk,
                start_s=_start(revisions[item.pk].content),
                authors=hands[item.pk],
            )
            for item in items
        ]

    def payload(self, *, project: Project, round_: Round, shows_checks: bool) -> dict[str, Any]:
        """RV11: the question, its answer and where they are in the video, of the revision that the round judges.
        Nothing says who wrote it, how often, or from what."""
        tail = (
            'JOIN "questions_item" ON "questions_item"."id" = "questions_revision"."item_id" '
            'JOIN "videos_video" ON "videos_video"."id" = "questions_item"."video_id" '
            'LEFT JOIN "videos_preparedclip" ON "videos_preparedclip"."id" = "questions_item"."clip_id" '
            'WHERE "questions_revision"."id" = %s AND "questions_item"."project_id" = %s'
        )
        [(revision, item, video, clip)] = fetch_joined(
            (Revision, Item, Video, PreparedClip), tail, [round_.revision_id, project.pk]
        )
        content, links = revision.content, Links(project.slug)
        return {
            "item": {
                "granularity": item.granularity,
                "type": item.type,
                "question": content["question"],
                "answer": content["answer"],
                "answer_details": content["answer_details"],
                "rubric": content["rubric"],
                "evidence": [
                    {"start": one["start"], "end": one["end"], "target": one.get("item")}
                    for one in content.get("evidence") or ()
                ],
                "subtitles": content["subtitles"] or [],
                "segments": content["source"]["segments"],
                "clip": None if clip is None else _clip(clip, video, links),
                "video": _video(video, links, content["source"]["segments"]),
            }
        }

    def record_outcome(self, *, round_: Round, ending: Ending) -> None:
        returned = {"round": round_.number, "reasons": list(ending.told)}
        reviewing.settle_item(
            item_id=round_.subject_id,
            to=STATE_OF[ending.outcome],
            returned=returned if ending.outcome is Outcome.RETURNED else None,
            reason=ending.note,
        )

    def cannot_be_shown(self, *, project: Project) -> set[UUID]:
        unwatchable = Q(video=None) | ~Q(video__state=VideoState.READY)
        under_review = Item.objects.filter(unwatchable, project=project, state=ItemState.IN_REVIEW)
        return set(under_review.values_list("pk", flat=True))

    def funnel(self, *, project: Project, now: datetime) -> list[dict[str, Any]]:
        """An item is in review since its round opened, and what reviews end in since one closed; else since it was
        last submitted or saved."""
        rounds = Round.objects.filter(project=project, subject_kind=KIND).values("subject_id")
        turns = {
            row["subject_id"]: {"opened": row["opened"], "closed": row["closed"]}
            for row in rounds.annotate(opened=Max("created_at"), closed=Max("closed_at"))
        }
        ages: dict[str, list[Since]] = {state.value: [] for state in ItemState}
        items = Item.objects.filter(project=project).values_list("state", "saved_at", "pk")
        for state, saved_at, pk in items.iterator():
            turn = turns.get(pk, {}).get(TURN_OF.get(state, ""))
            ages[state].append((turn or saved_at, pk))
        return funnel_rows(ages, now)

    def blocks(self, *, project: Project) -> list[Block]:
        submitted = Item.objects.filter(project=project, state=ItemState.SUBMITTED)
        by_import = Q(origin=Origin.IMPORTED, revision_count=1)
        counts = submitted.aggregate(
            imported=Count("id", filter=by_import),
            unlinked=Count("id", filter=Q(video=None)),
            unprepared=Count("id", filter=Q(video__isnull=False) & ~Q(video__state=VideoState.READY)),
            uncut=Count("id", filter=Q(clip__isnull=False) & ~Q(clip__state=ClipState.READY)),
        )
        returned = Item.objects.filter(project=project, state=ItemState.RETURNED).count()
        return [
            ("returned", returned, "came back and wait for their authors to send them again."),
            ("imported_waiting", counts["imported"], "imported, and put out for review by nobody yet."),
            ("no_video", counts["unlinked"], "submitted without a registered video: link one first."),
            ("video_unprepared", counts["unprepared"], "submitted, with a video that is not prepared yet."),
            (
                "clip_uncut",
                counts["uncut"],
                "submitted, with a clip that is not cut; ask for it again if it failed.",
            ),
        ]


def _start(content: Mapping[str, Any]) -> float:
    """Where on the time line one begins to look: the first segment, else the first evidence."""
    stretches = content["source"]["segments"] or content.get("evidence") or ()
    return min((float(one["start"]) for one in stretches), default=0.0)


def _clip(clip: PreparedClip, video: Video, links: Links) -> dict[str, Any] | None:
    if clip.state != ClipState.READY:
        return None
    return {
        "video_url": links.clip_video(clip),
        "frames_url": links.clip_frames(clip),
        "poster_url": links.clip_poster(clip),
        "frame_count": clip.frame_count,
        "duration_s": clip.duration_s,
        "rate": video.proxy_rate,
        "segments": clip.segments,
    }


def _video(video: Video, links: Links, segments: Sequence[Mapping[str, Any]] | None) -> dict[str, Any]:
    proxy = {
        "url": links.proxy(video),
        "rate": video.proxy_rate,
        "frames": video.proxy_frames,
        "bytes": video.proxy_size_bytes,
    }
    return {
        "id": video.pk,
        "proxy": proxy if video.proxy_sha256 else None,
        "frames_url": links.frames(video),
        "peaks_url": links.peaks(video),
        "sprite": {**video.sprite, "sheets": links.sheets(video)} if video.sprite else None,
        "cuts": video.cuts or [],
        "duration_s": video.duration_s,
        "content_warnings": video.content_warnings,
        "subtitles": _cues(video, segments),
    }


def _cues(video: Video, segments: Sequence[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """The cues of the video's first track in force; of a clip, those in it and around it, picked by the database:
    reading all lines of a film for a few seconds of it would be the dearest part of a lease."""
    around = [(float(one["start"]) - MARGIN_S, float(one["end"]) + MARGIN_S) for one in segments or ()]
    wanted, params = "cues", []
    if around:
        wanted = "jsonb_path_query_array(cues, '$[*] ? (@.end > $from && @.start < $to)', %s::jsonb)"
        bounds = {"from": min(start for start, _ in around), "to": max(end for _, end in around)}
        params = [json.dumps(bounds)]
    statement = (
        f"SELECT {wanted} FROM videos_subtitletrack WHERE video_id = %s AND replaced_at IS NULL "  # noqa: S608  ours
        "AND deleted_at IS NULL ORDER BY language, label, id LIMIT 1"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*params, video.pk])
        found = cursor.fetchone()
    cues: list[dict[str, Any]] = json.loads(found[0]) if found is not None else []
    if not around:
        return cues
    return [cue for cue in cues if any(cue["start"] < end and cue["end"] > start for start, end in around)]
