"""Cells of tables that people open in a spreadsheet. Pure."""


def safe_cell(text: str) -> str:
    """A spreadsheet must not take a text for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
