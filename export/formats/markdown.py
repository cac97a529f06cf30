"""Pieces of Markdown, and the page that a document becomes for people who read in a browser. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt

# Text of people stands in these documents: no HTML of theirs, no pictures from elsewhere.
_READER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:16px/1.55 system-ui,sans-serif;max-width:78ch;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.2rem}h3{font-size:1.05rem;margin-top:1.6rem}"
    "table{border-collapse:collapse;display:block;overflow-x:auto;font-variant-numeric:tabular-nums}"
    "th,td{border:1px solid #8886;padding:.25rem .6rem;text-align:left;vertical-align:top}"
    "blockquote{margin:0;padding:.1rem 1rem;border-left:3px solid #8888}"
)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def inline(text: Any) -> str:
    return " ".join(str(text).split()).replace("<", "&lt;")


def block(text: str) -> str:
    """People's words as a quotation: they can neither open a heading of ours nor bring markup in."""
    return "\n".join(f"> {line.replace('<', '&lt;')}".rstrip() for line in text.strip().splitlines())


def page(title: str, text: str) -> str:
    """A whole HTML page of one Markdown text. It asks for nothing from anywhere."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{_READER.render(text)}</body>\n</html>\n"
    )
