from django.apps import AppConfig


class QuestionsConfig(AppConfig):
    name = "annotation.questions"
    label = "questions"

    def ready(self) -> None:
        from affectory.core.audit import VEILS

        VEILS.register("questions", "annotation.questions.veil:hidden_events")
