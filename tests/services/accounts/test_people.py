"""AC3, AC4, AC5 and AC7."""

import pytest

from affectory.accounts import services
from affectory.accounts.domain import unwanted_in
from affectory.accounts.models import Membership, Project, Role, User
from affectory.accounts.selectors import project_for, projects_visible_to, roles_of
from affectory.core.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from affectory.core.models import AuditEvent

pytestmark = pytest.mark.django_db


def test_roles_are_read_at_that_moment(project, reviewer_a):
    """AC3"""
    assert roles_of(reviewer_a, project) == {Role.REVIEWER}
    services.set_roles(actor=None, project=project, user_id=reviewer_a.pk, roles=[])
    assert roles_of(reviewer_a, project) == frozenset()
    with pytest.raises(NotFoundError):
        project_for(reviewer_a, "lab")


def test_an_administrator_acts_as_a_maintainer_everywhere(project, admin_user):
    """AC3"""
    assert roles_of(admin_user, project) == {Role.MAINTAINER}
    assert list(projects_visible_to(admin_user)) == [project]


def test_a_deactivated_person_has_no_roles(project, maintainer):
    maintainer.is_active = False
    maintainer.save()
    assert roles_of(maintainer, project) == frozenset()


def test_maintainers_give_roles_in_their_own_project_only(project, maintainer, reviewer_a):
    """AC4"""
    other = services.create_project(actor=None, slug="other", name="Other", kind=Project.Kind.AFFECTSIM)
    services.set_roles(actor=maintainer, project=project, user_id=reviewer_a.pk, roles=["reviewer", "annotator"])
    assert roles_of(reviewer_a, project) == {Role.REVIEWER, Role.ANNOTATOR}
    for actor, where in ((maintainer, other), (reviewer_a, project)):
        with pytest.raises(NotAllowedError):
            services.set_roles(actor=actor, project=where, user_id=reviewer_a.pk, roles=["maintainer"])
    assert not Membership.objects.filter(project=other).exists()


def test_a_project_keeps_a_maintainer(project, maintainer, reviewer_a):
    """AC5"""
    with pytest.raises(ConflictError):
        services.set_roles(actor=maintainer, project=project, user_id=maintainer.pk, roles=["reviewer"])
    assert roles_of(maintainer, project) == {Role.MAINTAINER}
    services.grant_role(actor=maintainer, project=project, user=reviewer_a, role="maintainer")
    services.set_roles(actor=maintainer, project=project, user_id=maintainer.pk, roles=[])
    assert roles_of(maintainer, project) == frozenset()


def test_an_unknown_role_or_person_is_said(project, maintainer):
    with pytest.raises(InvalidError, match="no role 'king'"):
        services.set_roles(actor=maintainer, project=project, user_id=maintainer.pk, roles=["king"])
    with pytest.raises(NotFoundError):
        services.set_roles(actor=maintainer, project=project, user_id=project.pk, roles=[])


def test_role_changes_are_audited_with_before_and_after(project, maintainer, reviewer_a):
    services.set_roles(actor=maintainer, project=project, user_id=reviewer_a.pk, roles=["annotator"])
    event = AuditEvent.objects.filter(event="roles_changed").latest("id")
    assert (event.actor, event.data) == (maintainer, {"before": ["reviewer"], "after": ["annotator"]})


@pytest.mark.parametrize("password", ["short", "password123", "1234567890123"])
def test_weak_passwords_are_refused_and_no_account_is_made(password, db):
    with pytest.raises(InvalidError) as refused:
        services.create_user(actor=None, username="new", password=password)
    assert "password" in refused.value.fields
    assert not User.objects.exists()


def test_only_administrators_make_accounts_and_projects(maintainer):
    with pytest.raises(NotAllowedError):
        services.create_user(actor=maintainer, username="new", password="correct horse battery")
    with pytest.raises(NotAllowedError):
        services.create_project(actor=maintainer, slug="new", name="New", kind="affectsim")


@pytest.mark.parametrize("slug", ["", "with space", "lab"])
def test_a_bad_or_taken_address_is_said_with_its_field(project, slug):
    with pytest.raises(InvalidError) as refused:
        services.create_project(actor=None, slug=slug, name="New", kind="affectsim")
    assert "slug" in refused.value.fields


def test_what_two_tabs_change_at_once_is_kept_of_both(reviewer_a):
    """Each request read the person before the other wrote."""
    one, other = (User.objects.get(pk=reviewer_a.pk) for _ in range(2))
    services.change_profile(actor=one, display_name="Rosa L.", preferences={"theme": "dark"})
    services.change_profile(actor=other, preferences={"density": "compact"})
    stored = User.objects.get(pk=reviewer_a.pk)
    assert stored.preferences == {"theme": "dark", "density": "compact"} == other.preferences
    assert stored.display_name == "Rosa L."


def test_what_somebody_does_not_want_to_see_is_kept_in_one_spelling_beside_other_preferences(reviewer_a):
    """AC7"""
    services.change_profile(actor=reviewer_a, preferences={"theme": "dark"})
    services.change_profile(
        actor=reviewer_a, preferences={"unwanted_content": ["Violence", " grief ", "violence", ""]}
    )
    reviewer_a.refresh_from_db()
    assert reviewer_a.preferences == {"theme": "dark", "unwanted_content": ["grief", "violence"]}
    assert unwanted_in(reviewer_a.preferences) == ["grief", "violence"]
    assert unwanted_in({}) == []


@pytest.mark.parametrize("given", ["violence", [1], ["x" * 101], [f"word {n}" for n in range(51)]])
def test_unwanted_content_that_is_no_list_of_words_is_refused(reviewer_a, given):
    """AC7"""
    with pytest.raises(InvalidError) as refused:
        services.change_profile(actor=reviewer_a, preferences={"unwanted_content": given})
    assert list(refused.value.fields) == ["preferences.unwanted_content"]
    reviewer_a.refresh_from_db()
    assert reviewer_a.preferences == {}
