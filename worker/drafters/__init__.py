"""What drafting needs of the worker: pictures out of proxies, and asking models."""
