"""BW10, BW11: filters under a name."""

from __future__ import annotations

import pytest

from affectory.accounts import services as accounts
from affectory.accounts.models import Role

URL = "/api/v1/projects/lab/saved-filters"


@pytest.fixture
def client(client_for, maintainer):
    return client_for(maintainer)


@pytest.fixture
def colleague(client_for, project, reviewer_a):
    """Somebody else who may read motions."""
    accounts.grant_role(actor=None, project=project, user=reviewer_a, role=Role.MAINTAINER)
    return client_for(reviewer_a)


def save(client, name: str = "To check", **more):
    body = {"library": "motions", "name": name, "query": "state=ready&checks=warn", **more}
    return client.post(URL, body, format="json")


def listed(client, library: str = "motions") -> list[tuple[str, bool, bool]]:
    found = client.get(f"{URL}?library={library}").json()
    return [(row["name"], row["is_mine"], row["is_default"]) for row in found]


def test_bw10_a_filter_is_ones_own_until_it_is_shared(client, colleague):
    saved = save(client).json()
    assert (saved["query"], saved["owner"], saved["is_shared"]) == ("state=ready&checks=warn", "mara", False)
    assert listed(colleague) == []
    client.patch(f"{URL}/{saved['id']}", {"is_shared": True}, format="json")
    assert listed(colleague) == [("To check", False, False)]
    refused = colleague.patch(f"{URL}/{saved['id']}", {"name": "Mine now"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "filter.not_yours")
    assert listed(client) == [("To check", True, False)]


def test_without_a_list_the_filters_of_all_that_one_may_read(client, client_for, project, reviewer_b):
    save(client, is_shared=True)
    save(client, "Far ones", library="episodes", query="challenge=far_visible", is_shared=True)
    assert [(row["library"], row["name"]) for row in client.get(URL).json()] == [
        ("episodes", "Far ones"),
        ("motions", "To check"),
    ]
    accounts.grant_role(actor=None, project=project, user=reviewer_b, role=Role.REVIEWER)
    assert [row["name"] for row in client_for(reviewer_b).get(URL).json()] == ["Far ones"]


def test_bw10_a_list_opens_with_one_default_of_ones_own_choice(client, colleague):
    first, second = (save(client, name, is_shared=True).json()["id"] for name in ("First", "Second"))
    client.patch(f"{URL}/{first}", {"is_default": True}, format="json")
    colleague.patch(f"{URL}/{first}", {"is_default": True}, format="json")
    client.patch(f"{URL}/{second}", {"is_default": True}, format="json")
    assert listed(client) == [("First", True, False), ("Second", True, True)]
    assert listed(colleague) == [("First", False, True), ("Second", False, False)]
    client.patch(f"{URL}/{first}", {"is_shared": False}, format="json")
    client.patch(f"{URL}/{first}", {"is_shared": True}, format="json")
    assert listed(colleague) == [("First", False, False), ("Second", False, False)]


def test_bw11_a_deleted_filter_can_be_put_back_as_it_was(client):
    saved = save(client).json()["id"]
    client.patch(f"{URL}/{saved}", {"is_default": True}, format="json")
    assert client.delete(f"{URL}/{saved}").status_code == 204
    assert listed(client) == []
    assert client.post(f"{URL}/{saved}/restore").json()["is_default"] is True
    client.delete(f"{URL}/{saved}")
    save(client)
    taken = client.post(f"{URL}/{saved}/restore")
    assert (taken.status_code, taken.json()["code"]) == (409, "filter.name_taken")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": " "}, 400, "invalid"),
        ({"library": "nothing"}, 404, "list.not_found"),
        ({"query": "a%00b"}, 400, "text.nul"),
    ],
)
def test_what_is_no_filter_is_refused(client, change, status, code):
    refused = save(client, **{"name": "x", **change})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert listed(client) == []


def test_a_name_is_given_once(client, colleague):
    save(client)
    assert save(client).json()["code"] == "filter.name_taken"
    assert save(colleague).status_code == 201


def test_a_list_that_one_may_not_read_has_no_filters(client_for, reviewer_b):
    assert save(client_for(reviewer_b)).json()["code"] == "list.not_found"
