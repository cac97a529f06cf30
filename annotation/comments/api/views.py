"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role
from affectory.accounts.views import ProjectAPIView
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from affectory.core.models import uuid_or_none
from annotation.comments import selectors, services, showing
from annotation.comments.api import serializers
from annotation.comments.domain import Standing, may_open
from annotation.comments.history import history_of
from annotation.questions.models import Item

TALKERS = (Role.MAINTAINER, Role.ANNOTATOR, Role.REVIEWER)


class TalkView(ProjectAPIView):
    roles = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), TALKERS)

    def shown(self, thread_id: UUID) -> Any:
        threads = selectors.threads_visible_to(self.request.user, self.project).filter(pk=thread_id)
        [thread] = selectors.with_comments(threads)
        standing = selectors.standing_of(self.request.user, thread.item)
        [body] = showing.shown_threads(self.request.user, thread.item, standing, [thread])
        return serializers.ThreadSerializer(body).data


class ItemHistoryView(TalkView):
    @extend_schema(responses=serializers.ItemHistorySerializer)
    def get(self, request: Request, project: str, item_id: UUID) -> Response:
        """CM6: draft, revisions, rounds, outcome, as far as the caller may see them."""
        item, standing = selectors.item_to_talk_about(request.user, self.project, item_id)
        if not standing.sees_history:
            raise selectors.no_such_item()
        return Response(serializers.ItemHistorySerializer(history_of(request.user, item, standing)).data)


class ThreadsView(TalkView):
    @extend_schema(
        operation_id="projects_threads_of_item",
        parameters=[
            OpenApiParameter("item", str, description="The id of an item; this or lease."),
            OpenApiParameter("lease", str, description="The id of one's own lease of an item."),
        ],
        responses=serializers.ThreadsSerializer,
    )
    def get(self, request: Request, project: str) -> Response:
        item, standing = self._asked_about(request)
        threads = selectors.threads_visible_to(request.user, self.project).filter(item=item)
        ordered = selectors.with_comments(threads).order_by("created_at", "id")
        circles = may_open(standing)
        body = {
            "threads": showing.shown_threads(request.user, item, standing, ordered),
            "may_open": circles,
            "mentionable": {
                circle.value: showing.shown_mentionable(item, circle, request.user, standing) for circle in circles
            },
        }
        return Response(serializers.ThreadsSerializer(body).data)

    @extend_schema(request=serializers.NewThreadSerializer, responses={201: serializers.ThreadSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.NewThreadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        thread = services.open_thread(
            actor=request.user,
            project=self.project,
            circle=values["circle"],
            text=values["text"],
            item_id=values.get("item"),
            lease_id=values.get("lease"),
            revision=values["revision"],
        )
        return Response(self.shown(thread.pk), status=status.HTTP_201_CREATED)

    def _asked_about(self, request: Request) -> tuple[Item, Standing]:
        item, lease = (uuid_or_none(text_parameter(request, name)) for name in ("item", "lease"))
        if item is not None:
            return selectors.item_to_talk_about(request.user, self.project, item)
        if lease is not None:
            return selectors.item_of_lease(request.user, self.project, lease)
        message = "Say which item the threads are about: its id, or your lease of it."
        raise InvalidError(message, code="comment.no_item", fields={"item": [message]})


class ThreadView(TalkView):
    @extend_schema(responses=serializers.ThreadSerializer)
    def get(self, request: Request, project: str, thread_id: UUID) -> Response:
        thread = selectors.thread_for(request.user, self.project, thread_id)
        return Response(self.shown(thread.pk))

    @extend_schema(request=serializers.ResolvedSerializer, responses=serializers.ThreadSerializer)
    def patch(self, request: Request, project: str, thread_id: UUID) -> Response:
        given = serializers.ResolvedSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.set_resolved(actor=request.user, project=self.project, thread_id=thread_id, **given.validated_data)
        return Response(self.shown(thread_id))


class CommentsView(TalkView):
    @extend_schema(request=serializers.CommentTextSerializer, responses={201: serializers.ThreadSerializer})
    def post(self, request: Request, project: str, thread_id: UUID) -> Response:
        """Reply; the answer is the whole thread."""
        given = serializers.CommentTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.add_comment(actor=request.user, project=self.project, thread_id=thread_id, **given.validated_data)
        return Response(self.shown(thread_id), status=status.HTTP_201_CREATED)


class CommentView(TalkView):
    @extend_schema(request=serializers.CommentTextSerializer, responses=serializers.ThreadSerializer)
    def patch(self, request: Request, project: str, comment_id: UUID) -> Response:
        given = serializers.CommentTextSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        comment = services.edit_comment(
            actor=request.user, project=self.project, comment_id=comment_id, **given.validated_data
        )
        return Response(self.shown(comment.thread_id))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, comment_id: UUID) -> Response:
        services.delete_comment(actor=request.user, project=self.project, comment_id=comment_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
