/**
 * The calls of `webgpu-segmented/js` in any runtime, by plain JavaScript: Deno, a browser's page, Node. `test(name, body)`
 * runs a body, which returns what is wrong, or undefined.
 */

const LENGTHS = [0, 1, 2, 7, 12, 13, 40, 300, 5000];
const offsets = [0];
for (const length of LENGTHS) offsets.push(offsets.at(-1) + length);
const count = offsets.at(-1);

const keys = Float32Array.from({ length: count }, (_, i) => ((i * 2654435761) % 1009) - 500);
const rows = Uint32Array.from(keys, (_, i) => i);
const wide = BigInt64Array.from(keys, (key) => BigInt(key) * 0x123456789n);

const segmentsOf = (array) => LENGTHS.map((_, s) => array.slice(offsets[s], offsets[s + 1]));
const joined = (parts) => parts.flatMap((part) => [...part]);
const byKey = (part) => part.sort((a, b) => keys[a] - keys[b] || a - b);
const ORDER = joined(segmentsOf(rows).map(byKey));

const same = (found, want) =>
  found.length === want.length && want.every((each, i) => Object.is(found[i], each)) ? undefined : 'another result';

const sumOf = (part) => [...part].reduce((sum, key) => sum + key, 0);

/** What each call gives. Sums of these whole numbers are exact. */
const CALLS = {
  segmentedSort: async (of) =>
    same(
      await of.segmentedSort(null, keys, offsets),
      ORDER.map((i) => keys[i]),
    ),
  segmentedStableSort: async (of) =>
    same(
      await of.segmentedStableSort(null, wide, offsets),
      ORDER.map((i) => wide[i]),
    ),
  async segmentedSortByKey(of) {
    const sorted = await of.segmentedSortByKey(null, keys, rows, offsets);
    return (
      same(
        sorted.keys,
        ORDER.map((i) => keys[i]),
      ) ?? same([...sorted.values].sort(), [...rows].sort())
    );
  },
  async segmentedStableSortByKey(of) {
    return same((await of.segmentedStableSortByKey(null, keys, rows, offsets)).values, ORDER);
  },
  segmentedArgsort: async (of) => same(await of.segmentedArgsort(null, keys, offsets), ORDER),
  segmentedReduce: async (of) =>
    same(await of.segmentedReduce(null, keys, offsets, 'sum'), segmentsOf(keys).map(sumOf)),
  async segmentedTopK(of) {
    const { indices } = await of.segmentedTopK(null, keys, offsets, 5, { order: 'ascending' });
    return same(indices, joined(LENGTHS.map((length, s) => ORDER.slice(offsets[s], offsets[s] + Math.min(5, length)))));
  },
  async segmentedQuantile(of) {
    const found = await of.segmentedQuantile(null, keys, offsets, [0, 1]);
    const sorted = LENGTHS.map((_, s) => ORDER.slice(offsets[s], offsets[s + 1]).map((i) => keys[i]));
    return same(
      found,
      joined(sorted.map((part) => (part.length === 0 ? [Number.NaN, Number.NaN] : [part[0], part.at(-1)]))),
    );
  },
  async segmentedScan(of) {
    const running = segmentsOf(keys).map((part) => part.map((_, i) => sumOf(part.subarray(0, i + 1))));
    return same(await of.segmentedScan(null, keys, offsets, 'sum'), joined(running));
  },
  async segmentedRank(of) {
    const want = new Uint32Array(count);
    LENGTHS.forEach((length, s) => {
      for (let i = 0; i < length; i++) want[ORDER[offsets[s] + i]] = i + 1;
    });
    return same(await of.segmentedRank(null, keys, offsets), want);
  },
  async segmentedTransform(of) {
    const want = segmentsOf(keys).flatMap((part) => [...part].map((key, i) => key - (i > 0 ? part[i - 1] : 0)));
    return same(await of.segmentedTransform(null, keys, offsets, 'diff'), want);
  },
  async groupBy(of) {
    const ids = keys.map((key) => Math.abs(key) % 10);
    const tens = await of.groupBy(null, [ids, Uint8Array.from(rows, (row) => row % 2)], { inverse: true });
    const wrong = same(
      tens.groups,
      Array.from(rows, (row) => 2 * ids[row] + (row % 2)),
    );
    if (wrong) return wrong;
    const found = await of.groupBy(null, ids);
    const want = [...rows].sort((a, b) => ids[a] - ids[b] || a - b);
    return (
      same(
        found.keys,
        [...new Set(ids)].sort((a, b) => a - b),
      ) ?? same(found.rows, want)
    );
  },
  async reduceByKey(of) {
    const ids = keys.map((key) => Math.abs(key) % 10);
    const { result } = await of.reduceByKey(null, ids, keys, 'sum');
    return same(
      result,
      Array.from({ length: 10 }, (_, id) => sumOf(keys.filter((_, i) => ids[i] === id))),
    );
  },
};

/** Runs each call here, and in a worker. */
export async function anywhere(test, js, createJsWorker) {
  for (const [name, check] of Object.entries(CALLS)) await test(`without a GPU: ${name}`, () => check(js));
  const worker = createJsWorker();
  for (const [name, check] of Object.entries(CALLS)) await test(`in a worker: ${name}`, () => check(worker));
  await test('in a worker: progress and abort', async () => {
    const long = Float32Array.from({ length: 2 ** 23 }, (_, i) => (i * 7919) % 10007);
    const controller = new AbortController();
    let reports = 0;
    const onProgress = () => {
      reports++;
      controller.abort();
    };
    const options = { onProgress, signal: controller.signal };
    const code = await worker.segmentedSort(null, long, { size: 1024 }, options).then(
      () => 'no error',
      (error) => error.code,
    );
    return code === 'aborted' && reports > 0 ? undefined : `${code} after ${reports} reports`;
  });
  worker.close();
}
