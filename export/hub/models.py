"""What the Hub protocol shows of releases: trees when frozen, commits when published. Triggers refuse changes."""

from __future__ import annotations

from django.db import models

from affectory.core.models import UuidModel


class HubTree(UuidModel):
    """HB2: the files of a frozen release with their git ids."""

    release = models.OneToOneField("releases.Release", on_delete=models.PROTECT, related_name="hub_tree")
    oid = models.CharField(max_length=40)
    files = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.oid


class HubEntry(models.Model):
    """A file or folder of a tree. Paths compare byte by byte, so that pages follow the same order everywhere."""

    id = models.BigAutoField(primary_key=True)
    tree = models.ForeignKey(HubTree, on_delete=models.PROTECT, related_name="entries", db_index=False)
    path = models.CharField(max_length=255, db_collation="C")
    folder = models.CharField(max_length=255, blank=True, db_collation="C")
    is_folder = models.BooleanField()
    oid = models.CharField(max_length=40)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64, blank=True)
    media_type = models.CharField(max_length=100, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tree", "path"], name="hub_entry_one_per_path")]
        indexes = [models.Index(fields=["tree", "folder", "path"], name="hub_entry_by_folder")]

    def __str__(self) -> str:
        return self.path


class HubCommit(UuidModel):
    """HB3: a published release. Its parent is the highest version that was published below it by then."""

    tree = models.OneToOneField(HubTree, on_delete=models.PROTECT, related_name="commit")
    project = models.ForeignKey("accounts.Project", on_delete=models.PROTECT, related_name="+")
    sha = models.CharField(max_length=40, db_collation="C")
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    author = models.CharField(max_length=96)
    title = models.CharField(max_length=200)
    committed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "sha"], name="hub_commit_one_per_sha")]

    def __str__(self) -> str:
        return self.sha
