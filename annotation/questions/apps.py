from django.apps import AppConfig


class QuestionsConfig(AppConfig):
    name = "annotation.questions"
    label = "questions"
