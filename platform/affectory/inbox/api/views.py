"""Thin views: parse, call one service or selector, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from affectory.api.files import etag_matches
from affectory.api.pagination import PAGE_PARAMETERS, KeysetPagination, page_of
from affectory.api.parsers import text_parameter
from affectory.inbox import selectors, services
from affectory.inbox.api import serializers
from affectory.inbox.models import DigestSetting


class InboxView(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("unread", bool),
            OpenApiParameter("project", str),
            OpenApiParameter("kind", str, description="A kind, or what it is about: item, thread, job …"),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(serializers.InboxLineSerializer),
    )
    def get(self, request: Request) -> Response:
        lines = selectors.search_lines(
            selectors.lines_visible_to(request.user),
            unread=request.query_params.get("unread") in ("1", "true"),
            project=text_parameter(request, "project"),
            kind=text_parameter(request, "kind"),
        )
        return KeysetPagination().response(lines.select_related("project"), request, serializers.InboxLineSerializer)


class UnreadView(APIView):
    """How many lines are unread. Asked for by every open page, so an unchanged number costs a 304."""

    @extend_schema(responses={200: serializers.UnreadSerializer, 304: None})
    def get(self, request: Request) -> Response:
        unread = selectors.unread_count(request.user)
        headers = {"ETag": f'"{unread}"', "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
        if etag_matches(request.headers.get("If-None-Match"), headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response({"unread": unread}, headers=headers)


class InboxLineView(APIView):
    @extend_schema(request=serializers.LineReadSerializer, responses=serializers.InboxLineSerializer)
    def patch(self, request: Request, line_id: UUID) -> Response:
        given = serializers.LineReadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        line = services.mark_line(actor=request.user, line_id=line_id, **given.validated_data)
        return Response(serializers.InboxLineSerializer(line).data)


class InboxReadView(APIView):
    @extend_schema(request=serializers.ReadUntilSerializer, responses=serializers.UnreadSerializer)
    def post(self, request: Request) -> Response:
        """Mark all lines up to a moment as read; what came after stays unread."""
        given = serializers.ReadUntilSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        services.mark_all_read(actor=request.user, **given.validated_data)
        return Response({"unread": selectors.unread_count(request.user)})


class DigestView(APIView):
    @extend_schema(responses=serializers.DigestSerializer)
    def get(self, request: Request) -> Response:
        return Response(shown(selectors.digest_of(request.user)))

    @extend_schema(request=serializers.DigestSerializer, responses=serializers.DigestSerializer)
    def put(self, request: Request) -> Response:
        given = serializers.DigestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(shown(services.change_digest(actor=request.user, **given.validated_data)))


class ConfirmationView(APIView):
    @extend_schema(request=None, responses=serializers.DigestSerializer)
    def post(self, request: Request) -> Response:
        """Send the link that confirms the address once more."""
        return Response(shown(services.ask_again(actor=request.user)))


def shown(setting: DigestSetting) -> Any:
    setting.address = setting.person.email  # type: ignore[attr-defined]  # shown beside the setting's own columns
    return serializers.DigestSerializer(setting).data


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class LinkView(View):
    """What a link in a mail of ours leads to: a page without scripts that asks, so that a mail program that fetches
    links does nothing; a POST does it. The signature is the permission: neither session nor cookie is looked at."""

    title = question = button = ""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page(request, self.title, self.question, button=self.button)

    def page(
        self, request: HttpRequest, title: str, text: str, *, button: str = "", status: int = 200
    ) -> HttpResponse:
        return render(request, "inbox/link.html", {"title": title, "text": text, "button": button}, status=status)


class StopDigestView(LinkView):
    """IN5: the link at the end of a digest; mail programs send the POST for their own button too."""

    title, question, button = "Stop the digest?", "You will get no more of these mails.", "Stop these mails"

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        if services.stop_digest(token=token) is None:
            text = "It is not whole. Copy all of it from the mail, or change the setting in your profile."
            return self.page(request, "This link is not one of ours", text, status=404)
        text = "You will get no more of these mails. Your inbox goes on; turn mails on again in your profile."
        return self.page(request, "Stopped", text)


class ConfirmAddressView(LinkView):
    """IN6: the link that is sent to a new address."""

    title, button = "Is this your address?", "Yes, send digests here"
    question = "Unread lines of your Affectory inbox will be sent to it, at the hour that was chosen in your profile."

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        if services.confirm_address(token=token) is None:
            text = (
                "It is not whole, it is more than three days old, or another address was given since. Ask for a new "
                "one in your profile."
            )
            return self.page(request, "This link does not work (any more)", text, status=404)
        return self.page(request, "Confirmed", "Digests go out to this address from now on.")
