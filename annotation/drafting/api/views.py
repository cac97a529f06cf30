"""Drafting for maintainers, and for those who write items where a draft came from."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.core.models import uuid_or_none
from affectory.endpoints.domain.money import from_micros, to_micros
from affectory.endpoints.domain.states import ProfileState
from affectory.endpoints.selectors import profiles_visible_to
from annotation.drafting import selectors, services
from annotation.drafting.api import serializers
from annotation.drafting.domain.answer_schema import CLIP_KINDS
from annotation.drafting.domain.fates import REWRITTEN_FROM
from annotation.drafting.domain.options import DEFAULTS, MAX_PER_VIDEO
from annotation.drafting.domain.states import ProposalOutcome
from annotation.drafting.measures import measures
from annotation.drafting.models import DraftRun
from annotation.drafting.prompting import PUBLISHED
from annotation.drafting.registry import DRAFTERS, drafter
from annotation.drafting.table import measures_csv
from annotation.questions.selectors import item_for
from annotation.taxonomy import catalogue

SHOWN_ROWS = 500


class DraftingView(ProjectAPIView):
    """DR8"""

    roles = dict.fromkeys(("GET", "POST"), (Role.MAINTAINER,))

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    def run(self, run_id: UUID) -> DraftRun:
        return selectors.run_visible_to(self.person, self.project, run_id)

    def detail(self, run_id: UUID) -> dict[str, Any]:
        run: Any = self.run(run_id)
        run.is_stalled = selectors.is_stalled(run)
        run.left_out = selectors.videos_left_out(run)[:SHOWN_ROWS]
        context = {"counts": selectors.counts_of_runs([run])}
        return dict(serializers.DraftRunDetailSerializer(run, context=context).data)


class DraftersView(DraftingView):
    @extend_schema(responses=serializers.DraftersSerializer)
    def get(self, request: Request, project: str) -> Response:
        """What can be asked for drafts, and what may be chosen."""
        guidelines = catalogue.guidelines()
        tasks = [guidelines.task(kind.granularity.value, kind.type) for kind in CLIP_KINDS.values()]
        profiles = profiles_visible_to(self.person, self.project).filter(state=ProfileState.ACTIVE.value)
        body = {
            "endpoints": profiles.order_by("name", "slug"),
            "prompts": list(PUBLISHED),
            "drafters": [drafter(name) for name in DRAFTERS.ids()],
            "tasks": tasks,
            "options": DEFAULTS,
            "max_per_video": MAX_PER_VIDEO,
        }
        return Response(serializers.DraftersSerializer(body).data)


class DraftPlanView(DraftingView):
    @extend_schema(request=serializers.NewDraftRunSerializer, responses=serializers.DraftPlanSerializer)
    def post(self, request: Request, project: str) -> Response:
        """The dry run: what a run with these choices would do, and which videos it would leave out."""
        plan = services.plan_run(actor=self.person, project=self.project, wish=_wish(request)[0])
        left_out = [planned for planned in plan.videos if planned.left_out is not None]
        body = {
            "videos": len(plan.taken),
            "left_out": Counter(planned.left_out.value for planned in left_out if planned.left_out),
            "windows": plan.windows,
            "drafts": plan.drafts,
            "sends": plan.sends,
            "tokens_most": plan.most.tokens if plan.most is not None else None,
            "cost_most": from_micros(plan.most.micros) if plan.most is not None else None,
            "currency": plan.profile.currency if plan.profile is not None else None,
            "rows": [*left_out, *plan.taken][:SHOWN_ROWS],
        }
        return Response(serializers.DraftPlanSerializer(body).data)


class DraftRunsView(DraftingView):
    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.DraftRunSerializer))
    def get(self, request: Request, project: str) -> Response:
        runs = selectors.runs_visible_to(self.person, self.project)
        rows, links = KeysetPagination().paginate(runs, request)
        context = {"counts": selectors.counts_of_runs(rows)}
        results = serializers.DraftRunSerializer(rows, many=True, context=context).data
        return Response({"results": results, **links, "count": None})

    @extend_schema(request=serializers.NewDraftRunSerializer, responses={202: serializers.DraftRunDetailSerializer})
    def post(self, request: Request, project: str) -> Response:
        wish, limits = _wish(request)
        run = services.start_run(actor=self.person, project=self.project, wish=wish, limits=limits)
        return Response(self.detail(run.pk), status=status.HTTP_202_ACCEPTED)


class DraftRunView(DraftingView):
    @extend_schema(responses=serializers.DraftRunDetailSerializer)
    def get(self, request: Request, project: str, run_id: UUID) -> Response:
        return Response(self.detail(run_id))


class PauseDraftRunView(DraftingView):
    @extend_schema(request=None, responses=serializers.DraftRunDetailSerializer)
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        """Send nothing more; what is under way is waited for."""
        self.run(run_id)
        services.pause_run(actor=self.person, run_id=run_id)
        return Response(self.detail(run_id))


class ResumeDraftRunView(DraftingView):
    @extend_schema(request=serializers.DraftLimitsSerializer, responses=serializers.DraftRunDetailSerializer)
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        """Go on with what is still to do, within other limits if some are given."""
        self.run(run_id)
        given = serializers.DraftLimitsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.resume_run(actor=self.person, run_id=run_id, limits=_other_limits(given.validated_data))
        return Response(self.detail(run_id))


class AskAgainView(DraftingView):
    @extend_schema(request=serializers.AskAgainSerializer, responses={202: serializers.DraftRunDetailSerializer})
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        """Ask once more about stretches that have no answer, within other limits if some are given. What was answered
        is not sent again."""
        self.run(run_id)
        given = serializers.AskAgainSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.ask_again(
            actor=self.person,
            run_id=run_id,
            window_ids=given.validated_data["windows"],
            limits=_other_limits(given.validated_data),
        )
        return Response(self.detail(run_id), status=status.HTTP_202_ACCEPTED)


class CancelDraftRunView(DraftingView):
    @extend_schema(request=None, responses=serializers.DraftRunDetailSerializer)
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        self.run(run_id)
        services.cancel_run(actor=self.person, run_id=run_id)
        return Response(self.detail(run_id))


class DraftWindowsView(DraftingView):
    @extend_schema(parameters=PAGE_PARAMETERS, responses=page_of(serializers.DraftWindowSerializer))
    def get(self, request: Request, project: str, run_id: UUID) -> Response:
        """The stretches of the videos that are looked at one by one, in order."""
        windows = selectors.windows_of(self.run(run_id))
        return KeysetPagination(("position", "id")).response(windows, request, serializers.DraftWindowSerializer)


class ProposalsView(DraftingView):
    @extend_schema(
        parameters=[
            OpenApiParameter("outcome", str, enum=[outcome.value for outcome in ProposalOutcome]),
            OpenApiParameter("video", str, description="The id of a video."),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(serializers.ProposalSerializer),
    )
    def get(self, request: Request, project: str, run_id: UUID) -> Response:
        run = self.run(run_id)
        video = text_parameter(request, "video")
        proposals = selectors.proposals_of(
            self.person,
            run,
            outcome=text_parameter(request, "outcome"),
            video=uuid_or_none(video) if video else None,
        )
        order = ("window__position", "number", "id")
        return KeysetPagination(order).response(proposals, request, serializers.ProposalSerializer)


class DraftMeasuresView(DraftingView):
    @extend_schema(responses=serializers.DraftMeasuresSerializer)
    def get(self, request: Request, project: str) -> Response:
        """What became of drafts, how far items are from them, what they cost, and how far people are."""
        found: Any = measures(self.project)
        body = {name: getattr(found, name) for name in found.__slots__} | {"rewritten_from": REWRITTEN_FROM}
        return Response(serializers.DraftMeasuresSerializer(body).data)


class DraftMeasuresTableView(DraftingView):
    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, project: str) -> HttpResponse:
        response = HttpResponse(measures_csv(measures(self.project)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="drafting-{self.project.slug}.csv"'
        response["Cache-Control"] = "private, no-store"
        return response


class DraftedByView(DraftingView):
    """DR14: reviewers have no such route, and nothing that they are served holds this."""

    roles = {"GET": (Role.MAINTAINER, Role.ANNOTATOR)}

    @extend_schema(responses=serializers.DraftedBySerializer)
    def get(self, request: Request, project: str, item_id: UUID) -> Response:
        """Where the draft of an item came from."""
        item = item_for(self.person, self.project, item_id)
        return Response(serializers.DraftedBySerializer({"source": selectors.source_of_draft(item)}).data)


def _wish(request: Request) -> tuple[services.Wish, services.Limits]:
    given = serializers.NewDraftRunSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    values = given.validated_data
    videos = values["videos"]
    wish = services.Wish(
        drafter_id=values["drafter"],
        types=values["types"],
        per_video=values["per_video"],
        options=values["options"],
        profile_id=values["profile"],
        prompt_id=values["prompt"],
        choice=services.Choice(
            video_ids=None if videos is None else tuple(videos),
            domain=values["domain"],
            search=values["search"],
            subtitles=values["subtitles"],
            skip_drafted=values["skip_drafted"],
        ),
    )
    return wish, _limits(values)


def _other_limits(values: dict[str, Any]) -> services.Limits | None:
    """None: they stay as they are."""
    limits = _limits(values)
    return None if limits == services.Limits() else limits


def _limits(values: dict[str, Any]) -> services.Limits:
    money = values["limit_money"]
    return services.Limits(None if money is None else to_micros(money), values["limit_tokens"])
