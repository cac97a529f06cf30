"""Items one by one and in pages, their drafts and their revisions."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of, read_number
from affectory.api.parsers import text_parameter
from annotation.questions import policies, queues, selectors, services
from annotation.questions.api import serializers
from annotation.questions.domain.content import MAX_CONTENT_CHARS
from annotation.questions.domain.kinds import TYPES, Granularity
from annotation.questions.domain.reading import MAX_TEXT
from annotation.questions.domain.states import ItemState, Origin
from annotation.questions.domain.writing import plain_value, subtitles_value
from annotation.questions.judging import judge_item, told_problems
from annotation.questions.models import Item
from annotation.questions.video_loss import loss_for
from datasets.videos.api.links import Links
from datasets.videos.api.serializers import ClipRowSerializer

WRITERS = (Role.MAINTAINER, Role.ANNOTATOR)
FILTERS = [
    OpenApiParameter("granularity", str, enum=[kind.value for kind in Granularity]),
    OpenApiParameter("type", str, enum=list(TYPES)),
    OpenApiParameter("state", str, enum=[state.value for state in ItemState]),
    OpenApiParameter("video", str, description='The id of a registered video, or "none" for items without.'),
    OpenApiParameter("origin", str, enum=[origin.value for origin in Origin]),
    OpenApiParameter("author", str, description="A user name."),
    OpenApiParameter("search", str),
    OpenApiParameter("item", str, description="The id of one item."),
]


class ItemView(ProjectAPIView):
    """QU58: items are for those who write them; which ones, a selector says."""

    roles = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), WRITERS)

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    def filtered(self, request: Request) -> Any:
        given = {parameter.name: text_parameter(request, parameter.name) for parameter in FILTERS}
        return selectors.search_items(selectors.items_visible_to(self.person, self.project), **given)

    def item(self, item_id: UUID) -> Item:
        return selectors.item_for(self.person, self.project, item_id)


class ItemsView(ItemView):
    @extend_schema(parameters=[*FILTERS, *PAGE_PARAMETERS], responses=page_of(serializers.ItemRowSerializer))
    def get(self, request: Request, project: str) -> Response:
        rows = selectors.with_row_columns(self.filtered(request))
        return KeysetPagination().response(rows, request, serializers.ItemRowSerializer)

    @extend_schema(request=serializers.NewItemSerializer, responses={201: serializers.ItemDetailSerializer})
    def post(self, request: Request, project: str) -> Response:
        """A new item with an empty draft that has its place in the video and its rubric."""
        given = serializers.NewItemSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        item = services.create_item(
            actor=self.person,
            project=self.project,
            granularity=values["granularity"],
            type_name=values["type"],
            video_id=values["video"],
            segments=values["segments"],
            rubric_family=values["rubric_family"],
        )
        return Response(item_detail(self.person, self.item(item.pk), project), status=status.HTTP_201_CREATED)


class ItemDetailView(ItemView):
    @extend_schema(responses=serializers.ItemDetailSerializer)
    def get(self, request: Request, project: str, item_id: UUID) -> Response:
        return Response(item_detail(self.person, self.item(item_id), project))

    @extend_schema(request=serializers.ItemChangeSerializer, responses=serializers.ItemDetailSerializer)
    def patch(self, request: Request, project: str, item_id: UUID) -> Response:
        """Link the item to a registered video (maintainers), or choose its task."""
        self.item(item_id)
        given = serializers.ItemChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.change_item(actor=self.person, item_id=item_id, **given.validated_data)
        return Response(item_detail(self.person, self.item(item_id), project))


class DraftView(ItemView):
    @extend_schema(
        request=serializers.DraftSaveSerializer,
        responses={
            200: serializers.SavedDraftSerializer,
            409: OpenApiResponse(serializers.DraftConflictSerializer, description="Somebody saved meanwhile."),
        },
    )
    def put(self, request: Request, project: str, item_id: UUID) -> Response:
        """Save the draft as it is, complete or not; ``problems`` say what a submission would refuse or warn of."""
        given = serializers.DraftSaveSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        saved = services.save_draft(actor=self.person, project=self.project, item_id=item_id, **given.validated_data)
        body = {
            "version": saved.draft.version,
            "saved_at": saved.draft.saved_at,
            "problems": told_problems(saved.problems),
        }
        return Response(serializers.SavedDraftSerializer(body).data)

    @extend_schema(
        parameters=[OpenApiParameter("base_version", int, description="Discard only if this is the version.")],
        responses={204: None},
    )
    def delete(self, request: Request, project: str, item_id: UUID) -> Response:
        """Discard the draft; an item that was never more than it goes too."""
        self.item(item_id)
        given = "base_version" in request.query_params
        base_version = read_number(request, "base_version", default=0) if given else None
        services.discard_draft(actor=self.person, item_id=item_id, base_version=base_version)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SubmitView(ItemView):
    @extend_schema(
        request=serializers.ItemSubmissionSerializer,
        responses={
            200: serializers.SubmittedItemSerializer,
            409: OpenApiResponse(serializers.DraftConflictSerializer, description="Somebody saved meanwhile."),
        },
    )
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Make the draft a revision. A broken format is a refusal (400) with its fields; lints only warn."""
        self.item(item_id)
        given = serializers.ItemSubmissionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        submitted = services.submit_revision(actor=self.person, item_id=item_id, **given.validated_data)
        return Response(submitted_body(submitted))


class ItemClipView(ItemView):
    @extend_schema(request=None, responses=ClipRowSerializer)
    def post(self, request: Request, project: str, item_id: UUID) -> Response:
        """Ask for the clip of the latest revision's segments."""
        self.item(item_id)
        clip = services.request_item_clip(actor=self.person, item_id=item_id)
        return Response(ClipRowSerializer(clip, context={"links": Links(project)}).data)


class SubtitleLinesView(ItemView):
    @extend_schema(request=serializers.SubtitleLinesRequestSerializer, responses=serializers.SubtitleLinesSerializer)
    def post(self, request: Request, project: str) -> Response:
        """The subtitle lines that an item with these segments would have; nothing is kept."""
        given = serializers.SubtitleLinesRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        lines = services.subtitle_lines_for(
            actor=self.person,
            project=self.project,
            video_id=values["video"],
            segments=values["segments"],
            track_id=values["track"],
        )
        return Response({"subtitles": plain_value(subtitles_value(lines))})


class LinkItemsView(ItemView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=None, responses=serializers.LinkedItemsSerializer)
    def post(self, request: Request, project: str) -> Response:
        """Link every item that is not linked yet and finds its one registered video."""
        linked, unlinked = services.link_items(actor=self.person, project=self.project)
        return Response({"linked": linked, "unlinked": unlinked})


class CheckView(ItemView):
    @extend_schema(request=serializers.ItemCheckSerializer, responses=serializers.ItemProblemsSerializer)
    def post(self, request: Request, project: str) -> Response:
        """What a submission of this content would refuse or warn of; nothing is kept."""
        given = serializers.ItemCheckSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        problems = services.check_content(
            actor=self.person,
            project=self.project,
            granularity=values["granularity"],
            type_name=values["type"],
            content=values["content"],
            video_id=values["video"],
        )
        return Response({"problems": told_problems(problems)})


def submitted_body(submitted: services.Submitted) -> dict[str, Any]:
    """What whoever submitted or confirmed a draft is told."""
    return {
        "revision": serializers.RevisionSerializer(submitted.revision).data,
        "draft_version": submitted.item.draft_version,
        "problems": told_problems(submitted.warnings),
    }


def item_detail(person: User, item: Item, project: str) -> dict[str, Any]:
    draft = selectors.draft_of(item)
    if draft is not None:
        draft.item = item
    revisions = list(item.revisions.select_related("author"))
    content = draft.content if draft is not None else revisions[-1].content if revisions else {}
    reservation = queues.open_reservation(item) if item.is_for_anybody else None
    loss = loss_for(item)
    item.has_draft = draft is not None  # type: ignore[attr-defined]  # as a list's query annotates it
    return {
        **serializers.ItemRowSerializer(item).data,
        "revisions": serializers.RevisionSerializer(revisions, many=True).data,
        "draft": None if draft is None else serializers.DraftSerializer(draft).data,
        "draft_version": item.draft_version,
        "problems": told_problems(judge_item(item, content).problems),
        "reference": item.reference,
        "needs_scope_recheck": item.needs_scope_recheck,
        "clip": None if item.clip is None else ClipRowSerializer(item.clip, context={"links": Links(project)}).data,
        "limits": {"text_chars": MAX_TEXT, "content_chars": MAX_CONTENT_CHARS},
        "can_edit": policies.can_edit_item(person, item),
        "reservation": None
        if reservation is None
        else {
            "mine": reservation.person_id == person.pk,
            "expires_at": reservation.expires_at,
            "person": reservation.person.username if policies.can_run_items(person, item.project) else None,
        },
        "video_loss": None if loss is None else {"code": loss.code, "message": loss.message},
        "returned": item.returned if item.author_id == person.pk else None,
        "discard_reason": item.discard_reason,
        "work_seconds": queues.work_seconds(item, person),
    }
