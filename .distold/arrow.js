import {
  segmentedArgsort,
  segmentedReduce,
  segmentedSort
} from "./chunk-SMQHIJC2.js";
import {
  requireOneOf
} from "./chunk-SPITLEXG.js";
import {
  SegmentedError
} from "./chunk-Z5FYZ6LR.js";

// src/arrow/reduce.ts
import { Type as Type2 } from "apache-arrow";

// src/arrow/build.ts
import { Field, FixedSizeList, List, makeData, Vector } from "apache-arrow";

// src/arrow/types.ts
import { DataType, Float32, Int32, Type, Uint32 } from "apache-arrow";
function listKind(type) {
  if (type.typeId === Type.List) return "List";
  if (type.typeId === Type.LargeList) return "LargeList";
  return type.typeId === Type.FixedSizeList ? "FixedSizeList" : void 0;
}
function isNumeric(type) {
  return DataType.isInt(type) || DataType.isFloat(type) || isTime(type);
}
function isTime(type) {
  return DataType.isDate(type) || DataType.isTime(type) || DataType.isTimestamp(type) || DataType.isDuration(type);
}
var NUMERIC_ALLOWED = "Int8 to Int64, Uint8 to Uint64, Float16 to Float64, Date, Time, Timestamp, Duration";
function arrayOf(type, length) {
  return new type.ArrayType(length);
}
function hostArray(type, data) {
  return type.typeId === Type.Float && data.BYTES_PER_ELEMENT === 2 ? { type: "f16", data } : data;
}
function typeOfClass(data) {
  if (data instanceof Uint32Array) return new Uint32();
  if (data instanceof Int32Array) return new Int32();
  if (data instanceof Float32Array) return new Float32();
  throw new SegmentedError(
    "unsupported-type",
    `op: gives ${data.constructor.name}; allowed: u32, i32, f32 and vectors`
  );
}

// src/arrow/build.ts
function validityBits(valid) {
  if (!valid) return { nullCount: 0 };
  const nullBitmap = new Uint8Array(Math.ceil(valid.length / 8));
  let nullCount = 0;
  for (let i = 0; i < valid.length; i++) {
    if (valid[i]) nullBitmap[i >> 3] = nullBitmap[i >> 3] | 1 << (i & 7);
    else nullCount++;
  }
  return nullCount === 0 ? { nullCount } : { nullBitmap, nullCount };
}
function flatData(type, data, valid) {
  return makeData({ type, length: data.length, data, ...validityBits(valid) });
}
function resultVector(type, data, width, valid) {
  const child = flatData(type ?? typeOfClass(data), data, void 0);
  if (width === 1) return new Vector([flatData(child.type, data, valid)]);
  const lists = new FixedSizeList(width, new Field("item", child.type, false));
  return new Vector([makeData({ type: lists, length: data.length / width, child, ...validityBits(valid) })]);
}
function listVector(column, items, itemValid, itemType) {
  const { kind, offsets, rowValid } = column;
  const type = itemType ? ofItems(column.type, itemType) : column.type;
  const child = flatData(itemType ?? column.itemType, items, itemValid);
  const shared = { type, length: offsets.length - 1, child, ...validityBits(rowValid) };
  if (kind === "FixedSizeList") return new Vector([makeData(shared)]);
  const signed = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length);
  const valueOffsets = kind === "List" ? signed : BigInt64Array.from(offsets, BigInt);
  return new Vector([makeData({ ...shared, valueOffsets })]);
}
function ofItems(type, itemType) {
  const item = new Field("item", itemType, false);
  if (type instanceof FixedSizeList) return new FixedSizeList(type.listSize, item);
  const Lists = type.constructor;
  return type instanceof List ? new List(item) : new Lists(item);
}

// src/arrow/column.ts
import { Vector as Vector2 } from "apache-arrow";
var MOST_ITEMS = {
  List: 2 ** 31 - 1,
  LargeList: 2 ** 32 - 1,
  FixedSizeList: 2 ** 32 - 1
};
function copyValidity(data, first, count, to, at) {
  const { nullBitmap, nullCount, offset } = data;
  if (nullCount === 0 || !nullBitmap || nullBitmap.length === 0) {
    to.fill(1, at, at + count);
    return;
  }
  for (let i = 0; i < count; i++) {
    const bit = offset + first + i;
    to[at + i] = nullBitmap[bit >> 3] >> (bit & 7) & 1;
  }
}
function validityOf(chunks, length) {
  if (chunks.every(({ nullCount }) => nullCount === 0)) return void 0;
  const valid = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    copyValidity(chunk, 0, chunk.length, valid, at);
    at += chunk.length;
  }
  return valid;
}
function requireList(column) {
  if (!(column instanceof Vector2)) {
    const found = column === null ? "null" : typeof column;
    throw new SegmentedError("unsupported-type", `column: ${found}; allowed: an Arrow Vector of lists`);
  }
  const type = column.type;
  if (!listKind(type)) {
    const allowed = "List, LargeList, FixedSizeList";
    throw new SegmentedError("unsupported-type", `column: a Vector of ${String(type)}; allowed: ${allowed}`);
  }
  const [child] = type.children;
  if (!child || !isNumeric(child.type)) {
    const found = `lists of ${String(child?.type)}`;
    throw new SegmentedError("unsupported-type", `column: ${found}; allowed: lists of ${NUMERIC_ALLOWED}`);
  }
  return column;
}
function rowBounds(data, kind, row) {
  if (kind === "FixedSizeList") {
    const { listSize } = data.type;
    return [row * listSize, (row + 1) * listSize];
  }
  const offsets = data.valueOffsets;
  return [Number(offsets[row]), Number(offsets[row + 1])];
}
function requireBounds(row, begin, end, items) {
  if (begin > end) {
    throw new SegmentedError(
      "offsets-not-monotonic",
      `column: row ${row} goes from ${begin} to ${end}; allowed: offsets that never fall`
    );
  }
  if (begin < 0 || end > items) {
    throw new SegmentedError(
      "offsets-out-of-range",
      `column: row ${row} goes from ${begin} to ${end}; allowed: 0 to the child's length ${items}`
    );
  }
}
function rowRuns(chunks, kind, rowValid, rows) {
  const offsets = new Uint32Array(rows + 1);
  const runs = [];
  let row = 0;
  let items = 0;
  for (const chunk of chunks) {
    const child = chunk.children[0];
    let run = { child, begin: 0, end: 0 };
    for (let i = 0; i < chunk.length; i++, row++) {
      const empty = kind !== "FixedSizeList" && rowValid?.[row] === 0;
      const [begin, end] = empty ? [run.end, run.end] : rowBounds(chunk, kind, i);
      requireBounds(row, begin, end, child.length);
      if (begin !== run.end) {
        runs.push(run);
        run = { child, begin, end };
      }
      run.end = end;
      items += end - begin;
      if (items > MOST_ITEMS[kind]) {
        throw new SegmentedError("limit-exceeded", `column: ${items} items; allowed: at most ${MOST_ITEMS[kind]}`);
      }
      offsets[row + 1] = items;
    }
    runs.push(run);
  }
  return { offsets, runs: runs.filter(({ begin, end }) => end > begin) };
}
function readLists(given) {
  const column = requireList(given);
  const type = column.type;
  const kind = listKind(type);
  const itemType = type.children[0]?.type;
  const rowValid = validityOf(column.data, column.length);
  const { offsets, runs } = rowRuns(column.data, kind, rowValid, column.length);
  const length = offsets[column.length];
  const items = arrayOf(itemType, length);
  const nulls = runs.some(({ child }) => child.nullCount > 0);
  const itemValid = nulls ? new Uint8Array(length) : void 0;
  let at = 0;
  for (const { child, begin, end } of runs) {
    items.set(child.values.subarray(begin, end), at);
    if (itemValid) copyValidity(child, begin, end - begin, itemValid, at);
    at += end - begin;
  }
  return { type, kind, itemType, offsets, items, rowValid, itemValid };
}

// src/arrow/nulls.ts
function packNulls(column, itemValid, nulls) {
  const { offsets, items, itemType } = column;
  const rows = offsets.length - 1;
  const packed = arrayOf(itemType, items.length);
  const from = new Uint32Array(items.length);
  const valid = new Uint8Array(items.length);
  const begin = new Uint32Array(rows);
  const end = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const first = offsets[row];
    const last = offsets[row + 1];
    let validCount = 0;
    for (let i = first; i < last; i++) validCount += itemValid[i];
    const nullCount = last - first - validCount;
    let at = nulls === "first" ? first + nullCount : first;
    let nullAt = nulls === "first" ? first : first + validCount;
    begin[row] = at;
    end[row] = at + validCount;
    for (let i = first; i < last; i++) {
      const to = itemValid[i] ? at++ : nullAt++;
      packed[to] = items[i];
      from[to] = i - first;
      valid[to] = itemValid[i];
    }
  }
  return { items: packed, begin, end, from, valid };
}

// src/arrow/reduce.ts
var NULL_OF_NOTHING = ["min", "max", "argmin", "argmax", "mean", "variance"];
var OWN_TYPE = ["min", "max", "argmin", "argmax", "sum", "product", "and", "or", "xor"];
var OF_TIME = ["min", "max", "argmin", "argmax", "count"];
function reducible(column) {
  const { itemType, offsets, items, itemValid } = column;
  const rows = offsets.length - 1;
  const filledBy = (begin2, end2) => Uint8Array.from({ length: rows }, (_, row) => Number(end2[row] > begin2[row]));
  if (!itemValid) {
    const filled = filledBy(offsets, offsets.subarray(1));
    return { items: hostArray(itemType, items), segments: offsets, filled, begin: offsets, from: void 0 };
  }
  const { items: packed, begin, end, from } = packNulls(column, itemValid, "last");
  return { items: hostArray(itemType, packed), segments: { begin, end }, filled: filledBy(begin, end), begin, from };
}
function requireOperators(itemType, ops) {
  if (!isTime(itemType)) return;
  const allowed = itemType.typeId === Type2.Duration ? [...OF_TIME, "sum"] : OF_TIME;
  for (const op of ops) {
    if (typeof op !== "string" || allowed.includes(op)) continue;
    throw new SegmentedError("unsupported-type", `op: ${op} of ${String(itemType)}; allowed: ${allowed.join(", ")}`);
  }
}
function optionOf(given, listed, i) {
  return listed ? given?.[i] : given;
}
function vectorOf(column, op, found, valid) {
  const width = typeof op === "object" ? Number(/^vec(\d)/.exec(op.type ?? "")?.[1] ?? 1) : 1;
  const data = "data" in found ? found.data : found;
  const own = OWN_TYPE.includes(op) && data.constructor === column.items.constructor;
  return resultVector(own ? column.itemType : void 0, data, width, valid);
}
function originalIndices(indices, { begin, filled, from }) {
  if (!from) return indices;
  return indices.map((index, row) => filled[row] ? from[begin[row] + index] : index);
}
function resultValidity(column, filled, op, hasInitial) {
  if (hasInitial || !NULL_OF_NOTHING.includes(op)) return column.rowValid;
  const { rowValid } = column;
  return rowValid ? filled.map((flag, row) => flag & rowValid[row]) : filled;
}
async function reduceList(device, column, op, options = {}) {
  const lists = readLists(column);
  const listed = Array.isArray(op);
  const ops = listed ? op : [op];
  requireOperators(lists.itemType, ops);
  const work = reducible(lists);
  const found = await segmentedReduce(device, work.items, work.segments, op, options);
  const results = listed ? found : [found];
  const vectors = results.map((result, i) => {
    const one = ops[i];
    const given = [options.initial, options.whenEmpty].some((value) => optionOf(value, listed, i) !== void 0);
    const valid = resultValidity(lists, work.filled, one, given);
    if (!("indices" in result)) return vectorOf(lists, one, result, valid);
    const indices = originalIndices(result.indices, work);
    return { values: vectorOf(lists, one, result.values, valid), indices: vectorOf(lists, "count", indices, valid) };
  });
  return listed ? vectors : vectors[0];
}

// src/arrow/sort.ts
import { Uint32 as Uint322 } from "apache-arrow";
function sortable(column, nulls) {
  requireOneOf("nulls", nulls, ["first", "last"], "invalid-option");
  const { itemType, items, offsets, itemValid } = column;
  if (!itemValid) {
    return { items: hostArray(itemType, items), segments: offsets, valid: void 0, from: void 0 };
  }
  const packed = packNulls(column, itemValid, nulls);
  const { begin, end, valid, from } = packed;
  return { items: hostArray(itemType, packed.items), segments: { begin, end }, valid, from };
}
function numbers(array) {
  return "data" in array ? array.data : array;
}
async function sortList(device, column, options = {}) {
  const { nulls = "last", ...sortOptions } = options;
  const lists = readLists(column);
  const { items, segments, valid } = sortable(lists, nulls);
  const sorted = await segmentedSort(device, items, segments, sortOptions);
  return listVector(lists, numbers(sorted), valid);
}
async function argsortList(device, column, options = {}) {
  const { nulls = "last", ...sortOptions } = options;
  const lists = readLists(column);
  const { items, segments, from } = sortable(lists, nulls);
  const order = await segmentedArgsort(device, items, segments, {
    ...sortOptions,
    indexFrom: from ? "array" : "segment"
  });
  const indices = from ? order.map((place) => from[place]) : order;
  return listVector(lists, indices, void 0, new Uint322());
}
export {
  SegmentedError,
  argsortList,
  reduceList,
  sortList
};
//# sourceMappingURL=arrow.js.map