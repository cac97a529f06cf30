from django.apps import AppConfig


class BrowsingConfig(AppConfig):
    name = "affectory.browsing"
    label = "browsing"
    verbose_name = "Browsing"
    default_auto_field = "django.db.models.BigAutoField"
