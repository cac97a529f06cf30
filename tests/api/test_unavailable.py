"""A database that does not answer is not the caller's fault: 503, never 500."""

from django.db import OperationalError

from affectory.accounts.api import views


def test_a_lost_database_is_said_and_worth_another_try(client_for, maintainer, monkeypatch):
    def gone(*args, **kwargs):
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(views.MeView, "get", gone)
    response = client_for(maintainer).get("/api/v1/me")
    assert response.status_code == 503
    assert response.json() == {
        "code": "unavailable",
        "detail": "The database does not answer at the moment. Try again in a minute.",
    }
    assert response["Retry-After"] == "30"
