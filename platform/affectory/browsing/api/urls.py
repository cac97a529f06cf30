from __future__ import annotations

from django.urls import URLPattern, path

from affectory.browsing.api import views
from affectory.browsing.library import Library

P = "projects/<slug:project>/"

urlpatterns = [
    path(f"{P}saved-filters", views.SavedFiltersView.as_view()),
    path(f"{P}saved-filters/<uuid:filter_id>", views.SavedFilterView.as_view()),
    path(f"{P}saved-filters/<uuid:filter_id>/restore", views.RestoreFilterView.as_view()),
    path(f"{P}bulk/<uuid:run_id>", views.BulkRunView.as_view()),
    path(f"{P}bulk/<uuid:run_id>/undo", views.UndoBulkView.as_view()),
]


def library_urls(library: Library, *, bulk: bool = True) -> list[URLPattern]:
    """What every list answers to beside its pages. They stand before addresses with an id."""
    base = f"{P}{library.name}"
    found = [
        path(f"{base}/facets", views.FacetsView.as_view(library=library)),
        path(f"{base}.csv", views.TableView.as_view(library=library)),
        path(f"{base}.jsonl", views.LinesView.as_view(library=library)),
    ]
    if bulk:
        found += [
            path(f"{base}/bulk", views.BulkView.as_view(library=library)),
            path(f"{base}/bulk/foresee", views.ForeseeBulkView.as_view(library=library)),
        ]
    return found
