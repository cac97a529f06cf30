"""The documents of a release, each as Markdown and as a page for the browser. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from export.formats.datasheet import datasheet
from export.formats.domain import Artefact, Header, Snapshot
from export.formats.markdown import page
from export.formats.protocol import annotation_protocol
from export.formats.quality import quality_report

HTML = "text/html; charset=utf-8"
DOCUMENTS: dict[str, tuple[str, Callable[[Header], str]]] = {
    "datasheet": ("datasheet", datasheet),
    "annotation-protocol": ("annotation protocol", annotation_protocol),
    "quality-report": ("agreement and quality control", quality_report),
}


class DocumentExporter:
    """Observed and inferred stand in sections of their own, so that neither passes for the other (RL9)."""

    id = "documents-1"

    def files(self, snapshot: Snapshot) -> Iterator[Artefact]:
        header = snapshot.header
        for name, (title, written) in DOCUMENTS.items():
            text = written(header)
            whole = page(f"{header.project['name']} {header.version}: {title}", text)
            yield Artefact(f"{name}.md", "text/markdown; charset=utf-8", [text.encode()])
            yield Artefact(f"{name}.html", HTML, [whole.encode()])
