"""AC1, and signing in and out."""

import pytest
from django.test import Client

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(client, username, password):
    return client.post(
        "/api/v1/session", {"username": username, "password": password}, content_type="application/json"
    )


def test_a_person_signs_in_and_out(client, reviewer_a):
    answer = sign_in(client, "rosa", PASSWORD)
    assert answer.status_code == 200
    assert answer.json()["memberships"][0]["roles"] == ["reviewer"]
    assert client.get("/api/v1/me").json()["username"] == "rosa"
    assert client.delete("/api/v1/session").status_code == 204
    assert client.get("/api/v1/me").status_code == 401


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(client, reviewer_a):
    wrong, unknown = sign_in(client, "rosa", "nope"), sign_in(client, "nobody", "nope")
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()


def test_after_ten_failures_the_right_password_waits_too(client, reviewer_a, settings):
    """AC1"""
    settings.LOGIN_ATTEMPTS = 3
    statuses = [sign_in(client, "rosa", "nope").status_code for _ in range(4)]
    assert statuses == [403, 403, 403, 429]
    blocked = sign_in(client, "ROSA", PASSWORD)
    assert (blocked.status_code, blocked["Retry-After"]) == (429, "300")
    assert client.get("/api/v1/me").status_code == 401


def test_success_forgets_the_failures(client, reviewer_a, settings):
    settings.LOGIN_ATTEMPTS = 3
    for _ in range(2):
        sign_in(client, "rosa", "nope")
    assert sign_in(client, "rosa", PASSWORD).status_code == 200
    assert [sign_in(client, "rosa", "nope").status_code for _ in range(3)] == [403, 403, 403]


def test_writing_in_a_session_needs_the_csrf_token(reviewer_a):
    browser = Client(enforce_csrf_checks=True)
    assert sign_in(browser, "rosa", PASSWORD).status_code == 403
    browser.get("/api/v1/health")
    browser.get("/")  # the page that starts the front end sets the cookie
    token = browser.cookies["csrftoken"].value
    answer = browser.post(
        "/api/v1/session",
        {"username": "rosa", "password": PASSWORD},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '"x"', '{"username": 1}', '{"username": "a\\u0000", "password": "b"}', "null"]
)
def test_odd_bodies_get_400(client, db, body):
    answer = client.post("/api/v1/session", body, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) >= {"code", "detail"}


def test_a_deactivated_person_is_out_at_once(client, reviewer_a):
    sign_in(client, "rosa", PASSWORD)
    reviewer_a.is_active = False
    reviewer_a.save()
    assert client.get("/api/v1/me").status_code == 401
