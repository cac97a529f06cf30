from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "export.releases"
    label = "releases"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.accounts.overview import PROJECT_HEADLINES

        PROJECT_HEADLINES.register("latest_release", "export.releases.selectors:latest_release_seen_by")
