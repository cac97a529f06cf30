"""What nobody should send to the routes of endpoints, calls and drafting: 4xx with a sentence, nothing changed."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.apps import apps

from affectory.accounts import services as accounts
from affectory.accounts.models import Project, Role
from annotation.drafting.services import Limits
from tests.factories.drafting import a_run, answered, cut_film
from tests.factories.endpoints import made_profile

pytestmark = pytest.mark.django_db

API = "/api/v1/projects/lab"
PROFILE = {"slug": "lab", "name": "Lab", "base_url": "https://api.example.org/v1", "model": "m"}
WISH = {"drafter": "cuts-1", "types": ["emotion cause"], "per_video": 2}
ODD: tuple[Any, ...] = (
    "a\x00b",
    "\ud800",
    "",
    "x" * 5000,
    -1,
    10**30,
    1.5,
    float("1e400"),
    True,
    [],
    [None],
    {},
    None,
)
NUMBERS = ("max_output_tokens", "frame_tokens", "second_tokens", "max_file_bytes", "concurrency", "timeout_s")


@pytest.fixture
def world(maintainer, project, tmp_path, settings) -> dict[str, Any]:
    """A run with an answered call in this project, and one in another project."""
    settings.ENDPOINT_ALLOW_PRIVATE = True
    other = accounts.create_project(actor=None, slug="other", name="Other", kind=Project.Kind.LONGEMO)
    accounts.grant_role(actor=None, project=other, user=maintainer, role=Role.MAINTAINER)
    found: dict[str, Any] = {}
    for name, place in (("own", project), ("foreign", other)):
        cut_film(maintainer, place, tmp_path, may_send_to_external_model=True)
        profile = made_profile(place, max_output_tokens=2000)
        run = a_run(
            maintainer,
            place,
            drafter_id="openai-1",
            profile_id=profile.pk,
            types=["emotion cause"],
            per_video=1,
            limits=Limits(tokens=10**9),
            carry_out=False,
        )
        (call,) = answered(run, text="No drafts today.")
        found[name] = {"run": run, "call": call, "profile": profile, "window": run.windows.get()}
    return found


def rows() -> dict[str, int]:
    """How many rows there are of everything that these routes make."""
    models = [*apps.get_app_config("endpoints").get_models(), *apps.get_app_config("drafting").get_models()]
    return {model.__name__: model.objects.count() for model in models} | {
        "Job": apps.get_model("core", "Job").objects.count()
    }


def said(answer) -> str:
    """The sentence of a refusal. Never a 500: the client raises those."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:300])
    detail = answer.json()["detail"]
    assert isinstance(detail, str)
    assert " " in detail
    return detail


@pytest.fixture
def send(client_for, maintainer):
    client = client_for(maintainer)

    def go(method: str, path: str, body: Any = None):
        data = b"" if body is None else json.dumps(body).encode()
        return client.generic(method, API + path, data, content_type="application/json")

    return go


def bodies(good: dict[str, Any], names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [good | {name: value} for name in names for value in ODD]


def test_fields_of_an_endpoint(send, world):
    """Each field with each odd value: refused by name, or taken as what it says."""
    before = rows()
    texts = ("name", "base_url", "model", "secret_name", "slug", "currency", "output_limit_name", "takes")
    rates = ("requests_per_minute", "tokens_per_minute", "price_in", "price_out", "json_schema", "for_all")
    taken = []
    for n, body in enumerate(bodies(PROFILE, (*texts, *rates, *NUMBERS, "max_attempts"))):
        given = body if body["slug"] != "lab" else body | {"slug": f"lab-{n}"}
        answer = send("POST", "/endpoints", given)
        if answer.status_code != 201:
            said(answer)
            continue
        taken.append(answer.json())
    assert all("\x00" not in json.dumps(one) for one in taken)
    assert rows() == before | {"Profile": before["Profile"] + len(taken)}
    put = f"/endpoints/{world['own']['profile'].pk}"
    for value in ODD:
        assert send("PUT", put, {**PROFILE, "max_file_bytes": value}).status_code in (200, 400, 409)


def test_wishes_for_a_run(send, world):
    """Each field with each odd value, to the dry run, which keeps nothing."""
    before = rows()
    asking = WISH | {"drafter": "openai-1", "profile": str(world["own"]["profile"].pk), "limit_tokens": 10}
    names = ("drafter", "types", "per_video", "options", "videos", "domain", "search", "subtitles", "skip_drafted")
    for body in bodies(asking, (*names, "profile", "prompt", "limit_money", "limit_tokens")):
        plan = send("POST", "/drafting/plan", body)
        if plan.status_code != 200:
            said(plan)
    options = ("shortest_s", "target_s", "longest_s", "window_s", "frames", "frame_height", "temperature", "seed")
    for option in (*options, "max_output_tokens", "a\x00b"):
        for value in ("\x00", 10**30, float("1e400"), True, [], None):
            plan = send("POST", "/drafting/plan", asking | {"options": {option: value}})
            assert plan.status_code == 200 or said(plan)
    assert rows() == before


def test_numbers_that_are_too_large_and_things_of_other_projects(send, world):
    before = rows()
    foreign = world["foreign"]
    videos = [str(foreign["window"].run_video.video_id)]
    asking = WISH | {"drafter": "openai-1", "limit_tokens": 10, "profile": str(world["own"]["profile"].pk)}
    for body in (
        asking | {"profile": str(foreign["profile"].pk)},
        asking | {"profile": str(uuid.uuid4())},
        asking | {"videos": videos},
        asking | {"limit_tokens": 10**16},
        asking | {"limit_money": "1000000000000"},
        asking | {"limit_money": "NaN"},
        asking | {"limit_money": "1e-9"},
        asking | {"limit_money": None, "limit_tokens": None, "skip_drafted": False},
        asking | {"options": {"max_output_tokens": 200_000}},
        [],
        "text",
        7,
    ):
        said(send("POST", "/drafting/runs", body))
    assert rows() == before


def test_ids_that_are_none_or_of_another_project(send, world):
    """404 with a sentence, over every route that has an id in it."""
    before = rows()
    run, call = world["foreign"]["run"], world["foreign"]["call"]
    for run_id in (run.pk, uuid.uuid4()):
        for method, rest in (
            ("GET", ""),
            ("POST", "/pause"),
            ("POST", "/resume"),
            ("POST", "/cancel"),
            ("POST", "/ask-again"),
            ("GET", "/windows"),
            ("GET", "/proposals"),
        ):
            answer = send(method, f"/drafting/runs/{run_id}{rest}", {} if method == "POST" else None)
            assert (answer.status_code, bool(said(answer))) == (404, True)
    for budget_id in (run.budget_id, uuid.uuid4()):
        for method, rest in (("GET", ""), ("PATCH", ""), ("POST", "/pause"), ("POST", "/resume")):
            body = {"limit": "1", "limit_tokens": 5} if method == "PATCH" else None
            assert send(method, f"/call-runs/{budget_id}{rest}", body).status_code == 404
    for call_id in (call.pk, uuid.uuid4()):
        for method, rest in (("GET", ""), ("POST", "/put-back"), ("GET", "/attempts/1")):
            assert send(method, f"/calls/{call_id}{rest}").status_code == 404
    for profile_id in (world["foreign"]["profile"].pk, uuid.uuid4()):
        for method, rest in (("GET", ""), ("PUT", ""), ("POST", "/retire"), ("POST", "/revive"), ("POST", "/try")):
            body = PROFILE if method == "PUT" else None
            assert send(method, f"/endpoints/{profile_id}{rest}", body).status_code == 404
    own = world["own"]["call"].pk
    for number in ("0", "2", "32768", "2147483648", "9" * 30):
        assert send("GET", f"/calls/{own}/attempts/{number}").status_code == 404
    assert rows() == before


def test_what_is_asked_again(send, world):
    before, run, window = rows(), world["own"]["run"], world["own"]["window"]
    path = f"/drafting/runs/{run.pk}/ask-again"
    foreign = str(world["foreign"]["window"].pk)
    for body in (
        *({"windows": value} for value in ODD if value is not None),
        {"windows": [foreign]},
        {"windows": [str(window.pk), str(uuid.uuid4())]},
        {"windows": [str(window.pk)] * 10_001},
        *({"windows": [str(window.pk)], "limit_tokens": value} for value in (-1, "many", 10**16, [], 1.5)),
        *({"windows": [str(window.pk)], "limit_money": value} for value in (-1, "many", 10**30, [], "NaN")),
        [],
    ):
        said(send("POST", path, body))
    run.refresh_from_db()
    window.refresh_from_db()
    assert (run.state, window.state, window.asked_again, rows()) == ("done", "unanswered", 0, before)


def test_limits_of_a_run(send, world):
    run = world["own"]["run"]
    for body in [{"limit": v, "limit_tokens": 5} for v in ODD] + [{"limit": "1", "limit_tokens": v} for v in ODD]:
        # Its budget is closed, so that also what could be a limit is refused.
        said(send("PATCH", f"/call-runs/{run.budget_id}", body))
    for verb in ("pause", "resume"):
        said(send("POST", f"/call-runs/{run.budget_id}/{verb}"))
        said(send("POST", f"/drafting/runs/{run.pk}/{verb}", {}))


def test_filters_and_pages(send, world):
    """A filter that names nothing there is finds nothing or is refused; none breaks."""
    run = world["own"]["run"]
    odd = ("%00", "%ED%A0%80", "%FF", "x" * 3000, "-1", "9" * 40, "%27")
    for path, names in (
        ("/calls", ("run", "state", "outcome", "flag", "limit", "cursor")),
        ("/call-runs", ("purpose", "limit", "cursor")),
        ("/drafting/runs", ("limit", "cursor")),
        (f"/drafting/runs/{run.pk}/windows", ("limit", "cursor")),
        (f"/drafting/runs/{run.pk}/proposals", ("outcome", "video", "limit", "cursor")),
    ):
        for name in names:
            for value in odd:
                answer = send("GET", f"{path}?{name}={value}")
                assert answer.status_code == 200 or said(answer), (path, name, value)


def test_bodies_that_are_no_json(client_for, maintainer, world):
    client, before = client_for(maintainer), rows()
    for path in (
        "/endpoints",
        "/drafting/plan",
        "/drafting/runs",
        f"/drafting/runs/{world['own']['run'].pk}/ask-again",
    ):
        for body in (b"{", b"\xff\xfe", b'{"a": NaN}', b"[" * 5000, b"null"):
            answer = client.generic("POST", API + path, body, content_type="application/json")
            said(answer)
        answer = client.generic("POST", API + path, b"<a/>", content_type="text/xml")
        assert answer.status_code == 415
    assert rows()["Profile"] == before["Profile"]
