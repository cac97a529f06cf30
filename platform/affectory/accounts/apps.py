from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "affectory.accounts"
    label = "accounts"
