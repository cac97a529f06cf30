"""The annotation protocol as Markdown: where labels come from, what reviewers were asked, what decides. Pure."""

from __future__ import annotations

from export.formats.domain import Header
from export.formats.markdown import inline


def annotation_protocol(header: Header) -> str:
    """RL17. The whole document; the same header gives the same text."""
    title = f"# {inline(header.project['name'])} {header.version}: annotation protocol"
    return "\n\n".join([title, *header.form.protocol(header)]) + "\n"
