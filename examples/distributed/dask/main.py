"""
Reduces rows on a Dask cluster: one long-lived `webgpu-segmented serve` a worker, parts as Arrow bytes, results with the
bits of one process. A worker and a child that are killed lose nothing.

    python3 main.py FOLDER [--kill]

FOLDER has rows0.arrow, rows1.arrow, … (node ../data.mjs make FOLDER 8 20000). The result is FOLDER/totals.arrow.
"""

import glob
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time

from dask.distributed import Client as Dask
from dask.distributed import LocalCluster, get_worker

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from client import Client, ServeError  # noqa: E402

PROGRAM = shlex.split(os.environ.get("WEBGPU_SEGMENTED", "npx webgpu-segmented"))
REDUCE = ["reduce", "--by", "key", "--column", "amount", "--partial", "--op"]


def child():
    """The worker's child. A child that has ended is replaced."""
    worker = get_worker()
    lock = worker.__dict__.setdefault("segmented_lock", threading.Lock())
    with lock:
        found = worker.__dict__.get("segmented")
        if found is None or found.child.poll() is not None:
            found = worker.__dict__["segmented"] = Client(PROGRAM, ["--quiet"])
        return found


def reduce_part(name, ops, first_from=0):
    with open(name, "rb") as file:
        data = file.read()
    try:
        return child().request([*REDUCE, ops, "--first-from", str(first_from)], data)
    except ServeError as error:
        # Dask repeats the task. Bad data (65) would fail again, and say why.
        raise RuntimeError(f"{name}: {error} (exit code {error.exit_code})") from error


def child_pid():
    return child().child.pid


def written(folder, name, parts):
    names = [os.path.join(folder, f"{name}{i}.arrow") for i in range(len(parts))]
    for path, part in zip(names, parts):
        with open(path, "wb") as file:
            file.write(part)
    return [argument for path in names for argument in ("--input", path)]


def kill(dask):
    """Kills a worker, and the child of another one, while tasks run."""
    pids = dask.run(os.getpid)
    children = dask.run(child_pid)
    workers = list(pids)
    time.sleep(0.3)
    os.kill(children[workers[-1]], signal.SIGKILL)
    os.kill(pids[workers[0]], signal.SIGKILL)
    print(f"killed worker {pids[workers[0]]} and child {children[workers[-1]]}")


def main():
    folder = sys.argv[1]
    names = sorted(glob.glob(os.path.join(folder, "rows*.arrow")))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Dask(cluster) as dask:
        counts = dask.gather(dask.map(reduce_part, names, ops="count", retries=5))
        inputs = written(folder, "count", counts)
        starts = json.loads(subprocess.run([*PROGRAM, "starts", *inputs], check=True, capture_output=True).stdout)
        ops = "sum,count,max,argmin"
        tasks = dask.map(reduce_part, names, [ops] * len(names), starts, retries=5)
        if "--kill" in sys.argv:
            kill(dask)
        inputs = written(folder, "part", dask.gather(tasks))
    output = os.path.join(folder, "totals.arrow")
    subprocess.run([*PROGRAM, "combine", *inputs, "--output", output], check=True)
    print(f"{len(names)} parts, first items {starts}: {output}")


if __name__ == "__main__":
    main()
