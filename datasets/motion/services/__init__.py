"""What can be done with motions: one function per verb."""

from datasets.motion.services.collections import create_collection, set_collection_rights
from datasets.motion.services.exporting import animated_file
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
from datasets.motion.services.reinspection import reinspect_motions, set_retarget_options
from datasets.motion.services.running import fail_import, run_import
from datasets.motion.services.skeletons import (
    Effect,
    SkeletonView,
    Trial,
    effect_on,
    look_at_skeleton,
    of_skeleton,
    save_skeleton_mapping,
    try_mapping,
)
from datasets.motion.services.synthetic import import_synthetic_motions

__all__ = [
    "Effect",
    "IncomingFile",
    "MappingChange",
    "MappingDiff",
    "SkeletonView",
    "Trial",
    "animated_file",
    "apply_label_mapping",
    "create_collection",
    "effect_on",
    "exclude_motion",
    "fail_import",
    "files_in_folder",
    "import_files",
    "import_synthetic_motions",
    "include_motion",
    "inspect_motion",
    "look_at_skeleton",
    "of_skeleton",
    "open_manifest",
    "preview_import",
    "preview_label_mapping",
    "reinspect_motions",
    "resend_waiting_motions",
    "run_import",
    "save_skeleton_mapping",
    "set_collection_rights",
    "set_retarget_options",
    "try_mapping",
]
