import {
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey
} from "./chunk-SMQHIJC2.js";
import {
  HostCall,
  createSegmentedReduce,
  createSegmentedSort,
  deviceDescriptor,
  deviceFacts,
  familyOf,
  laidOver,
  requireCount,
  requireObject,
  requireTuning,
  requireWork,
  tuningTable
} from "./chunk-SPITLEXG.js";
import {
  SegmentedError,
  refused
} from "./chunk-Z5FYZ6LR.js";

// src/sort/double_buffer.ts
var DoubleBuffer = class {
  #buffers;
  /** Which of the two constructor arguments is `current`: 0 or 1. */
  selector;
  constructor(current, alternate, selector = 0) {
    this.#buffers = [current, alternate];
    this.selector = selector;
  }
  get current() {
    return this.#buffers[this.selector];
  }
  get alternate() {
    return this.#buffers[this.selector === 0 ? 1 : 0];
  }
};

// src/tune/candidates.ts
function setting(path, value) {
  return path.split(".").reduceRight((inner, name) => ({ [name]: inner }), value);
}
var choice = (of) => (path, ...values) => ({
  of,
  candidates: values.map((value) => setting(path, value))
});
var sort = choice("sort");
var reduce = choice("reduce");
var large = (tile, workgroup) => ({
  sort: { large: { tile, workgroup }, medium: { limits: [tile / 4, tile / 2, tile] } }
});
var CHOICES = {
  family: [sort("family", "cpu", "gpu"), reduce("family", "cpu", "gpu")],
  cpu: [
    sort("sort.medium.mergedMost", 0, 1024, 32768),
    sort("sort.digitBits", 4),
    reduce("reduce.flat.tile", 2032, 8176),
    sort("sort.small.workgroup", 64, 128),
    sort("sort.small.itemsWanted", 8, 16),
    sort("sort.large.tile", 2032),
    reduce("reduce.workgroup", 16, 32),
    sort("partition.segmentsPerLane", 240),
    reduce("reduce.vectors", true, false)
  ],
  gpu: [
    { of: "sort", candidates: [large(4096, 256), large(2048, 128), large(4096, 512)] },
    sort("sort.small.itemsWanted", 2, 8),
    sort("sort.small.workgroup", 128, 256),
    reduce("reduce.flat.tile", 2048, 8192),
    sort("sort.digitBits", 4),
    sort("sort.large.scatter", "direct"),
    reduce("reduce.vectors", false),
    sort("sort.medium.workgroup", 128, 512),
    sort("partition.segmentsPerLane", 16),
    sort("sort.earlyOut", false)
  ]
};

// src/tune/trial.ts
var POISON = 3735928559;
async function planned(device, { of, keys, offsets }, tuning, buffers) {
  const count = offsets.length - 1;
  const room = { maxItems: keys.length, maxSegments: count, tuning };
  const segments = { offsets: buffers.offsets, count };
  if (of === "sort") {
    const plan2 = await createSegmentedSort(device, { keyType: "u32", ...room });
    const io2 = { keysIn: buffers.keys, keysOut: buffers.output, segments };
    return { encode: (encoder) => plan2.encode(encoder, io2), destroy: () => plan2.destroy() };
  }
  const plan = await createSegmentedReduce(device, { type: "u32", op: "sum", ...room });
  const io = { input: buffers.keys, output: buffers.output, segments };
  return { encode: (encoder) => plan.encode(encoder, io), destroy: () => plan.destroy() };
}
async function trialOf(device, workload, tuning) {
  const own = new HostCall(device);
  const bytes = workload.expected.byteLength;
  const output = own.storage("tune output", bytes);
  const keys = own.uploadWords("tune keys", workload.keys);
  const buffers = { keys, offsets: own.uploadWords("tune offsets", workload.offsets), output };
  let plan;
  try {
    plan = await planned(device, workload, tuning, buffers);
  } catch (error) {
    own.end();
    throw error;
  }
  device.queue.writeBuffer(output, 0, new Uint32Array(bytes / 4).fill(POISON));
  return {
    async run() {
      const encoder = device.createCommandEncoder({ label: "tune" });
      plan.encode(encoder);
      const start = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      return performance.now() - start;
    },
    async isRight() {
      const copy = new HostCall(device);
      try {
        const read = copy.readback(output, bytes);
        await copy.submit();
        const found = new Uint32Array(read().buffer);
        return workload.expected.every((word, i) => word === found[i]);
      } finally {
        copy.end();
      }
    },
    end() {
      plan.destroy();
      own.end();
    }
  };
}

// src/tune/workloads.ts
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
var MEANS = [8, 64, 340, 1500];
function offsetsOf(mean, items, random) {
  const offsets = [0];
  for (let end = 0; end < items; ) {
    end = mean === items ? items : Math.min(items, end + 1 + random() % (2 * mean - 1));
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}
function sorted(keys, offsets) {
  const copy = keys.slice();
  offsets.forEach((begin, s) => {
    copy.subarray(begin, offsets[s + 1] ?? begin).sort();
  });
  return copy;
}
function sums(keys, offsets) {
  return Uint32Array.from(
    { length: offsets.length - 1 },
    (_, s) => keys.subarray(offsets[s], offsets[s + 1]).reduce((sum, key) => sum + key >>> 0, 0)
  );
}
function workloads(items, operations) {
  const random = generator(625341585);
  const keys = Uint32Array.from({ length: items }, random);
  return [...MEANS, items].flatMap((mean) => {
    const offsets = offsetsOf(mean, items, random);
    const name = `segments of about ${mean}`;
    return operations.map((of) => {
      const expected = of === "sort" ? sorted(keys, offsets) : sums(keys, offsets);
      return { name, of, keys, offsets, expected };
    });
  });
}

// src/tune/tune.ts
var WORTH_TAKING = 0.97;
var ROUNDS = 5;
async function ratioOn(device, workload, best, candidate) {
  const trials = [];
  try {
    for (const tuning of [best, candidate]) trials.push(await trialOf(device, workload, tuning));
    const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, trial] of trials.entries()) {
        const time = await trial.run();
        if (round > 0) times[i] = Math.min(times[i], time);
      }
    }
    if (!await trials[1].isRight()) throw new Error(`wrong answers for ${workload.name}`);
    return times[1] / Math.max(times[0], 1e-3);
  } finally {
    for (const trial of trials) trial.end();
  }
}
async function ratioOf(device, given, best, candidate) {
  let logs = 0;
  for (const workload of given) logs += Math.log(await ratioOn(device, workload, best, candidate));
  return Math.exp(logs / given.length);
}
function isSettled(given, candidate) {
  if (given === void 0) return false;
  if (typeof given !== "object" || typeof candidate !== "object" || Array.isArray(candidate)) return true;
  const own = given;
  return Object.entries(candidate).some(([name, value]) => isSettled(own[name], value));
}
function checkedOptions(options) {
  requireObject("options", options);
  const { operations = ["sort", "reduce"], budget = 15e3, items = 2 ** 20, from = {} } = options;
  if (!Array.isArray(operations) || operations.some((name) => name !== "sort" && name !== "reduce")) {
    throw refused("invalid-option", "operations", operations, "a list of 'sort', 'reduce'");
  }
  if (typeof budget !== "number" || !(budget >= 0)) {
    throw refused("invalid-option", "budget", budget, "milliseconds from 0");
  }
  return { operations, budget, items: Math.max(1, requireCount("items", items, 2 ** 26)), from: requireTuning(from) };
}
async function tune(device, options = {}) {
  const { operations, budget, items, from } = checkedOptions(options);
  const facts = deviceFacts(device);
  tuningTable(facts, from);
  const start = performance.now();
  const given = workloads(items, operations);
  let best = from;
  const wanted = (choices) => choices.filter(({ of, candidates }) => operations.includes(of) && !candidates.some((c) => isSettled(from, c)));
  const families = wanted(CHOICES.family).slice(0, 1);
  const choicesNow = () => [...families, ...wanted(CHOICES[familyOf(facts, best)])];
  let done = 0;
  for (let at = 0; at < choicesNow().length; at++) {
    const { of, candidates } = choicesNow()[at];
    const workloadsOf = given.filter((workload) => workload.of === of);
    const before = best;
    let lowest = WORTH_TAKING;
    for (const candidate of candidates) {
      requireWork(options);
      if (performance.now() - start > budget) return best;
      const total = choicesNow().reduce((sum, choice2) => sum + choice2.candidates.length, 0);
      const tried = laidOver(before, candidate);
      const progress = { done: ++done, total, elapsed: 0, candidate, taken: false };
      try {
        if (9 * (candidate.sort?.large?.tile ?? 0) + 10240 > facts.workgroupStorageBytes) throw new Error("too large");
        progress.ratio = await ratioOf(device, workloadsOf, before, tried);
        progress.taken = progress.ratio < lowest;
      } catch (error) {
        if (error instanceof SegmentedError && error.code === "device-lost") throw error;
        progress.failed = error instanceof Error ? error.message : String(error);
      }
      if (progress.taken) {
        best = tried;
        lowest = progress.ratio;
      }
      progress.elapsed = performance.now() - start;
      options.onProgress?.(progress);
    }
  }
  return best;
}
export {
  DoubleBuffer,
  SegmentedError,
  createSegmentedReduce,
  createSegmentedSort,
  deviceDescriptor,
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
  tune
};
//# sourceMappingURL=index.js.map