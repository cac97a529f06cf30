"""Files that go straight into storage while they come in: no second copy, never whole in memory."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

from affectory.core.errors import InvalidError
from affectory.core.storage import Incoming

_FORM_OVERHEAD = 1024 * 1024
"""What a form around one file may weigh."""


class ReceivedFile(UploadedFile):
    """A file that was received whole; ``keep`` stores it. Whatever is not kept is gone with the request."""

    def __init__(self, incoming: Incoming, name: str, content_type: str) -> None:
        super().__init__(incoming.path.open("rb"), name, content_type, incoming.size)
        self._incoming = incoming

    def keep(self) -> str:
        """Returns the SHA-256."""
        return self._incoming.keep()

    def close(self) -> None:
        super().close()
        self._incoming.discard()


class StoringUploadHandler(FileUploadHandler):
    """The only handler of a request that brings files: ``request.upload_handlers = [StoringUploadHandler()]``."""

    chunk_size = 1024 * 1024

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self._incoming: Incoming | None = None

    def handle_raw_input(
        self, input_data: Any, META: dict[str, str], content_length: int, boundary: str, encoding: str | None = None
    ) -> None:
        if content_length > settings.UPLOAD_MAX_BYTES + _FORM_OVERHEAD:
            raise too_large()

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self._incoming = Incoming()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        assert self._incoming is not None
        self._incoming.write(raw_data)
        if self._incoming.size > settings.UPLOAD_MAX_BYTES:
            self.upload_interrupted()
            raise too_large()

    def file_complete(self, file_size: int) -> ReceivedFile:
        assert self._incoming is not None
        received = ReceivedFile(self._incoming, self.file_name or "file", self.content_type or "")
        self._incoming = None
        return received

    def upload_interrupted(self) -> None:
        if self._incoming is not None:
            self._incoming.discard()
            self._incoming = None


def too_large() -> InvalidError:
    message = f"The file has more than {settings.UPLOAD_MAX_BYTES:,} bytes, the most that is taken. Split it."
    return InvalidError(message, code="upload.too_large", fields={"file": [message]})
