"""WD4: whoever adds a column that names stored bytes says whether its rows need them."""

from __future__ import annotations

from django.apps import apps
from django.db.models import JSONField, Model

from export.releases.models import ReleaseRow
from export.releases.services.burying import SUBJECTS
from export.withdrawals.needs import NEEDS, NO_NEEDS

OURS = ("affectory.", "datasets.", "annotation.", "export.")


def own_models() -> list[type[Model]]:
    return [model for model in apps.get_models() if model.__module__.startswith(OURS)]


def test_wd4_every_column_with_a_digest_is_registered_as_a_need_or_as_none():
    named = {
        (model._meta.label, field.name)
        for model in own_models()
        for field in model._meta.concrete_fields
        if field.name.endswith("sha256")
    }
    known = {(need.model, need.column) for need in NEEDS if not need.is_json} | set(NO_NEEDS)
    assert named == known, "register the column in export/withdrawals/needs.py"


def test_wd4_needs_in_json_are_columns_that_hold_json():
    for need in NEEDS:
        if need.is_json:
            assert isinstance(apps.get_model(need.model)._meta.get_field(need.column), JSONField)


def test_wd7_whatever_a_row_of_a_release_is_about_can_be_withdrawn():
    about = {field.name for field in ReleaseRow._meta.concrete_fields if field.is_relation}
    assert about - {"release", "revision"} == set(SUBJECTS)
