"""How the host of the embedded engine is started."""

from __future__ import annotations

import sys

from worker.engines.launching import HostCommand

ENGINE_ID = "embedded-1"
ENGINE_VERSION = "1.0.0"


class EmbeddedEngine:
    engine_id = ENGINE_ID

    def host(self) -> HostCommand:
        # Mesa reads this at the first context: 0 means that the calling thread draws, one core per engine.
        return HostCommand(
            command=(sys.executable, "-m", "worker.engines.embedded"), environment={"LP_NUM_THREADS": "0"}
        )
