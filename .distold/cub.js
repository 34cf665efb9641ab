import {
  argWish,
  deviceOperand,
  device_ptr,
  fixedSegments,
  isDevicePointer,
  key_value_pair,
  listedSegments,
  pointerRange,
  reducePlan,
  reduceWish,
  requireRoom,
  requireSameType,
  sortPlan,
  sortWish,
  typeLimits,
  uploadedWords
} from "./chunk-CCLUA247.js";
import {
  MOST_ITEMS,
  bufferRange,
  requireCount,
  requireDevice
} from "./chunk-SPITLEXG.js";
import {
  SegmentedError,
  knownDevices
} from "./chunk-Z5FYZ6LR.js";

// src/cub/device.ts
var current;
function cudaSetDevice(device) {
  requireDevice(device);
  current = device;
}
function onlyDevice() {
  const [device, ...others] = knownDevices();
  if (device && others.length === 0) return device;
  throw new SegmentedError(
    "invalid-option",
    `stream: its device is one of ${others.length + (device ? 1 : 0)}; allowed: any encoder after cudaSetDevice(device), or { device, encoder }`
  );
}
function openStream(stream) {
  const isObject = typeof stream === "object" && stream !== null;
  if (!isObject && stream !== void 0 && stream !== null) {
    throw new SegmentedError(
      "invalid-option",
      `stream: ${String(stream)}; allowed: a GPUCommandEncoder, a GPUComputePassEncoder, { device?, encoder?, tuning? }`
    );
  }
  const isEncoder = isObject && ("beginComputePass" in stream || "setPipeline" in stream);
  const given = isEncoder ? { encoder: stream } : stream ?? {};
  const device = given.device ?? current ?? onlyDevice();
  return { device, encoder: given.encoder, tuning: given.tuning === void 0 ? {} : { tuning: given.tuning } };
}

// src/cub/double_buffer.ts
var DoubleBuffer = class {
  d_buffers;
  /** Which of the two is `Current()`: 0 or 1. */
  selector;
  constructor(d_current, d_alternate, selector = 0) {
    this.d_buffers = [d_current, d_alternate];
    this.selector = selector;
  }
  Current() {
    return this.d_buffers[this.selector === 0 ? 0 : 1];
  }
  Alternate() {
    return this.d_buffers[this.selector === 0 ? 1 : 0];
  }
};
function isDoubleBuffer(value) {
  return typeof value === "object" && value !== null && "d_buffers" in value;
}

// src/cub/call.ts
function temporaryRange({ d_temp_storage, temp_storage_bytes }, needed) {
  const range = isDevicePointer(d_temp_storage) ? pointerRange("d_temp_storage", d_temp_storage) : bufferRange("d_temp_storage", d_temp_storage);
  const bytes = requireCount("temp_storage_bytes", temp_storage_bytes, range.size);
  if (bytes < needed) {
    throw new SegmentedError(
      "limit-exceeded",
      `temp_storage_bytes: ${bytes}; allowed: at least ${needed}, which the call with null gives`
    );
  }
  return { ...range, size: needed };
}
async function perform(temporary, { device, encoder }, planFor, record) {
  const asks = temporary.d_temp_storage === null || temporary.d_temp_storage === void 0;
  if (!asks && encoder === void 0) {
    throw new SegmentedError(
      "invalid-option",
      "stream: undefined; allowed: a GPUCommandEncoder or an open GPUComputePassEncoder, but with null as d_temp_storage"
    );
  }
  const plan = await planFor();
  if (asks || encoder === void 0) return plan.temporaryBytes;
  record(plan, {
    encoder,
    temporary: temporaryRange(temporary, plan.temporaryBytes),
    upload: (label, words) => uploadedWords(device, label, words)
  });
  return plan.temporaryBytes;
}
function requireNumber(name, value) {
  return requireCount(name, value, MOST_ITEMS);
}

// src/cub/reduce.ts
function readSegments(input, [num_segments, ...rest]) {
  const segmentCount = requireNumber("num_segments", num_segments);
  if (typeof rest[0] !== "number") {
    const [begin, end, ...tail2] = rest;
    const offsets = [begin, end];
    const segmentsOf = listedSegments(["d_begin_offsets", "d_end_offsets"], ...offsets, segmentCount);
    return { segmentCount, segmentsOf, itemCount: input.length, tail: tail2 };
  }
  const [segment_size, ...tail] = rest;
  const size = requireNumber("segment_size", segment_size);
  const itemCount = requireNumber("num_segments * segment_size", segmentCount * size);
  requireRoom(input, itemCount);
  return { segmentCount, segmentsOf: fixedSegments(size, segmentCount), itemCount, tail };
}
async function reduce(args, input, read, { wish, output, outputIndex }) {
  const [d_temp_storage, temp_storage_bytes] = args;
  if (read.tail.length > 1) {
    throw new SegmentedError("invalid-option", `arguments: ${read.tail.length - 1} too many; allowed: the stream last`);
  }
  const open = openStream(read.tail[0]);
  const { segmentCount, itemCount } = read;
  for (const each of [output, outputIndex]) if (each) requireRoom(each, segmentCount);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => reducePlan(open.device, { ...wish, maxItems: itemCount, maxSegments: segmentCount, ...open.tuning }),
    (plan, { encoder, temporary, upload }) => plan.encode(encoder, {
      input: input.range,
      output: output.range,
      ...outputIndex?.range ? { outputIndex: outputIndex.range } : {},
      segments: read.segmentsOf(upload),
      itemCount,
      temporary
    })
  );
}
var NAMES = { op: "reduction_op", initial: "initial_value" };
async function byOperator(args, read, input, op, initial) {
  const { wish, resultType } = reduceWish(input, op, initial, NAMES);
  const output = deviceOperand("d_out", args[3]);
  requireSameType(output, resultType, `what this operator makes of ${String(input.type)}`);
  return reduce(args, input, read, { wish, output });
}
function inputOf(args) {
  return deviceOperand("d_in", args[2]);
}
function named(op, initialOf) {
  return async (...args) => {
    const input = inputOf(args);
    const initial = typeof input.type === "string" ? initialOf?.(input.type) : void 0;
    return byOperator(args, readSegments(input, args.slice(4)), input, op, initial);
  };
}
function arg(op) {
  return async (...args) => {
    const input = inputOf(args);
    const { key, value } = args[3] ?? {};
    const outputIndex = deviceOperand("d_out.key", key);
    if (outputIndex.type !== "i32") requireSameType(outputIndex, "u32", "or i32");
    const output = deviceOperand("d_out.value", value);
    requireSameType(output, input.type, "as d_in is");
    const request = { wish: argWish(input, op), output, outputIndex };
    return reduce(args, input, readSegments(input, args.slice(4)), request);
  };
}
var generic = async (...args) => {
  const input = inputOf(args);
  const read = readSegments(input, args.slice(4));
  const [op, initial, ...tail] = read.tail;
  return byOperator(args, { ...read, tail }, input, op, initial);
};
var DeviceSegmentedReduce = {
  Reduce: generic,
  Sum: named("sum"),
  Min: named("min", (type) => typeLimits(type).max),
  Max: named("max", (type) => typeLimits(type).lowest),
  ArgMin: arg("argmin"),
  ArgMax: arg("argmax")
};

// src/cub/sort.ts
function takeBuffers(name, args, doubled) {
  if (isDoubleBuffer(args[0]) !== doubled) {
    const [found, allowed] = doubled ? ["no DoubleBuffer", "one, as d_keys"] : ["a DoubleBuffer", "none, as d_keys_in"];
    throw new SegmentedError("invalid-option", `${name}: ${found}; allowed: ${allowed}`);
  }
  const double = doubled ? args.shift() : void 0;
  const given = double ? [double.Current(), double.Alternate()] : args.splice(0, 2);
  const names = double ? [`${name}.Current()`, `${name}.Alternate()`] : [`${name}_in`, `${name}_out`];
  const [input, output] = given.map((each, i) => deviceOperand(names[i], each));
  return { double, inAndOut: [input, output] };
}
function takeTail(args, radix) {
  if (args.length > (radix ? 3 : 1)) {
    throw new SegmentedError(
      "invalid-option",
      `arguments: ${args.length - (radix ? 3 : 1)} too many; allowed: the stream last`
    );
  }
  const stream = typeof args.at(-1) === "number" && radix ? void 0 : args.pop();
  const [begin_bit, end_bit] = args;
  return { stream, begin_bit, end_bit };
}
async function sort({ pairs, descending, radix }, args) {
  const [d_temp_storage, temp_storage_bytes, ...rest] = args;
  const doubled = isDoubleBuffer(rest[0]);
  const keys = takeBuffers("d_keys", rest, doubled);
  const values = pairs ? takeBuffers("d_values", rest, doubled) : void 0;
  const [num_items, num_segments, begin, end, ...tail] = rest;
  const { stream, begin_bit, end_bit } = takeTail(tail, radix);
  const itemCount = requireNumber("num_items", num_items);
  const segmentCount = requireNumber("num_segments", num_segments);
  const offsets = [begin, end];
  const segmentsOf = listedSegments(["d_begin_offsets", "d_end_offsets"], ...offsets, segmentCount);
  const counts = { itemCount, segmentCount, descending, begin_bit, end_bit };
  const wish = sortWish({ ...counts, keys: keys.inAndOut, values: values?.inAndOut });
  const open = openStream(stream);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => sortPlan(open.device, { ...wish, ...open.tuning }),
    (plan, { encoder, temporary, upload }) => {
      const [keysIn, keysOut] = ranges(keys.inAndOut);
      const [valuesIn, valuesOut] = values ? ranges(values.inAndOut) : [];
      const withValues = valuesIn && valuesOut ? { valuesIn, valuesOut } : {};
      const segments = segmentsOf(upload);
      plan.encode(encoder, { keysIn, keysOut, ...withValues, segments, itemCount, temporary });
      if (itemCount === 0 || segmentCount === 0) return;
      for (const double of [keys.double, values?.double]) if (double) double.selector = double.selector === 0 ? 1 : 0;
    }
  );
}
function ranges(inAndOut) {
  return inAndOut.map(({ range }) => range);
}
function calls(names, radix) {
  const made = names.map((name) => {
    const kind = { pairs: name.includes("Pairs"), descending: name.endsWith("Descending"), radix };
    return [name, (...args) => sort(kind, args)];
  });
  return Object.fromEntries(made);
}
var NAMES2 = ["SortKeys", "SortKeysDescending", "SortPairs", "SortPairsDescending"];
var STABLE_NAMES = [
  "StableSortKeys",
  "StableSortKeysDescending",
  "StableSortPairs",
  "StableSortPairsDescending"
];
var DeviceSegmentedSort = calls([...NAMES2, ...STABLE_NAMES], false);
var DeviceSegmentedRadixSort = calls(NAMES2, true);
export {
  DeviceSegmentedRadixSort,
  DeviceSegmentedReduce,
  DeviceSegmentedSort,
  DoubleBuffer,
  key_value_pair as KeyValuePair,
  SegmentedError,
  cudaSetDevice,
  device_ptr
};
//# sourceMappingURL=cub.js.map