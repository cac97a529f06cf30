"""The texts that models are told, as files with versions. A published text never changes: another is a new file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from affectory.core.canonical import sha256_hex
from affectory.core.errors import InvalidError

PUBLISHED = {
    "g1-1": "e5d0c38b043b39d476df1041f8bcebc0205b6712f0330606e35083ddf4305eb8",
    "g1-2": "0b7ca7c8ae026530350b0ae95b43d5ebd53a9c3f914be1944ca22ab9c49877c6",
}
LATEST = "g1-2"


@dataclass(frozen=True)
class Prompt:
    """``sections`` by their headings; ``version`` names the text by what it is, not only by what it is called."""

    id: str
    sha256: str
    sections: dict[str, str]

    @property
    def version(self) -> str:
        return f"{self.id}@{self.sha256[:12]}"


@lru_cache
def prompt(prompt_id: str = LATEST) -> Prompt:
    """DR15: the text as it was published; one that was changed since is not used."""
    if prompt_id not in PUBLISHED:
        raise InvalidError(
            f"There is no prompt {prompt_id}; there are {', '.join(PUBLISHED)}.", code="drafting.prompt"
        )
    data = (files("annotation.drafting") / "prompts" / f"{prompt_id}.md").read_bytes()
    digest = sha256_hex(data)
    if digest != PUBLISHED[prompt_id]:
        raise InvalidError(
            f"prompts/{prompt_id}.md is not what was published; make a new version.", code="drafting.prompt_changed"
        )
    parts = re.split(r"^# (.+)\n", data.decode(), flags=re.MULTILINE)[1:]
    return Prompt(prompt_id, digest, {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)})
