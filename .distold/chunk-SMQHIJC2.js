import {
  LEAF,
  VALUE_BYTES,
  hostCall,
  hostItems,
  lackOfRoom,
  nameOf,
  plannedReduce,
  plannedSort,
  reduceOperation,
  reduceParts,
  reduceRequest,
  requireAttached,
  requireBounds,
  requireCount,
  requireDevice,
  requireFit,
  requireObject,
  requireOneOf,
  requireTuning,
  requireWork,
  scalarOf,
  sortOfLengths,
  sortOrder,
  stageSpec,
  unsupported,
  uploadSegments
} from "./chunk-SPITLEXG.js";
import {
  refused
} from "./chunk-Z5FYZ6LR.js";

// src/host/segments.ts
function requireOffset(name, value, index, itemCount) {
  if (Number.isInteger(value) && value >= 0 && value <= itemCount) return;
  throw refused(
    "offsets-out-of-range",
    "segments",
    `${name} ${index} is ${value}`,
    `whole numbers from 0 to the item count ${itemCount}`
  );
}
function requireOffsetArray(name, value, allowed) {
  if (Array.isArray(value)) return value;
  if (nameOf(value) !== "Uint32Array") throw unsupported(name, nameOf(value), allowed);
  requireAttached(name, value);
  return value.slice();
}
function offsetWords(offsets) {
  return Array.isArray(offsets) ? Uint32Array.from(offsets) : offsets;
}
function checkOffsets(given, itemCount) {
  if (given.length === 0) {
    throw refused("length-mismatch", "segments", "0 offsets", "segmentCount + 1 of them, at least 1");
  }
  let longest = 0;
  let previous = 0;
  for (let i = 0; i < given.length; i++) {
    const value = given[i];
    requireOffset("offset", value, i, itemCount);
    if (value < previous) {
      throw refused(
        "offsets-not-monotonic",
        "segments",
        `offset ${i} is ${value}, less than offset ${i - 1}, which is ${previous}`,
        "offsets that never fall"
      );
    }
    if (i > 0 && value - previous > longest) longest = value - previous;
    previous = value;
  }
  const coversAll = given[0] === 0 && previous === itemCount;
  return { count: given.length - 1, longest, coversAll, offsets: offsetWords(given) };
}
function checkRanges(begin, end, itemCount, mayOverlap) {
  if (begin.length !== end.length) {
    throw refused(
      "length-mismatch",
      "segments.end",
      `${end.length} of them`,
      `one a segment, as segments.begin has ${begin.length}`
    );
  }
  let longest = 0;
  for (let i = 0; i < begin.length; i++) {
    const from = begin[i];
    const to = end[i];
    requireOffset("begin", from, i, itemCount);
    requireOffset("end", to, i, itemCount);
    if (from > to) {
      throw refused(
        "offsets-not-monotonic",
        "segments",
        `begin ${i} is ${from}, past end ${i}, which is ${to}`,
        "begin at most end"
      );
    }
    longest = Math.max(longest, to - from);
  }
  const ranges = { begin: offsetWords(begin), end: offsetWords(end) };
  if (!mayOverlap) requireApart(ranges);
  return { count: begin.length, longest, coversAll: false, ranges };
}
function idsByBegin(begin) {
  return begin.map((_, id) => id).sort((a, b) => begin[a] - begin[b]);
}
function requireApart({ begin, end }) {
  let order;
  for (let i = 1; i < begin.length && !order; i++) {
    if (begin[i] < begin[i - 1]) order = idsByBegin(begin);
  }
  let last = -1;
  for (let k = 0; k < begin.length; k++) {
    const i = order ? order[k] : k;
    if (begin[i] === end[i]) continue;
    if (last >= 0 && begin[i] < end[last]) {
      throw refused(
        "segments-overlap",
        "segments",
        `segment ${last} (${begin[last]} to ${end[last]}) and segment ${i} (${begin[i]} to ${end[i]}) overlap`,
        "segments that share no item"
      );
    }
    last = i;
  }
}
function checkFixed(size, count, itemCount) {
  if (typeof size !== "number" || !Number.isInteger(size) || size <= 0) {
    throw refused("invalid-option", "segments.size", size, "whole numbers from 1");
  }
  if (count === void 0 && itemCount % size !== 0) {
    throw refused(
      "length-mismatch",
      "segments.size",
      `${size} does not divide the item count ${itemCount}`,
      "a divisor, or a count beside it"
    );
  }
  const segments = requireCount("segments.count", count ?? itemCount / size, Number.MAX_SAFE_INTEGER, "invalid-option");
  requireFit({ size, segments }, itemCount);
  return { count: segments, longest: segments > 0 ? size : 0, coversAll: segments * size === itemCount, size };
}
function checkSegments(segments, itemCount, mayOverlap) {
  const given = Object(segments);
  if ("begin" in given && "end" in given) {
    const allowed2 = "Uint32Array, number[]";
    const begin = requireOffsetArray("segments.begin", given.begin, allowed2);
    return checkRanges(begin, requireOffsetArray("segments.end", given.end, allowed2), itemCount, mayOverlap);
  }
  if ("size" in given) return checkFixed(given.size, given.count, itemCount);
  const allowed = "Uint32Array or number[] of segmentCount + 1 offsets, { begin, end } or { size, count? }";
  return checkOffsets(requireOffsetArray("segments", segments, allowed), itemCount);
}
function segmentBounds({ offsets, ranges, size }, i) {
  if (offsets) return [offsets[i], offsets[i + 1]];
  if (ranges) return [ranges.begin[i], ranges.end[i]];
  return [i * size, (i + 1) * size];
}
function lengthsHeld(segments) {
  const octaves = [];
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    octaves[32 - Math.clz32(Math.max(end - begin, 1) - 1)] = true;
  }
  return (least, most) => octaves.some((held, k) => held && (k === 0 ? 0 : 2 ** (k - 1) + 1) <= most && 2 ** k >= least);
}

// src/host/batches.ts
function bindingBytes({ limits }, tuning) {
  const { maxStorageBufferBindingSize, maxBufferSize } = limits;
  return Math.min(maxStorageBufferBindingSize, maxBufferSize, tuning?.maxBindingBytes ?? maxBufferSize) - 512;
}
function roomyLimits({ items, segments }, there, hasRoom) {
  const [most, many] = [Math.min(items, there.items), Math.min(segments, there.segments)];
  if (most + many < 2 ** 20 || hasRoom(most, many)) return { items, segments };
  return roomyLimits({ items: items >> 1, segments: segments >> 1 }, there, hasRoom);
}
async function inBatches({ batches, long, items }, onProgress, doBatch, doLong) {
  let done = 0;
  const report = (more) => {
    done += more;
    onProgress?.({ done, total: items });
  };
  for (const batch of batches) {
    await doBatch(batch);
    report(batch.itemCount);
  }
  for (const segment of long) await doLong(segment, report);
}
function closed({ first, end, ids, begins, ends }) {
  const begin = Uint32Array.from(begins, (item) => item - first);
  const longest = begins.reduce((most, item, i) => Math.max(most, ends[i] - item), 0);
  const ranges = { begin, end: Uint32Array.from(ends, (item) => item - first) };
  const segments = { count: ids.length, longest, coversAll: false, ranges };
  return { firstItem: first, itemCount: end - first, ids, segments };
}
function planBatches(segments, itemCount, limits) {
  if (itemCount <= limits.items && segments.count <= limits.segments) {
    return { batches: [{ firstItem: 0, itemCount, ids: void 0, segments }], long: [], items: itemCount };
  }
  const batches = [];
  const long = [];
  let open;
  const order = segments.ranges && idsByBegin(segments.ranges.begin);
  for (let k = 0; k < segments.count; k++) {
    const id = order?.[k] ?? k;
    const [begin, end] = segmentBounds(segments, id);
    if (end - begin > limits.items) {
      long.push({ id, begin, length: end - begin });
      continue;
    }
    const empty = begin === end;
    const fits = open && open.ids.length < limits.segments && (empty || end - open.first <= limits.items);
    if (!open || !fits) {
      if (open) batches.push(closed(open));
      open = { first: begin, end: begin, ids: [], begins: [], ends: [] };
    }
    open.ids.push(id);
    open.begins.push(empty ? open.first : begin);
    open.ends.push(empty ? open.first : end);
    open.end = Math.max(open.end, empty ? open.first : end);
  }
  if (open) batches.push(closed(open));
  const sum = (counts) => counts.reduce((all, count) => all + count, 0);
  const items = sum(batches.map((batch) => batch.itemCount)) + sum(long.map(({ length }) => length));
  return { batches, long, items };
}

// src/reduce/host.ts
function batchLimits({ device, request, input, parts, tuning }, segments) {
  const bytes = bindingBytes(device, tuning);
  const { outputs, scratchWords } = parts.results;
  const segmentBytes = Math.max(8, 4 * scratchWords, ...outputs.map((output) => output.bytes));
  const limits = { items: Math.floor(bytes / input.itemBytes), segments: Math.floor(bytes / segmentBytes) };
  return roomyLimits(limits, { items: input.length, segments: segments.count }, (maxItems, maxSegments) => {
    const bounds = { maxItems, maxSegments, maxSegmentSize: segments.longest };
    return !lackOfRoom(device, plannedReduce(device, stageSpec(request, "whole", bounds), tuning));
  });
}
async function withStage({ device, request, tuning }, stage, bounds, work) {
  const reduce = await reduceOperation(device, stageSpec(request, stage, requireBounds(bounds)), tuning);
  try {
    return await work(reduce);
  } finally {
    reduce.destroy();
  }
}
function deliver(call, { ids, segments }, found) {
  call.parts.results.outputs.forEach(({ bytes }, k) => {
    const from = found[k];
    const to = call.results[k];
    if (!ids) {
      to.set(from);
      return;
    }
    for (let i = 0; i < segments.count; i++) {
      to.set(from.subarray(i * bytes, (i + 1) * bytes), ids[i] * bytes);
    }
  });
}
function callStage({ device, signal }, reduce, { bytes, itemBytes, segments, first }, outputs) {
  return hostCall(
    device,
    (gpu) => {
      const sized = outputs.map((output) => ({ ...output, size: segments.count * output.bytes }));
      const ranges = Object.fromEntries(sized.map(({ argument, size }) => [argument, gpu.storage(argument, size)]));
      const reads = sized.map(({ argument, size }) => [ranges[argument], size]);
      if (first !== void 0) ranges.indexBase = gpu.uploadWords("index base", Uint32Array.of(first));
      const input = gpu.upload("input", bytes);
      const itemCount = bytes.length / itemBytes;
      reduce.encodeStage(gpu.encoder, { input, segments: uploadSegments(gpu, segments), itemCount }, ranges, itemBytes);
      const found = reads.map(([buffer, size]) => gpu.readback(buffer, size));
      return () => found.map((read) => read());
    },
    signal
  );
}
function toResults(call, stage, input) {
  const { count, longest } = input.segments;
  const bounds = { maxItems: input.bytes.length / input.itemBytes, maxSegments: count, maxSegmentSize: longest };
  return withStage(call, stage, bounds, (reduce) => callStage(call, reduce, input, call.parts.results.outputs));
}
async function reduceBatch(call, batch) {
  const { firstItem, itemCount, segments } = batch;
  const { itemBytes, bytes: all } = call.input;
  const bytes = all.subarray(firstItem * itemBytes, (firstItem + itemCount) * itemBytes);
  deliver(call, batch, await toResults(call, "whole", { bytes, itemBytes, segments }));
}
function powerOf(unit, most) {
  let size = unit;
  while (2 * size <= most) size *= 2;
  return size;
}
function pieceOffsets(length, piece) {
  const count = Math.ceil(length / piece);
  const offsets = Uint32Array.from({ length: count + 1 }, (_, i) => Math.min(i * piece, length));
  return { count, longest: Math.min(piece, length), coversAll: true, offsets };
}
async function foldPieces(call, stage, { bytes, itemBytes, piece, perCall }, report) {
  const accumulatorBytes = 4 * call.parts.accumulator.words;
  const items = bytes.length / itemBytes;
  const window = Math.min(Math.floor(perCall / piece) * piece, items);
  const found = new Uint8Array(Math.ceil(items / piece) * accumulatorBytes);
  const bounds = { maxItems: window, maxSegments: Math.ceil(window / piece), maxSegmentSize: piece };
  await withStage(call, stage, bounds, async (reduce) => {
    for (let first = 0; first < items; first += window) {
      const itemCount = Math.min(window, items - first);
      const part = {
        bytes: bytes.subarray(first * itemBytes, (first + itemCount) * itemBytes),
        itemBytes,
        segments: pieceOffsets(itemCount, piece),
        ...stage === "chunk" ? { first } : {}
      };
      const outputs = [{ argument: "accumulators", bytes: accumulatorBytes }];
      const [accumulators] = await callStage(call, reduce, part, outputs);
      found.set(accumulators, first / piece * accumulatorBytes);
      report?.(itemCount);
    }
  });
  return found;
}
async function reduceLong(call, limits, { id, begin, length }, report) {
  const { device, parts, input, tuning } = call;
  const lengthsOnly = parts.accumulator.words === 0;
  const accumulatorBytes = 4 * Math.max(parts.accumulator.words, 1);
  const perCall = Math.floor(bindingBytes(device, tuning) / accumulatorBytes);
  let words = new Uint8Array(accumulatorBytes);
  if (lengthsOnly) {
    report(length);
  } else {
    const bytes = input.bytes.subarray(begin * input.itemBytes, (begin + length) * input.itemBytes);
    const piece = powerOf(LEAF, Math.min(limits.items, 4096));
    const chunk = { bytes, itemBytes: input.itemBytes, piece, perCall: limits.items };
    words = await foldPieces(call, "chunk", chunk, report);
    while (words.length / accumulatorBytes > perCall) {
      if (perCall < 2) {
        throw refused("limit-exceeded", "op", `${accumulatorBytes} bytes an accumulator`, "two of them in a binding");
      }
      const merge = { bytes: words, itemBytes: accumulatorBytes, piece: powerOf(2, Math.min(perCall, 256)), perCall };
      words = await foldPieces(call, "merge", merge);
    }
  }
  const size = words.length / accumulatorBytes;
  const segments = { count: 1, size, longest: size, coversAll: true };
  const found = await toResults(call, "finish", { bytes: words, itemBytes: accumulatorBytes, segments });
  parts.results.outputs.forEach(({ bytes, operator }, k) => {
    const isCount = call.request.ops[operator] === "count";
    const item = isCount ? new Uint8Array(Uint32Array.of(length).buffer) : found[k];
    call.results[k].set(item, id * bytes);
  });
}
async function reduceHost(device, request, input, segments, tuning, work) {
  const parts = reduceParts(request);
  const results = parts.results.outputs.map(({ bytes }) => new Uint8Array(segments.count * bytes));
  const call = { device, request, parts, input, tuning, signal: work.signal, results };
  requireWork(work);
  if (segments.count === 0) return results;
  const limits = batchLimits(call, segments);
  await inBatches(
    planBatches(segments, input.length, limits),
    work.onProgress,
    (batch) => reduceBatch(call, batch),
    (segment, report) => reduceLong(call, limits, segment, report)
  );
  return results;
}

// src/reduce/calls.ts
var CLASSES = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };
function typedResult(type, { buffer }) {
  const name = String(type);
  const data = new CLASSES[scalarOf(name)](buffer);
  return name.startsWith("vec") ? { type, data } : data;
}
function resultsInForm(request, input, bytes) {
  const { outputs } = reduceParts(request).results;
  const byOperator = request.ops.map((op, i) => {
    const arrays = outputs.flatMap(({ operator, name, type }, k) => {
      if (operator !== i) return [];
      const found = bytes[k];
      const own = typeof op === "string" && op !== "count" && name === "output" && type === input.type;
      const isMoment = op === "mean" || op === "variance";
      return [own && !isMoment ? input.like(found) : typedResult(type, found)];
    });
    const [values, indices] = arrays;
    return indices === void 0 ? values : { values, indices };
  });
  return request.listed ? byOperator : byOperator[0];
}
async function segmentedReduce(device, values, segments, op, options = {}) {
  const input = hostItems("values", values);
  requireObject("options", options);
  const { initial, whenEmpty, accuracy } = options;
  const request = reduceRequest("values", { type: input.type, op, initial, whenEmpty, accuracy });
  const checked = checkSegments(segments, input.length, true);
  const tuning = requireTuning(options.tuning);
  requireDevice(device);
  return resultsInForm(request, input, await reduceHost(device, request, input, checked, tuning, options));
}

// src/sort/host.ts
function batchLimits2(device, itemBytes, tuning) {
  const most = bindingBytes(device, tuning);
  return { items: Math.floor(most / itemBytes), segments: Math.floor(most / 8) };
}
async function sortBatch({ device, spec, tuning, sides, signal }, { firstItem, itemCount, segments }) {
  const bounds = { maxItems: itemCount, maxSegments: segments.count, maxSegmentSize: segments.longest };
  const sort = await sortOfLengths(device, { ...spec, ...bounds }, tuning, lengthsHeld(segments));
  try {
    await hostCall(
      device,
      (call) => {
        const buffers = {};
        const outputs = Object.entries(sides).map(([name, { bytes, itemBytes }]) => {
          const range = bytes.subarray(firstItem * itemBytes, (firstItem + itemCount) * itemBytes);
          const input = call.upload(`${name} in`, range);
          const output = call.storage(`${name} out`, input.size);
          if (!segments.coversAll) call.encoder.copyBufferToBuffer(input, 0, output, 0, input.size);
          buffers[`${name}In`] = input;
          buffers[`${name}Out`] = output;
          return { output, range };
        });
        sort.encode(call.encoder, { ...buffers, segments: uploadSegments(call, segments), itemCount });
        const sorted = outputs.map(({ output, range }) => ({ range, read: call.readback(output, range.length) }));
        return () => {
          for (const { range, read } of sorted) range.set(read());
        };
      },
      signal
    );
  } finally {
    sort.destroy();
  }
}
async function sortChunks({ begin, length }, chunk, sort, report) {
  for (let round = 0; round * chunk < length; round++) {
    for (let first = round % 2 * chunk; first + chunk < length; first += 2 * chunk) {
      const size = Math.min(2 * chunk, length - first);
      const segments = { count: 1, longest: size, coversAll: true, size };
      await sort({ firstItem: begin + first, itemCount: size, segments });
    }
    report(Math.min(chunk, length - round * chunk));
  }
}
async function sortHost(device, keysGiven, segmentsGiven, options, valuesOf) {
  requireObject("options", options);
  const { order, beginBit, endBit, signedZero, compare, orderBy, onProgress, signal, tuning: given } = options;
  const keys = hostItems("keys", keysGiven);
  const values = valuesOf(keys);
  const segments = checkSegments(segmentsGiven, keys.length, false);
  const tuning = requireTuning(given);
  const valueBytes = values?.itemBytes ?? 0;
  const ordered = { keyType: keys.type, order, beginBit, endBit, signedZero, compare, orderBy };
  const spec = { ...sortOrder(ordered, "keys"), valueBytes };
  requireDevice(device);
  requireWork(options);
  if (segments.longest > 1) {
    const itemBytes = Math.max(keys.itemBytes, valueBytes, 4 * (spec.orderBy?.words ?? 1));
    const limits = roomyLimits(
      batchLimits2(device, itemBytes, tuning),
      { items: keys.length, segments: segments.count },
      (maxItems, maxSegments) => {
        const bounds = requireBounds({ maxItems, maxSegments });
        return !lackOfRoom(device, plannedSort(device, { ...spec, ...bounds }, tuning));
      }
    );
    const work = { device, spec, tuning, sides: { keys, ...values ? { values } : {} }, signal };
    const sort = (batch) => sortBatch(work, batch);
    await inBatches(
      planBatches(segments, keys.length, limits),
      onProgress,
      sort,
      (segment, report) => sortChunks(segment, Math.floor(limits.items / 2), sort, report)
    );
  }
  return { keys, values, segments };
}
function checkedValues(values, keys) {
  const items = hostItems("values", values);
  if (items.length !== keys.length) {
    throw refused("length-mismatch", "values", `${items.length} of them`, `one a key, ${keys.length}`);
  }
  requireOneOf("values", String(items.itemBytes), VALUE_BYTES.map(String), "unsupported-type");
  return items;
}

// src/sort/calls.ts
async function segmentedSort(device, keys, segments, options = {}) {
  const sorted = await sortHost(device, keys, segments, options, () => void 0);
  return sorted.keys.like(sorted.keys.bytes);
}
async function segmentedStableSort(device, keys, segments, options = {}) {
  return segmentedSort(device, keys, segments, options);
}
async function segmentedSortByKey(device, keys, values, segments, options = {}) {
  const sorted = await sortHost(device, keys, segments, options, (key) => checkedValues(values, key));
  return {
    keys: sorted.keys.like(sorted.keys.bytes),
    values: sorted.values.like(sorted.values.bytes)
  };
}
async function segmentedStableSortByKey(device, keys, values, segments, options = {}) {
  return segmentedSortByKey(device, keys, values, segments, options);
}
async function segmentedArgsort(device, keys, segments, options = {}) {
  requireObject("options", options);
  const { indexFrom = "array" } = options;
  requireOneOf("indexFrom", indexFrom, ["array", "segment"], "invalid-option");
  const sorted = await sortHost(device, keys, segments, options, ({ length }) => ({
    bytes: new Uint8Array(Uint32Array.from({ length }, (_, i) => i).buffer),
    itemBytes: 4
  }));
  const order = new Uint32Array(sorted.values.bytes.buffer);
  if (indexFrom === "segment") {
    for (let i = 0; i < sorted.segments.count; i++) {
      const [begin, end] = segmentBounds(sorted.segments, i);
      for (let k = begin; k < end; k++) order[k] = order[k] - begin;
    }
  }
  return order;
}

export {
  segmentedReduce,
  segmentedSort,
  segmentedStableSort,
  segmentedSortByKey,
  segmentedStableSortByKey,
  segmentedArgsort
};
//# sourceMappingURL=chunk-SMQHIJC2.js.map