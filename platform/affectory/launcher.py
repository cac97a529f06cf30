"""What `./affectory` does: prepare an environment in this checkout, then hand over to manage.py.

Runs under any Python 3.12+ with nothing installed. Every step says what it does, is skipped when it was done already,
and touches only .venv, .state and frontend below this folder; apt packages are the one exception, and only as root.
"""

from __future__ import annotations

import argparse
import ctypes
import ctypes.util
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
GL_PACKAGES = ("libegl1", "libgl1", "libgl1-mesa-dri")
BROWSER_PACKAGE = "chromium-headless-shell"
BROWSERS = (BROWSER_PACKAGE, "chromium", "chromium-browser", "google-chrome")
PATHS_FILE = "affectory-paths.pth"
FOREIGN_LOCKS = ROOT / "requirements" / "foreign"


class StepError(Exception):
    """A step cannot be done; the message says what to do."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./affectory", description="Run Affectory from this checkout.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, text in (
        ("demo", "install and start everything, do the main job on demo data (or --motions DIR --manifest FILE)"),
        ("up", "install and start everything: databases, web server, workers"),
        ("test", "install what the tests need and run them all (--foreign: those with other people's clients)"),
        ("manage", "run a management command, for example: ./affectory manage help"),
        ("doctor", "look at this machine and say what is missing"),
    ):
        commands.add_parser(name, help=text, add_help=False)
    given, rest = parser.parse_known_args(arguments)
    try:
        return COMMANDS[given.command](rest)
    except StepError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def demo(rest: list[str]) -> int:
    prepare("base")
    return hand_over([str(PYTHON), "manage.py", "demo", *rest])


def up(rest: list[str]) -> int:
    prepare("base")
    return hand_over([str(PYTHON), "manage.py", "up", *rest])


def manage(rest: list[str]) -> int:
    install_python_packages("base")
    return hand_over([str(PYTHON), "manage.py", *rest])


def test(rest: list[str]) -> int:
    """Everything the tests need, then all of them: lint, types, front end, pytest."""
    if rest[:1] == ["--foreign"]:
        install_python_packages("dev")
        install_foreign_packages()
        return hand_over([str(PYTHON), "-m", "pytest", "-q", "-m", "foreign", *rest[1:]])
    prepare("dev")
    need_browser()
    if rest:
        return hand_over([str(PYTHON), "-m", "pytest", *rest])
    bin_folder = VENV / "bin"
    pytest = [str(PYTHON), "-m", "pytest", "-q", "--durations=25", "--durations-min=2"]
    checks = (
        ("Code style", [str(bin_folder / "ruff"), "check", "."], ROOT),
        ("Code format", [str(bin_folder / "ruff"), "format", "--check", "-q", "."], ROOT),
        ("Types", [str(bin_folder / "mypy")], ROOT),
        ("API types", [npm(), "run", "--silent", "api:types", "--", "--check"], FRONTEND),
        ("Front-end style", [npm(), "run", "--silent", "lint"], FRONTEND),
        ("Front-end units", [npm(), "run", "--silent", "test"], FRONTEND),
        ("Python tests", [*pytest, "--ignore=tests/journeys"], ROOT),
    )
    with beside([*pytest, "tests/journeys"]) as journeys:
        failed = [name for name, command, folder in checks if not passes(name, command, folder)]
        failed += [] if journeys() else ["Journeys"]
    if failed:
        raise StepError(f"Failed: {', '.join(failed)}.")
    say("All checks passed.")
    return 0


def passes(name: str, command: list[str], folder: Path) -> bool:
    say(f"{name} …")
    began = time.monotonic()
    code = subprocess.run(command, cwd=folder, env=environment(), check=False).returncode
    say(f"{name}: {'passed' if code == 0 else f'FAILED ({code})'} in {time.monotonic() - began:.0f} s")
    return code == 0


@contextmanager
def beside(journeys: list[str]) -> Iterator[Callable[[], bool]]:
    """The browser's journeys beside all other checks, in an installation of their own; before them where the
    environment names the servers, which both would share. What is given waits for their end, shows what they said,
    and tells whether they passed."""
    say("Journeys in a browser, beside all that follows …")
    began = time.monotonic()
    own = environment() | {"AFFECTORY_STATE": str(state_folder() / "journeys")}
    with tempfile.TemporaryFile() as log:
        running = subprocess.Popen(journeys, cwd=ROOT, env=own, stdout=log, stderr=log)
        if any(name in os.environ for name in ("DATABASE_URL", "BROKER_URL")):
            running.wait()

        def end() -> bool:
            code = running.wait()
            log.seek(0)
            shutil.copyfileobj(log, sys.stdout.buffer)
            sys.stdout.flush()
            said = "passed" if code == 0 else f"FAILED ({code})"
            say(f"Journeys: {said}; with all the others {time.monotonic() - began:.0f} s")
            return code == 0

        yield end


def doctor(rest: list[str]) -> int:
    """Look, change nothing. Exit code 1 if something is missing."""
    findings = [
        (True, f"Python {sys.version.split()[0]} at {sys.executable}"),
        (PYTHON.exists(), f"environment in {VENV.relative_to(ROOT)}; ./affectory up makes it"),
        ((FRONTEND / "dist" / "index.html").exists(), "front end built; ./affectory up builds it"),
        (has_gl(), f"OpenGL for rendering; apt-get install {' '.join(GL_PACKAGES)}"),
        (browser() is not None, f"a browser for the tests; apt-get install {BROWSER_PACKAGE}"),
        (shutil.disk_usage(ROOT).free > 4 * 1024**3, "4 GiB of free disk"),
        (os.geteuid() != 0 or shutil.which("setpriv") is not None, "setpriv, as root; apt-get install util-linux"),
        ("DATABASE_URL" not in os.environ, "embedded PostgreSQL (DATABASE_URL is not set)"),
        ("BROKER_URL" not in os.environ, "embedded Valkey (BROKER_URL is not set)"),
    ]
    informative = 2
    for ok, text in findings:
        print(f"{'✓' if ok else '✕'} {text}")
    return 0 if all(ok for ok, _ in findings[:-informative]) else 1


COMMANDS = {"demo": demo, "up": up, "test": test, "manage": manage, "doctor": doctor}


def prepare(lock: str) -> None:
    install_python_packages(lock)
    need_gl()
    build_frontend()


def install_python_packages(lock: str) -> None:
    """The locked packages in .venv. The dev lock holds the base lock, so the larger one stays once installed."""
    stamp = VENV / "affectory-installed"
    known = stamp.read_text().split() if stamp.exists() and PYTHON.exists() else []
    wanted = {name: digest([ROOT / "requirements" / f"{name}.txt"]) for name in ("base", "dev")}
    if wanted[lock] in known:
        return
    if not PYTHON.exists():
        say("Making an environment in .venv (undo: remove that folder)")
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
        if made.returncode:
            raise StepError(
                "Python could not make a virtual environment. On Debian: apt-get install python3-venv; then again."
            )
    say(f"Installing Python packages from requirements/{lock}.txt")
    if subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        run([str(PYTHON), "-m", "ensurepip"], quiet=True)  # an environment that uv made has no pip
    run([str(PYTHON), "-m", "pip", "install", "-q", "--require-hashes", "-r", "requirements/bootstrap.txt"])
    install_lock(PYTHON, ROOT / "requirements" / f"{lock}.txt")
    site = subprocess.run(
        [str(PYTHON), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    (Path(site) / PATHS_FILE).write_text(f"{ROOT / 'platform'}\n{ROOT}\n")
    stamp.write_text(" ".join([wanted["base"], wanted["dev"]] if lock == "dev" else [wanted["base"]]))


def install_lock(python: Path, lock: Path) -> None:
    """The packages of a hashed lock file, by uv."""
    install = [str(VENV / "bin" / "uv"), "pip", "install", "-q", "--python", str(python), "--require-hashes"]
    install += ["-r", str(lock)]
    # uv trusts its own certificates; behind a proxy with a certificate of its own, the system's are the right ones.
    if subprocess.run(install, cwd=ROOT, env=environment(), check=False).returncode:
        say("  trying again with the system's certificates")
        run([*install, "--system-certs"])


def install_foreign_packages() -> None:
    """Clients that researchers have, each pair of versions in an environment of its own in the state folder."""
    for lock in sorted(FOREIGN_LOCKS.glob("*.txt")):
        folder = foreign_environment(lock)
        stamp = folder / "affectory-installed"
        if stamp.exists():
            continue
        say(f"Installing {lock.relative_to(ROOT)} in {folder} (undo: remove that folder)")
        shutil.rmtree(folder, ignore_errors=True)
        run([str(PYTHON), "-m", "venv", "--without-pip", str(folder)])
        install_lock(folder / "bin" / "python", lock)
        stamp.touch()


def foreign_environment(lock: Path) -> Path:
    """Named by the lock's digest, so that a changed lock is installed anew."""
    state = state_folder()
    return state / "foreign" / f"{lock.stem}-{digest([lock])[:16]}"


def build_frontend() -> None:
    """The front end in frontend/dist, rebuilt when its sources or its lock changed."""
    lock = FRONTEND / "package-lock.json"
    modules_stamp = FRONTEND / "node_modules" / ".affectory-installed"
    if not modules_stamp.exists() or modules_stamp.read_text() != digest([lock]):
        say("Installing front-end packages in frontend/node_modules (undo: remove that folder)")
        run([npm(), "ci", "--no-audit", "--no-fund", "--silent"], folder=FRONTEND)
        modules_stamp.write_text(digest([lock]))
    sources = digest(
        path
        for path in sorted([*FRONTEND.glob("*"), *FRONTEND.glob("src/**/*"), *FRONTEND.glob("public/**/*")])
        if path.is_file()
    )
    stamp = FRONTEND / "dist" / ".affectory-built"
    if stamp.exists() and stamp.read_text() == sources:
        return
    say("Building the front end in frontend/dist")
    run([npm(), "run", "--silent", "build"], folder=FRONTEND, quiet=True)
    stamp.write_text(sources)


def need_gl() -> None:
    if has_gl():
        return
    install_from_apt(GL_PACKAGES, "the OpenGL libraries that rendering needs")
    if not has_gl():
        raise StepError(f"OpenGL still does not load. Check the packages {' '.join(GL_PACKAGES)}.")


def need_browser() -> None:
    """Chromium without a window frame: a page costs the tests a third of what it costs with one. Where it cannot be
    installed, a whole browser does."""
    if shutil.which(BROWSER_PACKAGE) is None:
        try:
            install_from_apt((BROWSER_PACKAGE,), "the browser that the tests drive")
        except StepError:
            if browser() is None:
                raise
    if browser() is None:
        raise StepError("No Chromium was found; the browser tests cannot run without one.")


def has_gl() -> bool:
    """Whether EGL and GL load and a software driver lies where Mesa keeps it."""
    for library in ("libEGL.so.1", "libGL.so.1"):
        try:
            ctypes.CDLL(library)
        except OSError:
            return False
    folders = [folder for folder in Path("/usr/lib").glob("*/dri") if any(folder.glob("*swrast*"))]
    return (
        bool(folders) or any(Path("/usr/lib64").glob("dri/*swrast*")) or any(Path("/usr/lib").glob("*/libgallium*"))
    )


def browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def install_from_apt(packages: Sequence[str], purpose: str) -> None:
    command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise StepError(f"Missing: {purpose}. Run this and start again:\n\n    sudo {command}")
    say(f"Installing {purpose}: {' '.join(packages)} (undo: apt-get remove {' '.join(packages)})")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-qq"], env=quiet)
    run([*command.split(), "-qq"], env=quiet)


def npm() -> str:
    return str(VENV / "bin" / "npm")


def state_folder() -> Path:
    return Path(os.environ.get("AFFECTORY_STATE", ROOT / ".state")).resolve()


def environment() -> dict[str, str]:
    """Programs of the environment come first, so that npm scripts find its node."""
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "NODE_USE_SYSTEM_CA": "1"}


def run(command: list[str], *, folder: Path = ROOT, env: dict[str, str] | None = None, quiet: bool = False) -> None:
    """Run one step; `quiet` shows what it prints only if it fails."""
    began = time.monotonic()
    out = subprocess.PIPE if quiet else None
    done = subprocess.run(command, cwd=folder, env=env or environment(), check=False, stdout=out)
    code = done.returncode
    if code:
        sys.stdout.write((done.stdout or b"").decode(errors="replace"))
        raise StepError(
            f"This step failed (exit {code}): {' '.join(command)}\nRun it by hand in {folder} to see more."
        )
    took = time.monotonic() - began
    if took > 1:
        say(f"  done in {took:.0f} s")


def hand_over(command: list[str]) -> int:
    """Become the command, so that signals reach it without a process in between."""
    os.chdir(ROOT)
    os.execve(command[0], command, environment())  # noqa: S606  no shell is wanted


def digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(str(path.relative_to(ROOT)).encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def say(text: str) -> None:
    print(f"[affectory] {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
