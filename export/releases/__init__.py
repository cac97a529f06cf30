"""Releases: draft, two-step freeze, frozen bytes and the reading of them."""
