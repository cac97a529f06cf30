"""Framing and shapes of the messages between a worker and an engine host."""

import ast
import os
import struct
import sys
from pathlib import Path

import pytest

from worker.engines import protocol
from worker.engines.protocol import (
    Cancel,
    Cancelled,
    Channel,
    Digest,
    Done,
    Failed,
    Hello,
    Measure,
    Progress,
    ProtocolError,
    Render,
    StreamEnded,
    decode,
    encode,
)

MESSAGES = [
    Hello(protocol=1, engine_id="embedded-1", version="1.0.0", device="llvmpipe"),
    Render(spec={"fps": 12}, out_dir="/tmp/x"),
    Measure(spec={}),
    Digest(spec={}),
    Cancel(),
    Progress(done=3, total=9),
    Done(result={"frames": []}),
    Cancelled(),
    Failed(fault="input", code="engine.spec_refused", message="schräg"),
]


@pytest.fixture
def pipe():
    read_fd, write_fd = os.pipe()
    yield read_fd, write_fd
    os.close(read_fd)
    os.close(write_fd)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: m.kind)
def test_a_message_survives_the_way(message):
    data = encode(message)

    assert struct.unpack(">I", data[:4])[0] == len(data) - 4
    assert decode(data[4:]) == message


def test_messages_arrive_whole_and_in_order_however_they_are_cut(pipe):
    read_fd, write_fd = pipe
    channel = Channel(read_fd, write_fd)
    data = b"".join(encode(m) for m in MESSAGES)
    received = []
    for start in range(0, len(data), 7):
        os.write(write_fd, data[start : start + 7])
        while (message := channel.receive(0)) is not None:
            received.append(message)

    assert received == MESSAGES
    assert channel.receive(0.01) is None


def test_the_end_of_the_stream_is_told_from_silence():
    read_fd, write_fd = os.pipe()
    channel = Channel(read_fd, write_fd)
    assert channel.receive(0) is None
    os.close(write_fd)

    with pytest.raises(StreamEnded):
        channel.receive(0)
    os.close(read_fd)


@pytest.mark.parametrize(
    "body",
    [b"", b"no json", b"[]", b"{}", b'{"kind":"bow"}', b'{"kind":"progress","done":1}', b'{"kind":"cancel","x":1}'],
)
def test_what_is_no_message_is_refused(body):
    with pytest.raises(ProtocolError):
        decode(body)


def test_an_absurd_length_is_refused(pipe):
    read_fd, write_fd = pipe
    os.write(write_fd, struct.pack(">I", 2**31))

    with pytest.raises(ProtocolError, match="2147483648 bytes"):
        Channel(read_fd, write_fd).receive(1)


def test_a_host_under_another_interpreter_can_take_the_file_as_it_stands():
    """OB29: nothing of ours, nothing outside the standard library."""
    tree = ast.parse(Path(protocol.__file__).read_text())
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert imported <= set(sys.stdlib_module_names)
