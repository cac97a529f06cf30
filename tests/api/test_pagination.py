"""CO7: equal sort keys, and rows that come in between pages."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from affectory.api.pagination import KeysetPagination
from affectory.core.errors import InvalidError
from affectory.core.models import Job

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def page(**query):
    request = Request(APIRequestFactory().get("/", query))
    rows, links = KeysetPagination().paginate(Job.objects.all(), request)
    return [row.title for row in rows], links


@pytest.fixture
def twelve():
    for number in range(12):
        job = Job.objects.create(task="core.sweep", title=str(number))
        # Three moments for twelve rows: the key is not unique without the id.
        Job.objects.filter(pk=job.pk).update(created_at=MOMENT.replace(hour=number // 4))
    return [j.title for j in Job.objects.order_by("-created_at", "-id")]


def test_pages_of_equal_keys_hold_every_row_once(twelve):
    seen, cursor, sizes = [], None, []
    while True:
        titles, links = page(limit=5, **({"cursor": cursor} if cursor else {}))
        seen += titles
        sizes.append(len(titles))
        cursor = links["next"]
        if cursor is None:
            break
    assert (seen, sizes) == (twelve, [5, 5, 2])


def test_the_previous_link_of_page_two_leads_to_exactly_page_one(twelve):
    first, links = page(limit=5)
    second, back = page(limit=5, cursor=links["next"])
    again, _ = page(limit=5, cursor=back["previous"])
    assert (first, second, again) == (twelve[:5], twelve[5:10], twelve[:5])


def test_a_row_put_in_front_moves_no_page(twelve):
    _, links = page(limit=5)
    Job.objects.create(task="core.sweep", title="new", created_at=timezone.now())
    second, _ = page(limit=5, cursor=links["next"])
    assert second == twelve[5:10]


def test_a_row_that_goes_takes_no_other_with_it(twelve):
    _, links = page(limit=5)
    Job.objects.filter(title=twelve[4]).delete()
    second, _ = page(limit=5, cursor=links["next"])
    assert second == twelve[5:10]


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "x"},
        {"cursor": "WyJuIiwxXQ"},
        {"limit": "0"},
        {"limit": "501"},
        {"limit": "00000000010"},
        {"limit": "9" * 5000},
        {"limit": "²"},
        {"limit": "-1"},
        {"cursor": "W10"},
    ],
)
def test_damaged_parameters_are_said(twelve, query):
    with pytest.raises(InvalidError):
        page(**query)


def test_an_empty_list_has_no_neighbours():
    assert page() == ([], {"next": None, "previous": None})
