#!/bin/sh
# Remakes the lock files from pyproject.toml: hashed and free of host names. Needs uv on PATH.
set -eu
cd "$(dirname "$0")/.."
UV=${UV:-uv}
lock() {
  "$UV" pip compile pyproject.toml -q --generate-hashes --python-version 3.12 --universal \
    --no-header --no-emit-index-url --no-emit-find-links "$@"
}
lock --group dev -o requirements/dev.txt
lock -c requirements/dev.txt -o requirements/base.txt
lock --group dev --group bench -c requirements/dev.txt -o requirements/bench.txt
for foreign in hub-new hub-old croissant object-store openapi; do
  "$UV" pip compile "requirements/foreign/$foreign.in" -q --generate-hashes --python-version 3.12 --universal \
    --no-header --no-emit-index-url --no-emit-find-links -o "requirements/foreign/$foreign.txt"
done
"$UV" pip compile requirements/bootstrap.in -q --generate-hashes --python-version 3.12 --universal \
  --no-header --no-emit-index-url --no-emit-find-links -o requirements/bootstrap.txt
