from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "annotation.reviews"
    label = "reviews"

    def ready(self) -> None:
        from affectory.browsing.actions import ACTIONS
        from affectory.core.audit import VEILS

        VEILS.register("reviews", "annotation.reviews.veil:hidden_events")
        ACTIONS.register("episodes.review", "annotation.reviews.bulk:REVIEW")
        ACTIONS.register("episodes.discard", "annotation.reviews.bulk:DISCARD")
