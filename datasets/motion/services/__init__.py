"""What can be done with motions: one function per verb."""

from datasets.motion.services.avatars import add_avatar, change_avatar, choose_avatar
from datasets.motion.services.collections import create_collection
from datasets.motion.services.exporting import animated_file
from datasets.motion.services.imports import apply_import, import_files, open_manifest
from datasets.motion.services.incoming import IncomingFile, files_in_folder
from datasets.motion.services.inspection import inspect_motion, resend_waiting_motions
from datasets.motion.services.labels import (
    LabelChange,
    MappingChange,
    MappingDiff,
    apply_label_mapping,
    exclude_motion,
    include_motion,
    label_changes,
    preview_label_mapping,
)
from datasets.motion.services.previewing import preview_import
from datasets.motion.services.reinspection import reinspect_motions, set_retarget_options
from datasets.motion.services.rights import (
    RightsChange,
    collection_rights_changes,
    performer_rights_changes,
    set_collection_rights,
    set_performer_terms,
)
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
from datasets.motion.services.staging import FileKey, forget_staged_files, missing_files, stage_files
from datasets.motion.services.synthetic import import_synthetic_motions

__all__ = [
    "Effect",
    "FileKey",
    "IncomingFile",
    "LabelChange",
    "MappingChange",
    "MappingDiff",
    "RightsChange",
    "SkeletonView",
    "Trial",
    "add_avatar",
    "animated_file",
    "apply_import",
    "apply_label_mapping",
    "change_avatar",
    "choose_avatar",
    "collection_rights_changes",
    "create_collection",
    "effect_on",
    "exclude_motion",
    "fail_import",
    "files_in_folder",
    "forget_staged_files",
    "import_files",
    "import_synthetic_motions",
    "include_motion",
    "inspect_motion",
    "label_changes",
    "look_at_skeleton",
    "missing_files",
    "of_skeleton",
    "open_manifest",
    "performer_rights_changes",
    "preview_import",
    "preview_label_mapping",
    "reinspect_motions",
    "resend_waiting_motions",
    "run_import",
    "save_skeleton_mapping",
    "set_collection_rights",
    "set_performer_terms",
    "set_retarget_options",
    "stage_files",
    "try_mapping",
]
