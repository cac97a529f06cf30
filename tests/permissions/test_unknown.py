"""RL54: what somebody without an account reads of a public project, route by route."""

from __future__ import annotations

import pytest

from export.access import services as access

from .matrix import MATRIX, P
from .test_matrix import call

SAMPLES = {"project": "lab", "slug": "lab", "path": "manifest.json", "version": "0.1.0", "split": "test"}
OF_PUBLIC_PROJECTS = {
    "open-projects/<slug:slug>",
    P + "releases",
    P + "releases/<str:version>",
    P + "releases/<str:version>/diff/<str:other>",
    P + "releases/<str:version>/files",
    P + "releases/<str:version>/files/<path:path>",
    P + "releases/<str:version>/documents/<str:document>",
    P + "releases/<str:version>/splits/<str:split>",
}


@pytest.mark.django_db
def test_without_an_account_only_releases_of_a_public_project_are_read(project, maintainer, client_for, monkeypatch):
    monkeypatch.setattr("tests.permissions.test_matrix.SAMPLES", SAMPLES)
    access.set_mode(actor=maintainer, project=project, mode="public")
    client = client_for(None)
    asked = {
        (route, method): call(client, route, method).status_code
        for route, methods in MATRIX.items()
        for method, who in methods.items()
        if who != "-"
    }
    open_to_all = {key for key, status in asked.items() if status != 401}
    assert open_to_all == {(route, "GET") for route in OF_PUBLIC_PROJECTS}
    assert all(status < 500 for status in asked.values())
