"""Money is counted in millionths of a currency's unit, so that a price per million tokens is one per token."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal

MICROS = 1_000_000


def cost_micros(*, tokens_in: int, tokens_out: int, price_in: Decimal, price_out: Decimal) -> int:
    """Prices are per million tokens. Rounded up: a budget is never charged too little."""
    exact = tokens_in * price_in + tokens_out * price_out
    return int(exact.to_integral_value(rounding=ROUND_CEILING))


def to_micros(amount: Decimal) -> int:
    return int((amount * MICROS).to_integral_value(rounding=ROUND_CEILING))


def from_micros(micros: int) -> Decimal:
    return Decimal(micros) / MICROS


def fits(*, limit: int | None, spent: int, reserved: int, wanted: int) -> bool:
    """EN10: whether a reservation keeps a budget; the UPDATE in services.budgets asks the same of the row."""
    return limit is None or spent + reserved + wanted <= limit
