from django.apps import AppConfig


class ObservationConfig(AppConfig):
    name = "datasets.observation"
    label = "observation"
    verbose_name = "Observation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.accounts.overview import PROJECT_COUNTS

        PROJECT_COUNTS.register("renders", "datasets.observation.selectors:render_counts")
