"""What is refused before any view runs."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse


def refuse_nul(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """CO2: U+0000 in a path or query, which no text column can be compared with, is a mistake of the caller's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "%00" in request.META.get("QUERY_STRING", "") or "\x00" in request.path:
            detail = "The address holds the character U+0000."
            return JsonResponse({"code": "text.nul", "detail": detail}, status=400)
        return get_response(request)

    return middleware
