from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from affectory.accounts.models import Role, User
from affectory.accounts.views import ProjectAPIView
from affectory.api.parsers import text_parameter
from affectory.browsing import counting, exporting, rows, selectors, services
from affectory.browsing.actions import action_of
from affectory.browsing.api import serializers
from affectory.browsing.domain import NO, NONE, YES, Asked, in_order
from affectory.browsing.library import Facet, Kind, Library
from affectory.browsing.models import BulkRun
from affectory.core.models import uuid_or_none

EVERYBODY = tuple(Role)
SHOWN_OPTIONS = 200
WHERE = [
    OpenApiParameter("search", str, description="A part of a name, or how an id begins."),
    OpenApiParameter("sort", str, description="Columns, the first one first, each with a minus to descend."),
]


class LibraryView(ProjectAPIView):
    """A view of one list. ``library`` comes with the address; whom it is open to, the library says."""

    library: Library = None  # type: ignore[assignment]  # every route gives one

    @property
    def roles(self) -> Mapping[str, Collection[Role]]:  # type: ignore[override]  # a property where others have a dict
        return {"GET": self.library.readers} if self.library else {}

    @property
    def person(self) -> User:
        """Who asks; nobody unknown gets this far."""
        return cast(User, self.request.user)

    @property
    def sees_all(self) -> bool:
        return self.library.sees_all(self.person, self.project, self.project_roles)

    def visible(self) -> QuerySet[Any]:
        return self.library.visible_to(self.person, self.project, self.project_roles)

    def asked(self, request: Request) -> Asked:
        return rows.read_asked(self.library, request.query_params, sees_all=self.sees_all)

    def page(self, request: Request, serializer: Any, shown: Callable[[QuerySet[Any]], Iterable[Any]]) -> Response:
        """A page of the list; ``shown`` adds to some rows what the page shows of them."""
        asked, sees_all = self.asked(request), self.sees_all
        return Response(
            rows.page(
                self.library,
                self.visible(),
                request,
                asked,
                serializer,
                sees_all=sees_all,
                slug=self.project.slug,
                shown=shown,
            )
        )


class FacetsView(LibraryView):
    @extend_schema(parameters=WHERE, responses=serializers.FacetsSerializer)
    def get(self, request: Request, project: str) -> Response:
        """BW2: what can be chosen, and how many rows each choice would give. Facets are parameters by their names,
        each as often as there are values."""
        sees_all, asked = self.sees_all, self.asked(request)
        found = counting.counted(self.library, self.visible(), asked, sees_all=sees_all)
        facets = [
            _facet(facet, found.facets.get(facet.name, {}), asked.chosen.get(facet.name, ()))
            for facet in self.library.facets_for(sees_all)
        ]
        return Response({"total": found.total, "facets": facets})


class ExportView(LibraryView):
    """BW5: the list as it is filtered and sorted, as a file that is sent while it is read."""

    def file(
        self,
        request: Request,
        ending: str,
        content_type: str,
        written: Callable[[Sequence[Any], Iterator[Any]], Iterator[str]],
    ) -> StreamingHttpResponse:
        sees_all = self.sees_all
        columns, found = exporting.rows_of(self.library, self.visible(), self.asked(request), sees_all=sees_all)
        response = StreamingHttpResponse(written(columns, found), content_type=content_type)
        name = f"{self.project.slug}-{self.library.name}.{ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "private, no-store"
        return response


class TableView(ExportView):
    @extend_schema(parameters=WHERE, responses={(200, "text/csv"): str})
    def get(self, request: Request, project: str) -> StreamingHttpResponse:
        return self.file(request, "csv", "text/csv; charset=utf-8", exporting.as_csv)


class LinesView(ExportView):
    @extend_schema(parameters=WHERE, responses={(200, "application/jsonl"): str})
    def get(self, request: Request, project: str) -> StreamingHttpResponse:
        return self.file(request, "jsonl", "application/jsonl", exporting.as_json_lines)


class BulkView(LibraryView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(
        request=serializers.NewBulkSerializer,
        responses={200: serializers.BulkRunSerializer, 202: serializers.BulkRunSerializer},
    )
    def post(self, request: Request, project: str) -> Response:
        """BW6, BW7: act on many rows; few are done at once, many by a job (202)."""
        values = self.chosen(request)
        arguments, expected = values.pop("arguments"), values.pop("expected", None)
        run = services.start_bulk(
            actor=self.person, project=self.project, arguments=arguments, expected=expected, **values
        )
        return _told(self.person, run)

    def chosen(self, request: Request) -> dict[str, Any]:
        given = serializers.NewBulkSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        names = ("action", "ids", "where", "besides", "arguments", "expected")
        return {name: given.validated_data.get(name) for name in names} | {"library": self.library.name}


class ForeseeBulkView(BulkView):
    @extend_schema(request=serializers.NewBulkSerializer, responses=serializers.ForeseenSerializer(many=True))
    def post(self, request: Request, project: str) -> Response:
        """BW14: what would become of the rows. Changes nothing."""
        values = self.chosen(request)
        del values["arguments"], values["expected"]
        told = services.foresee_bulk(actor=self.person, project=self.project, **values)
        return Response(serializers.ForeseenSerializer(told, many=True).data)


class BulkRunView(ProjectAPIView):
    roles = {"GET": (Role.MAINTAINER,)}

    @extend_schema(responses=serializers.BulkRunSerializer)
    def get(self, request: Request, project: str, run_id: UUID) -> Response:
        return _told(request.user, selectors.run_for(request.user, self.project, run_id), ask_status=False)


class UndoBulkView(ProjectAPIView):
    roles = {"POST": (Role.MAINTAINER,)}

    @extend_schema(request=None, responses={200: serializers.BulkRunSerializer, 202: serializers.BulkRunSerializer})
    def post(self, request: Request, project: str, run_id: UUID) -> Response:
        """BW8: put back what a bulk action changed."""
        return _told(request.user, services.undo_bulk(actor=request.user, project=self.project, run_id=run_id))


class FilterView(ProjectAPIView):
    def answer(self, request: Request, filter_id: UUID, code: int = status.HTTP_200_OK) -> Response:
        saved = selectors.filter_of(request.user, self.project, filter_id)
        found = selectors.filters_visible_to(request.user, self.project, saved.library).get(pk=filter_id)
        return Response(serializers.SavedFilterSerializer(found, context={"person": request.user}).data, status=code)


class SavedFiltersView(FilterView):
    roles = {"GET": EVERYBODY, "POST": EVERYBODY}

    @extend_schema(
        parameters=[OpenApiParameter("library", str, description="Without it, of all lists that one may read.")],
        responses=serializers.SavedFilterSerializer(many=True),
    )
    def get(self, request: Request, project: str) -> Response:
        """BW10: one's own filters of a list and those that others share."""
        name = text_parameter(request, "library")
        if name:
            names = [selectors.library_named(request.user, self.project, name, self.project_roles).name]
        else:
            names = selectors.libraries_read_by(request.user, self.project, self.project_roles)
        found = selectors.filters_visible_to(request.user, self.project, *names)
        return Response(serializers.SavedFilterSerializer(found, many=True, context={"person": request.user}).data)

    @extend_schema(request=serializers.NewFilterSerializer, responses={201: serializers.SavedFilterSerializer})
    def post(self, request: Request, project: str) -> Response:
        given = serializers.NewFilterSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        saved = services.save_filter(actor=request.user, project=self.project, **given.validated_data)
        return self.answer(request, saved.pk, status.HTTP_201_CREATED)


class SavedFilterView(FilterView):
    roles = {"PATCH": EVERYBODY, "DELETE": EVERYBODY}

    @extend_schema(request=serializers.FilterChangeSerializer, responses=serializers.SavedFilterSerializer)
    def patch(self, request: Request, project: str, filter_id: UUID) -> Response:
        given = serializers.FilterChangeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changes = dict(given.validated_data)
        is_default = changes.pop("is_default", None)
        if changes:
            services.change_filter(actor=request.user, project=self.project, filter_id=filter_id, **changes)
        if is_default is not None:
            services.set_default(actor=request.user, project=self.project, filter_id=filter_id, is_default=is_default)
        return self.answer(request, filter_id)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, project: str, filter_id: UUID) -> Response:
        services.delete_filter(actor=request.user, project=self.project, filter_id=filter_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RestoreFilterView(FilterView):
    roles = {"POST": EVERYBODY}

    @extend_schema(request=None, responses=serializers.SavedFilterSerializer)
    def post(self, request: Request, project: str, filter_id: UUID) -> Response:
        """BW11: put back a filter that one has deleted."""
        services.restore_filter(actor=request.user, project=self.project, filter_id=filter_id)
        return self.answer(request, filter_id)


def _told(person: User, run: BulkRun, *, ask_status: bool = True) -> Response:
    told = selectors.told_of(run)
    can_undo = (
        run.undoes_id is None
        and told["done"] > 0
        and action_of(run.library, run.action).revert is not None
        and not BulkRun.objects.filter(undoes=run).exists()
    )
    code = status.HTTP_202_ACCEPTED if ask_status and run.job_id else status.HTTP_200_OK
    return Response(serializers.BulkRunSerializer(told | {"can_undo": can_undo}).data, status=code)


def _facet(facet: Facet, counts: Mapping[str, int], chosen: Sequence[str]) -> dict[str, Any]:
    if facet.kind is Kind.ID:
        chosen = [value for value in chosen if value == NONE or uuid_or_none(value) is not None]
    options = in_order(counts, (YES, NO) if facet.kind is Kind.FLAG else facet.always, chosen)
    shown = [entry for number, entry in enumerate(options) if number < SHOWN_OPTIONS or entry[0] in chosen]
    names: Mapping[UUID, str] = {}
    if facet.called is not None:
        ids = [uuid_or_none(value) for value, _ in shown]
        names = facet.called([one for one in ids if one is not None])
    return {
        "id": facet.name,
        "label": facet.label,
        "options": [
            {"value": value, "label": value if value == NONE else _named(value, names), "n": n} for value, n in shown
        ],
        "more": len(options) - len(shown),
    }


def _named(value: str, names: Mapping[UUID, str]) -> str:
    one = uuid_or_none(value) if names else None
    return names.get(one, value) if one is not None else value
