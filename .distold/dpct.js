import {
  argWish,
  device_ptr,
  fixedSegments,
  isDevicePointer,
  key_value_pair,
  listedSegments,
  numbersOf,
  operand,
  reducePlan,
  reduceWish,
  requireFlag,
  requireRoom,
  requireSameType,
  sharedScratch,
  sortPlan,
  sortWish,
  uploaded,
  uploadedWords
} from "./chunk-CCLUA247.js";
import {
  MOST_ITEMS,
  hostCall,
  requireCount,
  requireDevice,
  typeBytes
} from "./chunk-SPITLEXG.js";
import {
  SegmentedError
} from "./chunk-Z5FYZ6LR.js";

// src/dpct/io_iterator_pair.ts
var io_iterator_pair = class {
  iter;
  /** Whether the two have changed places. */
  selector;
  constructor(first, second, selector = false) {
    this.iter = [first, second];
    this.selector = selector;
  }
  first() {
    return this.iter[this.selector ? 1 : 0];
  }
  second() {
    return this.iter[this.selector ? 0 : 1];
  }
  swap() {
    this.selector = !this.selector;
  }
};
function isPair(value) {
  return typeof value === "object" && value !== null && "iter" in value && "swap" in value;
}

// src/dpct/policy.ts
function requirePolicy(name, policy) {
  if (typeof policy !== "object" || policy === null || !("device" in policy)) {
    throw new SegmentedError("invalid-option", `${name}: ${String(policy)}; allowed: { device, encoder?, tuning? }`);
  }
  requireDevice(policy.device);
  return policy;
}
function requireReturn({ encoder }, name, isHost) {
  if (!encoder || !isHost) return;
  throw new SegmentedError(
    "invalid-option",
    `${name}: an array of the host; allowed with an encoder: device_ptr(buffer, type), for a recorded call brings nothing back`
  );
}
function itemBytes({ type }, count) {
  return count * typeBytes(type);
}
function hostBytes(from, count) {
  return from.host.items.bytes.subarray(0, itemBytes(from, count));
}
function submittingPlace(call, temporaryBytes, results) {
  return {
    encoder: call.encoder,
    temporary: call.storage("temporary", temporaryBytes),
    upload: (label, words) => call.uploadWords(label, words),
    input: (from, count) => from.range ?? call.upload(from.name, hostBytes(from, count)),
    output: (to, count) => {
      if (to.range) return to.range;
      const { buffer, byteOffset } = to.host.array;
      const before = hostBytes(to, count).slice();
      const made = call.upload(to.name, before);
      const take = (found) => {
        const bytes = new Uint8Array(buffer, byteOffset, before.length);
        for (const [i, byte] of found.entries()) if (byte !== before[i]) bytes[i] = byte;
      };
      results.push({ buffer: made, bytes: before.length, take });
      return made;
    },
    result: (label, bytes, take) => {
      const buffer = call.storage(label, bytes);
      results.push({ buffer, bytes, take });
      return buffer;
    }
  };
}
async function record({ device }, encoder, temporaryBytes, work) {
  const buffer = await sharedScratch(device, temporaryBytes);
  const refused = () => {
    throw new Error("results of a recorded call stay on the device");
  };
  work({
    encoder,
    temporary: { buffer, size: temporaryBytes },
    upload: (label, words) => uploadedWords(device, label, words),
    input: (from, count) => from.range ?? uploaded(device, from.name, hostBytes(from, count)),
    output: (to) => to.range ?? refused(),
    result: refused
  });
}
async function perform(policy, temporaryBytes, work) {
  const { device, encoder } = policy;
  if (encoder) return record(policy, encoder, temporaryBytes, work);
  await hostCall(device, (call) => {
    const results = [];
    work(submittingPlace(call, temporaryBytes, results));
    const reads = results.map(({ buffer, bytes }) => call.readback(buffer, bytes));
    return () => {
      reads.forEach((read, i) => {
        results[i]?.take(read());
      });
    };
  });
  await device.queue.onSubmittedWorkDone();
}

// src/dpct/reduce.ts
function segmentsOf(input, count, name, begin, end) {
  const segmentCount = requireCount(name, count, MOST_ITEMS);
  const segments = listedSegments(["begin_offsets", "end_offsets"], begin, end, segmentCount);
  return { itemCount: input.length, segmentCount, segmentsOf: segments };
}
function apart(policy, name, input, count, key, value) {
  const [keys, values] = [operand(`${name}.key`, key), operand(`${name}.value`, value)];
  if (keys.type !== "i32") requireSameType(keys, "u32", "or i32");
  requireSameType(values, input.type, `as ${input.name} is`);
  for (const each of [keys, values]) {
    requireRoom(each, count);
    requireReturn(policy, each.name, each.host !== void 0);
  }
  return { bind: (place) => ({ output: place.output(values, count), outputIndex: place.output(keys, count) }) };
}
function argTarget(policy, name, input, count, output) {
  if (typeof output !== "object" || output === null || ArrayBuffer.isView(output) || isDevicePointer(output)) {
    const found = isDevicePointer(output) ? "one handle" : ArrayBuffer.isView(output) ? "a typed array" : String(output);
    throw new SegmentedError(
      "unsupported-type",
      `${name}: ${found} is not supported; allowed: a plain array, or { key, value } of two handles or arrays`
    );
  }
  if (!Array.isArray(output)) return apart(policy, name, input, count, output.key, output.value);
  requireReturn(policy, name, true);
  let keys = [];
  const takeKeys = (bytes) => {
    keys = numbersOf("u32", bytes);
  };
  const takeValues = (bytes) => {
    numbersOf(input.type, bytes).forEach((value, i) => {
      output[i] = new key_value_pair(keys[i], value);
    });
  };
  return {
    // Keys before values: their bytes are handed over in this order.
    bind: (place) => ({
      outputIndex: place.result(`${name}.key`, 4 * count, takeKeys),
      output: place.result(`${name}.value`, typeBytes(input.type) * count, takeValues)
    })
  };
}
async function arg(op, policy, input, [name, output], { itemCount, segmentCount, segmentsOf: segmentsOf2 }) {
  const wish = argWish(input, op);
  const target = argTarget(policy, name, input, segmentCount, output);
  const { device, tuning } = policy;
  const bounds = { maxItems: itemCount, maxSegments: segmentCount };
  const plan = await reducePlan(device, { ...wish, ...bounds, ...tuning === void 0 ? {} : { tuning } });
  await perform(policy, plan.temporaryBytes, (place) => {
    const { encoder, temporary } = place;
    const segments = segmentsOf2(place.upload);
    plan.encode(encoder, {
      input: place.input(input, itemCount),
      ...target.bind(place),
      segments,
      itemCount,
      temporary
    });
  });
}
async function argOfAll(op, policy, input, output, n) {
  requirePolicy("policy", policy);
  const read = operand("input", input);
  const itemCount = requireCount("n", n, MOST_ITEMS);
  requireRoom(read, itemCount);
  const segments = { itemCount, segmentCount: 1, segmentsOf: fixedSegments(itemCount, 1) };
  return arg(op, policy, read, ["output", output], segments);
}
async function argOfEach(op, policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets) {
  requirePolicy("policy", policy);
  const read = operand("keys_in", keys_in);
  const segments = segmentsOf(read, nsegments, "nsegments", begin_offsets, end_offsets);
  return arg(op, policy, read, ["keys_out", keys_out], segments);
}
async function reduce_argmin(policy, input, output, n) {
  return argOfAll("argmin", policy, input, output, n);
}
async function reduce_argmax(policy, input, output, n) {
  return argOfAll("argmax", policy, input, output, n);
}
async function segmented_reduce_argmin(policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets) {
  return argOfEach("argmin", policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets);
}
async function segmented_reduce_argmax(policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets) {
  return argOfEach("argmax", policy, keys_in, keys_out, nsegments, begin_offsets, end_offsets);
}
var NAMES = { op: "binary_op", initial: "init" };
async function segmented_reduce(queue, inputs, outputs, segment_count, begin_offsets, end_offsets, binary_op, init) {
  const { device, tuning } = requirePolicy("queue", queue);
  const [input, output] = [operand("inputs", inputs), operand("outputs", outputs)];
  const { wish, resultType } = reduceWish(input, binary_op, init, NAMES);
  requireSameType(output, resultType, `what binary_op makes of ${String(input.type)}`);
  const read = segmentsOf(input, segment_count, "segment_count", begin_offsets, end_offsets);
  const { itemCount, segmentCount } = read;
  requireRoom(output, segmentCount);
  requireReturn(queue, output.name, output.host !== void 0);
  const bounds = { maxItems: itemCount, maxSegments: segmentCount };
  const plan = await reducePlan(device, { ...wish, ...bounds, ...tuning === void 0 ? {} : { tuning } });
  await perform(
    queue,
    plan.temporaryBytes,
    (place) => plan.encode(place.encoder, {
      input: place.input(input, itemCount),
      output: place.output(output, segmentCount),
      segments: read.segmentsOf(place.upload),
      itemCount,
      temporary: place.temporary
    })
  );
}

// src/dpct/sort.ts
function takeArrays(name, args, paired) {
  if (isPair(args[0]) !== paired) {
    const [found, allowed] = paired ? ["no io_iterator_pair", "one, as keys"] : ["an io_iterator_pair", "none, as keys_in"];
    throw new SegmentedError("invalid-option", `${name}: ${found}; allowed: ${allowed}`);
  }
  const pair = paired ? args.shift() : void 0;
  const given = pair ? [pair.first(), pair.second()] : args.splice(0, 2);
  const names = pair ? [`${name}.first()`, `${name}.second()`] : [`${name}_in`, `${name}_out`];
  const [input, output] = given.map((each, i) => operand(names[i], each));
  return { pair, inAndOut: [input, output] };
}
function takeSegments(args, segmented) {
  const itemCount = requireCount("n", args.shift(), MOST_ITEMS);
  if (!segmented) return { itemCount, segmentCount: 1, segmentsOf: fixedSegments(itemCount, 1) };
  const [nsegments, begin, end] = args.splice(0, 3);
  const segmentCount = requireCount("nsegments", nsegments, MOST_ITEMS);
  const segmentsOf2 = listedSegments(["begin_offsets", "end_offsets"], begin, end, segmentCount);
  return { itemCount, segmentCount, segmentsOf: segmentsOf2 };
}
function readOptions(args, paired) {
  const most = paired ? 4 : 3;
  if (args.length > most) {
    throw new SegmentedError(
      "invalid-option",
      `arguments: ${args.length - most} too many; allowed: descending, ${paired ? "do_swap_iters, " : ""}begin_bit, end_bit last`
    );
  }
  const descending = requireFlag("descending", args[0] ?? false);
  const swaps = paired && requireFlag("do_swap_iters", args[1] ?? false);
  const [begin_bit, end_bit] = args.slice(paired ? 2 : 1);
  return { descending, swaps, begin_bit, end_bit };
}
async function sort(policy, args, kind) {
  const { device, tuning } = requirePolicy("policy", policy);
  const paired = isPair(args[0]);
  const keys = takeArrays("keys", args, paired);
  const values = kind.pairs ? takeArrays("values", args, paired) : void 0;
  const { itemCount, segmentCount, segmentsOf: segmentsOf2 } = takeSegments(args, kind.segmented);
  const { descending, swaps, begin_bit, end_bit } = readOptions(args, paired);
  const inAndOuts = { keys: keys.inAndOut, values: values?.inAndOut };
  for (const each of Object.values(inAndOuts))
    if (each) requireReturn(policy, each[1].name, each[1].host !== void 0);
  const wish = sortWish({ ...inAndOuts, itemCount, segmentCount, descending, begin_bit, end_bit });
  const plan = await sortPlan(device, { ...wish, ...tuning === void 0 ? {} : { tuning } });
  await perform(policy, plan.temporaryBytes, (place) => {
    const both = ([input, output]) => [place.input(input, itemCount), place.output(output, itemCount)];
    const [keysIn, keysOut] = both(keys.inAndOut);
    const [valuesIn, valuesOut] = values ? both(values.inAndOut) : [];
    const { encoder, temporary } = place;
    plan.encode(encoder, {
      keysIn,
      keysOut,
      ...valuesIn && valuesOut ? { valuesIn, valuesOut } : {},
      segments: segmentsOf2(place.upload),
      itemCount,
      temporary
    });
  });
  if (swaps) for (const pair of [keys.pair, values?.pair]) pair?.swap();
}
async function sort_keys(policy, ...args) {
  return sort(policy, args, { pairs: false, segmented: false });
}
async function sort_pairs(policy, ...args) {
  return sort(policy, args, { pairs: true, segmented: false });
}
async function segmented_sort_keys(policy, ...args) {
  return sort(policy, args, { pairs: false, segmented: true });
}
async function segmented_sort_pairs(policy, ...args) {
  return sort(policy, args, { pairs: true, segmented: true });
}
export {
  SegmentedError,
  device_ptr,
  io_iterator_pair,
  key_value_pair,
  reduce_argmax,
  reduce_argmin,
  segmented_reduce,
  segmented_reduce_argmax,
  segmented_reduce_argmin,
  segmented_sort_keys,
  segmented_sort_pairs,
  sort_keys,
  sort_pairs
};
//# sourceMappingURL=dpct.js.map