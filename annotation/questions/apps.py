from django.apps import AppConfig


class QuestionsConfig(AppConfig):
    name = "annotation.questions"
    label = "questions"

    def ready(self) -> None:
        from affectory.core import signals
        from affectory.core.audit import VEILS
        from affectory.inbox import selectors
        from annotation.questions.services import running

        signals.job_ended.connect(running.end_with_job, dispatch_uid="questions.import")
        VEILS.register("questions", "annotation.questions.veil:hidden_events")
        selectors.VEILS.register("questions", "annotation.questions.veil:hidden_lines")
