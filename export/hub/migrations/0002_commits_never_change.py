from django.db import migrations

FORWARD = """
CREATE FUNCTION hub_commits_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'trees and commits are never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER hub_tree_never_changes BEFORE UPDATE OR DELETE ON hub_hubtree
    FOR EACH ROW EXECUTE FUNCTION hub_commits_never_change();
CREATE TRIGGER hub_entry_never_changes BEFORE UPDATE OR DELETE ON hub_hubentry
    FOR EACH ROW EXECUTE FUNCTION hub_commits_never_change();
CREATE TRIGGER hub_commit_never_changes BEFORE UPDATE OR DELETE ON hub_hubcommit
    FOR EACH ROW EXECUTE FUNCTION hub_commits_never_change();
"""
BACKWARD = """
DROP TRIGGER hub_tree_never_changes ON hub_hubtree;
DROP TRIGGER hub_entry_never_changes ON hub_hubentry;
DROP TRIGGER hub_commit_never_changes ON hub_hubcommit;
DROP FUNCTION hub_commits_never_change();
"""


class Migration(migrations.Migration):
    """HB3: clients keep a tree by its commit's id and never ask again, so the database refuses every change."""

    dependencies = [("hub", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
