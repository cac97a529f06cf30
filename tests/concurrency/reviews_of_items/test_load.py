"""Sixteen reviewers over HTTP for some seconds: no error, no place twice. The long run is benchmarks.review_load."""

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter
from urllib.parse import urlsplit

import pytest

from affectory.accounts.models import Project
from annotation.reviews import services
from annotation.reviews.domain import STANDING
from annotation.reviews.models import Decision, Round
from tests.concurrency.reviews_of_items.test_races import reviewers
from tests.factories.reviewed_items import ACCEPT, REJECT, a_submitted_item, a_watchable_film, put_out

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 5
PEOPLE = 16
BASE = "/api/v1/projects/lab/review"


@pytest.fixture
def project(db):
    from affectory.accounts import services as accounts

    return accounts.create_project(actor=None, slug="lab", name="Lab", kind=Project.Kind.LONGEMO)


def test_many_reviewers_over_http(live_server, project, maintainer, annotator, client_for):
    """RV1, RV2, RV13: every fourth verdict is sent twice under its key."""
    films = [a_watchable_film(maintainer, project, f"reel-{n}.mp4") for n in range(3)]
    for number in range(24):
        a_submitted_item(annotator, project, video=films[number % 3], start=10 * (number + 1))
    put_out(project)
    people = reviewers(project, PEOPLE)
    cookies = [client_for(person).cookies["sessionid"].value for person in people]
    wrong, until = [], time.monotonic() + SECONDS

    def work(cookie):
        draw = random.Random(cookie)
        connection = http.client.HTTPConnection(urlsplit(live_server.url).netloc, timeout=30)

        def send(path, body, key):
            headers = {
                "Cookie": f"sessionid={cookie}; csrftoken={'a' * 32}",
                "X-CSRFToken": "a" * 32,
                "Content-Type": "application/json",
                "Idempotency-Key": key,
            }
            connection.request("POST", f"{BASE}/{path}", json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200:
                wrong.append((path, answer.status, content[:200]))
                return {}
            return json.loads(content)

        lease = send("leases", {}, "").get("lease")
        while lease and time.monotonic() < until:
            time.sleep(draw.uniform(0.02, 0.1))
            body, key = {"judgements": draw.choice([ACCEPT, ACCEPT, REJECT])}, str(uuid.uuid4())
            answer = send(f"leases/{lease['id']}/decision", body, key)
            if draw.random() < 0.25:
                again = send(f"leases/{lease['id']}/decision", body, key)
                assert again["decision"]["id"] == answer["decision"]["id"]
            lease = answer.get("next")
        send("leave", {}, "")
        connection.close()

    threads = [threading.Thread(target=work, args=(cookie,), daemon=True) for cookie in cookies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert wrong == []
    rows = list(Decision.objects.filter(state__in=STANDING).values_list("slot", "round", "reviewer"))
    assert len(rows) >= PEOPLE
    assert max(Counter(slot for slot, _, _ in rows).values()) == 1
    assert max(Counter((round_, person) for _, round_, person in rows).values()) == 1
    for person in people:
        services.leave(actor=person, project=project)
    full = Counter(round_ for _, round_, _ in rows)
    closed = set(Round.objects.filter(state="CLOSED").values_list("pk", flat=True))
    assert closed == {round_ for round_, count in full.items() if count == 2}
