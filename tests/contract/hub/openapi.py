"""Runs where openapi-python-client is installed: a client made from a server's description, and what it pulls.

Started with `python -I`. Standard input is {"url", "project", "version", "older", "token"}; what was pulled with the
token and without goes to the output, behind "RESULTS ".
"""

import hashlib
import importlib
import json
import subprocess
import sys
from pathlib import Path

told = json.load(sys.stdin)
project, version = told["project"], told["version"]


def generated():
    Path("config.yml").write_text("post_hooks: []\n")
    command = [sys.executable, "-I", "-m", "openapi_python_client", "generate", "--meta", "none"]
    source = ["--url", f"{told['url']}/api/v1/schema", "--config", "config.yml", "--output-path", "affectory_client"]
    made = subprocess.run([*command, *source], capture_output=True, text=True, check=False)
    if made.returncode:
        sys.exit(made.stdout + made.stderr)
    sys.path.insert(0, ".")
    return importlib.import_module("affectory_client")


class Puller:
    def __init__(self, client):
        self.client = client

    def ask(self, name, *where, **asked):
        return self._operation(name).sync(*where, client=self.client, **asked)

    def every(self, name, *where, limit, **asked):
        """All rows, page after page, and how many pages that were."""
        rows, pages, page = [], 0, None
        while page is None or page.next_ is not None:
            more = {} if page is None else {"cursor": page.next_}
            page = self.ask(name, *where, limit=limit, **asked, **more)
            rows += page.results
            pages += 1
        return rows, pages

    def pull(self):
        here = (project, version)
        rows, pages = self.every("projects_releases_splits_list", *here, "train", limit=3)
        angry, _ = self.every("projects_releases_splits_list", *here, "train", limit=2, label="angry")
        files, _ = self.every("projects_releases_files_list", *here, limit=7)
        sent = self._operation("projects_releases_files_retrieve").sync_detailed(
            *here, "data/train.parquet", client=self.client
        )
        return {
            "open": [one.slug for one in self.ask("open_projects_list")],
            "releases": [one.version for one in self.every("projects_releases_list", project, limit=1)[0]],
            "splits": self.ask("projects_releases_retrieve", *here).counts_by_split.to_dict(),
            "rows": [row.to_dict() for row in rows],
            "pages": pages,
            "angry": [row.to_dict()["episode_id"] for row in angry],
            "files": {file.path: file.sha256 for file in files},
            "parquet": hashlib.sha256(sent.content).hexdigest(),
            "diff": self.ask("projects_releases_diff_retrieve", *here, told["older"]).to_dict(),
        }

    def _operation(self, name):
        group = "open_projects" if name.startswith("open_") else "projects"
        return importlib.import_module(f"affectory_client.api.{group}.{name}")


package = generated()
known = Puller(package.AuthenticatedClient(told["url"], told["token"], raise_on_unexpected_status=True))
unknown = Puller(package.Client(told["url"], raise_on_unexpected_status=True))
items = [str(item.id) for item in known.every("projects_items_list", project, limit=1)[0]]
print("RESULTS " + json.dumps({"known": known.pull(), "unknown": unknown.pull(), "items": items}))
