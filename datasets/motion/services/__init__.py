"""What can be done with motions: one function per verb."""

from datasets.motion.services.collections import create_collection, set_collection_rights
from datasets.motion.services.imports import IncomingFile, files_in_folder, import_files, open_manifest
from datasets.motion.services.inspection import inspect_motion, resend_waiting_motions
from datasets.motion.services.labels import (
    MappingChange,
    MappingDiff,
    apply_label_mapping,
    exclude_motion,
    include_motion,
    preview_label_mapping,
)
from datasets.motion.services.previewing import preview_import
from datasets.motion.services.running import fail_import, run_import
from datasets.motion.services.synthetic import import_synthetic_motions

__all__ = [
    "IncomingFile",
    "MappingChange",
    "MappingDiff",
    "apply_label_mapping",
    "create_collection",
    "exclude_motion",
    "fail_import",
    "files_in_folder",
    "import_files",
    "import_synthetic_motions",
    "include_motion",
    "inspect_motion",
    "open_manifest",
    "preview_import",
    "preview_label_mapping",
    "resend_waiting_motions",
    "run_import",
    "set_collection_rights",
]
