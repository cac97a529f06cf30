"""Runs in the environment of mlcroissant: reads descriptions, counts what the library complains of, iterates."""

import json
import sys

import mlcroissant
import requests


def seen(source):
    dataset = mlcroissant.Dataset(source)
    splits = [row["splits/name"] for row in dataset.records("splits")]
    rows = {split: list(dataset.records(split)) for split in splits}
    return {
        "warnings": sorted(dataset.metadata.ctx.issues.warnings),
        "errors": sorted(dataset.metadata.ctx.issues.errors),
        "rows": {split: len(found) for split, found in rows.items()},
        "releases": sorted({row[f"{split}/release"].decode() for split, found in rows.items() for row in found}),
        "ids": sorted(row[f"{split}/episode_id"].decode() for split, found in rows.items() for row in found),
        "checks": sorted({len(row[f"{split}/checks"]) for split, found in rows.items() for row in found}),
        "clips": sorted({len(row[f"{split}/clips"]) for split, found in rows.items() for row in found}),
    }


told = json.load(sys.stdin)
if "folder" in told:
    source = told["folder"]
else:
    source = requests.get(told["url"], auth=("me", told["token"]) if told["token"] else None, timeout=30).json()
print("\nRESULTS " + json.dumps(seen(source)))
