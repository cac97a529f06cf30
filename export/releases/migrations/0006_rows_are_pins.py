from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("releases", "0005_releaseline")]
    operations = [
        migrations.RemoveField("releaserow", "line"),
        migrations.RemoveField("releaserow", "row_sha256"),
    ]
