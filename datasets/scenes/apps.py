from django.apps import AppConfig


class ScenesConfig(AppConfig):
    name = "datasets.scenes"
    label = "scenes"
    verbose_name = "Scenes"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Scenes are a list with facets and an export."""
        from affectory.browsing.library import LIBRARIES

        LIBRARIES.register("scenes", "datasets.scenes.library:LIBRARY")
