from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "annotation.reviews"
    label = "reviews"
