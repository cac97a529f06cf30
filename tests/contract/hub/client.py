"""Runs inside an environment of other people's clients: steps from standard input, what came of them to the output.

Started with `python -I`, so that neither this folder nor the checkout, whose package is called `datasets` too, is on
the path. A step is {"do": name, …}; its result is a value, or {"error": class, "text": all messages of the chain}.
"""

import hashlib
import json
import os
import sys
import traceback
import warnings
from pathlib import Path


def digests(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and ".cache" not in path.parts
    }


def api():
    from huggingface_hub import HfApi

    return HfApi()


def info(repo, revision=None, files=False):
    found = api().dataset_info(repo, revision=revision, files_metadata=files)
    return {
        "id": found.id,
        "sha": found.sha,
        "private": found.private,
        "gated": found.gated,
        "files": [s.rfilename for s in found.siblings],
        "sizes": [s.size for s in found.siblings],
    }


def files(repo, revision=None):
    return api().list_repo_files(repo, repo_type="dataset", revision=revision)


def tree(repo, revision=None, path=None, recursive=False, expand=False):
    found = api().list_repo_tree(
        repo, path_in_repo=path, repo_type="dataset", revision=revision, recursive=recursive, expand=expand
    )
    return [item.path for item in found]


def refs(repo):
    found = api().list_repo_refs(repo, repo_type="dataset")
    return {
        "branches": {ref.name: ref.target_commit for ref in found.branches},
        "tags": {ref.name: ref.target_commit for ref in found.tags},
    }


def commits(repo, revision=None):
    found = api().list_repo_commits(repo, repo_type="dataset", revision=revision)
    return [[commit.commit_id, commit.title] for commit in found]


def paths_info(repo, paths, revision=None):
    found = api().get_paths_info(repo, paths, repo_type="dataset", revision=revision, expand=True)
    return {item.path: item.last_commit.oid for item in found}


def exists(repo, name, revision=None):
    return api().file_exists(repo, name, repo_type="dataset", revision=revision)


def whoami():
    found = api().whoami()
    return [found["name"], found["auth"]["accessToken"]["role"]]


def auth_check(repo):
    api().auth_check(repo, repo_type="dataset")
    return True


def list_datasets(search):
    return [found.id for found in api().list_datasets(search=search)]


def snapshot(repo, revision=None, patterns=None):
    from huggingface_hub import snapshot_download

    return digests(snapshot_download(repo, repo_type="dataset", revision=revision, allow_patterns=patterns))


def download(repo, name, revision=None):
    from huggingface_hub import hf_hub_download

    path = hf_hub_download(repo, name, repo_type="dataset", revision=revision)
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def verify(repo, revision=None):
    found = api().verify_repo_checksums(repo, repo_type="dataset", revision=revision)
    return [found.checked_count, len(found.mismatches)]


def load(repo, revision=None, split="train", guard=False):
    import datasets

    if guard:
        from huggingface_hub import HfApi

        revision = HfApi().dataset_info(repo, revision=revision).sha
    data = datasets.load_dataset(repo, revision=revision, split=split)
    if guard:
        assert revision in data.cache_files[0]["filename"], data.cache_files
    return [len(data), sorted(set(data["release"])), data.column_names[0]]


def stream(repo, revision=None, split="train"):
    import datasets

    return [row["episode_id"] for row in datasets.load_dataset(repo, revision=revision, split=split, streaming=True)]


def jsonl(repo, revision, split="train"):
    import datasets

    path = f"hf://datasets/{repo}@{revision}/data/{split}.jsonl"
    return len(datasets.load_dataset("json", data_files=path, split="train"))


def pandas_rows(repo, revision, split="train", endpoint=None):
    """As the quick start says it: the address given with the call, not by the environment."""
    import pandas

    url = f"hf://datasets/{repo}@{revision}/data/{split}.parquet"
    frame = pandas.read_parquet(url, storage_options={"endpoint": endpoint} if endpoint else None)
    return [len(frame), sorted(set(frame["release"]))]


def part(repo, revision, name, start, size):
    from huggingface_hub import HfFileSystem

    with HfFileSystem().open(f"datasets/{repo}@{revision}/{name}", block_size=1 << 16) as file:
        file.seek(start)
        return hashlib.sha256(file.read(size)).hexdigest()


def glob(repo, revision, pattern):
    from huggingface_hub import HfFileSystem

    return sorted(HfFileSystem().glob(f"datasets/{repo}@{revision}/{pattern}"))


def token(value):
    """From here on, as the owner of another token (None: nobody)."""
    os.environ.pop("HF_TOKEN", None)
    if value is not None:
        os.environ["HF_TOKEN"] = value
    return True


def chain(error):
    texts = []
    while error is not None:
        texts.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    return " | ".join(texts)


def main():
    warnings.simplefilter("ignore")
    results = []
    for step in json.load(sys.stdin):
        name = step.pop("do")
        try:
            results.append(globals()[name](**step))
        except Exception as error:
            traceback.print_exc()
            results.append({"error": type(error).__name__, "text": chain(error)})
    print("\nRESULTS " + json.dumps(results))


main()
