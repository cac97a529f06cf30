"""Calls to model endpoints as values: requests and their keys, answers, money, rates, retries. Pure."""
