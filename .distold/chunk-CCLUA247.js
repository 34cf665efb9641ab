import {
  BINDING_ALIGNMENT,
  MOST_ITEMS,
  NUMBER_TYPES,
  bufferRange,
  createSegmentedReduce,
  createSegmentedSort,
  firstBytes,
  hostItems,
  isItemTypeName,
  reduceParts,
  reduceRequest,
  requireOneOf,
  typeBytes
} from "./chunk-SPITLEXG.js";
import {
  SegmentedError,
  outOfMemory
} from "./chunk-Z5FYZ6LR.js";

// src/ports/device_ptr.ts
var OPAQUE_BYTES = [1, 2, 4, 8, 12, 16];
function requireType(type) {
  if (isItemTypeName(type)) return;
  if (typeof type === "object" && type !== null && OPAQUE_BYTES.includes(type.bytes)) return;
  throw new SegmentedError(
    "unsupported-type",
    `type: ${typeName(type)}; allowed: u8, i8, u16, i16, f16, u32, i32, f32, u64, i64, f64, vec2<u32> to vec4<f32>, { bytes: 1, 2, 4, 8, 12 or 16 }`
  );
}
function typeName(type) {
  return typeof type === "object" && type !== null ? JSON.stringify(type) : String(type);
}
var DevicePointer = class _DevicePointer {
  buffer;
  /** Type of the items, which a GPUBuffer does not know. */
  type;
  /** Where the pointer points to, from the buffer's start. */
  byteOffset;
  /** Where the memory that it may reach ends, from the buffer's start. */
  byteEnd;
  constructor(buffer, type, byteOffset, byteEnd) {
    this.buffer = buffer;
    this.type = type;
    this.byteOffset = byteOffset;
    this.byteEnd = byteEnd;
  }
  /** Items from here to the end. */
  get length() {
    return Math.floor((this.byteEnd - this.byteOffset) / typeBytes(this.type));
  }
  /**
   * The pointer `count` items further: `d_offsets.add(1)` is CUDA's `d_offsets + 1`. WebGPU binds memory from multiples of
   * 256 bytes on, and so must a pointer's be; but an end that is its begin's neighbour needs no binding of its own.
   *
   * @throws SegmentedError 'invalid-option' past the memory's start or end
   */
  add(count) {
    const [least, most] = [-Math.floor(this.byteOffset / typeBytes(this.type)), this.length];
    if (!Number.isInteger(count) || count < least || count > most) {
      throw new SegmentedError("invalid-option", `count: ${count}; allowed: whole numbers from ${least} to ${most}`);
    }
    return new _DevicePointer(this.buffer, this.type, this.byteOffset + count * typeBytes(this.type), this.byteEnd);
  }
};
function device_ptr(buffer, type) {
  requireType(type);
  const given = typeof buffer === "object" && buffer !== null && !ArrayBuffer.isView(buffer) ? buffer : void 0;
  const part = given && "buffer" in given ? given : { buffer: given };
  const { buffer: whole, offset = 0 } = part;
  if (typeof whole !== "object" || whole === null || !("usage" in whole)) {
    const found = ArrayBuffer.isView(buffer) ? buffer.constructor.name : String(buffer);
    throw new SegmentedError("invalid-option", `buffer: ${found}; allowed: a GPUBuffer or { buffer, offset?, size? }`);
  }
  const size = part.size ?? whole.size - whole.size % 4 - offset;
  const inside = Number.isInteger(offset) && offset >= 0 && Number.isInteger(size) && size >= 0;
  if (!inside || offset + size > whole.size) {
    throw new SegmentedError(
      "invalid-option",
      `buffer: bytes ${offset} to ${offset + size}; allowed: whole numbers within the buffer's ${whole.size} bytes`
    );
  }
  if ((offset + size) % 4 !== 0) {
    throw new SegmentedError("invalid-option", `buffer: ends at byte ${offset + size}; allowed: multiples of 4`);
  }
  return new DevicePointer(whole, type, offset, offset + size);
}
function isDevicePointer(value) {
  return typeof value === "object" && value !== null && "byteEnd" in value && "type" in value && "buffer" in value;
}
function pointerRange(name, { buffer, byteOffset, byteEnd }) {
  if (byteOffset % BINDING_ALIGNMENT !== 0) {
    throw new SegmentedError(
      "invalid-option",
      `${name}: points to byte ${byteOffset} of its buffer; allowed: multiples of ${BINDING_ALIGNMENT}, which WebGPU binds buffers from, or as an end begin.add(1)`
    );
  }
  return bufferRange(name, { buffer, offset: byteOffset, size: byteEnd - byteOffset });
}
function areNeighbours(begin, end) {
  return begin.buffer === end.buffer && end.byteOffset === begin.byteOffset + 4;
}

// src/ports/key_value_pair.ts
var key_value_pair = class {
  key;
  value;
  constructor(key, value) {
    this.key = key;
    this.value = value;
  }
};

// src/ports/numbers.ts
function typeLimits(type) {
  const float = { f16: 65504, f32: (2 - 2 ** -23) * 2 ** 127, f64: Number.MAX_VALUE }[String(type)];
  if (float !== void 0) return { max: float, lowest: -float };
  const bits = 8 * typeBytes(type);
  const signed = String(type).startsWith("i");
  const [lowest, max] = signed ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
  return bits === 64 ? { max, lowest } : { max: Number(max), lowest: Number(lowest) };
}
function halfNumber(bits) {
  const sign = bits & 32768 ? -1 : 1;
  const exponent = bits >> 10 & 31;
  const mantissa = bits & 1023;
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent ? (1024 + mantissa) * 2 ** (exponent - 25) : mantissa * 2 ** -24);
}
var CLASSES = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array
};
function numbersOf(type, bytes) {
  if (type === "f16") return Array.from(new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2), halfNumber);
  const Class = CLASSES[type];
  return Array.from(new Class(bytes.buffer, bytes.byteOffset, bytes.length / typeBytes(type)));
}
function requireBits(type, begin_bit = 0, end_bit = 8 * typeBytes(type)) {
  const width = 8 * typeBytes(type);
  for (const [name, bit] of Object.entries({ begin_bit, end_bit })) {
    if (typeof bit === "number" && Number.isInteger(bit) && bit >= 0 && bit <= width) continue;
    throw new SegmentedError("invalid-option", `${name}: ${String(bit)}; allowed: whole numbers from 0 to ${width}`);
  }
  if (begin_bit > end_bit) {
    throw new SegmentedError("invalid-option", `begin_bit: ${begin_bit}; allowed: at most end_bit, ${end_bit}`);
  }
  return { beginBit: begin_bit, endBit: end_bit };
}
function requireFlag(name, value) {
  if (typeof value === "boolean") return value;
  throw new SegmentedError("invalid-option", `${name}: ${String(value)}; allowed: true, false`);
}

// src/ports/operand.ts
function itemsOfHost(name, argument) {
  try {
    return hostItems(name, argument);
  } catch (error) {
    if (!(error instanceof SegmentedError)) throw error;
    const message = error.message.replace(
      "not supported; allowed: ",
      "not supported; allowed: device_ptr(buffer, type), "
    );
    throw new SegmentedError(error.code, message, { cause: error });
  }
}
function operand(name, argument) {
  if (isDevicePointer(argument)) {
    const range = pointerRange(name, argument);
    return { name, type: argument.type, length: Math.floor(range.size / typeBytes(argument.type)), range };
  }
  const items = itemsOfHost(name, argument);
  const array = ArrayBuffer.isView(argument) ? argument : argument.data;
  return { name, type: items.type, length: items.length, host: { items, array } };
}
function deviceOperand(name, argument) {
  if (isDevicePointer(argument)) return operand(name, argument);
  const found = ArrayBuffer.isView(argument) ? argument.constructor.name : typeName(argument);
  throw new SegmentedError("unsupported-type", `${name}: ${found} is not supported; allowed: device_ptr(buffer, type)`);
}
function requireRoom({ name, type, length, range }, count) {
  if (range) firstBytes({ ...range, name }, 4 * Math.ceil(count * typeBytes(type) / 4));
  else if (length < count) {
    throw new SegmentedError("length-mismatch", `${name}: ${length} items; allowed: at least ${count}`);
  }
}
function requireSameType(found, wanted, why) {
  if (typeName(found.type) === typeName(wanted)) return;
  throw new SegmentedError(
    "unsupported-type",
    `${found.name}: of ${typeName(found.type)}; allowed: ${typeName(wanted)}, ${why}`
  );
}
function isSameMemory(a, b) {
  return a.range !== void 0 && a.range.buffer === b.range?.buffer && a.range.offset === b.range.offset;
}

// src/ports/plans.ts
var devices = /* @__PURE__ */ new WeakMap();
function plansOf(device) {
  const known = devices.get(device);
  if (known) return known;
  const made = { plans: /* @__PURE__ */ new Map(), scratch: void 0 };
  if (typeof device === "object" && device !== null) devices.set(device, made);
  return made;
}
var KEPT = 256;
function roundedUp(count) {
  if (count <= 16384) return count <= 1024 ? 1024 : count <= 4096 ? 4096 : 16384;
  const step = 2 ** (Math.floor(Math.log2(count)) - 2);
  return Math.min(step * Math.ceil(count / step), MOST_ITEMS);
}
function keyOf(kind, descriptor) {
  const told = (_, value) => {
    if (typeof value === "number") return Object.is(value, -0) ? "-0" : `${value}`;
    return typeof value === "bigint" ? `${value}n` : typeof value === "string" ? `'${value}` : value;
  };
  return kind + JSON.stringify(descriptor, told);
}
async function kept(device, key, make) {
  const { plans } = plansOf(device);
  const found = plans.get(key) ?? make();
  plans.delete(key);
  plans.set(key, found);
  const oldest = plans.size > KEPT ? plans.keys().next().value : void 0;
  if (oldest !== void 0) plans.delete(oldest);
  try {
    return await found;
  } catch (error) {
    if (plans.get(key) === found) plans.delete(key);
    throw error;
  }
}
async function roomyPlan(device, kind, descriptor, create) {
  const planFor = (exact) => kept(device, keyOf(kind, exact), () => create(device, exact));
  const { maxItems, maxSegments } = descriptor;
  try {
    return await planFor({ ...descriptor, maxItems: roundedUp(maxItems), maxSegments: roundedUp(maxSegments) });
  } catch (error) {
    if (error instanceof SegmentedError && error.code === "limit-exceeded") return planFor(descriptor);
    throw error;
  }
}
function sortPlan(device, descriptor) {
  return roomyPlan(device, "sort", { ...descriptor, ownTemporary: false }, createSegmentedSort);
}
function reducePlan(device, descriptor) {
  return roomyPlan(device, "reduce", { ...descriptor, ownTemporary: false }, createSegmentedReduce);
}
async function newScratch(device, bytes) {
  device.pushErrorScope("out-of-memory");
  const size = Math.min(2 ** Math.ceil(Math.log2(bytes)), device.limits.maxBufferSize);
  const buffer = device.createBuffer({ label: "webgpu-segmented dpct scratch", size, usage: GPUBufferUsage.STORAGE });
  const error = await device.popErrorScope();
  if (!error) return buffer;
  throw outOfMemory(error);
}
async function sharedScratch(device, bytes) {
  const state = plansOf(device);
  const before = state.scratch;
  const grown = (async () => {
    const buffer = await before?.catch(() => void 0);
    return buffer && buffer.size >= bytes ? buffer : newScratch(device, bytes);
  })();
  state.scratch = grown;
  return grown;
}

// src/ports/reduce_request.ts
function renamed(error, names) {
  if (!(error instanceof SegmentedError)) return error;
  const message = error.message.replace(/^(op|initial)\b/, (name) => names[name]);
  return new SegmentedError(error.code, message, { cause: error });
}
function reduceWish(input, op, initial, names) {
  const wish = { type: input.type, op, ...initial === void 0 ? {} : { initial } };
  if (Array.isArray(op) || op === "argmin" || op === "argmax") {
    throw new SegmentedError(
      "unsupported-type",
      `${names.op}: ${Array.isArray(op) ? "a list" : op}; allowed: one operator with one result; ArgMin and ArgMax are calls of their own`
    );
  }
  try {
    const [result] = reduceParts(reduceRequest(input.name, wish)).results.outputs;
    return { wish, resultType: result.type };
  } catch (error) {
    throw renamed(error, names);
  }
}
function argWish(input, op) {
  reduceRequest(input.name, { type: input.type, op });
  const { max, lowest } = typeLimits(input.type);
  const whenEmpty = { value: op === "argmin" ? max : lowest, index: 1 };
  return { type: input.type, op, whenEmpty };
}

// src/ports/segments.ts
function offsetWords(name, given, count) {
  if (given.length < count) {
    throw new SegmentedError(
      "length-mismatch",
      `${name}: ${given.length} offsets; allowed: at least one a segment, ${count}`
    );
  }
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const value = given[i];
    words[i] = value;
    if (words[i] !== value) {
      throw new SegmentedError(
        "offsets-out-of-range",
        `${name}: offset ${i} is ${value}; allowed: whole numbers from 0, below 2^32`
      );
    }
  }
  return words;
}
function requireOffsetType(name, { type }) {
  if (type === "u32" || type === "i32") return;
  throw new SegmentedError("unsupported-type", `${name}: of ${typeName(type)}; allowed: u32, i32`);
}
function offsetsOf(name, argument, count) {
  if (isDevicePointer(argument)) {
    requireOffsetType(name, argument);
    return { range: firstBytes(pointerRange(name, argument), 4 * count) };
  }
  if (Array.isArray(argument) || argument instanceof Uint32Array || argument instanceof Int32Array) {
    return { words: offsetWords(name, argument, count) };
  }
  const found = ArrayBuffer.isView(argument) ? argument.constructor.name : String(argument);
  throw new SegmentedError(
    "unsupported-type",
    `${name}: ${found} is not supported; allowed: device_ptr of u32 or i32, Uint32Array, Int32Array, number[]`
  );
}
function listedSegments(names, begin, end, count) {
  if (isDevicePointer(begin) && isDevicePointer(end) && areNeighbours(begin, end)) {
    for (const [i, pointer] of [begin, end].entries()) requireOffsetType(names[i], pointer);
    const offsets = firstBytes({ ...pointerRange(names[0], begin), name: names[1] }, 4 * (count + 1));
    return () => ({ offsets, count });
  }
  const lists = [offsetsOf(names[0], begin, count), offsetsOf(names[1], end, count)];
  return (upload) => {
    const [first, last] = lists.map(
      (list, i) => "range" in list ? list.range : upload(names[i], list.words)
    );
    return { begin: first, end: last, count };
  };
}
function fixedSegments(size, count) {
  if (size > 0) return () => ({ size, count });
  return (upload) => ({ offsets: upload("offsets", new Uint32Array(count + 1)), count });
}

// src/ports/sort_request.ts
function requireInAndOut([input, output], itemCount) {
  requireSameType(output, input.type, `as ${input.name} is`);
  for (const each of [input, output]) requireRoom(each, itemCount);
  return input.type;
}
function sortWish(request) {
  const { keys, values, itemCount, segmentCount, descending } = request;
  const keyType = requireInAndOut(keys, itemCount);
  requireOneOf(keys[0].name, keyType, NUMBER_TYPES, "unsupported-type");
  const valueType = values && requireInAndOut(values, itemCount);
  const inPlace = isSameMemory(...keys) || values !== void 0 && isSameMemory(...values);
  return {
    keyType,
    ...valueType === void 0 ? {} : { valueType },
    order: descending ? "descending" : "ascending",
    ...requireBits(keyType, request.begin_bit, request.end_bit),
    signedZero: "equal",
    ...inPlace ? { inPlace } : {},
    maxItems: itemCount,
    maxSegments: segmentCount
  };
}

// src/ports/upload.ts
function uploaded(device, label, bytes) {
  const size = Math.max(4 * Math.ceil(bytes.byteLength / 4), 4);
  const buffer = device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
  new Uint8Array(buffer.getMappedRange()).set(bytes);
  buffer.unmap();
  return buffer;
}
function uploadedWords(device, label, { buffer, byteOffset, byteLength }) {
  return uploaded(device, label, new Uint8Array(buffer, byteOffset, byteLength));
}

export {
  device_ptr,
  isDevicePointer,
  pointerRange,
  key_value_pair,
  typeLimits,
  numbersOf,
  requireFlag,
  operand,
  deviceOperand,
  requireRoom,
  requireSameType,
  sortPlan,
  reducePlan,
  sharedScratch,
  reduceWish,
  argWish,
  listedSegments,
  fixedSegments,
  uploaded,
  uploadedWords,
  sortWish
};
//# sourceMappingURL=chunk-CCLUA247.js.map