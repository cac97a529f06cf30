from django.apps import AppConfig


class QuestionsConfig(AppConfig):
    name = "annotation.questions"
    label = "questions"

    def ready(self) -> None:
        from affectory.core.audit import VEILS
        from affectory.inbox import selectors

        VEILS.register("questions", "annotation.questions.veil:hidden_events")
        selectors.VEILS.register("questions", "annotation.questions.veil:hidden_lines")
