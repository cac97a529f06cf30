from django.apps import AppConfig


class WithdrawalsConfig(AppConfig):
    name = "export.withdrawals"
    label = "withdrawals"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from affectory.core.audit import VEILS

        VEILS.register("withdrawals", "export.withdrawals.veil:hidden_events")
