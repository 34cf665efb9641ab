"""Ray, not run yet: an actor a GPU, each with a child process."""

import os
import shlex
import sys

import pyarrow as pa

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from client import Client  # noqa: E402


class SortLists:
    """For Dataset.map_batches(SortLists, batch_format="pyarrow", concurrency=4, num_gpus=1)."""

    def __init__(self):
        self.child = Client(shlex.split(os.environ.get("WEBGPU_SEGMENTED", "npx webgpu-segmented")), ["--quiet"])

    def __call__(self, table):
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        data = sink.getvalue().to_pybytes()
        return pa.ipc.open_stream(self.child.request(["sort", "--column", "scores"], data)).read_all()
