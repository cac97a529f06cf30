"""Retries, money, buckets and addresses, worked by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from affectory.core.errors import InvalidError
from affectory.endpoints.domain.addresses import clean_base_url, is_public_address
from affectory.endpoints.domain.money import cost_micros, fits, from_micros, to_micros
from affectory.endpoints.domain.rates import Bucket
from affectory.endpoints.domain.retries import Lost, Retry, is_retryable, may_be_billed, next_try, retry_after

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


def test_which_failures_are_tried_again():
    """EN6"""
    codes = (Lost.NOT_SENT, Lost.BROKEN, 200, 307, 400, 401, 404, 408, 409, 418, 422, 429, 500, 502, 503, 529, 599)
    again = [code for code in codes if is_retryable(code)]
    assert again == [0, -1, 408, 409, 429, 500, 502, 503, 529, 599]
    assert [code for code in codes if may_be_billed(code)] == [-1, 408, 502]


def test_full_jitter_over_a_window_that_doubles():
    """EN6: 0.5, 1, 2, 4 … seconds, at most 60; anywhere in the window."""
    windows = [next_try(attempt=n, most=99, code=500, retry_after_s=None, chance=0.5) for n in (1, 2, 3, 4, 8, 50)]
    assert windows == [Retry(0.25), Retry(0.5), Retry(1.0), Retry(2.0), Retry(30.0), Retry(30.0)]
    assert next_try(attempt=3, most=99, code=500, retry_after_s=None, chance=0.0) == Retry(0.0)
    assert next_try(attempt=5, most=5, code=500, retry_after_s=None, chance=0.5) is None
    assert next_try(attempt=1, most=5, code=400, retry_after_s=3, chance=0.5) is None


def test_retry_after_is_kept_to_and_capped():
    """EN6: in both forms, with a little jitter on top and never longer than five minutes."""
    assert next_try(attempt=1, most=5, code=429, retry_after_s=2, chance=0.5) == Retry(2.25, 2)
    assert next_try(attempt=1, most=5, code=429, retry_after_s=9999, chance=0.0) == Retry(300, 300)
    cases = {
        "7": 7.0, "0": 0.0, "1.5": 1.5, " 3 ": 3.0,
        "Thu, 01 Jan 2026 12:00:30 GMT": 30.0,
        "Thu, 01 Jan 2026 11:00:00 GMT": 0.0,
        "-5": None, "soon": None, "": None, "1e9": None, "9999999999999": None,
    }  # fmt: skip
    assert {text: retry_after({"retry-after": text}, NOW) for text in cases} == cases
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}, NOW) == 0.25


def test_money_is_rounded_up_and_exact():
    """EN10: 1234 tokens at 2.5 and 56 at 10 for a million are 3085 + 560 millionths."""
    assert cost_micros(tokens_in=1234, tokens_out=56, price_in=Decimal("2.5"), price_out=Decimal(10)) == 3645
    assert cost_micros(tokens_in=1, tokens_out=0, price_in=Decimal("0.000001"), price_out=Decimal(0)) == 1
    assert cost_micros(tokens_in=10**6, tokens_out=0, price_in=Decimal("0.1"), price_out=Decimal(0)) == 10**5
    assert (to_micros(Decimal("1.50")), from_micros(1_500_000)) == (1_500_000, Decimal("1.5"))


def test_what_fits_a_budget():
    """EN10"""
    assert fits(limit=100, spent=40, reserved=30, wanted=30)
    assert not fits(limit=100, spent=40, reserved=30, wanted=31)
    assert fits(limit=None, spent=10**12, reserved=0, wanted=1)


def test_a_bucket_keeps_its_limit_over_every_minute():
    """EN16: 60 a minute: 6 at once, then (61 − 6) / 60 a second; in less than a minute no more than 60."""
    bucket = Bucket.per_minute(60)
    assert (bucket.capacity, bucket.refill_per_s) == (6.0, 55 / 60)
    assert bucket.wait_s(6.0, 1) == 0.0
    assert bucket.wait_s(0.0, 1) == pytest.approx(60 / 55)
    assert bucket.level(5.5, 60) == 6.0
    for limit in (1, 2, 7, 60, 1000):
        bucket = Bucket.per_minute(limit)
        level, at, taken = bucket.capacity, 0.0, []
        while at < 180:
            wait = bucket.wait_s(level, 1)
            at, level = at + wait, bucket.level(level, wait) - 1
            taken.append(at)
        most = max(sum(1 for t in taken if start <= t < start + 59.999) for start in taken)
        assert most <= limit, limit


def test_a_request_larger_than_the_bucket_is_late_and_not_impossible():
    """EN16: 1000 tokens a minute hold 100; one of 400 waits for a full bucket and leaves it 300 in debt."""
    bucket = Bucket.per_minute(1000)
    assert bucket.wait_s(100.0, 400) == 0.0
    assert bucket.wait_s(-300.0, 1) == pytest.approx(301 / (901 / 60))


def test_addresses_have_one_form():
    """EN12"""
    forms = {
        "https://API.Example.org/v1/": "https://api.example.org/v1",
        " http://example.org:80 ": "http://example.org",
        "https://example.org:8443/a/b": "https://example.org:8443/a/b",
        "https://8.8.8.8/v1": "https://8.8.8.8/v1",
        "https://[2606:4700::1111]/v1": "https://[2606:4700::1111]/v1",
    }
    assert {text: clean_base_url(text, allow_private=False) for text in forms} == forms
    assert clean_base_url("http://127.0.0.1:9010/v1", allow_private=True) == "http://127.0.0.1:9010/v1"


@pytest.mark.parametrize(
    "text",
    [
        "", "example.org/v1", "ftp://example.org", "file:///etc/passwd", "https://", "https://user:pass@example.org",
        "https://example.org/v1?key=x", "https://example.org/#x", "https://example.org:99999", "https://[::1",
        "https://exa mple.org", "https://exämple.org", "https://a%2eb.org",
        "http://localhost/v1", "http://127.0.0.1/v1", "http://10.1.2.3", "http://192.168.0.1", "http://169.254.169.254",
        "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[fd00::1]/", "http://0.0.0.0/", "http://2130706433/",
        "http://0x7f.0.0.1/", "http://127.1/", "http://printer.local/", "http://db.internal/", "http://db/",
        "http://localhost./v1", "http://224.0.0.1/",
    ],
)  # fmt: skip
def test_addresses_that_are_refused(text):
    """EN12: no address of our own network in any spelling, no name and password, nothing but http and https."""
    with pytest.raises(InvalidError) as refused:
        clean_base_url(text, allow_private=False)
    assert list(refused.value.fields) == ["base_url"]


def test_addresses_that_a_name_may_lead_to():
    """EN12"""
    assert is_public_address("8.8.8.8")
    inside = ("127.0.0.1", "10.0.0.1", "100.64.0.1", "::1", "fe80::1", "::ffff:10.0.0.1", "239.1.1.1")
    assert not any(is_public_address(address) for address in inside)
