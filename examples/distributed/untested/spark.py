"""Spark, not run yet: sorts each batch's lists by mapInArrow, with a child process a Python worker."""

import os
import shlex
import sys

import pyarrow as pa

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from client import Client  # noqa: E402

CHILD = None


def sort_lists(batches):
    global CHILD
    if CHILD is None or CHILD.child.poll() is not None:
        CHILD = Client(shlex.split(os.environ.get("WEBGPU_SEGMENTED", "npx webgpu-segmented")), ["--quiet"])
    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        sorted_bytes = CHILD.request(["sort", "--column", "scores"], sink.getvalue().to_pybytes())
        yield from pa.ipc.open_stream(sorted_bytes)


def sorted_frame(frame):
    return frame.mapInArrow(sort_lists, frame.schema)
