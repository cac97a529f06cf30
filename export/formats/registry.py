"""The exporters by id. What a release holds is the list ``RELEASE_EXPORTERS``, in this order."""

from __future__ import annotations

from affectory.core.registry import Registry

EXPORTERS = Registry("exporter")
EXPORTERS.register("json-1", "export.formats.text:JsonExporter")
EXPORTERS.register("jsonl-1", "export.formats.text:JsonlExporter")
EXPORTERS.register("parquet-1", "export.formats.parquet:ParquetExporter")
EXPORTERS.register("splits-1", "export.formats.text:SplitExporter")
EXPORTERS.register("rights-1", "export.formats.text:RightsExporter")
EXPORTERS.register("reports-1", "export.formats.text:ReportExporter")
EXPORTERS.register("documents-1", "export.formats.documents:DocumentExporter")
EXPORTERS.register("card-1", "export.formats.card:CardExporter")

RELEASE_EXPORTERS = (
    "json-1",
    "jsonl-1",
    "parquet-1",
    "splits-1",
    "rights-1",
    "reports-1",
    "documents-1",
    "card-1",
)
