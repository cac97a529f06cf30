from django.urls import path

from affectory.browsing.api.urls import library_urls
from datasets.motion.api import avatars, calibration, collections, imports, motions, skeletons, staging, terms
from datasets.motion.library import LIBRARY

urlpatterns = [
    path("avatar.glb", motions.AvatarView.as_view(), name="avatar"),
    path("projects/<slug:project>/motions", motions.MotionsView.as_view()),
    *library_urls(LIBRARY),
    path("projects/<slug:project>/motions/calibration", calibration.CalibrationView.as_view()),
    path("projects/<slug:project>/motions/calibration/<slug:check>", calibration.WhatIfView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>", motions.MotionDetailView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>/exclude", motions.ExcludeMotionView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>/include", motions.IncludeMotionView.as_view()),
    path(
        "projects/<slug:project>/motions/<uuid:motion_id>/original.bin",
        motions.OriginalView.as_view(),
        name="motion-original",
    ),
    path(
        "projects/<slug:project>/motions/<uuid:motion_id>/retargeted.bin",
        motions.RetargetedView.as_view(),
        name="motion-retargeted",
    ),
    path(
        "projects/<slug:project>/motions/<uuid:motion_id>/animated.glb",
        motions.AnimatedView.as_view(),
        name="motion-animated",
    ),
    path("projects/<slug:project>/motions/<uuid:motion_id>/skeleton", skeletons.SkeletonView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>/skeleton/trial", skeletons.TrialView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>/skeleton/mapping", skeletons.MappingView.as_view()),
    path("projects/<slug:project>/motions/<uuid:motion_id>/retargeting", skeletons.RetargetingView.as_view()),
    path("projects/<slug:project>/avatars", avatars.AvatarsView.as_view()),
    path("projects/<slug:project>/avatars/chosen", avatars.AvatarChoiceView.as_view()),
    path("projects/<slug:project>/avatars/<uuid:avatar_id>", avatars.AvatarDetailView.as_view()),
    path(
        "projects/<slug:project>/avatars/<uuid:avatar_id>/avatar.glb",
        avatars.AvatarFileView.as_view(),
        name="project-avatar",
    ),
    path("projects/<slug:project>/motions/<uuid:motion_id>/poster.svg", motions.PosterView.as_view()),
    path("projects/<slug:project>/collections", collections.CollectionsView.as_view()),
    path("projects/<slug:project>/collections/<uuid:collection_id>", collections.CollectionView.as_view()),
    path(
        "projects/<slug:project>/collections/<uuid:collection_id>/label-mapping",
        collections.LabelMappingView.as_view(),
    ),
    path("projects/<slug:project>/collections/<uuid:collection_id>/performers", terms.PerformersView.as_view()),
    path("projects/<slug:project>/performers/<uuid:performer_id>", terms.PerformerView.as_view()),
    path("projects/<slug:project>/imports", imports.ImportsView.as_view()),
    path("projects/<slug:project>/imports/preview", imports.ImportPreviewView.as_view()),
    path("projects/<slug:project>/imports/staged", staging.StagedFilesView.as_view()),
    path("projects/<slug:project>/imports/staged/missing", staging.MissingFilesView.as_view()),
    path("projects/<slug:project>/imports/<uuid:import_id>", imports.ImportDetailView.as_view()),
    path("projects/<slug:project>/imports/<uuid:import_id>/apply", imports.ApplyImportView.as_view()),
]
