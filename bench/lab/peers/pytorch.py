"""Times PyTorch on rows of one length. The library's figures beside it: beside.mjs.

    python3 pytorch.py '{"sizes": [22, 20], "lengths": [0, 64], "k": 50,
        "sparse": {"op": "CSR", "size": 20, "length": 16, "width": 64}}'      length 0: one row

Prints a line of JSON a call: { "op", "size", "length", "us", "min", "max", "ok" }. `us` is that of a call in a row of ten
between two events, the median of five rows. Results are compared with those of the host where the call has at most 2^20
items. Where PyTorch or its GPU is missing, the only line is { "missing" }.
"""
import json
import statistics
import sys

try:
    import torch
except ImportError as error:
    print(json.dumps({"missing": str(error)}))
    sys.exit(0)
if not torch.cuda.is_available():
    print(json.dumps({"missing": f"PyTorch {torch.__version__} finds no GPU"}))
    sys.exit(0)

CALLS, ROWS, CHECKED = 10, 5, 2**20


def row_of_calls(call):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(CALLS):
        call()
    end.record()
    end.synchronize()
    return 1000 * begin.elapsed_time(end) / CALLS


def tensors(result):
    return [result] if torch.is_tensor(result) else list(result)


def right(call, *inputs):
    """Values only: of equal items PyTorch may name any."""
    found, expected = (tensors(call(*given)) for given in (inputs, [each.cpu() for each in inputs]))
    return torch.allclose(found[0].cpu().double(), expected[0].double(), rtol=1e-4, atol=1e-4)


def timed(op, size, length, call, data):
    try:
        row_of_calls(lambda: call(data))
        times = sorted(row_of_calls(lambda: call(data)) for _ in range(ROWS))
        ok = right(call, data) if data.numel() <= CHECKED else True
    except RuntimeError as error:
        print(json.dumps({"op": op, "size": size, "length": length, "fault": str(error).splitlines()[0]}), flush=True)
        return
    row = {"us": statistics.median(times), "min": times[0], "max": times[-1], "ok": ok}
    print(json.dumps({"op": op, "size": size, "length": length, **row}), flush=True)


given = json.loads(sys.argv[1])
print(json.dumps({"version": torch.__version__, "gpu": torch.cuda.get_device_name()}))
generator = torch.Generator(device="cuda").manual_seed(1)
for size in given["sizes"]:
    for length in given["lengths"]:
        columns = length or 2**size
        shape = (2**size // columns, columns)
        whole = torch.randint(-(2**31), 2**31 - 1, shape, generator=generator, device="cuda", dtype=torch.int32)
        floats = torch.rand(shape, generator=generator, device="cuda") * 2 - 1
        k = given["k"]
        timed("sort u32", size, length, lambda x: torch.sort(x, dim=1), whole)
        timed("sort pairs u32", size, length, lambda x: torch.sort(x, dim=1, stable=True), whole)
        timed("sum u32", size, length, lambda x: torch.sum(x, dim=1, dtype=torch.int32), whole)
        timed("mean f32", size, length, lambda x: torch.mean(x, dim=1), floats)
        timed("running sum u32", size, length, lambda x: torch.cumsum(x, dim=1, dtype=torch.int32), whole)
        timed(f"top-k f32, k {k}", size, length, lambda x: torch.topk(x, k, dim=1), floats)
        timed("median f32", size, length, lambda x: torch.median(x, dim=1), floats)

# A sparse matrix of rows of one length × a dense one: as a matrix, and as a weighted sum of rows of a table.
sparse = given["sparse"]
entries, per_row = 2 ** sparse["size"], sparse["length"]
table_rows = entries // 16
table = torch.rand((table_rows, sparse["width"]), generator=generator, device="cuda") * 2 - 1
columns = torch.randint(0, table_rows, (entries,), generator=generator, device="cuda")
weights = torch.rand(entries, generator=generator, device="cuda")
starts = torch.arange(0, entries + 1, per_row, device="cuda")
matrix = torch.sparse_csr_tensor(starts, columns, weights, size=(entries // per_row, table_rows))


def product(dense):
    return (matrix if dense.is_cuda else matrix.cpu()) @ dense


def bag(dense):
    where = [each.to(dense.device) for each in (columns, starts[:-1], weights)]
    return torch.nn.functional.embedding_bag(where[0], dense, where[1], mode="sum", per_sample_weights=where[2])


for call in (product, bag):
    timed(sparse["op"], sparse["size"], per_row, call, table)
