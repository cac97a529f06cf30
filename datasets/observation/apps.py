from django.apps import AppConfig


class ObservationConfig(AppConfig):
    name = "datasets.observation"
    label = "observation"
    verbose_name = "Observation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Episodes are a list with facets, an export and bulk actions."""
        from affectory.browsing.actions import ACTIONS
        from affectory.browsing.library import LIBRARIES

        LIBRARIES.register("episodes", "datasets.observation.library:LIBRARY")
        ACTIONS.register("episodes.render", "datasets.observation.bulk:RENDER")
