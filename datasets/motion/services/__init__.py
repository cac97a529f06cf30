"""What can be done with motions: one function per verb."""

<<<<<<< HEAD
from datasets.motion.services.collections import create_collection, set_collection_rights
from datasets.motion.services.exporting import animated_file
from datasets.motion.services.imports import IncomingFile, files_in_folder, import_files, open_manifest
=======
from datasets.motion.services.collections import create_collection
from datasets.motion.services.imports import apply_import, import_files, open_manifest
from datasets.motion.services.incoming import IncomingFile, files_in_folder
>>>>>>> 9a4402e (Send files one by one and go on after a reload; terms of collections and performers with what they change; a dry run is applied with its files)
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
<<<<<<< HEAD
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
=======
from datasets.motion.services.rights import (
    RightsChange,
    collection_rights_changes,
    performer_rights_changes,
    set_collection_rights,
    set_performer_terms,
)
from datasets.motion.services.running import fail_import, run_import
from datasets.motion.services.staging import FileKey, forget_staged_files, missing_files, stage_files
from datasets.motion.services.synthetic import import_synthetic_motions

__all__ = [
    "FileKey",
>>>>>>> 9a4402e (Send files one by one and go on after a reload; terms of collections and performers with what they change; a dry run is applied with its files)
    "IncomingFile",
    "LabelChange",
    "MappingChange",
    "MappingDiff",
<<<<<<< HEAD
    "SkeletonView",
    "Trial",
    "animated_file",
=======
    "RightsChange",
    "apply_import",
>>>>>>> 9a4402e (Send files one by one and go on after a reload; terms of collections and performers with what they change; a dry run is applied with its files)
    "apply_label_mapping",
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
<<<<<<< HEAD
    "look_at_skeleton",
    "of_skeleton",
=======
    "label_changes",
    "missing_files",
>>>>>>> 9a4402e (Send files one by one and go on after a reload; terms of collections and performers with what they change; a dry run is applied with its files)
    "open_manifest",
    "performer_rights_changes",
    "preview_import",
    "preview_label_mapping",
    "reinspect_motions",
    "resend_waiting_motions",
    "run_import",
    "save_skeleton_mapping",
    "set_collection_rights",
<<<<<<< HEAD
    "set_retarget_options",
    "try_mapping",
=======
    "set_performer_terms",
    "stage_files",
>>>>>>> 9a4402e (Send files one by one and go on after a reload; terms of collections and performers with what they change; a dry run is applied with its files)
]
