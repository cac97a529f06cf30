from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "annotation.drafting"
    label = "drafting"

    def ready(self) -> None:
        from affectory.endpoints.veil import VEILS

        VEILS.register("drafting", "annotation.drafting.veil:hidden_answers")
