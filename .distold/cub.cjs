"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/cub/index.ts
var cub_exports = {};
__export(cub_exports, {
  DeviceSegmentedRadixSort: () => DeviceSegmentedRadixSort,
  DeviceSegmentedReduce: () => DeviceSegmentedReduce,
  DeviceSegmentedSort: () => DeviceSegmentedSort,
  DoubleBuffer: () => DoubleBuffer,
  KeyValuePair: () => key_value_pair,
  SegmentedError: () => SegmentedError,
  cudaSetDevice: () => cudaSetDevice,
  device_ptr: () => device_ptr
});
module.exports = __toCommonJS(cub_exports);

// src/errors.ts
var SegmentedError = class extends Error {
  code;
  constructor(code, message, options) {
    super(message, options);
    this.name = "SegmentedError";
    this.code = code;
  }
  /** True for errors of any copy of this class: each CommonJS entry of the package holds its own. */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === "SegmentedError" && "code" in value;
  }
};
function refused(code, name, found, allowed) {
  return new SegmentedError(code, `${name}: ${String(found)}; allowed: ${allowed}`);
}
function outOfMemory(cause) {
  return new SegmentedError("out-of-memory", `device: out of memory: ${cause.message}`, { cause });
}

// src/host/arrays.ts
var TYPE_OF_CLASS = {
  Uint8Array: "u8",
  Int8Array: "i8",
  Uint16Array: "u16",
  Int16Array: "i16",
  Float16Array: "f16",
  Uint32Array: "u32",
  Int32Array: "i32",
  Float32Array: "f32",
  BigUint64Array: "u64",
  BigInt64Array: "i64",
  Float64Array: "f64"
};
var NUMBER_TYPES = Object.values(TYPE_OF_CLASS);
var NAMED_TYPES = `${NUMBER_TYPES.join(", ")}, vec2<u32> to vec4<f32>`;
function nameOf(value) {
  if (Array.isArray(value)) return "a plain array";
  return Object.prototype.toString.call(value).slice(8, -1);
}
function unsupported(argument2, found, allowed) {
  return refused("unsupported-type", argument2, `${found} is not supported`, allowed);
}
var ARRAYS_ALLOWED = `${Object.keys(TYPE_OF_CLASS).join(", ")}, or { type, data }`;
function hostItems(argument2, value) {
  const wrapped = !ArrayBuffer.isView(value) && "data" in Object(value);
  const data = wrapped ? value.data : value;
  const ofClass = ArrayBuffer.isView(data) ? TYPE_OF_CLASS[nameOf(data)] : void 0;
  if (ofClass === void 0) throw unsupported(wrapped ? `${argument2}.data` : argument2, nameOf(data), ARRAYS_ALLOWED);
  const type = wrapped ? checkedType(argument2, value.type) : ofClass;
  const view = data;
  requireAttached(argument2, view);
  const itemBytes = typeBytes(type);
  if (view.byteLength % itemBytes !== 0) {
    throw refused(
      "length-mismatch",
      `${argument2}.data`,
      `${view.byteLength} bytes`,
      `multiples of an item's ${itemBytes} bytes`
    );
  }
  const like = (bytes) => {
    const Class = view.constructor;
    const array = new Class(bytes.buffer, bytes.byteOffset, bytes.byteLength / view.BYTES_PER_ELEMENT);
    return wrapped ? { type, data: array } : array;
  };
  return { type, itemBytes, length: view.byteLength / itemBytes, bytes: copiedBytes(view), like };
}
var VECTOR = /^vec([234])<[uif]32>$/;
function typeBytes(type) {
  if (typeof type !== "string") return type.bytes;
  const components = VECTOR.exec(type)?.[1];
  return components ? 4 * Number(components) : Number(type.slice(1)) / 8;
}
function isItemTypeName(type) {
  return typeof type === "string" && (NUMBER_TYPES.includes(type) || VECTOR.test(type));
}
function checkedType(argument2, type) {
  if (isItemTypeName(type)) return type;
  if ("bytes" in Object(type)) {
    const { bytes } = type;
    if (typeof bytes === "number" && [1, 2, 4, 8, 12, 16].includes(bytes)) return { bytes };
    throw unsupported(`${argument2}.type.bytes`, String(bytes), "1, 2, 4, 8, 12, 16");
  }
  throw unsupported(`${argument2}.type`, String(type), `${NAMED_TYPES}, { bytes }`);
}
function copiedBytes({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}
function requireAttached(argument2, view) {
  try {
    new Uint8Array(view.buffer);
  } catch {
    throw refused("unsupported-type", argument2, "detached array", "an array whose buffer was not transferred");
  }
}

// src/record/plan.ts
var storage = (type) => ({ space: "storage, read_write", type });
var uniform = { space: "uniform", type: "u32" };
var BINDINGS = {
  item0: uniform,
  item1: uniform,
  item2: uniform,
  item3: uniform,
  segment0: uniform,
  segment1: uniform,
  segment2: uniform,
  segment3: uniform,
  size0: uniform,
  size1: uniform,
  size2: uniform,
  size3: uniform,
  digitShift: uniform,
  runShift: uniform,
  mergesLeft: uniform,
  copySorted: uniform,
  keyMap: { space: "uniform", type: "array<vec4u, 4>" },
  args: storage("array<u32>"),
  state: storage("array<u32>"),
  counters: storage("array<u32>"),
  sums: storage("array<u32>"),
  large: storage("array<vec4u>"),
  partials: storage("array<u32>"),
  spans: storage("array<vec2u>"),
  offsets: storage("array<u32>"),
  begins: storage("array<u32>"),
  ends: storage("array<u32>"),
  countIn: storage("array<u32>"),
  keysIn: storage("array<Key>"),
  keysOut: storage("array<Key>"),
  valuesIn: storage("array<u32>"),
  valuesOut: storage("array<u32>"),
  keysFrom: storage("array<Key>"),
  keysTo: storage("array<Key>"),
  valuesFrom: storage("array<u32>"),
  valuesTo: storage("array<u32>"),
  packed: storage("array<u32>"),
  words: storage("array<u32>"),
  sorted: storage("array<u32>"),
  gatherFrom: storage("array<u32>"),
  gatherTo: storage("array<u32>"),
  input: storage("array<Unit>"),
  output0: storage("array<u32>"),
  output1: storage("array<u32>"),
  output2: storage("array<u32>"),
  output3: storage("array<u32>"),
  results: storage("array<u32>"),
  indexBase: storage("array<u32>"),
  longSpans: storage("array<atomic<u32>>"),
  parameters: { space: "uniform", type: "array<vec4u, 16>" },
  profile: storage("array<u32>")
};
function counted(of, perBlock, perWorkgroup, { rows = 1, extra = 0 } = {}) {
  return { kind: "counted", of, perBlock, rows, extra, perWorkgroup };
}
function passesFor(plan, size) {
  if (size === 0) return plan.passes.filter(({ form }) => form !== "fixed");
  const bin = plan.classes.findIndex(({ minLength, maxLength }) => minLength <= size && size <= maxLength);
  return plan.passes.filter((pass) => pass.form !== "listed" && (pass.bins?.includes(bin) ?? true));
}
function workgroupsOf(grid, numbers2) {
  if (grid.kind === "indirect") return void 0;
  if (grid.kind === "direct") return grid.workgroups;
  const of = grid.of === "both" ? numbers2.items + numbers2.segments : numbers2[grid.of];
  const blocks = Math.ceil(of / grid.perBlock);
  return Math.ceil((blocks * grid.rows + grid.extra) / grid.perWorkgroup);
}
var BINDING_ALIGNMENT = 256;
function layOut(sizes) {
  const regions = {};
  let bytes = 0;
  for (const [name, size] of Object.entries(sizes)) {
    const padded = Math.ceil(Math.max(size, 4) / BINDING_ALIGNMENT) * BINDING_ALIGNMENT;
    regions[name] = { offset: bytes, size: padded };
    bytes += padded;
  }
  return { regions, bytes };
}
function declarations(kernel) {
  return kernel.bindings.map((name) => ({ name, ...BINDINGS[name] }));
}
var REGION_NAMES = /* @__PURE__ */ new Set(["state", "spans", "counters", "sums", "large", "partials", "results"]);
function resourceOf(pass, name) {
  const named3 = pass.resources[name];
  if (named3) return named3;
  if (name === "args" || name === "parameters") return { kind: name };
  return REGION_NAMES.has(name) ? { kind: "region", name } : { kind: "argument", name };
}

// src/host/ranges.ts
function bufferRange(name, argument2) {
  const given = Object(argument2);
  const { buffer, offset = 0, size } = "buffer" in given ? given : { buffer: given };
  if (!("usage" in Object(buffer))) {
    throw refused("invalid-option", name, nameOf(argument2), "a GPUBuffer or { buffer, offset?, size? }");
  }
  if ((buffer.usage & GPUBufferUsage.STORAGE) === 0) {
    throw refused(
      "missing-usage",
      name,
      `buffer usage is ${buffer.usage}`,
      `any with STORAGE (${GPUBufferUsage.STORAGE})`
    );
  }
  if (!Number.isInteger(offset) || offset < 0 || offset % BINDING_ALIGNMENT !== 0 || offset > buffer.size) {
    throw refused(
      "invalid-option",
      name,
      `offset is ${offset}`,
      `multiples of ${BINDING_ALIGNMENT} up to the buffer's size ${buffer.size}`
    );
  }
  const room = buffer.size - offset;
  const length = size ?? room - room % 4;
  if (!Number.isInteger(length) || length < 0 || length % 4 !== 0 || length > room) {
    throw refused("invalid-option", name, `size is ${length}`, `multiples of 4 up to ${room}`);
  }
  return { name, buffer, offset, size: length };
}
function firstBytes(range, bytes) {
  if (range.size < bytes) {
    throw refused("limit-exceeded", range.name, `${range.size} bytes`, `at least ${bytes}`);
  }
  return { ...range, size: Math.max(bytes, 4) };
}
function sameRange(a, b) {
  return a.buffer === b.buffer && a.offset === b.offset;
}
function overlaps(a, b) {
  return a.buffer === b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}
function requireDisjoint(ranges2) {
  Object.entries(ranges2).forEach(([first, a], i, all) => {
    for (const [second, b] of all.slice(i + 1)) {
      const pair = second === first.replace("In", "Out");
      if (!overlaps(a, b) || pair && sameRange(a, b)) continue;
      const at = ({ name, offset, size }) => `${name} (bytes ${offset} to ${offset + size})`;
      const allowed = `${pair ? "the same range, or " : ""}disjoint ranges`;
      throw refused("overlapping-buffers", `${at(a)} and ${at(b)}`, "overlap in one buffer", allowed);
    }
  });
}

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
  const { buffer: whole2, offset = 0 } = part;
  if (typeof whole2 !== "object" || whole2 === null || !("usage" in whole2)) {
    const found = ArrayBuffer.isView(buffer) ? buffer.constructor.name : String(buffer);
    throw new SegmentedError("invalid-option", `buffer: ${found}; allowed: a GPUBuffer or { buffer, offset?, size? }`);
  }
  const size = part.size ?? whole2.size - whole2.size % 4 - offset;
  const inside = Number.isInteger(offset) && offset >= 0 && Number.isInteger(size) && size >= 0;
  if (!inside || offset + size > whole2.size) {
    throw new SegmentedError(
      "invalid-option",
      `buffer: bytes ${offset} to ${offset + size}; allowed: whole numbers within the buffer's ${whole2.size} bytes`
    );
  }
  if ((offset + size) % 4 !== 0) {
    throw new SegmentedError("invalid-option", `buffer: ends at byte ${offset + size}; allowed: multiples of 4`);
  }
  return new DevicePointer(whole2, type, offset, offset + size);
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

// src/record/known_devices.ts
var KNOWN = /* @__PURE__ */ Symbol.for("webgpu-segmented.known-devices");
function known() {
  const holder = globalThis;
  holder[KNOWN] ??= /* @__PURE__ */ new Set();
  return holder[KNOWN];
}
function noteDevice(device) {
  if (knownDevices().includes(device)) return;
  const reference = new WeakRef(device);
  known().add(reference);
  device.lost.then(() => known().delete(reference));
}
function knownDevices() {
  return [...known()].flatMap((reference) => reference.deref() ?? []);
}

// src/record/device_state.ts
var states = /* @__PURE__ */ new WeakMap();
function deviceState(device) {
  if (!("createBuffer" in Object(device))) {
    throw refused("invalid-option", "device", device, "a GPUDevice");
  }
  let state = states.get(device);
  if (!state) {
    const made = { lost: void 0, pipelines: /* @__PURE__ */ new Map(), constants: void 0, words: /* @__PURE__ */ new Map() };
    device.lost.then((info) => {
      made.lost = info;
    });
    states.set(device, made);
    noteDevice(device);
    state = made;
  }
  return state;
}
function requireDevice(device) {
  const state = deviceState(device);
  if (!state.lost) return state;
  const { reason, message } = state.lost;
  throw new SegmentedError(
    "device-lost",
    `device: lost (${reason || "unknown reason"}${message ? `: ${message}` : ""}); a working GPUDevice is required`
  );
}
var CONSTANTS = 256;
var CONSTANT_STRIDE = 256;
function constantTable(device) {
  const state = deviceState(device);
  const stride = CONSTANT_STRIDE / 4;
  state.constants ??= constantBuffer(
    device,
    Array.from({ length: CONSTANTS * stride }, (_, i) => i % stride === 0 ? i / stride : 0)
  );
  return state.constants;
}
function constantWords(device, content) {
  const { words } = deviceState(device);
  const key = content.join();
  let buffer = words.get(key);
  if (!buffer) {
    buffer = constantBuffer(device, content);
    words.set(key, buffer);
  }
  return buffer;
}
function constantBuffer(device, words) {
  const buffer = device.createBuffer({
    label: "webgpu-segmented constants",
    size: 4 * words.length,
    usage: GPUBufferUsage.UNIFORM,
    mappedAtCreation: true
  });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}

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

// src/ports/numbers.ts
function typeLimits(type) {
  const float = { f16: 65504, f32: (2 - 2 ** -23) * 2 ** 127, f64: Number.MAX_VALUE }[String(type)];
  if (float !== void 0) return { max: float, lowest: -float };
  const bits = 8 * typeBytes(type);
  const signed = String(type).startsWith("i");
  const [lowest, max] = signed ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
  return bits === 64 ? { max, lowest } : { max: Number(max), lowest: Number(lowest) };
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

// src/ports/operand.ts
function itemsOfHost(name, argument2) {
  try {
    return hostItems(name, argument2);
  } catch (error) {
    if (!(error instanceof SegmentedError)) throw error;
    const message = error.message.replace(
      "not supported; allowed: ",
      "not supported; allowed: device_ptr(buffer, type), "
    );
    throw new SegmentedError(error.code, message, { cause: error });
  }
}
function operand(name, argument2) {
  if (isDevicePointer(argument2)) {
    const range = pointerRange(name, argument2);
    return { name, type: argument2.type, length: Math.floor(range.size / typeBytes(argument2.type)), range };
  }
  const items = itemsOfHost(name, argument2);
  const array = ArrayBuffer.isView(argument2) ? argument2 : argument2.data;
  return { name, type: items.type, length: items.length, host: { items, array } };
}
function deviceOperand(name, argument2) {
  if (isDevicePointer(argument2)) return operand(name, argument2);
  const found = ArrayBuffer.isView(argument2) ? argument2.constructor.name : typeName(argument2);
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

// src/host/options.ts
function requireOneOf(name, value, allowed, code) {
  if (allowed.includes(value)) return;
  throw refused(code, name, value, allowed.map((item) => `'${item}'`).join(", "));
}
function requireObject(name, value, allowed = "an object") {
  const listed = Array.isArray(value);
  if (typeof value === "object" && value !== null && !listed) return;
  throw refused("invalid-option", name, listed ? "an array" : value, allowed);
}
function requireCount(name, value, most, past = "limit-exceeded") {
  const whole2 = typeof value === "number" && Number.isInteger(value);
  if (whole2 && value >= 0 && value <= most) return value;
  throw refused(whole2 && value > most ? past : "invalid-option", name, value, `whole numbers from 0 to ${most}`);
}
function requireBits2(name, value, width) {
  return requireCount(name, value, width, "invalid-option");
}
var MOST_ITEMS = 2 ** 30 - 1;
function requireBounds(descriptor2) {
  const { maxItems, maxSegments, maxSegmentSize } = descriptor2;
  return {
    maxItems: requireCount("maxItems", maxItems, MOST_ITEMS),
    maxSegments: requireCount("maxSegments", maxSegments, MOST_ITEMS),
    maxSegmentSize: maxSegmentSize === void 0 ? Number.POSITIVE_INFINITY : requireCount("maxSegmentSize", maxSegmentSize, Number.MAX_SAFE_INTEGER)
  };
}

// src/device.ts
var LAVAPIPE = /(llvm|lava)pipe/i;
var SOFTWARE = /swiftshader|(llvm|lava)pipe|basic render|software/i;
function deviceFacts(device) {
  requireDevice(device);
  const info = device.adapterInfo;
  const subgroups = device.features.has("subgroups");
  const name = [info?.vendor, info?.architecture, info?.device, info?.description].join(" ");
  return {
    software: info?.isFallbackAdapter === true || SOFTWARE.test(name),
    lavapipe: LAVAPIPE.test(name),
    subgroups,
    subgroupMinSize: subgroups ? info?.subgroupMinSize || 4 : 1,
    subgroupMaxSize: subgroups ? info?.subgroupMaxSize || 128 : 1,
    workgroupStorageBytes: device.limits.maxComputeWorkgroupStorageSize,
    workgroupInvocations: device.limits.maxComputeInvocationsPerWorkgroup
  };
}

// src/host/segments_argument.ts
function readCount(argument2, most) {
  if (typeof argument2 !== "object" || argument2 === null) {
    return { segments: requireCount("segments.count", argument2, most), ranges: {}, countOnGpu: false };
  }
  const countIn = firstBytes(bufferRange("segments.count", argument2), 4);
  return { segments: most, ranges: { countIn: { ...countIn, size: 4 } }, countOnGpu: true };
}
function callSegments(argument2, maxSegments) {
  requireObject("segments", argument2, "{ offsets, count }, { begin, end, count } or { size, count }");
  if ("size" in argument2) {
    const size = requireCount("segments.size", argument2.size, MOST_ITEMS);
    if (size === 0) throw refused("invalid-option", "segments.size", "0", "whole numbers from 1");
    return { form: "offsets", size, ...readCount(argument2.count, maxSegments) };
  }
  const listed = "begin" in argument2;
  const arrays = Object.entries(
    listed ? { begin: argument2.begin, end: argument2.end } : { offsets: argument2.offsets }
  ).map(([name, array]) => [name, bufferRange(`segments.${name}`, array)]);
  const extra = listed ? 0 : 1;
  const room = Math.min(...arrays.map(([, range]) => range.size / 4 - extra));
  const onGpu = typeof argument2.count === "object";
  const count = readCount(argument2.count, onGpu ? Math.max(0, Math.min(maxSegments, room)) : maxSegments);
  const ranges2 = { ...count.ranges };
  for (const [name, range] of arrays) {
    ranges2[listed ? `${name}s` : name] = firstBytes(range, 4 * (count.segments + extra));
  }
  return { ...count, form: listed ? "ranges" : "offsets", size: 0, ranges: ranges2 };
}
function requireFit({ size, segments, countOnGpu }, items) {
  if (countOnGpu || size * segments <= items) return;
  throw refused(
    "length-mismatch",
    "segments",
    `${segments} of size ${size} are ${size * segments} items`,
    `at most the item count ${items}`
  );
}

// src/template/isolate.ts
var RESERVED = "segmented_";
var COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
var DECLARATION = /\b(?:fn|const|override|alias|struct|var(?:\s*<[^>]*>)?)\s+([A-Za-z_]\w*)/g;
var WGSL_NAMES = /^(?:bool|[iuf](?:16|32)|vec[234][iufh]?|array(?:Length)?|atomic(?:Add|Load|Max|Min|Store)?|ptr|all|bitcast|dot|(?:extract|insert)Bits|max|min|select|subgroupShuffle(?:Down|Xor)|(?:storage|workgroup)(?:Barrier|UniformLoad)?|function|private|uniform|read_write)$/;
function moduleNames(text) {
  let outside = text.replace(COMMENT, " ");
  for (let before = ""; before !== outside; ) {
    before = outside;
    outside = before.replace(/\{[^{}]*\}/g, " ");
  }
  return [...outside.matchAll(DECLARATION)].map((match) => match[1]);
}
function isolated(own, theirs) {
  const names = new Set(own.flatMap(moduleNames));
  for (const { name, text } of theirs) {
    for (const declared of moduleNames(text)) {
      if (!WGSL_NAMES.test(declared) && !declared.startsWith(RESERVED)) continue;
      throw refused(
        "invalid-option",
        name,
        `declares ${declared}`,
        `names that WGSL has not, and that do not begin with ${RESERVED}`
      );
    }
  }
  const pattern = new RegExp(`\\b(?:${[...names].join("|")})\\b`, "g");
  return (text) => text.replace(pattern, (name) => RESERVED + name);
}

// src/template/assemble.ts
function constantText(name, value) {
  if (typeof value === "boolean") return `const ${name} = ${value};`;
  if (typeof value === "number") return `const ${name} = ${value >>> 0}u;`;
  return `const ${name} = array<u32, ${value.length}>(${value.map((item) => `${item >>> 0}u`).join(", ")});`;
}
function preludeText(parts) {
  const lines2 = parts.enables.map((name) => `enable ${name};`);
  for (const [name, type] of Object.entries(parts.aliases)) lines2.push(`alias ${name} = ${type};`);
  for (const [name, value] of Object.entries(parts.constants)) lines2.push(constantText(name, value));
  parts.bindings.forEach(({ name, space, type }, index) => {
    lines2.push(`@group(0) @binding(${index}) var<${space}> ${name}: ${type};`);
  });
  return lines2.join("\n");
}
function apart(pieces4) {
  const rename = isolated(
    pieces4.filter(({ theirs }) => !theirs).map(({ text }) => text),
    pieces4.filter(({ theirs }) => theirs === "declarations")
  );
  return pieces4.map((piece4) => piece4.theirs ? piece4 : { ...piece4, text: rename(piece4.text) });
}
function assemble(parts) {
  const given = [{ name: "(prelude)", text: preludeText(parts) }, ...parts.pieces];
  const shared3 = given.some(({ theirs }) => theirs);
  const all = shared3 ? apart(given) : given;
  const starts = [];
  let code = "";
  let nextLine = 1;
  for (const piece4 of all) {
    const text = piece4.text.endsWith("\n") ? piece4.text : `${piece4.text}
`;
    starts.push(nextLine);
    code += text;
    nextLine += text.split("\n").length - 1;
  }
  return {
    code,
    entryPoint: shared3 ? `${RESERVED}main` : "main",
    locate(line) {
      let index = 0;
      while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= line) index++;
      const open = all.findIndex(({ theirs, text: text2 }) => {
        const bare = text2.replace(COMMENT, "");
        return theirs && bare.split("{").length > bare.split("}").length;
      });
      const closed = all[index]?.closes ? index - 1 : index;
      const found = open < 0 ? closed : Math.min(open, closed);
      const at = found < index ? starts[found + 1] - 1 : line;
      const text = code.split("\n")[at - 1] ?? "";
      return { piece: all[found].name, line: at - starts[found] + 1, text };
    }
  };
}

// src/record/pipelines.ts
var assembled = /* @__PURE__ */ new WeakMap();
function assembleKernel(kernel) {
  let shader = assembled.get(kernel);
  if (!shader) {
    shader = assembleParts(kernel);
    assembled.set(kernel, shader);
  }
  return shader;
}
function assembleParts(kernel) {
  return assemble({
    enables: kernel.subgroups ? ["subgroups"] : [],
    aliases: kernel.aliases ?? {},
    constants: kernel.constants,
    bindings: declarations(kernel),
    pieces: kernel.pieces
  });
}
function bindGroupLayout(device, kernel) {
  return device.createBindGroupLayout({
    label: kernel.name,
    entries: declarations(kernel).map(({ space }, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: space === "uniform" ? "uniform" : "storage" }
    }))
  });
}
async function compileError(shader, module2, name, valid, cause) {
  const { messages } = await module2.getCompilationInfo();
  const told = messages.filter((message) => message.type === "error").map((message) => {
    const { piece: piece4, line, text } = shader.locate(message.lineNum);
    return `${piece4}:${line}:${Math.min(message.linePos, text.length + 1)}: ${message.message}
    ${text}`;
  });
  const [code, what] = valid ? ["limit-exceeded", "does not fit the device"] : ["shader-compile", "does not compile"];
  return new SegmentedError(code, `kernel ${name} ${what}:
${told.join("\n") || cause.message}`, { cause });
}
function descriptor(device, kernel, module2, layout) {
  return {
    label: kernel.name,
    layout: device.createPipelineLayout({ label: kernel.name, bindGroupLayouts: [layout] }),
    compute: { module: module2, entryPoint: assembleKernel(kernel).entryPoint }
  };
}
function startPipeline(device, state, kernel) {
  const shader = assembleKernel(kernel);
  const known2 = state.pipelines.get(shader.code);
  if (known2) return known2;
  const layout = bindGroupLayout(device, kernel);
  device.pushErrorScope("validation");
  const module2 = device.createShaderModule({ label: kernel.name, code: shader.code });
  const scope = device.popErrorScope();
  const ready = device.createComputePipelineAsync(descriptor(device, kernel, module2, layout)).then((pipeline) => {
    entry.pipeline = pipeline;
    return pipeline;
  }).catch(async (cause) => {
    state.pipelines.delete(shader.code);
    throw await compileError(shader, module2, kernel.name, !await scope, cause);
  });
  const entry = { layout, pipeline: void 0, ready };
  state.pipelines.set(shader.code, entry);
  return entry;
}
async function preparePipelines(device, kernels) {
  const state = deviceState(device);
  for (const kernel of kernels) assembleKernel(kernel);
  const results = await Promise.allSettled(kernels.map((kernel) => startPipeline(device, state, kernel).ready));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
function pipelineNow(device, kernel) {
  const state = deviceState(device);
  const { code } = assembleKernel(kernel);
  const known2 = state.pipelines.get(code);
  if (known2?.pipeline) return known2;
  const layout = known2?.layout ?? bindGroupLayout(device, kernel);
  const module2 = device.createShaderModule({ label: kernel.name, code });
  const pipeline = device.createComputePipeline(descriptor(device, kernel, module2, layout));
  const entry = { layout, pipeline, ready: Promise.resolve(pipeline) };
  state.pipelines.set(code, entry);
  return entry;
}

// src/record/describe.ts
function sourceOf(plan, resource) {
  switch (resource.kind) {
    case "args":
      return { kind: "indirect" };
    case "region":
      return { kind: "scratch", name: resource.name };
    case "parameters":
      return { kind: "words", words: [...plan.parameters ?? []] };
    case "words":
      return { kind: "words", words: [...resource.words] };
    default:
      return { ...resource };
  }
}
function describePlan(plan) {
  const kernels = /* @__PURE__ */ new Map();
  for (const { kernel } of plan.passes) kernels.set(assembleKernel(kernel).code, kernel);
  const texts = [...kernels.keys()];
  return {
    classes: plan.classes.map(({ name, minLength, maxLength, method }) => ({ name, minLength, maxLength, method })),
    passes: plan.passes.map((pass) => ({
      kernel: pass.kernel.name,
      kernelIndex: texts.indexOf(assembleKernel(pass.kernel).code),
      ...pass.form ? { form: pass.form } : {},
      ...pass.bins ? { bins: [...pass.bins] } : {},
      workgroups: pass.grid.kind === "direct" ? pass.grid.workgroups : { ...pass.grid },
      bindings: Object.fromEntries(
        pass.kernel.bindings.map((name) => [name, sourceOf(plan, resourceOf(pass, name))])
      )
    })),
    scratch: Object.fromEntries(Object.entries(plan.regions).map(([name, region2]) => [name, { ...region2 }])),
    indirectBytes: plan.argsSlots * 12,
    kernels: [...kernels].map(([wgsl, kernel]) => ({
      name: kernel.name,
      entryPoint: assembleKernel(kernel).entryPoint,
      subgroups: kernel.subgroups,
      bindings: declarations(kernel),
      wgsl
    }))
  };
}

// src/host/run.ts
var HostCall = class {
  device;
  encoder;
  #buffers = [];
  #readbacks = [];
  constructor(device) {
    this.device = device;
    this.encoder = device.createCommandEncoder({ label: "webgpu-segmented host call" });
  }
  /** A storage buffer with the content of `bytes`, rounded up to vectors of four words. */
  upload(label, bytes) {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const buffer = this.#make(label, 16 * Math.ceil(bytes.byteLength / 16), usage, true);
    new Uint8Array(buffer.getMappedRange()).set(bytes);
    buffer.unmap();
    return buffer;
  }
  /** The same for words. */
  uploadWords(label, words) {
    return this.upload(label, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }
  storage(label, bytes) {
    return this.#make(label, bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST, false);
  }
  /** Records a copy of a buffer to the host. The function returned gives its first bytes once the GPU is done. */
  readback(source, bytes) {
    const staging = this.#make("readback", bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST, false);
    this.encoder.copyBufferToBuffer(source, 0, staging, 0, staging.size);
    this.#readbacks.push(staging);
    return () => new Uint8Array(staging.getMappedRange()).slice(0, bytes);
  }
  /** Submits and starts the readbacks; the promise resolves when they can be read. */
  submit() {
    this.device.queue.submit([this.encoder.finish()]);
    return Promise.all(this.#readbacks.map((buffer) => buffer.mapAsync(GPUMapMode.READ)));
  }
  end() {
    for (const buffer of this.#buffers) buffer.destroy();
  }
  #make(label, bytes, usage, mappedAtCreation) {
    const size = Math.max(4 * Math.ceil(bytes / 4), 4);
    const buffer = this.device.createBuffer({ label, size, usage, mappedAtCreation });
    this.#buffers.push(buffer);
    return buffer;
  }
};
function scopeError(errors) {
  const cause = errors.find((error2) => error2 instanceof GPUOutOfMemoryError);
  if (cause) return outOfMemory(cause);
  const error = errors[0];
  return error && new Error(`webgpu-segmented: the GPU rejected the call: ${error.message}`, { cause: error });
}
function requireNotAborted(signal) {
  if (signal && typeof signal.addEventListener !== "function")
    throw refused("invalid-option", "signal", signal, "an AbortSignal");
  if (!signal?.aborted) return;
  throw new SegmentedError("aborted", `signal: aborted (${String(signal.reason)}); allowed: a signal not yet aborted`, {
    cause: signal.reason
  });
}
async function unlessAborted(work, signal) {
  if (!signal) return work;
  let listener = () => {
  };
  const aborted = new Promise((resolve) => {
    listener = () => resolve([]);
    signal.addEventListener("abort", listener, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}
var SCOPES = ["internal", "out-of-memory", "validation"];
async function hostCall(device, record2, signal) {
  requireNotAborted(signal);
  requireDevice(device);
  for (const scope of SCOPES) device.pushErrorScope(scope);
  const call = new HostCall(device);
  let result;
  let thrown;
  let done = Promise.resolve();
  try {
    result = record2(call);
    done = call.submit();
  } catch (error) {
    thrown = error;
  }
  const settled = Promise.allSettled([done, ...SCOPES.map(() => device.popErrorScope())]);
  try {
    const [outcome, ...scopes] = await unlessAborted(settled, signal);
    requireNotAborted(signal);
    requireDevice(device);
    if (thrown instanceof SegmentedError) throw thrown;
    if (thrown instanceof RangeError) throw outOfMemory(thrown);
    const reported = scopeError(
      scopes.flatMap((scope) => "value" in scope && scope.value ? [scope.value] : [])
    );
    if (reported) throw reported;
    if (thrown !== void 0) throw thrown;
    if (outcome?.status === "rejected") throw outcome.reason;
    return result();
  } finally {
    call.end();
  }
}

// wgsl/block/cooperative.wgsl
var cooperative_default = "\n\nconst BLOCK_LANES=WORKGROUP;\nconst RAKE=16u;\nconst ROWS_RAKED=WORKGROUP/RAKE;\n\nstruct BlockScan{\nbefore:Scanned,\ntotal:Scanned,\n}\n\nvar<workgroup>blockSums:array<Scanned,WORKGROUP+WORKGROUP/32u>;\nvar<workgroup>rowSums:array<Scanned,ROWS_RAKED>;\n\n\n\n\n\nfn bank(place:u32)->u32{\nreturn place+place/32u;\n}\n\nfn blockIndex(workgroup:u32,local:u32)->u32{\nreturn workgroup;\n}\n\nfn blockLane(local:u32)->u32{\nreturn local;\n}\n\n\nfn blockScan(local:u32,value:Scanned)->BlockScan{\nblockSums[bank(local)]=value;\nworkgroupBarrier();\nif(local<ROWS_RAKED){\nvar sum=Scanned();\nfor(var i=local*RAKE;i<local*RAKE+RAKE;i++){\nlet next=blockSums[bank(i)];\nblockSums[bank(i)]=sum;\nsum+=next;\n}\nrowSums[local]=sum;\n}\nworkgroupBarrier();\nvar before=blockSums[bank(local)];\nvar total=Scanned();\nfor(var row=0u;row<ROWS_RAKED;row++){\nif(row==local/RAKE){\nbefore+=total;\n}\ntotal+=rowSums[row];\n}\nreturn BlockScan(before,total);\n}\n";

// wgsl/block/lone.wgsl
var lone_default = "\n\n\nconst BLOCK_LANES=1u;\n\nstruct BlockScan{\nbefore:Scanned,\ntotal:Scanned,\n}\n\nfn blockIndex(workgroup:u32,local:u32)->u32{\nreturn workgroup*WORKGROUP+local;\n}\n\nfn blockLane(local:u32)->u32{\nreturn 0u;\n}\n\nfn blockScan(local:u32,value:Scanned)->BlockScan{\nreturn BlockScan(Scanned(),value);\n}\n";

// wgsl/partition/bins.wgsl
var bins_default = "\n\n\n\nfn finishBin(bin:u32,base:u32,count:u32,allFullTiles:u32){\nstate[BIN_COUNTS+bin]=count;\nstate[BIN_BASES+bin]=base;\nif(isLarge(bin)){\nfinishLarge(count,allFullTiles);\n}\n}\n\nfn writeGrids(){\nvar workgroups=gridWorkgroups();\n\n\nfor(var slot=ARGS_FIRST_GRID;slot<arrayLength(&args)/3u;slot++){\nwriteGrid(slot,workgroups[slot-ARGS_FIRST_GRID]);\n}\n}\n";

// wgsl/partition/classify.wgsl
var classify_default = "\n\n\n\n\n\n\nconst NO_BIN=0xFFFFFFFFu;\nconst TILE_ROW=BINS;\n\nfn binOf(length:u32)->u32{\nlet bin=limitsBelow(length);\nreturn select(bin,NO_BIN,length<MIN_LENGTH||bin>=BINS);\n}\n\nfn isLarge(bin:u32)->bool{\nreturn bin==LARGE_BIN;\n}\n\n\nfn contribution(rows:vec4u,bin:u32,tiles:u32)->vec4u{\nreturn vec4u(rows==vec4u(bin))+select(vec4u(),vec4u(tiles),rows==vec4u(TILE_ROW));\n}\n";

// wgsl/partition/count.wgsl
var count_default = "\n\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet block=blockIndex(workgroupIndex(workgroup,grid),local);\nlet blocks=state[BLOCK_COUNT];\nlet first=(block*BLOCK_LANES+blockLane(local))*SEGMENTS_PER_LANE;\nlet end=min(first+SEGMENTS_PER_LANE,state[SEGMENT_COUNT]);\nvar rows:Rows;\nfor(var id=first;id<end;id++){\nlet segment=segmentAt(id);\ntakeUnit(segment);\nrows=counted(rows,binOf(segment.length),segment.length);\n}\nvar counts=rows;\n\nfor(var quad=0u;quad<min(ROW_QUADS,arrayLength(&counters));quad++){\nlet total=blockScan(local,counts[quad]).total;\nif(blockLane(local)==0u&&block<blocks){\n\nlet first=quad*4u*blocks+block;\ncounters[first]=total.x;\ncounters[first+blocks]=total.y;\ncounters[first+2u*blocks]=total.z;\ncounters[first+3u*blocks]=total.w;\n}\n}\n}\n";

// wgsl/partition/finish.wgsl
var finish_default = "\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(local_invocation_index)bin:u32){\nif(SCANS){\nscanLanes(bin,state[PARTITION_COUNTERS]);\nstorageBarrier();\n}\nlet blocks=state[BLOCK_COUNT];\nif(bin<BINS){\nlet base=counters[bin*blocks];\nlet tiles=counters[ROWS*blocks]-counters[TILE_ROW*blocks];\nfinishBin(bin,base,counters[(bin+1u)*blocks]-base,tiles);\n}\nstorageBarrier();\nif(bin==0u){\nwriteGrids();\n}\n}\n";

// wgsl/partition/fixed_large.wgsl
var fixed_large_default = "\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet id=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nlet size=state[SEGMENT_SIZE];\nif(id<state[SEGMENT_COUNT]&&isLarge(binOf(size))){\nenterLarge(id,id*fullTiles(size),Segment(id*size,size));\n}\n}\n";

// wgsl/partition/scatter.wgsl
var scatter_default = "\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet block=blockIndex(workgroupIndex(workgroup,grid),local);\nlet blocks=state[BLOCK_COUNT];\nlet first=(block*BLOCK_LANES+blockLane(local))*SEGMENTS_PER_LANE;\nlet end=min(first+SEGMENTS_PER_LANE,state[SEGMENT_COUNT]);\nvar rows:Rows;\nif(BLOCK_LANES>1u){\nfor(var id=first;id<end;id++){\nlet length=segmentAt(id).length;\nrows=counted(rows,binOf(length),length);\n}\n}\nvar places=rows;\n\nfor(var quad=0u;quad<min(ROW_QUADS,arrayLength(&counters));quad++){\nlet at=quad*4u*blocks+block;\nplaces[quad]=blockScan(local,places[quad]).before\n+vec4u(counters[at],counters[at+blocks],counters[at+2u*blocks],counters[at+3u*blocks]);\n}\n\nvar lists=BLOCK_LANES>1u;\nfor(var at=block;at<BINS*blocks&& !lists;at+=blocks){\nlists=counters[at]!=counters[at+1u];\n}\nif(block>=blocks|| !lists){\nreturn;\n}\nrows=places;\n\nlet firstLarge=counters[LARGE_BIN*blocks];\nlet firstTile=counters[TILE_ROW*blocks];\nfor(var id=first;id<end;id++){\nlet segment=segmentAt(id);\nlet bin=binOf(segment.length);\nif(bin!=NO_BIN){\nlet place=rowOf(rows,bin);\nspans[place]=vec2u(segment.begin,segment.length);\nif(LIST_IDS){\nstate[FIRST_ID+place]=id;\n}\nif(isLarge(bin)){\nenterLarge(place-firstLarge,rowOf(rows,TILE_ROW)-firstTile,segment);\n}\nrows=counted(rows,bin,segment.length);\n}\n}\n}\n";

// wgsl/profile/count.wgsl
var count_default2 = "\n\n\n\n\n\nvar<workgroup>binItems:array<atomic<u32>,BINS>;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(local_invocation_index)local:u32){\nfor(var bin=0u;bin<BINS;bin++){\nvar items=0u;\nfor(var slot=local;slot<binCount(bin);slot+=WORKGROUP){\nitems+=listedSegment(bin,slot).length;\n}\natomicAdd(&binItems[bin],items);\n}\nworkgroupBarrier();\nif(local<BINS){\nprofile[local]=atomicLoad(&binItems[local]);\nprofile[16u+local]=binCount(local);\n}\nif(local==0u){\nprofile[32]=state[ITEM_COUNT];\nprofile[33]=state[SEGMENT_COUNT];\nprofile[34]=state[PARTITION_COUNTERS];\nprofile[35]=state[RADIX_COUNTERS];\n}\n}\n";

// wgsl/reduce/number/f16.wgsl
var f16_default = "\n\nfn numberOf(bits:u32)->f32{\nlet sign=(bits&0x8000u)<<16u;\nlet exponent=(bits>>10u)&31u;\nlet fraction=bits&0x3FFu;\n\nlet denormal=bitcast<u32>(f32(fraction)*5.9604644775390625e-8);\nlet normal=((exponent+112u)<<23u)|(fraction<<13u);\nlet special=0x7F800000u|(fraction<<13u);\nlet magnitude=select(select(normal,denormal,exponent==0u),special,exponent==31u);\nreturn bitcast<f32>(sign|magnitude);\n}\n";

// wgsl/scan/apply.wgsl
var apply_default = "\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet block=blockIndex(workgroupIndex(workgroup,grid),local);\nlet length=state[SCAN_LENGTH];\nlet first=(block*BLOCK_LANES+blockLane(local))*SCAN_PER_LANE;\nlet end=min(first+SCAN_PER_LANE,length);\nvar before=0u;\nif(BLOCK_LANES>1u){\nvar sum=0u;\nfor(var i=first;i<end;i++){\nsum+=counters[i];\n}\nbefore=blockScan(local,sum).before;\n}\nif(first<length){\nbefore+=sums[block];\n}\nfor(var i=first;i<end;i++){\nlet value=counters[i];\ncounters[i]=before;\nbefore+=value;\n}\n}\n";

// wgsl/scan/lanes.wgsl
var lanes_default = "\n\n\nfn scanLanes(local:u32,count:u32){\nlet perLane=count/WORKGROUP+1u;\nlet first=min(local*perLane,count);\nlet end=min(first+perLane,count);\nvar sum=0u;\nfor(var i=first;i<end;i++){\nsum+=counters[i];\n}\nvar before=blockScan(local,sum).before;\nfor(var i=first;i<end;i++){\nlet value=counters[i];\ncounters[i]=before;\nbefore+=value;\n}\n}\n";

// wgsl/scan/reduce.wgsl
var reduce_default = "\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet block=blockIndex(workgroupIndex(workgroup,grid),local);\nlet length=state[SCAN_LENGTH];\nlet first=(block*BLOCK_LANES+blockLane(local))*SCAN_PER_LANE;\nlet end=min(first+SCAN_PER_LANE,length);\nvar sum=0u;\nfor(var i=first;i<end;i++){\nsum+=counters[i];\n}\nlet total=blockScan(local,sum).total;\nif(blockLane(local)==0u&&block*BLOCK_LANES*SCAN_PER_LANE<length){\nsums[block]=total;\n}\n}\n";

// wgsl/scan/spine.wgsl
var spine_default = "\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(local_invocation_index)local:u32){\nlet length=state[SCAN_LENGTH];\nscanLanes(local,length/SCAN_BLOCK+select(0u,1u,length%SCAN_BLOCK!=0u));\n}\n";

// wgsl/segments/offsets.wgsl
var offsets_default = "\n\n\nfn segmentAt(id:u32)->Segment{\nlet end=min(offsets[id+1u],state[ITEM_COUNT]);\nlet begin=min(offsets[id],end);\nreturn Segment(begin,end-begin);\n}\n";

// wgsl/segments/ranges.wgsl
var ranges_default = "\n\n\nfn segmentAt(id:u32)->Segment{\nlet end=min(ends[id],state[ITEM_COUNT]);\nlet begin=min(begins[id],end);\nreturn Segment(begin,end-begin);\n}\n";

// wgsl/setup/count_buffer.wgsl
var count_buffer_default = "\n\nfn segmentCount(given:u32)->u32{\nreturn min(countIn[0],given);\n}\n";

// wgsl/setup/count_given.wgsl
var count_given_default = "\n\nfn segmentCount(given:u32)->u32{\nreturn given;\n}\n";

// wgsl/setup/kernel.wgsl
var kernel_default = "\n\n\n\n\n\n\n\n\n\n\n\nfn word(a:u32,b:u32,c:u32,d:u32)->u32{\nreturn a|(b<<8u)|(c<<16u)|(d<<24u);\n}\n\n@compute@workgroup_size(1)\nfn main(){\nlet items=word(item0,item1,item2,item3);\nlet size=word(size0,size1,size2,size3);\nvar segments=segmentCount(word(segment0,segment1,segment2,segment3));\nif(size!=0u){\nsegments=min(segments,items/size);\n}\nfor(var i=0u;i<FIRST_ID;i++){\nstate[i]=0u;\n}\nfor(var i=0u;i<arrayLength(&args);i++){\nargs[i]=0u;\n}\nresetList();\nlet blocks=ceilDiv(segments,SEGMENTS_PER_BLOCK);\nstate[ITEM_COUNT]=items;\nstate[SEGMENT_COUNT]=segments;\nstate[SEGMENT_SIZE]=size;\nstate[BLOCK_COUNT]=blocks;\nstate[PARTITION_COUNTERS]=blocks*ROWS+1u;\nif(size!=0u){\nlet bin=binOf(size);\nif(bin!=NO_BIN){\nfinishBin(bin,0u,segments,segments*fullTiles(size));\nwriteGrids();\n}\n}\n}\n";

// wgsl/setup/no_list.wgsl
var no_list_default = "\n\nfn resetList(){\n}\n";

// wgsl/state/grid.wgsl
var grid_default = "\n\n\nconst GRID_LIMIT=65535u;\n\n\nfn writeGrid(slot:u32,workgroups:u32){\nlet rows=ceilDiv(workgroups,GRID_LIMIT);\nargs[slot*3u]=min(workgroups,GRID_LIMIT);\nargs[slot*3u+1u]=rows;\nargs[slot*3u+2u]=min(rows,1u);\n}\n\nfn ceilDiv(value:u32,divisor:u32)->u32{\nreturn value/divisor+select(0u,1u,value%divisor!=0u);\n}\n";

// wgsl/state/layout.wgsl
var layout_default = "\n\n\n\n\n\n\n\nconst ITEM_COUNT=0u;\nconst SEGMENT_COUNT=1u;\nconst BLOCK_COUNT=2u;\nconst PARTITION_COUNTERS=3u;\nconst RADIX_COUNTERS=4u;\nconst TILE_COUNT=5u;\nconst FULL_TILE_COUNT=6u;\nconst LARGE_COUNT=7u;\nconst BIN_COUNTS=8u;\nconst BIN_BASES=24u;\nconst SEGMENT_SIZE=40u;\nconst TILES_EACH=41u;\nconst FIRST_ID=64u;\n\nstruct Segment{\nbegin:u32,\nlength:u32,\n}\n\nfn binCount(bin:u32)->u32{\nreturn state[BIN_COUNTS+bin];\n}\n";

// wgsl/state/lists.wgsl
var lists_default = "\n\n\n\n\nfn listedSegment(bin:u32,slot:u32)->Segment{\nlet size=state[SEGMENT_SIZE];\nlet span=select(spans[state[BIN_BASES+bin]+slot],vec2u(slot*size,size),size!=0u);\nreturn Segment(span.x,span.y);\n}\n\n\nfn listedId(bin:u32,slot:u32)->u32{\nreturn select(state[FIRST_ID+state[BIN_BASES+bin]+slot],slot,state[SEGMENT_SIZE]!=0u);\n}\n";

// wgsl/state/workgroup_index.wgsl
var workgroup_index_default = "\n\nfn workgroupIndex(workgroup:vec3u,grid:vec3u)->u32{\nreturn workgroup.y*grid.x+workgroup.x;\n}\n";

// src/template/pieces.ts
var TEXTS = {
  "block/cooperative": cooperative_default,
  "block/lone": lone_default,
  "partition/bins": bins_default,
  "partition/classify": classify_default,
  "partition/count": count_default,
  "partition/finish": finish_default,
  "partition/fixed_large": fixed_large_default,
  "partition/scatter": scatter_default,
  "profile/count": count_default2,
  "reduce/number/f16": f16_default,
  "scan/apply": apply_default,
  "scan/lanes": lanes_default,
  "scan/reduce": reduce_default,
  "scan/spine": spine_default,
  "segments/offsets": offsets_default,
  "segments/ranges": ranges_default,
  "setup/count_buffer": count_buffer_default,
  "setup/count_given": count_given_default,
  "setup/kernel": kernel_default,
  "setup/no_list": no_list_default,
  "state/grid": grid_default,
  "state/layout": layout_default,
  "state/lists": lists_default,
  "state/workgroup_index": workgroup_index_default
};
function pieceLookup(texts) {
  return (name) => {
    const text = name in texts ? texts[name] : TEXTS[name];
    return { name: `wgsl/${name}.wgsl`, text };
  };
}
var piece = /* @__PURE__ */ pieceLookup(TEXTS);
var pieces = (...names) => names.map(piece);

// src/record/profile.ts
var PASSES_MOST = 512;
var QUERY_BYTES = 8;
var COUNTED = { binItems: 0, binSegments: 16, items: 32, segments: 33, partitionCounters: 34, radixCounters: 35 };
var COUNTED_BYTES = 64 * 4;
function countPass(plan) {
  const kernel = {
    name: "profile/count",
    subgroups: false,
    constants: { WORKGROUP: 64, BINS: plan.classes.length },
    bindings: ["state", "spans", "profile"],
    pieces: pieces("profile/count", "state/layout", "state/lists")
  };
  return { kernel, grid: { kind: "direct", workgroups: 1 }, resources: {} };
}
function bytesOf({ traffic, bins }, counted2) {
  if (!traffic) return void 0;
  const word = (index) => counted2[index] ?? 0;
  const sum2 = (first, ofCall) => bins && !traffic.ofCall ? bins.reduce((all, bin) => all + word(first + bin), 0) : word(ofCall);
  const items = sum2(COUNTED.binItems, COUNTED.items);
  const segments = sum2(COUNTED.binSegments, COUNTED.segments);
  return items * (traffic.item ?? 0) + segments * (traffic.segment ?? 0) + word(COUNTED.partitionCounters) * (traffic.partitionCounter ?? 0) + word(COUNTED.radixCounters) * (traffic.radixCounter ?? 0);
}
var Profiler = class {
  #device;
  #queries;
  #resolved;
  #counted;
  /** What the last call recorded. */
  #last;
  constructor(device) {
    this.#device = device;
    this.#queries = device.createQuerySet({ type: "timestamp", count: 2 * PASSES_MOST });
    this.#resolved = device.createBuffer({
      label: "profile",
      size: 2 * PASSES_MOST * QUERY_BYTES,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC
    });
    this.#counted = device.createBuffer({
      label: "profile",
      size: COUNTED_BYTES,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC
    });
  }
  /** What the pass `profile/count` writes. */
  get counted() {
    return { buffer: this.#counted, offset: 0, size: COUNTED_BYTES };
  }
  /** Records each pass as a compute pass of its own, between two timestamps; `count` last, whose times are not read. */
  record(encoder, plan, passes, recordPass) {
    if (passes.length >= PASSES_MOST) {
      throw refused("limit-exceeded", "profile", `${passes.length} passes`, PASSES_MOST - 1);
    }
    for (const [i, pass] of [...passes, countPass(plan)].entries()) {
      const times = { querySet: this.#queries, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
      const target = encoder.beginComputePass({ label: pass.kernel.name, timestampWrites: times });
      recordPass(target, pass);
      target.end();
    }
    encoder.resolveQuerySet(this.#queries, 0, 2 * passes.length, this.#resolved, 0);
    this.#last = { passes, plan };
  }
  /** A call begins: unless it records something, it has no passes. */
  begin() {
    this.#last = { passes: [], plan: { classes: [] } };
  }
  /** The last call's times, once the GPU has worked it off. */
  async read() {
    const last = this.#last;
    if (!last) {
      throw refused("invalid-option", "profile", "nothing encoded", "after a call that was submitted");
    }
    return hostCall(this.#device, (call) => {
      const times = call.readback(this.#resolved, 2 * last.passes.length * QUERY_BYTES);
      const counted2 = call.readback(this.#counted, COUNTED_BYTES);
      return () => profileOf(last.plan, last.passes, new BigUint64Array(times().buffer), new Uint32Array(counted2().buffer));
    });
  }
  destroy() {
    this.#queries.destroy();
    this.#resolved.destroy();
    this.#counted.destroy();
  }
};
function profileOf(plan, passes, times, counted2) {
  const between = (from, to) => Math.max(0, Number((times[to] ?? 0n) - (times[from] ?? 0n)) / 1e6);
  const classes = plan.classes.map(({ name, minLength, maxLength }) => ({ name, minLength, maxLength }));
  return {
    milliseconds: between(0, 2 * passes.length - 1),
    passes: passes.map((pass, i) => {
      const own = pass.traffic?.ofCall ? [] : (pass.bins ?? []).map((bin) => classes[bin]);
      const [first, last] = [own[0], own.at(-1)];
      const of = first && last && first.name === last.name && { ...first, maxLength: last.maxLength };
      const bytes = bytesOf(pass, counted2);
      return {
        kernel: pass.kernel.name,
        ...of ? { class: of } : {},
        milliseconds: between(2 * i, 2 * i + 1),
        ...bytes === void 0 ? {} : { bytes }
      };
    }),
    classes: classes.map((of, bin) => ({
      ...of,
      segments: counted2[COUNTED.binSegments + bin] ?? 0,
      items: counted2[COUNTED.binItems + bin] ?? 0
    }))
  };
}

// src/record/record.ts
var GRID_LIMIT = 65535;
function constantRange(device, value) {
  return { buffer: constantTable(device), offset: value * CONSTANT_STRIDE, size: 4 };
}
function rangeOf(device, plan, call, resource) {
  switch (resource.kind) {
    case "args":
      return { buffer: call.args, offset: 0, size: call.args.size };
    case "constant":
      return constantRange(device, resource.value);
    case "words":
      return { buffer: constantWords(device, resource.words), offset: 0, size: 64 };
    case "parameters": {
      const buffer = call.parameters;
      return { buffer, offset: 0, size: buffer.size };
    }
    case "number":
      return constantRange(device, call.numbers[resource.name] >>> 8 * resource.byte & 255);
    case "region": {
      const { offset, size } = plan.regions[resource.name];
      return { buffer: call.temporary.buffer, offset: call.temporary.offset + offset, size };
    }
    case "argument":
      return call.arguments[resource.name];
  }
}
function stepOf(device, plan, pass, call) {
  const { pipeline, layout } = pipelineNow(device, pass.kernel);
  const entries = pass.kernel.bindings.map((name, binding) => ({
    binding,
    resource: { ...rangeOf(device, plan, call, resourceOf(pass, name)) }
  }));
  return { pass, pipeline, group: device.createBindGroup({ label: pass.kernel.name, layout, entries }) };
}
function recordStep(encoder, { pass, pipeline, group }, call) {
  encoder.setPipeline(pipeline);
  encoder.setBindGroup(0, group);
  if (pass.grid.kind === "indirect") {
    encoder.dispatchWorkgroupsIndirect(call.args, pass.grid.slot * 12);
  } else {
    const workgroups = workgroupsOf(pass.grid, call.numbers);
    const rows = Math.ceil(workgroups / GRID_LIMIT);
    encoder.dispatchWorkgroups(Math.min(workgroups, GRID_LIMIT), rows);
  }
}
function sameBinding(a, b) {
  return a.buffer === b.buffer && a.offset === b.offset && a.size === b.size;
}
function sameCall(a, b) {
  const names = Object.keys(a.arguments);
  return a.numbers.items === b.numbers.items && a.numbers.segments === b.numbers.segments && a.numbers.size === b.numbers.size && sameBinding(a.temporary, b.temporary) && names.length === Object.keys(b.arguments).length && names.every((name) => {
    const other = b.arguments[name];
    return other !== void 0 && sameBinding(a.arguments[name], other);
  });
}
var RECENT_MOST = 4;
var Recorder = class {
  #device;
  #label;
  #profiler;
  #recent = [];
  constructor(device, label, profiler) {
    this.#device = device;
    this.#label = label;
    this.#profiler = profiler;
  }
  /** Into an open compute pass, or into one of its own; profiled, one for each of the plan's passes. */
  record(encoder, plan, call) {
    if (this.#profiler) {
      this.#recordProfiled(this.#profiler, encoder, plan, call);
      return;
    }
    const steps = this.#steps(plan, call);
    const own = "beginComputePass" in encoder ? encoder.beginComputePass({ label: this.#label }) : void 0;
    const target = own ?? encoder;
    for (const step of steps) recordStep(target, step, call);
    own?.end();
  }
  /** Lets the buffers of its last calls go. */
  forget() {
    this.#recent.length = 0;
  }
  #steps(plan, call) {
    const recent = this.#recent;
    const known2 = recent.findIndex((other) => other.plan === plan && sameCall(other.call, call));
    const [kept2] = known2 < 0 ? [] : recent.splice(known2, 1);
    const latest = kept2 ?? { plan, call, steps: this.#stepsOf(plan, call) };
    if (recent.unshift(latest) > RECENT_MOST) recent.pop();
    return latest.steps;
  }
  #stepsOf(plan, call) {
    return passesFor(plan, call.numbers.size).map((pass) => stepOf(this.#device, plan, pass, call));
  }
  #recordProfiled(profiler, encoder, plan, call) {
    const profiled = { ...call, arguments: { ...call.arguments, profile: profiler.counted } };
    profiler.record(
      encoder,
      plan,
      passesFor(plan, call.numbers.size),
      (target, pass) => recordStep(target, stepOf(this.#device, plan, pass, profiled), profiled)
    );
  }
};

// src/record/operation.ts
function memoized(make) {
  const plans = /* @__PURE__ */ new Map();
  return (access) => {
    const key = JSON.stringify(access);
    const plan = plans.get(key) ?? make(access);
    plans.set(key, plan);
    return plan;
  };
}
function ownParts(device, { ownTemporary, profile }) {
  if (profile === true && !device.features.has("timestamp-query")) {
    throw refused("invalid-option", "profile", "true", "on a device with 'timestamp-query'");
  }
  return { scratch: ownTemporary !== false, profile: profile === true };
}
function lackOfRoom({ limits }, plan) {
  const past = (bytes, limit) => bytes > limits[limit] ? refused("limit-exceeded", "maxItems, maxSegments", `${bytes} bytes`, `the device's ${limit}, ${limits[limit]}`) : void 0;
  const arrays = [plan.itemBytes, ...Object.values(plan.regions).map(({ size }) => size)];
  return past(Math.max(...arrays), "maxStorageBufferBindingSize") ?? past(plan.temporaryBytes, "maxBufferSize");
}
var PlannedOperation = class _PlannedOperation {
  device;
  label;
  temporaryBytes;
  #args;
  #scratch;
  #parameters;
  #profiler;
  #recorder;
  #destroyed = false;
  constructor(device, label, plan, own) {
    this.device = device;
    this.label = label;
    this.temporaryBytes = plan.temporaryBytes;
    this.#args = device.createBuffer({
      label: `${label} indirect arguments`,
      size: plan.argsSlots * 12,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.INDIRECT
    });
    if (plan.parameters) this.#parameters = constantBuffer(device, plan.parameters);
    if (own.profile) this.#profiler = new Profiler(device);
    this.#recorder = new Recorder(device, label, this.#profiler);
    if (own.scratch) {
      this.#scratch = device.createBuffer({
        label: `${label} scratch`,
        size: plan.temporaryBytes,
        usage: GPUBufferUsage.STORAGE
      });
    }
  }
  /** Checks the plan against the device, compiles its kernels, makes its buffers. */
  static async create(device, label, plan, own) {
    requireDevice(device);
    const error = lackOfRoom(device, plan);
    if (error) throw error;
    await preparePipelines(
      device,
      [...plan.passes, ...own.profile ? [countPass(plan)] : []].map(({ kernel }) => kernel)
    );
    requireDevice(device);
    device.pushErrorScope("out-of-memory");
    const operation = new _PlannedOperation(device, label, plan, own);
    const lack = await device.popErrorScope();
    if (lack) {
      operation.destroy();
      throw outOfMemory(lack);
    }
    return operation;
  }
  /** The scratch range of a call: the caller's, or the plan's own. */
  temporaryRange(argument2) {
    if (argument2 !== void 0) return firstBytes(bufferRange("temporary", argument2), this.temporaryBytes);
    if (this.#scratch) return { buffer: this.#scratch, offset: 0, size: this.temporaryBytes };
    throw refused(
      "invalid-option",
      "temporary",
      "undefined",
      `a buffer of at least ${this.temporaryBytes} bytes with ownTemporary: false`
    );
  }
  /** Checks what every `encode` begins with. */
  requireUsable(encoder, buffers) {
    const given = Object(encoder);
    if (!("beginComputePass" in given || "dispatchWorkgroups" in given)) {
      throw refused("invalid-option", "encoder", encoder, "a GPUCommandEncoder or an open GPUComputePassEncoder");
    }
    if (this.#profiler && !("beginComputePass" in given)) {
      throw refused(
        "invalid-option",
        "encoder",
        "an open GPUComputePassEncoder",
        "a GPUCommandEncoder with profile: true"
      );
    }
    requireObject("buffers", buffers);
    this.#requireAlive();
  }
  /** Checks a call's buffers against each other: all is in order then, and the call begins. */
  begin(ranges2) {
    requireDisjoint(ranges2);
    this.#profiler?.begin();
  }
  record(encoder, plan, ranges2, temporary, numbers2) {
    const own = { args: this.#args, parameters: this.#parameters };
    this.#recorder.record(encoder, plan, { arguments: ranges2, temporary, ...own, numbers: numbers2 });
  }
  /** What every operation has beside `encode`. `plan`: what `describe` tells. */
  around(plan) {
    return {
      temporaryBytes: this.temporaryBytes,
      describe: () => describePlan(plan),
      profile: () => this.#profile(),
      destroy: () => this.destroy()
    };
  }
  /** Times of the last call's passes. */
  async #profile() {
    this.#requireAlive();
    if (this.#profiler) return this.#profiler.read();
    throw refused("invalid-option", "profile", "undefined", "profile(), of a plan made with profile: true");
  }
  #requireAlive() {
    if (this.#destroyed) {
      throw refused("destroyed", this.label, "destroyed", "a plan not yet destroyed");
    }
    requireDevice(this.device);
  }
  destroy() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#args.destroy();
    this.#scratch?.destroy();
    this.#parameters?.destroy();
    this.#profiler?.destroy();
    this.#recorder.forget();
  }
};

// src/tuning/check.ts
var isWhole = (value, least, most) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
var isPower = (value) => Number.isInteger(Math.log2(value));
function whole(least, most) {
  return { allowed: `whole numbers from ${least} to ${most}`, fits: (value) => isWhole(value, least, most) };
}
function power(least, most) {
  return {
    allowed: `powers of two from ${least} to ${most}`,
    fits: (value) => isWhole(value, least, most) && isPower(value)
  };
}
function oneOf(...names) {
  return { allowed: names.map((name) => JSON.stringify(name)).join(", "), fits: (value) => names.includes(value) };
}
var ascending = (list) => list.every((value, i) => i === 0 || value > list[i - 1]);
var LIMITS = {
  allowed: "a list of 1 to 7 ascending whole numbers from 2 to 65536",
  fits: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 7 && value.every((limit) => isWhole(limit, 2, 65536)) && ascending(value)
};
var WORKGROUP = power(1, 1024);
var NAMES = oneOf("small", "medium");
var REDUCE_BINS = {
  allowed: "a list of 1 to 8 bins { limit, lanes, name }: limits ascending, lanes a power of two, name 'small' or 'medium'",
  fits: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 8 && value.every((bin) => whole(1, 2 ** 24).fits(bin?.limit) && WORKGROUP.fits(bin.lanes) && NAMES.fits(bin.name)) && ascending(value.map(({ limit }) => limit))
};
var MERGED_MOST = oneOf(0, ...Array.from({ length: 13 }, (_, i) => 16 << i));
var RULES = {
  family: oneOf("cpu", "gpu"),
  subgroups: oneOf(true, false),
  maxBindingBytes: whole(1024, Number.MAX_SAFE_INTEGER),
  partition: { workgroup: WORKGROUP, segmentsPerLane: whole(1, 65536) },
  scan: { workgroup: WORKGROUP, perLane: whole(1, 65536) },
  convert: { workgroup: WORKGROUP, perLane: whole(1, 65536) },
  sort: {
    digitBits: oneOf(1, 2, 4, 8),
    earlyOut: oneOf(true, false),
    small: {
      workgroup: WORKGROUP,
      itemsWanted: power(1, 64),
      itemsMost: power(2, 64),
      itemsMostPairs: power(8, 64),
      itemsAtOnce: power(1, 64),
      branchless: oneOf(true, false),
      lanesMost: power(1, 32),
      lanesMostEmulated: power(1, 32),
      lengthMost: power(2, 2048)
    },
    medium: {
      mergedMost: MERGED_MOST,
      mergedMostPairs: MERGED_MOST,
      workgroup: WORKGROUP,
      limits: LIMITS
    },
    large: {
      workgroup: WORKGROUP,
      tile: {
        allowed: "multiples of 16 from 64 to 65536",
        fits: (value) => isWhole(value, 64, 65536) && value % 16 === 0
      },
      scatter: oneOf("coalesced", "direct")
    }
  },
  reduce: {
    bins: REDUCE_BINS,
    workgroup: WORKGROUP,
    tile: power(64, 2 ** 20),
    tileLanes: power(1, 1024),
    vectors: oneOf(true, false),
    flat: { tile: whole(64, 2 ** 20), lengthMost: whole(16, 2 ** 20) }
  }
};
function refusal(path, value, allowed) {
  const found = typeof value === "object" ? JSON.stringify(value) : String(value);
  return refused("invalid-option", path, found, allowed);
}
var isRule = (rules) => typeof rules.fits === "function";
function requireMembers(path, given, rules) {
  requireObject(path, given, `an object with ${Object.keys(rules).join(", ")}`);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : void 0;
    if (!rule) {
      throw refused("invalid-option", path, `unknown member ${name}`, `${Object.keys(rules).join(", ")}`);
    }
    const at = `${path}.${name}`;
    if (value === void 0) continue;
    if (isRule(rule)) {
      if (!rule.fits(value)) throw refusal(at, value, rule.allowed);
    } else {
      requireMembers(at, value, rule);
    }
  }
}
function requireTuning(tuning = {}) {
  requireMembers("tuning", tuning, RULES);
  return JSON.parse(JSON.stringify(tuning));
}
function requireTable(table, family) {
  const { partition, scan, sort: sort2, reduce: reduce2 } = table;
  const { small, medium, large } = sort2;
  const least = (path, value, bound2, why) => {
    if (value < bound2) throw refusal(`tuning.${path}`, value, `at least ${bound2}, ${why}`);
  };
  if (family === "gpu") {
    least("partition.workgroup", partition.workgroup, 16, "in family 'gpu'");
    least("scan.workgroup", scan.workgroup, 16, "in family 'gpu'");
    least("sort.medium.workgroup", medium.workgroup, 16, "in family 'gpu'");
    least("sort.large.workgroup", large.workgroup, 16, "in family 'gpu'");
    least("reduce.workgroup", reduce2.workgroup, 16, "in family 'gpu'");
  }
  least("sort.small.workgroup", small.workgroup, small.lanesMost, "sort.small.lanesMost");
  least("sort.small.workgroup", small.workgroup, small.lanesMostEmulated, "sort.small.lanesMostEmulated");
  const longest = medium.limits.at(-1);
  if (large.tile > longest) {
    throw refusal("tuning.sort.large.tile", large.tile, `at most the last of sort.medium.limits, ${longest}`);
  }
  const lanes = Math.max(reduce2.tileLanes, ...reduce2.bins.map((bin) => bin.lanes));
  least("reduce.workgroup", reduce2.workgroup, lanes, "the lanes of a tile and of every bin");
  least("reduce.tile", reduce2.tile, 16 * reduce2.tileLanes, "16 items for each of reduce.tileLanes");
}

// src/reduce/accumulator.ts
function accumulatorOf(operators) {
  const components = [];
  for (const { component } of operators) {
    if (component && !components.some(({ key }) => key === component.key)) components.push(component);
  }
  const words = components.reduce((sum2, component) => sum2 + component.words, 0);
  const widest = components.reduce((most, component) => Math.max(most, component.words), 1);
  const aligned = widest > 2 ? 16 : 4 * widest;
  return { components, words, sharedBytes: aligned * Math.max(components.length, 1) };
}
function memberOf(accumulator, { component }) {
  return `c${accumulator.components.findIndex(({ key }) => key === component?.key)}`;
}
function lines(list) {
  return list.join("\n");
}
function accumulatorPieces({ components }) {
  const pieces4 = /* @__PURE__ */ new Map();
  for (const piece4 of components.flatMap((component) => component.pieces)) {
    const shared3 = piece4.name.startsWith("wgsl/") || piece4.name.endsWith(".declarations");
    const key = shared3 ? piece4.text : `${pieces4.size}`;
    if (!pieces4.has(key)) pieces4.set(key, piece4);
  }
  const list = components.length > 0 ? components : [{ type: "u32", identity: "0u", combine: "a" }];
  const text = lines([
    "struct Acc {",
    ...list.map(({ type }, i) => `  c${i}: ${type},`),
    "}",
    `fn identity() -> Acc {
  return Acc(${list.map(({ identity }) => identity).join(", ")});
}`,
    ...list.map(
      ({ type, combine }, i) => `fn combineMember${i}(a: ${type}, b: ${type}) -> ${type} {
  return ${combine};
}`
    ),
    `fn combine(a: Acc, b: Acc) -> Acc {
  return Acc(${list.map((_, i) => `combineMember${i}(a.c${i}, b.c${i})`).join(", ")});
}`
  ]);
  return [...pieces4.values(), { name: "(accumulator)", text }];
}
function elementPiece({ components }, element) {
  const loads = components.length > 0 ? components.map(({ load }) => load) : ["0u"];
  const text = lines([
    `fn elementTerm(bits: ${element.bits}, index: u32) -> Acc {`,
    `  return Acc(${loads.join(", ")});`,
    "}"
  ]);
  return { name: "(term of an element)", text };
}
function shufflePiece({ components }) {
  const members = components.map((_, i) => `subgroupShuffleDown(value.c${i}, step)`);
  const text = `fn shuffledDown(value: Acc, step: u32) -> Acc {
  return Acc(${members.join(", ") || "value.c0"});
}`;
  return { name: "(shuffle of an accumulator)", text };
}
function wordOf(value, { words }, word) {
  if (words === 1) return `bitcast<u32>(${value})`;
  return `bitcast<vec${words}u>(${value}).${"xyzw"[word]}`;
}
function storePiece({ components, words }, name, binding) {
  let next = 0;
  const stores = components.flatMap(
    (component, i) => Array.from({ length: component.words }, (_, word) => {
      return `  ${binding}[i * ${words}u + ${next++}u] = ${wordOf(`value.c${i}`, component, word)};`;
    })
  );
  return { name: `(${name})`, text: lines([`fn ${name}(i: u32, value: Acc) {`, ...stores, "}"]) };
}
function loadPiece({ components, words }, binding) {
  let next = 0;
  const members = components.map(({ type, words: count }) => {
    const parts = Array.from({ length: count }, () => `${binding}[i * ${words}u + ${next++}u]`);
    return `bitcast<${type}>(${count === 1 ? parts[0] : `vec${count}u(${parts.join(", ")})`})`;
  });
  const text = `fn loadPartial(i: u32) -> Acc {
  return Acc(${members.join(", ") || "0u"});
}`;
  return { name: "(loadPartial)", text };
}

// src/reduce/elements.ts
function wordsType(words) {
  return words === 1 ? "u32" : `vec${words}u`;
}
var SEEN = { u: "u32", i: "i32", f: "f32" };
function elementOf(type) {
  const bytes = typeBytes(type);
  const words = Math.ceil(bytes / 4);
  const bits = wordsType(words);
  const shared3 = { type, bytes, bits, unit: words === 3 ? "u32" : bits };
  if (type.startsWith("vec")) {
    return {
      ...shared3,
      kind: "v",
      seen: type,
      load: words === 3 ? "reduce/element/three_words" : "reduce/element/word",
      constants: {}
    };
  }
  const kind = type[0];
  return {
    ...shared3,
    kind,
    seen: words === 2 ? "vec2<u32>" : SEEN[kind],
    load: bytes >= 4 ? "reduce/element/word" : kind === "i" ? "reduce/element/packed_signed" : "reduce/element/packed",
    constants: bytes >= 4 ? {} : { ELEMENT_BITS: 8 * bytes }
  };
}
function numberPiece({ kind, type }) {
  if (kind === "u") return "reduce/number/unsigned";
  if (kind === "i") return "reduce/number/signed";
  return type === "f16" ? "reduce/number/f16" : "reduce/number/f32";
}
function rankPieces({ kind, type, bytes }) {
  if (bytes === 8) return [`reduce/rank/${type}`, "reduce/rank/less_two_words"];
  if (kind === "f") return [`reduce/rank/${type}`, "reduce/rank/less_word"];
  return [kind === "u" ? "reduce/rank/unsigned" : "reduce/rank/signed", "reduce/rank/less_word"];
}

// wgsl/partition/spread.wgsl
var spread_default = "\n\n\nfn fullTiles(length:u32)->u32{\nreturn 0u;\n}\n";

// wgsl/partition/spread_table.wgsl
var spread_table_default = "\n\n\n\n\n\nfn enterLarge(entry:u32,tilesBefore:u32,segment:Segment){\n}\n\n\nfn finishLarge(segments:u32,longest:u32){\nlet room=max(state[ITEM_COUNT]/TILE*SPREAD/max(segments,1u),1u);\n\nlet each=min(room-1u,max(longest,ceilDiv(state[SEGMENT_SIZE],TILE))-1u)+1u;\nstate[LARGE_COUNT]=segments;\nstate[TILES_EACH]=each;\nstate[TILE_COUNT]=segments*each;\n\nwriteGrid(ARGS_LARGE,select(0u,ceilDiv(segments,LARGE_PER_WORKGROUP),each>1u));\nwriteGrid(ARGS_TILES,ceilDiv(segments*each,TILES_PER_WORKGROUP));\n}\n";

// wgsl/partition/tiles_spread.wgsl
var tiles_spread_default = "\n\n\n\nstruct SpreadTile{\nbegin:u32,\ncount:u32,\nentry:u32,\nslot:u32,\nsegment:Segment,\n}\n\nfn tilesOf(length:u32,size:u32)->u32{\nreturn length/size+select(0u,1u,length%size!=0u);\n}\n\nfn tileSize(length:u32,each:u32)->u32{\nvar size=TILE;\nwhile(tilesOf(length,size)>each){\nsize*=2u;\n}\nreturn size;\n}\n\nfn tileAt(number:u32)->SpreadTile{\nlet each=max(state[TILES_EACH],1u);\nlet segments=max(state[LARGE_COUNT],1u);\nlet entry=number%segments;\nlet index=number/segments;\nlet segment=listedSegment(LARGE_BIN,entry);\nlet size=tileSize(segment.length,each);\nlet slot=entry*each+index;\nif(index>=tilesOf(segment.length,size)){\nreturn SpreadTile(segment.begin,0u,entry,slot,segment);\n}\nreturn SpreadTile(segment.begin+index*size,min(size,segment.length-index*size),entry,slot,segment);\n}\n";

// wgsl/reduce/deliver.wgsl
var deliver_default = "\n\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet word=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nlet segments=state[SEGMENT_COUNT];\nlet items=segments*ITEMS;\nif(word*PER_WORD>=items){\nreturn;\n}\nvar bits=packed[word];\nfor(var k=0u;k<PER_WORD;k++){\nlet item=word*PER_WORD+k;\nif(item<items){\nbits=insertBits(bits,results[BEFORE*segments+item],k*ITEM_BITS,ITEM_BITS);\n}\n}\npacked[word]=bits;\n}\n";

// wgsl/reduce/element/packed.wgsl
var packed_default = "\n\nfn bitsAt(i:u32)->Bits{\nlet perWord=32u/ELEMENT_BITS;\nreturn extractBits(input[i/perWord],(i%perWord)*ELEMENT_BITS,ELEMENT_BITS);\n}\n";

// wgsl/reduce/element/packed_signed.wgsl
var packed_signed_default = "\n\nfn bitsAt(i:u32)->Bits{\nlet perWord=32u/ELEMENT_BITS;\nreturn bitcast<u32>(extractBits(bitcast<i32>(input[i/perWord]),(i%perWord)*ELEMENT_BITS,ELEMENT_BITS));\n}\n";

// wgsl/reduce/element/three_words.wgsl
var three_words_default = "\n\nfn bitsAt(i:u32)->Bits{\nreturn vec3u(input[3u*i],input[3u*i+1u],input[3u*i+2u]);\n}\n";

// wgsl/reduce/element/word.wgsl
var word_default = "\n\nfn bitsAt(i:u32)->Bits{\nreturn input[i];\n}\n";

// wgsl/reduce/element/word_of_vectors.wgsl
var word_of_vectors_default = "\n\nfn bitsAt(i:u32)->Bits{\nreturn input[i/4u][i%4u];\n}\n";

// wgsl/reduce/flat/finish.wgsl
var finish_default2 = "\n\n\n\n\n@compute@workgroup_size(1)\nfn main(){\nfinishBin(BINS-1u,0u,atomicLoad(&longSpans[listLength()]),ceilDiv(atomicLoad(&longSpans[longest()]),TILE));\n}\n";

// wgsl/reduce/flat/list.wgsl
var list_default = "\n\n\n\n\nfn listLength()->u32{\nreturn arrayLength(&longSpans)-1u;\n}\n\nfn longest()->u32{\nreturn arrayLength(&longSpans)-2u;\n}\n";

// wgsl/reduce/flat/owned.wgsl
var owned_default = "\n\n\n\n\n\nfn firstOwned(diagonal:u32,segments:u32)->u32{\nvar low=0u;\nvar high=segments;\nwhile(low<high){\nlet middle=(low+high)/2u;\nif(segmentAt(middle).begin+middle<diagonal){\nlow=middle+1u;\n}else{\nhigh=middle;\n}\n}\nreturn low;\n}\n\n\nfn listLong(id:u32,segment:Segment){\nlet slot=atomicAdd(&longSpans[listLength()],1u);\natomicMax(&longSpans[longest()],segment.length);\natomicStore(&longSpans[2u*slot],segment.begin);\natomicStore(&longSpans[2u*slot+1u],segment.length);\nstate[FIRST_ID+slot]=id;\n}\n";

// wgsl/reduce/flat/walk_lone.wgsl
var walk_lone_default = "\n\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet tile=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nlet segments=state[SEGMENT_COUNT];\nif(tile*FLAT_TILE>state[ITEM_COUNT]+segments){\nreturn;\n}\nlet last=firstOwned((tile+1u)*FLAT_TILE,segments);\nvar id=firstOwned(tile*FLAT_TILE,segments);\nif(id>=last){\nreturn;\n}\nvar segment=segmentAt(id);\nvar at=0u;\nvar value=identity();\nvar stack:array<Acc,STACK>;\nwhile(id<last){\nlet begin=segment.begin;\nlet length=segment.length;\nlet long=length>FLAT_MOST;\nif(at<length&& !long){\nlet end=min(at+LEAF,length);\nlet leaf=foldLeaf(begin+at,begin+end,begin);\nif(TREE&&length>LEAF){\npush(&stack,at/LEAF,leaf);\n}else if(at==0u){\nvalue=leaf;\n}else{\nvalue=combine(value,leaf);\n}\nat=end;\n}\nif(at==length||long){\nif(long){\nlistLong(id,segment);\n}else{\nif(length==0u){\nvalue=identity();\n}\nif(TREE&&length>LEAF){\nvalue=foldStack(&stack,(length-1u)/LEAF+1u);\n}\nwriteResults(id,length,value);\n}\nid++;\nif(id<last){\nsegment=segmentAt(id);\n}\nat=0u;\n}\n}\n}\n";

// wgsl/reduce/flat/walk_workgroup.wgsl
var walk_workgroup_default = "\n\n\n\n\n\n\n\n\n\nvar<workgroup>stretch:array<u32,2>;\nvar<workgroup>leafStarts:array<u32,WORKGROUP>;\nvar<workgroup>leafCounts:array<u32,WORKGROUP>;\nvar<workgroup>batch:vec2u;\nvar<workgroup>folded:array<Acc,WORKGROUP>;\n\n\nfn leavesOf(length:u32)->u32{\nreturn select((length+LEAF-1u)/LEAF,0u,length>FLAT_MOST);\n}\n\n\nfn ownerOf(leaf:u32,low:u32,high:u32)->u32{\nvar first=low;\nvar end=high;\nwhile(end-first>1u){\nlet middle=(first+end)/2u;\nif(leafStarts[middle]<=leaf){\nfirst=middle;\n}else{\nend=middle;\n}\n}\nreturn first;\n}\n\n\n\n\n\nfn foldBatch(roundFirst:u32,segments:u32,begin:u32,local:u32)->u32{\nif(local==0u){\nlet firstLeaf=leafStarts[begin];\nvar next=ownerOf(firstLeaf+WORKGROUP,begin,segments);\n\nif(leafStarts[next]+leafCounts[next]<=firstLeaf+WORKGROUP){\nnext++;\n}\nbatch=vec2u(firstLeaf,next);\n}\nlet range=workgroupUniformLoad(&batch);\nlet leaf=range.x+local;\nlet slot=ownerOf(leaf,begin,range.y);\nlet place=leaf-leafStarts[slot];\nlet leaves=leafCounts[slot];\nlet live=place<leaves;\nlet segment=segmentAt(roundFirst+slot);\nif(live){\nlet end=min(place*LEAF+LEAF,segment.length);\nfolded[local]=foldLeaf(segment.begin+place*LEAF,segment.begin+end,segment.begin);\n}\nfor(var step=1u;step*LEAF<FLAT_MOST;step<<=1u){\nworkgroupBarrier();\n\nif(live&&place%(2u*step)==0u&&place+step<leaves){\nfolded[local]=combine(folded[local],folded[local+step]);\n}\n}\nif(live&&place==0u){\nwriteResults(roundFirst+slot,segment.length,folded[local]);\n}\nreturn range.y;\n}\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet tile=workgroupIndex(workgroup,grid);\nif(local<2u){\nstretch[local]=firstOwned((tile+local)*FLAT_TILE,state[SEGMENT_COUNT]);\n}\nlet owned=workgroupUniformLoad(&stretch);\nlet last=owned[1];\nfor(var first=owned[0];first<last;first+=WORKGROUP){\nlet id=first+local;\nlet live=id<last;\nlet segment=segmentAt(min(id,last-1u));\nif(live&&segment.length>FLAT_MOST){\nlistLong(id,segment);\n}\nif(live&&segment.length==0u){\nwriteResults(id,0u,identity());\n}\nlet leaves=select(0u,leavesOf(segment.length),live);\nlet scan=blockScan(local,leaves);\nleafStarts[local]=scan.before;\nleafCounts[local]=leaves;\nworkgroupBarrier();\nlet segments=min(WORKGROUP,last-first);\nvar next=0u;\nwhile(next<segments){\nnext=foldBatch(first,segments,next,local);\n}\n}\n}\n";

// wgsl/reduce/fold.wgsl
var fold_default = "\n\n\n\n\n\n\n\n\n\n\n\n\nfn fold(first:u32,count:u32,origin:u32,lane:u32,local:u32,rounds:u32)->Acc{\nlet leaves=count/LEAF+select(0u,1u,count%LEAF!=0u);\nvar stack:array<Acc,STACK>;\nvar inOrder=identity();\nfor(var round=0u;round<rounds;round++){\nlet leaf=round*GROUP_LANES+lane;\nvar value=identity();\nif(leaf<leaves){\nvalue=foldLeaf(first+leaf*LEAF,first+min(leaf*LEAF+LEAF,count),origin);\n}\nfor(var step=1u;step<GROUP_LANES;step<<=1u){\nlet later=laterLane(local,value,step);\nif(lane%(step*2u)==0u&&leaf+step<leaves){\nvalue=combine(value,later);\n}\n}\nif(round*GROUP_LANES<leaves){\nif(TREE){\npush(&stack,round,value);\n}else if(round==0u){\n\ninOrder=value;\n}else{\ninOrder=combine(inOrder,value);\n}\n}\n}\nif(!TREE){\nreturn inOrder;\n}\nreturn foldStack(&stack,(leaves+GROUP_LANES-1u)/GROUP_LANES);\n}\n";

// wgsl/reduce/large/partials.wgsl
var partials_default = "\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/GROUP_LANES;\nlet lane=local%GROUP_LANES;\nlet live=number<state[LARGE_COUNT];\nlet entry=select(0u,number,live);\nlet segment=listedSegment(LARGE_BIN,entry);\nlet each=state[TILES_EACH];\nlet tiles=select(0u,tilesOf(segment.length,tileSize(segment.length,each)),live);\nlet result=fold(entry*each,tiles,0u,lane,local,roundsFor(tiles,local));\nif(live&&lane==0u){\nwriteResults(listedId(LARGE_BIN,entry),segment.length,result);\n}\n}\n";

// wgsl/reduce/large/tiles.wgsl
var tiles_default = "\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/GROUP_LANES;\nlet lane=local%GROUP_LANES;\nlet tile=tileAt(min(number,max(state[TILE_COUNT],1u)-1u));\nlet live=number<state[TILE_COUNT]&&tile.count>0u;\nlet terms=select(0u,tile.count,live);\nlet result=fold(tile.begin,terms,tile.segment.begin,lane,local,roundsFor(terms,local));\nif(live&&lane==0u){\nif(state[TILES_EACH]>1u){\nstorePartial(tile.slot,result);\n}else{\nwriteResults(listedId(LARGE_BIN,tile.entry),tile.segment.length,result);\n}\n}\n}\n";

// wgsl/reduce/leaf.wgsl
var leaf_default = "\n\nfn foldLeaf(first:u32,end:u32,origin:u32)->Acc{\nvar value=term(first,origin);\nfor(var i=first+1u;i<end;i++){\nvalue=combine(value,term(i,origin));\n}\nreturn value;\n}\n";

// wgsl/reduce/leaf_vectors.wgsl
var leaf_vectors_default = "\n\n\n\n\n\n\nfn window(low:vec4u,high:vec4u,shift:u32)->vec4u{\nlet two=(shift&2u)!=0u;\nlet four=select(low,vec4u(low.zw,high.xy),two);\nlet fifth=select(high.x,high.z,two);\nreturn select(four,vec4u(four.yzw,fifth),(shift&1u)!=0u);\n}\n\nfn foldLeaf(first:u32,end:u32,origin:u32)->Acc{\nlet last=(end-1u)/4u;\nvar low=input[first/4u];\nvar value=identity();\nfor(var k=0u;k<LEAF;k+=4u){\nlet at=first+k;\nif(k==0u||first+4u<end){\n\nlet high=input[min(at/4u+1u,last)];\nlet bits=window(low,high,first%4u);\nlet index=indexOf(at,origin);\nlet term=elementTerm(bits.x,index);\nif(k==0u){\nvalue=term;\n}else if(at<end){\nvalue=combine(value,term);\n}\nif(at+1u<end){\nvalue=combine(value,elementTerm(bits.y,index+1u));\n}\nif(at+2u<end){\nvalue=combine(value,elementTerm(bits.z,index+2u));\n}\nif(at+3u<end){\nvalue=combine(value,elementTerm(bits.w,index+3u));\n}\nlow=high;\n}\n}\nreturn value;\n}\n";

// wgsl/reduce/lengths.wgsl
var lengths_default = "\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet id=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(id<state[SEGMENT_COUNT]){\nwriteResults(id,segmentAt(id).length,identity());\n}\n}\n";

// wgsl/reduce/neighbour/none.wgsl
var none_default = "\n\nfn laterLane(local:u32,value:Acc,step:u32)->Acc{\nreturn value;\n}\n";

// wgsl/reduce/neighbour/subgroup.wgsl
var subgroup_default = "\n\nfn laterLane(local:u32,value:Acc,step:u32)->Acc{\nreturn shuffledDown(value,step);\n}\n";

// wgsl/reduce/neighbour/workgroup.wgsl
var workgroup_default = "\n\nvar<workgroup>laneValues:array<Acc,WORKGROUP>;\n\nfn laterLane(local:u32,value:Acc,step:u32)->Acc{\nworkgroupBarrier();\nlaneValues[local]=value;\nworkgroupBarrier();\nreturn laneValues[min(local+step,WORKGROUP-1u)];\n}\n";

// wgsl/reduce/number/f32.wgsl
var f32_default = "\n\nfn numberOf(bits:u32)->f32{\nreturn bitcast<f32>(bits);\n}\n";

// wgsl/reduce/number/signed.wgsl
var signed_default = "\n\nfn numberOf(bits:u32)->f32{\nreturn f32(bitcast<i32>(bits));\n}\n";

// wgsl/reduce/number/unsigned.wgsl
var unsigned_default = "\n\nfn numberOf(bits:u32)->f32{\nreturn f32(bits);\n}\n";

// wgsl/reduce/operator/compensated.wgsl
var compensated_default = "\n\n\n\n\n\n\n\nfn rounded(value:f32)->f32{\nreturn bitcast<f32>(bitcast<u32>(value)^parameters[15].w);\n}\n\nfn twoSum(a:f32,b:f32)->vec2f{\nlet sum=rounded(a+b);\nlet bPart=rounded(sum-a);\nlet aPart=rounded(sum-bPart);\nreturn vec2f(sum,rounded(rounded(a-aPart)+rounded(b-bPart)));\n}\n\nfn compensated(a:vec2f,b:vec2f)->vec2f{\nlet high=twoSum(a.x,b.x);\nreturn twoSum(high.x,rounded(high.y+rounded(a.y+b.y)));\n}\n";

// wgsl/reduce/operator/extreme.wgsl
var extreme_default = "\n\nfn laterWins(a:Bits,b:Bits,isMax:bool)->bool{\nlet rankA=rankOf(a);\nlet rankB=rankOf(b);\nlet beats=select(rankLess(rankB,rankA),rankLess(rankA,rankB),isMax);\nreturn(beats||isNan(b))&& !isNan(a);\n}\n\nfn extreme(a:Bits,b:Bits,isMax:bool)->Bits{\nreturn select(a,b,laterWins(a,b,isMax));\n}\n";

// wgsl/reduce/operator/moments.wgsl
var moments_default = "\n\n\nfn moments(a:vec3f,b:vec3f)->vec3f{\nlet count=a.x+b.x;\nlet distance=b.y-a.y;\nlet share=b.x/max(count,1.0);\nreturn vec3f(count,a.y+distance*share,a.z+b.z+distance*distance*a.x*share);\n}\n\nconst NAN_BITS=0x7FC00000u;\n\nfn meanBits(total:vec3f)->u32{\nreturn select(bitcast<u32>(total.y),NAN_BITS,total.x==0.0);\n}\n\nfn varianceBits(total:vec3f)->u32{\nreturn select(bitcast<u32>(total.z/max(total.x,1.0)),NAN_BITS,total.x==0.0);\n}\n";

// wgsl/reduce/operator/two_words.wgsl
var two_words_default = "\n\nfn add64(a:vec2u,b:vec2u)->vec2u{\nlet low=a.x+b.x;\nreturn vec2u(low,a.y+b.y+select(0u,1u,low<a.x));\n}\n\n\nfn multiplyWords(a:u32,b:u32)->vec2u{\nlet aLow=a&0xFFFFu;\nlet aHigh=a>>16u;\nlet bLow=b&0xFFFFu;\nlet bHigh=b>>16u;\nlet low=aLow*bLow;\nlet crossed=aHigh*bLow+(low>>16u);\nlet middle=(crossed&0xFFFFu)+aLow*bHigh;\nreturn vec2u((middle<<16u)|(low&0xFFFFu),aHigh*bHigh+(crossed>>16u)+(middle>>16u));\n}\n\nfn multiply64(a:vec2u,b:vec2u)->vec2u{\nlet low=multiplyWords(a.x,b.x);\nreturn vec2u(low.x,low.y+a.x*b.y+a.y*b.x);\n}\n";

// wgsl/reduce/rank/f16.wgsl
var f16_default2 = "\n\nfn rankOf(bits:u32)->u32{\nlet number=select(bits,0u,bits==0x8000u);\nreturn number^select(0x8000u,0xFFFFu,number>=0x8000u);\n}\n\nfn isNan(bits:u32)->bool{\nreturn(bits&0x7FFFu)>0x7C00u;\n}\n";

// wgsl/reduce/rank/f32.wgsl
var f32_default2 = "\n\n\nfn rankOf(bits:u32)->u32{\nlet number=select(bits,0u,bits==0x80000000u);\nreturn number^select(0x80000000u,0xFFFFFFFFu,number>=0x80000000u);\n}\n\nfn isNan(bits:u32)->bool{\nreturn(bits&0x7FFFFFFFu)>0x7F800000u;\n}\n";

// wgsl/reduce/rank/f64.wgsl
var f64_default = "\n\nfn rankOf(bits:vec2u)->vec2u{\nlet number=select(bits,vec2u(),bits.x==0u&&bits.y==0x80000000u);\nreturn number^select(vec2u(0u,0x80000000u),vec2u(0xFFFFFFFFu),number.y>=0x80000000u);\n}\n\nfn isNan(bits:vec2u)->bool{\nlet high=bits.y&0x7FFFFFFFu;\nreturn high>0x7FF00000u||(high==0x7FF00000u&&bits.x!=0u);\n}\n";

// wgsl/reduce/rank/i64.wgsl
var i64_default = "\n\nfn rankOf(bits:vec2u)->vec2u{\nreturn bits^vec2u(0u,0x80000000u);\n}\n\nfn isNan(bits:vec2u)->bool{\nreturn false;\n}\n";

// wgsl/reduce/rank/less_two_words.wgsl
var less_two_words_default = "\n\nfn rankLess(a:vec2u,b:vec2u)->bool{\nreturn a.y<b.y||(a.y==b.y&&a.x<b.x);\n}\n";

// wgsl/reduce/rank/less_word.wgsl
var less_word_default = "\n\nfn rankLess(a:u32,b:u32)->bool{\nreturn a<b;\n}\n";

// wgsl/reduce/rank/signed.wgsl
var signed_default2 = "\n\nfn rankOf(bits:u32)->u32{\nreturn bits^0x80000000u;\n}\n\nfn isNan(bits:u32)->bool{\nreturn false;\n}\n";

// wgsl/reduce/rank/u64.wgsl
var u64_default = "\n\nfn rankOf(bits:vec2u)->vec2u{\nreturn bits;\n}\n\nfn isNan(bits:vec2u)->bool{\nreturn false;\n}\n";

// wgsl/reduce/rank/unsigned.wgsl
var unsigned_default2 = "\n\nfn rankOf(bits:u32)->u32{\nreturn bits;\n}\n\nfn isNan(bits:u32)->bool{\nreturn false;\n}\n";

// wgsl/reduce/rounds_fixed.wgsl
var rounds_fixed_default = "\n\nfn roundsFor(count:u32,local:u32)->u32{\nreturn ROUNDS;\n}\n";

// wgsl/reduce/rounds_groups.wgsl
var rounds_groups_default = "\n\n\nvar<workgroup>groupRounds:array<u32,WORKGROUP>;\nvar<workgroup>mostRounds:u32;\n\nfn roundsFor(count:u32,local:u32)->u32{\ngroupRounds[local]=count/(LEAF*GROUP_LANES)+1u;\nworkgroupBarrier();\nif(local==0u){\nvar most=0u;\nfor(var i=0u;i<WORKGROUP;i+=GROUP_LANES){\nmost=max(most,groupRounds[i]);\n}\nmostRounds=most;\n}\nreturn workgroupUniformLoad(&mostRounds);\n}\n";

// wgsl/reduce/rounds_own.wgsl
var rounds_own_default = "\n\nfn roundsFor(count:u32,local:u32)->u32{\nreturn(count+LEAF-1u)/LEAF;\n}\n";

// wgsl/reduce/rounds_workgroup.wgsl
var rounds_workgroup_default = "\n\nvar<workgroup>workgroupRounds:u32;\n\nfn roundsFor(count:u32,local:u32)->u32{\nif(local==0u){\nworkgroupRounds=(count+LEAF*GROUP_LANES-1u)/(LEAF*GROUP_LANES);\n}\nreturn workgroupUniformLoad(&workgroupRounds);\n}\n";

// wgsl/reduce/segments.wgsl
var segments_default = "\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet slot=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/GROUP_LANES;\nlet lane=local%GROUP_LANES;\nlet live=slot<binCount(BIN);\nlet entry=select(0u,slot,live);\nlet segment=listedSegment(BIN,entry);\nlet terms=select(0u,segment.length,live);\nlet result=fold(segment.begin,terms,segment.begin,lane,local,roundsFor(terms,local));\nif(live&&lane==0u){\nwriteResults(listedId(BIN,entry),segment.length,result);\n}\n}\n";

// wgsl/reduce/source_chunk.wgsl
var source_chunk_default = "\n\n\nfn indexOf(i:u32,origin:u32)->u32{\nreturn i+indexBase[0];\n}\n\nfn term(i:u32,origin:u32)->Acc{\nreturn elementTerm(bitsAt(i),indexOf(i,origin));\n}\n";

// wgsl/reduce/source_input.wgsl
var source_input_default = "\n\nfn indexOf(i:u32,origin:u32)->u32{\nreturn i-origin;\n}\n\nfn term(i:u32,origin:u32)->Acc{\nreturn elementTerm(bitsAt(i),indexOf(i,origin));\n}\n";

// wgsl/reduce/source_partials.wgsl
var source_partials_default = "\n\nfn term(i:u32,origin:u32)->Acc{\nreturn loadPartial(i);\n}\n";

// wgsl/reduce/stack.wgsl
var stack_default = "\n\n\n\nfn push(stack:ptr<function,array<Acc,STACK>>,place:u32,subtree:Acc){\nvar value=subtree;\nvar level=0u;\nfor(;(place>>level)%2u==1u;level++){\nvalue=combine((*stack)[level],value);\n}\n(*stack)[level]=value;\n}\n\n\nfn foldStack(stack:ptr<function,array<Acc,STACK>>,count:u32)->Acc{\nvar result=identity();\nvar first=true;\nfor(var level=0u;(count>>level)!=0u;level++){\nif((count>>level)%2u==1u){\nif(first){\nresult=(*stack)[level];\n}else{\nresult=combine((*stack)[level],result);\n}\nfirst=false;\n}\n}\nreturn result;\n}\n";

// wgsl/segments/offsets_or_size.wgsl
var offsets_or_size_default = "\n\n\nfn segmentAt(id:u32)->Segment{\nlet size=state[SEGMENT_SIZE];\nif(size!=0u){\nreturn Segment(id*size,size);\n}\nlet end=min(offsets[id+1u],state[ITEM_COUNT]);\nlet begin=min(offsets[id],end);\nreturn Segment(begin,end-begin);\n}\n";

// wgsl/setup/list.wgsl
var list_default2 = "\n\nfn resetList(){\natomicStore(&longSpans[listLength()],0u);\natomicStore(&longSpans[longest()],0u);\n}\n";

// src/reduce/pieces.ts
var TEXTS2 = {
  "segments/offsets_or_size": offsets_or_size_default,
  "partition/spread": spread_default,
  "partition/spread_table": spread_table_default,
  "setup/list": list_default2,
  "reduce/flat/list": list_default,
  "partition/tiles_spread": tiles_spread_default,
  "reduce/deliver": deliver_default,
  "reduce/element/packed": packed_default,
  "reduce/element/packed_signed": packed_signed_default,
  "reduce/element/three_words": three_words_default,
  "reduce/element/word": word_default,
  "reduce/element/word_of_vectors": word_of_vectors_default,
  "reduce/flat/finish": finish_default2,
  "reduce/flat/owned": owned_default,
  "reduce/flat/walk_lone": walk_lone_default,
  "reduce/flat/walk_workgroup": walk_workgroup_default,
  "reduce/fold": fold_default,
  "reduce/leaf": leaf_default,
  "reduce/leaf_vectors": leaf_vectors_default,
  "reduce/lengths": lengths_default,
  "reduce/neighbour/none": none_default,
  "reduce/neighbour/subgroup": subgroup_default,
  "reduce/neighbour/workgroup": workgroup_default,
  "reduce/number/f32": f32_default,
  "reduce/number/signed": signed_default,
  "reduce/number/unsigned": unsigned_default,
  "reduce/operator/compensated": compensated_default,
  "reduce/operator/extreme": extreme_default,
  "reduce/operator/moments": moments_default,
  "reduce/operator/two_words": two_words_default,
  "reduce/large/partials": partials_default,
  "reduce/rank/f16": f16_default2,
  "reduce/rank/f32": f32_default2,
  "reduce/rank/f64": f64_default,
  "reduce/rank/i64": i64_default,
  "reduce/rank/less_two_words": less_two_words_default,
  "reduce/rank/less_word": less_word_default,
  "reduce/rank/signed": signed_default2,
  "reduce/rank/u64": u64_default,
  "reduce/rank/unsigned": unsigned_default2,
  "reduce/rounds_fixed": rounds_fixed_default,
  "reduce/rounds_groups": rounds_groups_default,
  "reduce/rounds_own": rounds_own_default,
  "reduce/rounds_workgroup": rounds_workgroup_default,
  "reduce/segments": segments_default,
  "reduce/source_chunk": source_chunk_default,
  "reduce/source_input": source_input_default,
  "reduce/source_partials": source_partials_default,
  "reduce/stack": stack_default,
  "reduce/large/tiles": tiles_default
};
var piece2 = /* @__PURE__ */ pieceLookup(TEXTS2);
var pieces2 = (...names) => names.map(piece2);

// src/reduce/components.ts
var hex = (value) => `0x${(value >>> 0).toString(16)}u`;
function extremeIdentity({ type, kind, bytes }, isMax) {
  const bits = 8 * bytes;
  const all = 2 ** Math.min(bits, 32) - 1;
  const fill = bytes === 8 ? [all] : [];
  if (kind === "u") return isMax ? [...fill.map(() => 0), 0] : [...fill, all];
  if (kind === "i") {
    const most = 2 ** (Math.min(bits, 32) - 1) - 1;
    return isMax ? [...fill.map(() => 0), ~most] : [...fill, most];
  }
  const infinity = { f16: 31744, f32: 2139095040, f64: 2146435072 }[type];
  return [...fill.map(() => 0), isMax ? infinity + 2 ** (Math.min(bits, 32) - 1) : infinity];
}
function vector(words) {
  const texts = words.map((word) => typeof word === "number" ? hex(word) : word);
  return texts.length === 1 ? texts[0] : `vec${texts.length}u(${texts.join(", ")})`;
}
function simple(key, type, words, texts) {
  const bracketed = /f32|f$/.test(type);
  return (...names) => ({ key, type, words, ...texts, bracketed, pieces: pieces2(...names) });
}
function sum(element, accuracy) {
  const own = (words, type = element.type) => [{ type, name: "output", words }];
  if (element.kind === "f") {
    const number = numberPiece(element);
    if (accuracy === "compensated") {
      const texts3 = { identity: "vec2f()", load: "vec2f(numberOf(bits), 0.0)", combine: "compensated(a, b)" };
      const component = simple("sum", "vec2f", 2, texts3)(number, "reduce/operator/compensated");
      return { component, results: own("bitcast<u32>(total.x + total.y)", "f32") };
    }
    const texts2 = { identity: "0.0", load: "numberOf(bits)", combine: "a + b" };
    return { component: simple("sum", "f32", 1, texts2)(number), results: own("bitcast<u32>(total)", "f32") };
  }
  if (element.bytes === 8) {
    const texts2 = { identity: "vec2u()", load: "bits", combine: "add64(a, b)" };
    return { component: simple("sum", "vec2u", 2, texts2)("reduce/operator/two_words"), results: own("total") };
  }
  const texts = { identity: "0u", load: "bits", combine: "a + b" };
  return { component: simple("sum", "u32", 1, texts)(), results: own("total") };
}
function product(element) {
  const own = (words, type = element.type) => [{ type, name: "output", words }];
  if (element.kind === "f") {
    const texts2 = { identity: "1.0", load: "numberOf(bits)", combine: "a * b" };
    const component = simple("product", "f32", 1, texts2)(numberPiece(element));
    return { component, results: own("bitcast<u32>(total)", "f32") };
  }
  if (element.bytes === 8) {
    const texts2 = { identity: "vec2u(1u, 0u)", load: "bits", combine: "multiply64(a, b)" };
    return { component: simple("product", "vec2u", 2, texts2)("reduce/operator/two_words"), results: own("total") };
  }
  const texts = { identity: "1u", load: "bits", combine: "a * b" };
  return { component: simple("product", "u32", 1, texts)(), results: own("total") };
}
function bitwise(element, op) {
  const words = Math.ceil(element.bytes / 4);
  const identity = vector(Array.from({ length: words }, () => op === "and" ? 4294967295 : 0));
  const combine = { and: "a & b", or: "a | b", xor: "a ^ b" }[op];
  const component = simple(op, element.bits, words, { identity, load: "bits", combine })();
  return { component, results: [{ type: element.type, name: "output", words: "total" }] };
}
function extreme(element, op) {
  const isMax = op === "max";
  const identity = vector(extremeIdentity(element, isMax));
  const texts = { identity, load: "bits", combine: `extreme(a, b, ${isMax})` };
  const names = rankPieces(element);
  const component = simple(op, element.bits, Math.ceil(element.bytes / 4), texts)(...names, "reduce/operator/extreme");
  return { component, results: [{ type: element.type, name: "output", words: "total" }] };
}
function extremeAt(element, op) {
  const isMax = op === "argmax";
  const wide = element.bytes === 8;
  const identity = vector([...extremeIdentity(element, isMax), 4294967295]);
  const load = wide ? "vec3u(bits, index)" : "vec2u(bits, index)";
  const value = wide ? "xy" : "x";
  const texts = { identity, load, combine: `select(a, b, laterWins(a.${value}, b.${value}, ${isMax}))` };
  const words = wide ? 3 : 2;
  const make = simple(op, wordsType(words), words, texts);
  return {
    component: make(...rankPieces(element), "reduce/operator/extreme"),
    results: [
      { type: element.type, name: "output", words: `total.${value}` },
      { type: "u32", name: "outputIndex", words: wide ? "total.z" : "total.y" }
    ]
  };
}
function moment(element, op) {
  const texts = { identity: "vec3f()", load: "vec3f(1.0, numberOf(bits), 0.0)", combine: "moments(a, b)" };
  const component = simple("moments", "vec3f", 3, texts)(numberPiece(element), "reduce/operator/moments");
  return { component, results: [{ type: "f32", name: "output", words: `${op}Bits(total)` }] };
}
function scalarBits(name, value, scalar) {
  if (scalar === "f32") return new Uint32Array(Float32Array.of(value).buffer)[0];
  const [least, most] = scalar === "i32" ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  if (Number.isInteger(value) && value >= least && value <= most) return value >>> 0;
  throw refused("invalid-option", name, value, `whole numbers from ${least} to ${most}`);
}
function scalarOf(type) {
  return /<(.*)>/.exec(type)?.[1] ?? type;
}
function identityPieces({ name, identity, type }, suffix) {
  const head = `fn identity${suffix}() -> ${type} {`;
  if (typeof identity === "string") {
    return [
      // What is wrong with its type is found here.
      { name: `${name}.identity`, text: `${head} return` },
      { name: `${name}.identity`, text: identity, theirs: "body" },
      { name: "(end of identity)", text: "  ;\n}", closes: true }
    ];
  }
  const scalar = scalarOf(type);
  const bits = hex(scalarBits(`${name}.identity`, identity, scalar));
  return [
    { name: "(identity)", text: `${head}
  var bits = ${bits};
  return ${type}(bitcast<${scalar}>(bits));
}` }
  ];
}
function custom(element, op, place) {
  const suffix = `OfOperator${place}`;
  const { name, type, identity, declarations: declarations2, load, wgsl } = op;
  const seen = {
    u: "bits",
    i: element.bytes === 8 ? "bits" : "bitcast<i32>(bits)",
    f: element.bytes === 8 ? "bits" : "numberOf(bits)",
    v: `bitcast<${element.type}>(bits)`
  }[element.kind];
  const parts = [
    ...element.kind === "f" && element.bytes < 8 ? pieces2(numberPiece(element)) : [],
    // With a semicolon, which they may have left out; behind a comment it says nothing.
    { name: `${name}.declarations`, text: `${declarations2};`, theirs: "declarations" },
    ...identityPieces(op, suffix),
    { name: "(load)", text: `fn load${suffix}(element: ${element.seen}, index: u32) -> ${type} {` },
    { name: `${name}.load`, text: load ?? `return ${type}(element);`, theirs: "body" },
    { name: "(end of load)", text: "}", closes: true },
    { name: "(combine)", text: `fn combine${suffix}(a: ${type}, b: ${type}) -> ${type} {` },
    { name: `${name}.wgsl`, text: wgsl, theirs: "body" },
    { name: "(end of combine)", text: "}", closes: true }
  ];
  const words = typeBytes(type) / 4;
  const identityText = Object.is(identity, -0) ? "-0" : String(identity);
  const component = {
    key: JSON.stringify([type, typeof identity, identityText, load, declarations2, wgsl]),
    type,
    words,
    identity: `identity${suffix}()`,
    load: `load${suffix}(${seen}, index)`,
    combine: `combine${suffix}(a, b)`,
    bracketed: true,
    pieces: parts
  };
  return { component, results: [{ type, name: "output", words: `bitcast<${wordsType(words)}>(total)` }] };
}
function named(element, op, accuracy) {
  switch (op) {
    case "sum":
      return sum(element, accuracy);
    case "product":
      return product(element);
    case "min":
    case "max":
      return extreme(element, op);
    case "argmin":
    case "argmax":
      return extremeAt(element, op);
    case "and":
    case "or":
    case "xor":
      return bitwise(element, op);
    case "mean":
    case "variance":
      return moment(element, op);
    case "count":
      return { component: void 0, results: [{ type: "u32", name: "output", words: "length" }] };
  }
}
function operatorsOf(element, ops, accuracy) {
  return ops.map((op, i) => typeof op === "string" ? named(element, op, accuracy) : custom(element, op, i));
}

// src/reduce/results.ts
var DIRECT = ["output0", "output1", "output2", "output3"];
function resultsOf(operators, listed) {
  const all = operators.flatMap(({ results }, operator) => results.map((result) => ({ ...result, operator })));
  const wide = all.filter(({ type }) => typeBytes(type) >= 4).length;
  const room = wide === all.length && wide <= DIRECT.length ? DIRECT.length : DIRECT.length - 1;
  let used = 0;
  let scratchWords = 0;
  const outputs = all.map(({ type, name, words, operator }) => {
    const bytes = typeBytes(type);
    const binding = bytes >= 4 && used < room ? DIRECT[used++] : void 0;
    const before = scratchWords;
    if (!binding) scratchWords += Math.ceil(bytes / 4);
    const argument2 = listed ? `${name}[${operator}]` : name;
    return { argument: argument2, operator, name, type, bytes, words, binding, before };
  });
  return { outputs, scratchWords };
}
function resultBindings({ outputs, scratchWords }) {
  const direct = outputs.flatMap(({ binding }) => binding ? [binding] : []);
  return scratchWords > 0 ? [...direct, "results"] : direct;
}
function resultResources({ outputs, scratchWords }) {
  const resources = {};
  for (const { binding, argument: argument2 } of outputs) if (binding) resources[binding] = { kind: "argument", name: argument2 };
  if (scratchWords > 0) resources.results = { kind: "region", name: "results" };
  return resources;
}
var PARAMETER_WORDS = 64;
function parameterWords(initial) {
  const words = initial.flatMap((value) => value ?? []);
  if (words.length >= PARAMETER_WORDS) {
    throw refused("limit-exceeded", "initial", `${words.length} words`, `${PARAMETER_WORDS - 1}`);
  }
  return [...words, ...new Array(PARAMETER_WORDS - words.length).fill(0)];
}
function initialText(component, words, first) {
  const parts = Array.from({ length: words }, (_, k) => {
    const word = first + k;
    return `parameters[${word >> 2}].${"xyzw"[word & 3]}`;
  });
  const bits = words === 1 ? parts[0] : `${wordsType(words)}(${parts.join(", ")})`;
  if (component.words === words) return `bitcast<${component.type}>(${bits})`;
  return `vec2f(bitcast<f32>(${bits}), 0.0)`;
}
function isArg({ results }) {
  return results.some(({ name }) => name === "outputIndex");
}
function storeLines({ binding, before, bytes, words: text }) {
  const count = Math.ceil(bytes / 4);
  const at = (k) => binding ? `${binding}[segment * ${count}u + ${k}u]` : `results[${before}u * state[SEGMENT_COUNT] + segment * ${count}u + ${k}u]`;
  if (count === 1) return [`    ${at(0)} = ${text};`];
  return [`    let words = ${text};`, ...Array.from({ length: count }, (_, k) => `    ${at(k)} = words.${"xyzw"[k]};`)];
}
function resultsPiece(accumulator, operators, results, initial) {
  let first = 0;
  const body = operators.flatMap((operator, i) => {
    const stores = results.outputs.filter((output) => output.operator === i).flatMap(storeLines);
    const { component } = operator;
    if (!component) return ["  {", ...stores, "  }"];
    const member = memberOf(accumulator, operator);
    const words = initial[i]?.length ?? 0;
    const folded = words === 0 ? [] : [
      `    let initial = ${initialText(component, words, first)};`,
      "    if (length == 0u) {",
      "      total = initial;",
      // Argmin and argmax have no value to begin with: theirs is for empty segments alone.
      ...isArg(operator) ? [] : ["    } else {", `      total = combineMember${member.slice(1)}(initial, total);`],
      "    }"
    ];
    first += words;
    return ["  {", `    ${words > 0 ? "var" : "let"} total = value.${member};`, ...folded, ...stores, "  }"];
  });
  const text = ["fn writeResults(segment: u32, length: u32, value: Acc) {", ...body, "}"].join("\n");
  return { name: "(results)", text };
}
function accumulatorsPiece(accumulator) {
  return [
    storePiece(accumulator, "storeAccumulator", "output0"),
    {
      name: "(results)",
      text: "fn writeResults(segment: u32, length: u32, value: Acc) {\n  storeAccumulator(segment, value);\n}"
    }
  ];
}
var DELIVER_WORKGROUP = 64;
function deliverPasses({ outputs }) {
  return outputs.filter(({ binding }) => !binding).map(({ bytes, before, argument: argument2 }) => {
    const perWord = bytes >= 4 ? 1 : 4 / bytes;
    const items = Math.ceil(bytes / 4);
    const kernel = {
      name: "reduce/deliver",
      subgroups: false,
      constants: {
        WORKGROUP: DELIVER_WORKGROUP,
        PER_WORD: perWord,
        ITEM_BITS: 32 / perWord,
        ITEMS: items,
        BEFORE: before
      },
      bindings: ["state", "results", "packed"],
      pieces: pieces2("reduce/deliver", "state/layout", "state/workgroup_index")
    };
    return {
      kernel,
      grid: counted("segments", perWord, DELIVER_WORKGROUP, { rows: items }),
      resources: { results: { kind: "region", name: "results" }, packed: { kind: "argument", name: argument2 } }
    };
  });
}

// src/reduce/context.ts
function reduceParts({ type, ops, listed, accuracy, initial }) {
  const element = elementOf(type);
  const operators = operatorsOf(element, ops, accuracy);
  const needed = accuracy === "compensated" || initial.some((words) => words !== void 0);
  return {
    element,
    operators,
    accumulator: accumulatorOf(operators),
    results: resultsOf(operators, listed),
    parameters: needed ? parameterWords(initial) : void 0
  };
}
var LEAF = 16;
function leafOf({ stage }) {
  return stage === "merge" || stage === "finish" ? 1 : LEAF;
}
function kernelOf(name, parts) {
  const kernel = {
    name,
    subgroups: parts.some(({ subgroups }) => subgroups === true),
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    constants: Object.assign({}, ...parts.map(({ constants }) => constants)),
    bindings: [...new Set(parts.flatMap(({ bindings = [] }) => bindings))],
    pieces: parts.flatMap((part) => part.pieces ?? [])
  };
  return { kernel, resources: Object.assign({}, ...parts.map(({ resources }) => resources)) };
}
function accumulatorPart({ accumulator, parameters }) {
  return { bindings: parameters ? ["parameters"] : [], pieces: accumulatorPieces(accumulator) };
}
function storedPart(element) {
  return { aliases: { Unit: "u32", Bits: element.bits } };
}
function storedPieces(accumulator, binding) {
  return [...pieces2("reduce/leaf", "reduce/source_partials"), loadPiece(accumulator, binding)];
}
function inputPart({ stage, element, accumulator, vectors }) {
  if (stage === "merge" || stage === "finish") {
    return { ...storedPart(element), bindings: ["input"], pieces: storedPieces(accumulator, "input") };
  }
  return {
    aliases: { Unit: vectors ? "vec4u" : element.unit, Bits: element.bits },
    constants: element.constants,
    bindings: stage === "chunk" ? ["input", "indexBase"] : ["input"],
    pieces: [
      ...pieces2(vectors ? "reduce/element/word_of_vectors" : element.load),
      ...pieces2(
        vectors ? "reduce/leaf_vectors" : "reduce/leaf",
        stage === "chunk" ? "reduce/source_chunk" : "reduce/source_input"
      ),
      elementPiece(accumulator, element)
    ]
  };
}
function foldedBytes({ stage, element, accumulator, results }) {
  const stored = 4 * accumulator.words;
  return {
    item: stage === "whole" || stage === "chunk" ? element.bytes : stored,
    result: stage === "whole" || stage === "finish" ? results.outputs.reduce((sum2, { bytes }) => sum2 + bytes, 0) : stored
  };
}
function partialsPart({ element, accumulator }) {
  return { ...storedPart(element), bindings: ["partials"], pieces: storedPieces(accumulator, "partials") };
}
function resultsPart(context) {
  const { stage, accumulator, operators, results, initial } = context;
  if (stage === "chunk" || stage === "merge") {
    return {
      bindings: ["output0"],
      resources: { output0: { kind: "argument", name: "accumulators" } },
      pieces: accumulatorsPiece(accumulator)
    };
  }
  return {
    bindings: resultBindings(results),
    resources: resultResources(results),
    pieces: [resultsPiece(accumulator, operators, results, initial)]
  };
}
function stackLevels(subtrees) {
  return Math.floor(Math.log2(Math.max(subtrees, 1))) + 1;
}
function isBracketed({ accumulator }) {
  return accumulator.components.some(({ bracketed }) => bracketed);
}
function groupPart(context, group) {
  const { lanes, workgroup, leaf, longest } = group;
  const whole2 = lanes > 1 && lanes === workgroup;
  const shuffles = lanes > 1 && !whole2 && context.subgroups && lanes <= context.lanes;
  const neighbour = lanes === 1 ? "none" : shuffles ? "subgroup" : "workgroup";
  const roundsKind = lanes === 1 ? "own" : whole2 ? "workgroup" : Number.isFinite(longest) ? "fixed" : "groups";
  const rounds = Math.max(1, Math.ceil(Math.min(longest, 2 ** 32 - 1) / (lanes * leaf)));
  const constants = {
    WORKGROUP: workgroup,
    GROUP_LANES: lanes,
    LEAF: leaf,
    STACK: stackLevels(rounds),
    TREE: isBracketed(context)
  };
  const names = [
    "reduce/fold",
    "reduce/stack",
    `reduce/neighbour/${neighbour}`,
    `reduce/rounds_${roundsKind}`
  ];
  return {
    subgroups: shuffles,
    constants: roundsKind === "fixed" ? { ...constants, ROUNDS: rounds } : constants,
    pieces: [...pieces2(...names), ...shuffles ? [shufflePiece(context.accumulator)] : []]
  };
}

// src/reduce/initial.ts
function halfBits(value) {
  const sign = value < 0 || Object.is(value, -0) ? 32768 : 0;
  if (Number.isNaN(value)) return 32256;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 31744;
  let unit = 2 ** -24;
  while (size >= 2048 * unit) unit *= 2;
  const below = Math.floor(size / unit);
  const rest = size / unit - below;
  const up = rest > 0.5 || rest === 0.5 && below % 2 === 1;
  return sign | halfOf((below + (up ? 1 : 0)) * unit);
}
function halfOf(value) {
  if (value < 2 ** -14) return value * 2 ** 24;
  const [bits = 0] = new Uint32Array(Float32Array.of(value).buffer);
  return (bits >>> 13) - (112 << 10);
}
function wholeWords(name, value, element) {
  const width = 8 * element.bytes;
  const [least, most] = element.kind === "i" ? [-(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1) - 1n] : [0n, 2n ** BigInt(width) - 1n];
  const whole2 = typeof value === "bigint" || Number.isInteger(value) ? BigInt(value) : void 0;
  if (whole2 === void 0 || whole2 < least || whole2 > most) {
    throw refused("invalid-option", name, value, `whole numbers of ${element.type}, ${least} to ${most}`);
  }
  const low = Number(BigInt.asUintN(32, whole2));
  return width === 64 ? [low, Number(BigInt.asUintN(32, whole2 >> 32n))] : [low];
}
function vectorWords(name, value, type) {
  const scalar = scalarOf(type);
  const components = typeBytes(type) / 4;
  const list = Array.isArray(value) ? value : new Array(components).fill(value);
  if (list.length !== components)
    throw refused("invalid-option", name, `${list.length} components`, `${components}, of a ${type}`);
  return list.map((item) => {
    if (typeof item !== "number") throw refused("invalid-option", name, item, "numbers");
    return scalarBits(name, item, scalar);
  });
}
var WITHOUT = ["argmin", "argmax", "count", "mean", "variance"];
function initialWords(name, value, type, op) {
  if (WITHOUT.includes(op)) throw refused("invalid-option", name, value, `none with ${String(op)}`);
  const listed = Array.isArray(value) && value.every((item) => typeof item === "number");
  if (typeof value !== "number" && typeof value !== "bigint" && !listed) {
    throw refused("invalid-option", name, value, "a number, of 64-bit integers a bigint, of vectors their components");
  }
  const given = value;
  if (typeof op === "object") return vectorWords(name, given, op.type);
  const element = elementOf(type);
  if (element.kind !== "f") return wholeWords(name, given, element);
  if (typeof given !== "number") throw refused("invalid-option", name, given, "a number");
  if (type === "f64") return Array.from(new Uint32Array(Float64Array.of(given).buffer));
  if (type === "f16" && (op === "min" || op === "max")) return [halfBits(given)];
  return [scalarBits(name, given, "f32")];
}
function emptyWords(name, empty, type, op) {
  if (op !== "argmin" && op !== "argmax")
    throw refused("invalid-option", name, "given", "none, but for argmin and argmax");
  const { value, index } = Object(empty);
  return [
    ...initialWords(`${name}.value`, value, type, op === "argmin" ? "min" : "max"),
    scalarBits(`${name}.index`, index, "u32")
  ];
}
function eachOperator(name, given, ops, listed) {
  if (given === void 0) return ops.map(() => void 0);
  if (!listed) return [given];
  if (Array.isArray(given) && given.length === ops.length) return given;
  const found = Array.isArray(given) ? `${given.length} values` : String(given);
  throw refused(
    "invalid-option",
    name,
    found,
    `a list of ${ops.length}, one for each operator, undefined where there is none`
  );
}
function checkedInitial({ initial, whenEmpty }, type, ops, listed) {
  const initials = eachOperator("initial", initial, ops, listed);
  const empties = eachOperator("whenEmpty", whenEmpty, ops, listed);
  const named3 = (name, i) => listed ? `${name}[${i}]` : name;
  return ops.map((op, i) => {
    const empty = empties[i] === void 0 ? void 0 : emptyWords(named3("whenEmpty", i), empties[i], type, op);
    return initials[i] === void 0 ? empty : initialWords(named3("initial", i), initials[i], type, op);
  });
}

// src/reduce/operators.ts
var REDUCE_OP_NAMES = [
  ...["sum", "product", "min", "max", "argmin", "argmax"],
  ...["and", "or", "xor", "count", "mean", "variance"]
];
var ACCUMULATOR_TYPES = [
  ...["u32", "i32", "f32"],
  ...["vec2<u32>", "vec2<i32>", "vec2<f32>"],
  ...["vec3<u32>", "vec3<i32>", "vec3<f32>"],
  ...["vec4<u32>", "vec4<i32>", "vec4<f32>"]
];
function checkedCustom(name, op, type) {
  const { wgsl, identity, type: given, load, declarations: declarations2 = "" } = op;
  if (typeof identity !== "number" && typeof identity !== "string") {
    throw refused("invalid-option", `${name}.identity`, identity, "a number, or a WGSL expression");
  }
  for (const [member, text] of Object.entries({ load, declarations: declarations2 })) {
    if (text !== void 0 && typeof text !== "string")
      throw refused("invalid-option", `${name}.${member}`, typeof text, "a string of WGSL");
  }
  const accumulator = given ?? elementOf(type).seen;
  requireOneOf(`${name}.type`, accumulator, ACCUMULATOR_TYPES, "invalid-option");
  return {
    name,
    wgsl,
    identity,
    type: accumulator,
    load,
    declarations: declarations2
  };
}
function typesOf(op) {
  if (op === "count") return { allows: () => true, allowed: "any" };
  const number = (type) => !type.startsWith("vec");
  if (op === "sum" || op === "product") {
    return { allows: (type) => number(type) && type !== "f64", allowed: "all numbers but f64: WGSL has no doubles" };
  }
  if (op === "and" || op === "or" || op === "xor") {
    return { allows: (type) => number(type) && !type.startsWith("f"), allowed: "integers" };
  }
  if (op === "mean" || op === "variance") {
    return { allows: (type) => number(type) && !type.endsWith("64"), allowed: "numbers of up to 32 bits" };
  }
  return { allows: number, allowed: "numbers" };
}
function checkedOp(name, op, type) {
  if (typeof op === "object" && op !== null && typeof op.wgsl === "string") {
    return checkedCustom(name, op, type);
  }
  if (!REDUCE_OP_NAMES.includes(op)) {
    const names = REDUCE_OP_NAMES.map((item) => `'${item}'`).join(", ");
    throw refused("unsupported-type", name, op, `${names}, { wgsl, identity, type? }`);
  }
  const { allows, allowed } = typesOf(op);
  if (!allows(type)) {
    throw new SegmentedError("unsupported-type", `${name}: '${op}' of ${type}; allowed types: ${allowed}`);
  }
  return op;
}
function checkedOps(argument2, type, op) {
  if (!isItemTypeName(type)) {
    const found = typeof type === "object" ? "opaque bytes" : String(type);
    throw refused("unsupported-type", argument2, `${found} is not supported`, NAMED_TYPES);
  }
  if (!Array.isArray(op)) return { type, ops: [checkedOp("op", op, type)] };
  if (op.length === 0) throw refused("invalid-option", "op", "[]", "one operator or more");
  return { type, ops: op.map((item, i) => checkedOp(`op[${i}]`, item, type)) };
}
function checkedAccuracy(accuracy, type, ops) {
  if (accuracy === void 0) return "pairwise";
  requireOneOf("accuracy", accuracy, ["pairwise", "compensated"], "invalid-option");
  if (accuracy === "compensated" && !(type.startsWith("f") && ops.includes("sum"))) {
    throw refused("invalid-option", "accuracy", "'compensated'", "'pairwise', or a sum of f32 or f16");
  }
  return accuracy;
}

// src/scan/plan.ts
var SPINE_WORKGROUP = 256;
var LENGTH_WORD = { partition: 3, radix: 4 };
function scanBlock({ scan }) {
  return scan.perLane * scan.workgroup;
}
function scanSums(table, counters) {
  return Math.ceil(counters / scanBlock(table));
}
function scanPasses(table, scanned, grid) {
  const kernel = (step) => {
    const spine = step === "spine";
    return {
      name: `scan/${step}`,
      subgroups: false,
      aliases: { Scanned: "u32" },
      constants: {
        WORKGROUP: spine ? SPINE_WORKGROUP : table.scan.workgroup,
        SCAN_PER_LANE: table.scan.perLane,
        SCAN_LENGTH: LENGTH_WORD[scanned],
        SCAN_BLOCK: scanBlock(table)
      },
      bindings: spine ? ["state", "counters"] : ["state", "counters", "sums"],
      pieces: pieces(
        `scan/${step}`,
        ...spine ? ["scan/lanes"] : [],
        "state/workgroup_index",
        "block/cooperative"
      )
    };
  };
  const counter = `${scanned}Counter`;
  return [
    { kernel: kernel("reduce"), grid, resources: {}, traffic: { [counter]: 4 } },
    {
      kernel: kernel("spine"),
      grid: { kind: "direct", workgroups: 1 },
      resources: { counters: { kind: "region", name: "sums" } }
    },
    { kernel: kernel("apply"), grid, resources: {}, traffic: { [counter]: 12 } }
  ];
}

// src/partition/rows.ts
function rowsPiece(limits) {
  const quads = Array.from({ length: Math.ceil((limits.length + 1) / 4) }, (_, quad) => quad);
  const each = (text2, between = ",") => quads.map(text2).join(between);
  const rows = (quad) => `vec4u(0,1,2,3)+${4 * quad}`;
  const text = `alias Rows=array<vec4u,${quads.length}>;
fn limitsBelow(length:u32)->u32{
return ${limits.map((limit) => `u32(length>${limit})`).join("+")};
}
fn counted(rows:Rows,bin:u32,length:u32)->Rows{
let tiles=select(0u,fullTiles(length),isLarge(bin));
return Rows(${each((quad) => `rows[${quad}]+contribution(${rows(quad)},bin,tiles)`)});
}
fn rowOf(rows:Rows,row:u32)->u32{
return dot(${each((quad) => `select(vec4u(),rows[${quad}],${rows(quad)}==vec4u(row))`, "+")},vec4u(1));
}`;
  return { name: "(rows)", text };
}

// src/partition/plan.ts
var NO_BIN = 4294967295;
var MOST_BINS = 16;
var STATE_WORDS = 64;
var ARGS = { large: 0, tiles: 1, radixScan: 2, firstGrid: 3 };
function largeBounds(maxItems, tile) {
  const segments = Math.floor(maxItems / (tile + 1));
  return { segments, tiles: Math.floor(maxItems / tile) + segments };
}
function segmentsPerBlock(spec) {
  const { workgroup, segmentsPerLane } = spec.table.partition;
  return segmentsPerLane * (spec.cooperative ? workgroup : 1);
}
function partitionCounters(spec, maxSegments) {
  const rows = Math.ceil((spec.bins.length + 1) / 4) * 4;
  return Math.ceil(maxSegments / segmentsPerBlock(spec)) * rows + 1;
}
function argsSlots({ grids }) {
  return ARGS.firstGrid + grids.length;
}
function partitionConstants(spec) {
  const { bins, large } = spec;
  const rows = bins.length + 1;
  return {
    BINS: bins.length,
    ROWS: rows,
    ROW_QUADS: Math.ceil(rows / 4),
    LARGE_BIN: hasLarge(spec) ? bins.length - 1 : NO_BIN - 1,
    MIN_LENGTH: spec.minLength,
    LIST_IDS: spec.listIds,
    TILE: large.tile,
    TILES_PER_WORKGROUP: large.tilesPerWorkgroup,
    LARGE_PER_WORKGROUP: large.segmentsPerWorkgroup,
    TILE_COUNTERS: large.counters,
    SPREAD: large.spread,
    ARGS_LARGE: ARGS.large,
    ARGS_TILES: ARGS.tiles,
    ARGS_RADIX_SCAN: ARGS.radixScan,
    ARGS_FIRST_GRID: ARGS.firstGrid,
    WORKGROUP: spec.table.partition.workgroup,
    SEGMENTS_PER_LANE: spec.table.partition.segmentsPerLane,
    SCAN_BLOCK: scanBlock(spec.table)
  };
}
var ROWS_SCANNED = { Scanned: "vec4u" };
function blockPiece(cooperative) {
  return piece(cooperative ? "block/cooperative" : "block/lone");
}
var STEMS = { item: "items", segment: "segments", size: "size" };
var numbers = () => Object.entries(STEMS).flatMap(
  ([stem, name]) => [0, 1, 2, 3].map((byte) => [`${stem}${byte}`, { kind: "number", name, byte }])
);
var LONG_SPANS = { kind: "region", name: "spans" };
function classPieces(spec) {
  return [
    ...pieces("state/layout", "partition/classify"),
    spec.large.pieces[0],
    rowsPiece(spec.bins.map((bin) => Math.min(bin.maxLength, NO_BIN)))
  ];
}
function binPieces(spec) {
  return [
    ...classPieces(spec),
    ...pieces("state/grid", "partition/bins"),
    spec.large.pieces[1],
    gridsPiece(spec.grids)
  ];
}
function unitsPiece({ units }) {
  const copies = units?.copies.map(([to, from]) => `${to}[segment.begin]=${from}[segment.begin];`) ?? [];
  return {
    name: "(units)",
    text: `fn takeUnit(segment:Segment){
if(segment.length==1u){
${copies.join("\n")}
}
}`
  };
}
function gridsPiece(grids) {
  const each = grids.map(({ shares, sharesPerWorkgroup }) => {
    const all = Object.entries(shares).map(([bin, share]) => `binCount(${bin})*${share}`);
    return `ceilDiv(${all.join("+")},${sharesPerWorkgroup})`;
  });
  const type = `array<u32,${grids.length + 1}>`;
  const text = `alias GridWorkgroups=${type};
fn gridWorkgroups()->GridWorkgroups{
return ${type}(
${[...each, "0"].join(",\n")});
}`;
  return { name: "(grids)", text };
}
function hasLarge({ bins }) {
  return bins.at(-1)?.name === "large";
}
function tableBinding({ large }) {
  return large.spread === 0 ? ["large"] : [];
}
function setupPass(spec) {
  const kernel = {
    name: "setup",
    subgroups: false,
    constants: {
      ...partitionConstants(spec),
      SEGMENTS_PER_BLOCK: segmentsPerBlock(spec)
    },
    bindings: [
      ...numbers().map(([binding]) => binding),
      "args",
      "state",
      ...tableBinding(spec),
      ...spec.countOnGpu ? ["countIn"] : [],
      ...spec.list ? ["longSpans"] : []
    ],
    pieces: [
      piece("setup/kernel"),
      ...spec.list ?? pieces("setup/no_list"),
      piece(spec.countOnGpu ? "setup/count_buffer" : "setup/count_given"),
      ...binPieces(spec)
    ]
  };
  const resources = { ...Object.fromEntries(numbers()), longSpans: LONG_SPANS };
  return { kernel, grid: { kind: "direct", workgroups: 1 }, resources };
}
function fixedLargePass(spec) {
  const { workgroup } = spec.table.partition;
  return {
    kernel: {
      name: "partition/fixed_large",
      subgroups: false,
      constants: partitionConstants(spec),
      bindings: ["state", "large", "args"],
      pieces: [...pieces("partition/fixed_large", "state/workgroup_index"), ...binPieces(spec)]
    },
    grid: counted("segments", 1, workgroup),
    resources: {},
    form: "fixed",
    bins: [spec.bins.length - 1]
  };
}
function partitionPasses(spec) {
  return [
    setupPass(spec),
    ...hasLarge(spec) && spec.large.spread === 0 ? [fixedLargePass(spec)] : [],
    ...(spec.list ? [] : listedPasses(spec)).map((pass) => ({ ...pass, form: "listed" }))
  ];
}
var FINISH_WORKGROUP = 64;
function listedPasses(spec) {
  const constants = { ...partitionConstants(spec), ...spec.units ? { MIN_LENGTH: 2 } : {} };
  const shared3 = { subgroups: false, aliases: ROWS_SCANNED, constants };
  const large = tableBinding(spec);
  const segments = spec.form === "ranges" ? ["begins", "ends"] : ["offsets"];
  const walk = [...pieces(`segments/${spec.form}`, "state/workgroup_index"), blockPiece(spec.cooperative)];
  const count = {
    ...shared3,
    name: "partition/count",
    aliases: { ...shared3.aliases, ...spec.units?.aliases },
    bindings: ["state", ...segments, "counters", ...spec.units?.copies.flat() ?? []],
    pieces: [piece("partition/count"), ...walk, unitsPiece(spec), ...classPieces(spec)]
  };
  const scatter = {
    ...shared3,
    name: "partition/scatter",
    bindings: ["state", ...segments, "counters", "spans", ...large, "args"],
    pieces: [piece("partition/scatter"), ...walk, ...binPieces(spec)]
  };
  const finish = {
    ...shared3,
    name: "partition/finish",
    aliases: { Scanned: "u32" },
    constants: { ...shared3.constants, WORKGROUP: FINISH_WORKGROUP, SCANS: !spec.cooperative },
    bindings: ["state", "counters", ...large, "args"],
    pieces: [...pieces("partition/finish", "scan/lanes"), blockPiece(true), ...binPieces(spec)]
  };
  const scanned = spec.cooperative ? {} : { traffic: { partitionCounter: 12 } };
  const perBlock = segmentsPerBlock(spec);
  const rows = spec.bins.length + 1;
  const read = spec.form === "ranges" ? 8 : 4;
  const scattered = read * (spec.cooperative ? 2 : 1) + 8 + (spec.listIds ? 4 : 0);
  const grid = counted("segments", perBlock, spec.cooperative ? 1 : spec.table.partition.workgroup);
  const scanGrid = counted("segments", perBlock, scanBlock(spec.table), { rows, extra: 1 });
  return [
    { kernel: count, grid, resources: {}, traffic: { segment: read, partitionCounter: 4 } },
    ...spec.cooperative ? scanPasses(spec.table, "partition", scanGrid) : [],
    { kernel: finish, grid: { kind: "direct", workgroups: 1 }, resources: {}, ...scanned },
    { kernel: scatter, grid, resources: {}, traffic: { segment: scattered, partitionCounter: 4 } }
  ];
}

// src/tuning/tables.ts
var CPU = {
  partition: { workgroup: 8, segmentsPerLane: 496 },
  // Not asked: one workgroup scans the few counters.
  scan: { workgroup: 8, perLane: 1008 },
  convert: { workgroup: 8, perLane: 64 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 32,
      itemsWanted: 32,
      itemsMost: 32,
      itemsMostPairs: 16,
      itemsAtOnce: 64,
      branchless: false,
      lanesMost: 8,
      lanesMostEmulated: 1,
      lengthMost: 512
    },
    medium: { mergedMost: 8192, mergedMostPairs: 0, workgroup: 8, limits: [1024, 8192] },
    large: { workgroup: 8, tile: 4080, scatter: "direct" }
  },
  reduce: {
    workgroup: 8,
    bins: [
      { limit: 16, lanes: 1, name: "small" },
      { limit: 128, lanes: 1, name: "small" },
      { limit: 8192, lanes: 1, name: "medium" }
    ],
    tile: 4096,
    tileLanes: 1,
    vectors: false,
    flat: { tile: 4096, lengthMost: 8192 }
  }
};
var LAVAPIPE2 = {
  sort: {
    small: { itemsWanted: 16, itemsAtOnce: 4, branchless: true },
    medium: { mergedMost: 32768, mergedMostPairs: 8192 }
  },
  reduce: { vectors: true }
};
var GPU = {
  partition: { workgroup: 256, segmentsPerLane: 8 },
  scan: { workgroup: 256, perLane: 16 },
  convert: { workgroup: 256, perLane: 4 },
  sort: {
    digitBits: 8,
    earlyOut: true,
    small: {
      workgroup: 64,
      itemsWanted: 4,
      itemsMost: 16,
      itemsMostPairs: 8,
      itemsAtOnce: 64,
      branchless: false,
      lanesMost: 32,
      lanesMostEmulated: 8,
      lengthMost: 512
    },
    medium: { mergedMost: 0, mergedMostPairs: 0, workgroup: 256, limits: [512, 1024, 2048] },
    large: { workgroup: 256, tile: 2048, scatter: "coalesced" }
  },
  reduce: {
    workgroup: 256,
    bins: [
      { limit: 16, lanes: 1, name: "small" },
      { limit: 64, lanes: 4, name: "small" },
      { limit: 512, lanes: 32, name: "small" },
      { limit: 16384, lanes: 256, name: "medium" }
    ],
    tile: 16384,
    tileLanes: 256,
    vectors: true,
    flat: { tile: 4096, lengthMost: 512 }
  }
};
var GPU_LEAN = {
  partition: { workgroup: 128 },
  scan: { workgroup: 128 },
  sort: { medium: { workgroup: 128, limits: [512, 1024] }, large: { workgroup: 128, tile: 1024 } }
};

// src/tuning/tuning.ts
var GPU_BYTES_AT_256_BY_8 = 28 * 1024;
function familyOf(facts, tuning) {
  return tuning.family ?? (facts.software ? "cpu" : "gpu");
}
function deviceTable(facts, tuning) {
  if (familyOf(facts, tuning) === "cpu") return laidOver(CPU, facts.lavapipe ? LAVAPIPE2 : void 0);
  const roomy = facts.workgroupStorageBytes >= GPU_BYTES_AT_256_BY_8 && facts.workgroupInvocations > 256;
  return laidOver(GPU, roomy ? void 0 : GPU_LEAN);
}
function laidOver(base, more) {
  if (more === void 0) return base;
  if (typeof base !== "object" || typeof more !== "object" || Array.isArray(more)) return more;
  const own = more;
  const under = base;
  const names = [.../* @__PURE__ */ new Set([...Object.keys(under), ...Object.keys(own)])];
  return Object.fromEntries(names.map((name) => [name, laidOver(under[name], own[name])]));
}
function tuningTable(facts, tuning) {
  const { partition, scan, convert, sort: sort2, reduce: reduce2 } = tuning;
  const table = laidOver(deviceTable(facts, tuning), { partition, scan, convert, sort: sort2, reduce: reduce2 });
  requireTable(table, familyOf(facts, tuning));
  return table;
}

// src/reduce/flat.ts
var LENGTHS_WORKGROUP = 64;
function lengthsPass(context, { form }) {
  const grid = counted("segments", 1, LENGTHS_WORKGROUP);
  return {
    ...kernelOf("reduce/lengths", [
      {
        constants: { WORKGROUP: LENGTHS_WORKGROUP },
        bindings: form === "ranges" ? ["state", "begins", "ends"] : ["state", "offsets"],
        pieces: pieces2(
          "reduce/lengths",
          form === "ranges" ? "segments/ranges" : "segments/offsets_or_size",
          "state/layout",
          "state/workgroup_index"
        )
      },
      accumulatorPart(context),
      resultsPart(context)
    ]),
    grid
  };
}
function flatMost(context) {
  const { workgroup, flat } = context.table.reduce;
  return context.family === "gpu" ? Math.min(flat.lengthMost, workgroup * leafOf(context)) : flat.lengthMost;
}
function flatPasses(context, partition) {
  const { workgroup, flat } = context.table.reduce;
  const { tile } = flat;
  const { cooperative } = partition;
  const leaf = leafOf(context);
  const lengthMost = flatMost(context);
  const walk = kernelOf("reduce/flat walk", [
    {
      aliases: { Scanned: "u32" },
      constants: {
        WORKGROUP: workgroup,
        LEAF: leaf,
        STACK: stackLevels(Math.ceil(lengthMost / leaf)),
        FLAT_TILE: tile,
        FLAT_MOST: lengthMost,
        TREE: isBracketed(context)
      },
      bindings: ["state", "offsets", "longSpans"],
      resources: { longSpans: LONG_SPANS },
      pieces: pieces2(
        ...cooperative ? ["reduce/flat/walk_workgroup", "block/cooperative"] : ["reduce/flat/walk_lone", "reduce/stack"],
        "reduce/flat/owned",
        "reduce/flat/list",
        "segments/offsets_or_size",
        "state/layout",
        "state/workgroup_index"
      )
    },
    inputPart(context),
    accumulatorPart(context),
    resultsPart(context)
  ]);
  const perWorkgroup = cooperative ? 1 : workgroup;
  const grid = counted("both", tile, perWorkgroup, { extra: 1 });
  const finish = kernelOf("reduce/flat finish", [
    {
      constants: partitionConstants(partition),
      bindings: ["state", "args", "longSpans"],
      resources: { longSpans: LONG_SPANS },
      pieces: [...pieces2("reduce/flat/finish", "reduce/flat/list"), ...binPieces(partition)]
    }
  ]);
  const { item, result } = foldedBytes(context);
  const hasLarge2 = partition.bins.at(-1)?.name === "large";
  return [
    { ...walk, grid, bins: [0], traffic: { item, segment: 4 + result, ofCall: true } },
    ...hasLarge2 ? [{ ...finish, grid: { kind: "direct", workgroups: 1 }, form: "listed" }] : []
  ];
}

// src/reduce/large.ts
var SPREAD = 16;
function partialSlots(maxItems, tile) {
  return Math.floor(maxItems / tile) * SPREAD;
}
var SHARED = ["partition/tiles_spread", "state/layout", "state/lists", "state/workgroup_index"];
function largePasses(context, bin) {
  const { workgroup, tile, tileLanes } = context.table.reduce;
  const constants = { TILE: tile, LARGE_BIN: bin };
  const group = { lanes: tileLanes, workgroup, longest: Number.POSITIVE_INFINITY };
  const tiles = kernelOf("reduce/large tiles", [
    { constants, bindings: ["state", "spans", "partials"], pieces: pieces2("reduce/large/tiles", ...SHARED) },
    inputPart(context),
    groupPart(context, { ...group, leaf: leafOf(context) }),
    accumulatorPart(context),
    { pieces: [storePiece(context.accumulator, "storePartial", "partials")] },
    resultsPart(context)
  ]);
  const partials = kernelOf("reduce/large partials", [
    { constants, bindings: ["state", "spans"], pieces: pieces2("reduce/large/partials", ...SHARED) },
    partialsPart(context),
    groupPart(context, { ...group, leaf: 1 }),
    accumulatorPart(context),
    resultsPart(context)
  ]);
  const { item, result } = foldedBytes(context);
  return [
    { ...tiles, grid: { kind: "indirect", slot: ARGS.tiles }, bins: [bin], traffic: { item, segment: 12 + result } },
    { ...partials, grid: { kind: "indirect", slot: ARGS.large }, bins: [bin] }
  ];
}

// src/reduce/segments.ts
function segmentsPass(context, bin, index, grid) {
  const { workgroup } = context.table.reduce;
  const { item, result } = foldedBytes(context);
  return {
    ...kernelOf(`reduce/${bin.name} ${bin.maxLength}`, [
      { constants: { BIN: index }, bindings: ["state", "spans"], pieces: pieces2("reduce/segments") },
      inputPart(context),
      groupPart(context, { lanes: bin.lanes, workgroup, leaf: leafOf(context), longest: bin.maxLength }),
      accumulatorPart(context),
      resultsPart(context),
      { pieces: pieces2("state/layout", "state/lists", "state/workgroup_index") }
    ]),
    grid,
    bins: [index],
    traffic: { item, segment: 12 + result }
  };
}

// src/reduce/plan.ts
function lengthsOnly({ accumulator }) {
  return accumulator.components.length === 0;
}
function isFlat({ form }) {
  return form === "offsets";
}
function shortBins(context, access) {
  const { bins, workgroup, flat } = context.table.reduce;
  if (lengthsOnly(context)) {
    return [{ name: "small", maxLength: Number.POSITIVE_INFINITY, lanes: 1, method: "lengths alone" }];
  }
  if (isFlat(access)) {
    const method = `walked, ${flat.tile} items and segments a block`;
    return [{ name: "small", maxLength: flatMost(context), lanes: 1, method }];
  }
  return bins.map(({ limit, lanes, name }) => {
    const method = lanes === 1 ? "one lane" : lanes === workgroup ? "one workgroup" : `${lanes} lanes`;
    return { name, maxLength: limit, lanes, method };
  });
}
function reduceBins(context, access) {
  const { tile, tileLanes } = context.table.reduce;
  const large = {
    name: "large",
    maxLength: Number.POSITIVE_INFINITY,
    lanes: tileLanes,
    method: `tiles of ${tile} items and more, then their results`
  };
  const longest = Math.min(context.maxSegmentSize, context.maxItems);
  return [...shortBins(context, access), large].map((bin, i, bins) => ({ ...bin, minLength: (bins[i - 1]?.maxLength ?? -1) + 1 })).filter(({ minLength }) => minLength <= longest);
}
var SHARED_BYTES_MOST = 12 * 1024;
function fittedTable(table, { accumulator }) {
  let reduce2 = table.reduce;
  while (reduce2.workgroup > 8 && reduce2.workgroup * accumulator.sharedBytes > SHARED_BYTES_MOST) {
    const { workgroup, tileLanes } = reduce2;
    const half = workgroup / 2;
    const bins = reduce2.bins.map((bin) => ({ ...bin, lanes: Math.min(bin.lanes, half) }));
    reduce2 = { ...reduce2, bins, workgroup: half, tileLanes: Math.min(tileLanes, half) };
  }
  return { ...table, reduce: reduce2 };
}
function reduceContext(spec, { wholeVectors }, facts, tuning) {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const parts = reduceParts(spec);
  const table = fittedTable(tuningTable(facts, tuning), parts);
  return {
    ...spec,
    ...parts,
    family: familyOf(facts, tuning),
    table,
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1,
    vectors: wholeVectors && readsWords(spec, parts) && table.reduce.vectors
  };
}
function readsWords({ stage }, { element }) {
  return element.bytes === 4 && (stage === "whole" || stage === "chunk");
}
function partitionSpec(context, access, bins) {
  const { table, family } = context;
  const { tile, workgroup, tileLanes } = table.reduce;
  const perWorkgroup = workgroup / tileLanes;
  const listed = access.form === "ranges" ? bins.filter(({ name }) => name !== "large") : [];
  return {
    bins,
    grids: listed.map(({ lanes }, i) => ({ shares: { [i]: 1 }, sharesPerWorkgroup: workgroup / lanes })),
    minLength: 0,
    large: {
      tile,
      counters: 0,
      spread: SPREAD,
      pieces: [piece2("partition/spread"), piece2("partition/spread_table")],
      tilesPerWorkgroup: perWorkgroup,
      segmentsPerWorkgroup: perWorkgroup
    },
    cooperative: family === "gpu",
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: true,
    ...isFlat(access) || lengthsOnly(context) ? { list: pieces2("setup/list", "reduce/flat/list") } : {},
    table
  };
}
function reducePlan(spec, access, facts, tuning) {
  const context = reduceContext(spec, access, facts, tuning);
  const { table, accumulator, results, parameters, stage } = context;
  const bins = reduceBins(context, access);
  const partition = partitionSpec(context, access, bins);
  const hasLarge2 = bins.at(-1)?.name === "large";
  const passes = partitionPasses(partition);
  if (lengthsOnly(context)) passes.push(lengthsPass(context, access));
  else if (isFlat(access)) passes.push(...flatPasses(context, partition));
  else {
    bins.forEach((bin, index) => {
      const grid = { kind: "indirect", slot: ARGS.firstGrid + index };
      if (bin.name !== "large") passes.push(segmentsPass(context, bin, index, grid));
    });
  }
  if (hasLarge2) passes.push(...largePasses(context, bins.length - 1));
  const toResults = stage === "whole" || stage === "finish";
  if (toResults) passes.push(...deliverPasses(results));
  const [walked, ranges2] = ["offsets", "ranges"].map((form) => {
    const formed = { ...access, form };
    return partitionSpec(context, formed, reduceBins(context, formed));
  });
  const counters = partitionCounters(ranges2, spec.maxSegments);
  const tiled = [walked, ranges2].some(({ bins: bins2 }) => bins2.at(-1)?.name === "large");
  const { regions, bytes } = layOut({
    state: 4 * (STATE_WORDS + spec.maxSegments),
    // A word more, for the length of a list that is made by atomics.
    spans: 8 * spec.maxSegments + 8,
    counters: 4 * counters,
    sums: 4 * (partition.cooperative ? scanSums(table, counters) : 0),
    partials: tiled ? 4 * accumulator.words * partialSlots(spec.maxItems, table.reduce.tile) : 0,
    ...toResults && results.scratchWords > 0 ? { results: 4 * results.scratchWords * spec.maxSegments } : {}
  });
  return {
    passes,
    regions,
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * (stage === "whole" || stage === "chunk" ? context.element.bytes : 4 * accumulator.words),
    argsSlots: argsSlots(ranges2),
    classes: bins,
    ...parameters ? { parameters } : {}
  };
}

// src/reduce/operation.ts
function reduceRequest(argument2, {
  type,
  op,
  accuracy,
  ...empty
}) {
  const checked = checkedOps(argument2, type, op);
  const listed = Array.isArray(op);
  return {
    ...checked,
    listed,
    accuracy: checkedAccuracy(accuracy, checked.type, checked.ops),
    initial: checkedInitial(empty, checked.type, checked.ops, listed)
  };
}
var COMMON = { form: "offsets", countOnGpu: false, wholeVectors: true };
var VECTOR_BYTES = 16;
function outputRanges(outputs, { ops, listed }, args, segments) {
  const isArg2 = ops.map((_, i) => outputs.some(({ operator, name }) => operator === i && name === "outputIndex"));
  const lists = { output: args.output, outputIndex: args.outputIndex };
  for (const [name, given] of Object.entries(lists)) {
    const isList = Array.isArray(given);
    if (given !== void 0 && (isList !== listed || isList && given.length !== ops.length)) {
      throw refused(
        "invalid-option",
        name,
        isList ? `a list of ${given.length}` : "one buffer",
        listed ? `a list of ${ops.length}, one for each operator` : "one buffer"
      );
    }
  }
  const at = (given, i) => listed ? given?.[i] : given;
  isArg2.forEach((wanted, i) => {
    if (!wanted && at(args.outputIndex, i) !== void 0) {
      throw refused(
        "invalid-option",
        listed ? `outputIndex[${i}]` : "outputIndex",
        "given",
        "none, but for argmin and argmax"
      );
    }
  });
  const ranges2 = {};
  for (const { argument: argument2, name, operator, bytes } of outputs) {
    const range = bufferRange(argument2, at(lists[name], operator));
    ranges2[argument2] = firstBytes(range, 4 * Math.ceil(bytes * segments / 4));
  }
  return ranges2;
}
function record({ spec, operation, planFor }, encoder, args, outputs, itemBytes) {
  const { maxItems, maxSegments } = spec;
  const input = bufferRange("input", args.input);
  const room = Math.min(maxItems, Math.floor(input.size / itemBytes));
  const items = args.itemCount === void 0 ? room : requireCount("itemCount", args.itemCount, maxItems);
  const call = callSegments(args.segments, maxSegments);
  requireFit(call, items);
  const { segments, size } = call;
  const ranges2 = {
    input: firstBytes(input, 4 * Math.ceil(itemBytes * items / 4)),
    ...outputs(segments),
    ...call.ranges
  };
  const temporary = operation.temporaryRange(args.temporary);
  operation.begin({ ...ranges2, temporary });
  if (segments === 0) return;
  const vectors = VECTOR_BYTES * Math.ceil(ranges2.input.size / VECTOR_BYTES);
  const wholeVectors = input.offset + vectors <= input.buffer.size;
  const plan = planFor({ form: call.form, countOnGpu: call.countOnGpu, wholeVectors });
  const unread = (name) => {
    const { offset, size: bytes } = plan.regions[name];
    return { buffer: temporary.buffer, offset: temporary.offset + offset, size: bytes };
  };
  const bound2 = {
    ...ranges2,
    // No other range begins within the same 256 bytes.
    ...wholeVectors ? { input: { ...ranges2.input, size: vectors } } : {},
    ...items === 0 ? { input: unread("sums") } : {},
    ...size > 0 ? { offsets: unread("counters") } : {}
  };
  operation.record(encoder, plan, bound2, temporary, { items, segments, size });
}
async function reduceOperation(device, spec, tuning = {}, own = { scratch: true, profile: false }) {
  const facts = deviceFacts(device);
  const planFor = memoized((access) => reducePlan(spec, access, facts, tuning));
  const operation = await PlannedOperation.create(device, "segmented reduce", planFor(COMMON), own);
  const parts = { spec, operation, planFor };
  const { outputs } = reduceParts(spec).results;
  return {
    // The kernels that ask nothing of how long the input's buffer is.
    ...operation.around(planFor({ ...COMMON, wholeVectors: false })),
    encode(encoder, args) {
      operation.requireUsable(encoder, args);
      const ranges2 = (segments) => outputRanges(outputs, spec, args, segments);
      record(parts, encoder, args, ranges2, typeBytes(spec.type));
    },
    encodeStage(encoder, args, given, itemBytes) {
      const named3 = Object.entries(given).map(([name, argument2]) => [name, bufferRange(name, argument2)]);
      record(parts, encoder, args, () => Object.fromEntries(named3), itemBytes);
    }
  };
}
function stageSpec(request, stage, bounds) {
  return { ...request, ...bounds, stage };
}
async function createSegmentedReduce(device, descriptor2) {
  requireObject("descriptor", descriptor2);
  const request = reduceRequest("type", descriptor2);
  const tuning = requireTuning(descriptor2.tuning);
  const spec = stageSpec(request, "whole", requireBounds(descriptor2));
  return reduceOperation(device, spec, tuning, ownParts(device, descriptor2));
}

// wgsl/convert/copy.wgsl
var copy_default = "\n\nfn convert(i:u32,items:u32){\nif(i>=items){\nreturn;\n}\nfor(var k=0u;k<VALUE_WORDS;k++){\ngatherTo[i*VALUE_WORDS+k]=gatherFrom[i*VALUE_WORDS+k];\n}\n}\n";

// wgsl/convert/copy_packed.wgsl
var copy_packed_default = "\n\nfn convert(word:u32,items:u32){\nif(word*PER_WORD<items){\ngatherTo[word]=gatherFrom[word];\n}\n}\n";

// wgsl/convert/each.wgsl
var each_default = "\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet items=state[ITEM_COUNT];\nlet first=workgroupIndex(workgroup,grid)*(WORKGROUP*PER_LANE)+local;\nfor(var k=0u;k<PER_LANE;k++){\nconvert(first+k*WORKGROUP,items);\n}\n}\n";

// wgsl/convert/gather.wgsl
var gather_default = "\n\n\n\n\nfn convert(i:u32,items:u32){\nif(i>=items){\nreturn;\n}\nlet source=sorted[i];\nif(source!=UNWRITTEN){\nfor(var k=0u;k<VALUE_WORDS;k++){\ngatherTo[i*VALUE_WORDS+k]=gatherFrom[source*VALUE_WORDS+k];\n}\n}\n}\n";

// wgsl/convert/gather_packed.wgsl
var gather_packed_default = "\n\n\n\n\n\nfn convert(word:u32,items:u32){\nlet first=word*PER_WORD;\nif(first>=items){\nreturn;\n}\nlet before=gatherTo[word];\nvar after=before;\nfor(var i=first;i<min(first+PER_WORD,items);i++){\nlet source=sorted[i];\nif(source!=UNWRITTEN){\nlet bits=(gatherFrom[source/PER_WORD]>>(source%PER_WORD*ITEM_BITS))&ITEM_MASK;\nlet place=(i-first)*ITEM_BITS;\nafter=(after&~(ITEM_MASK<<place))|(bits<<place);\n}\n}\nif(after!=before){\ngatherTo[word]=after;\n}\n}\n";

// wgsl/convert/indices.wgsl
var indices_default = "\n\n\n\n\nfn convert(i:u32,items:u32){\nif(i<items){\nwords[i]=i;\nsorted[i]=UNWRITTEN;\n}\n}\n";

// wgsl/convert/mapped.wgsl
var mapped_default = "\n\n\n\n\nfn convert(i:u32,items:u32){\nif(i>=items){\nreturn;\n}\nlet number=numberOfKey(i);\nwords[i*NUMBER_WORDS]=number.x;\nif(NUMBER_WORDS>1u){\nwords[i*NUMBER_WORDS+1u]=number.y;\n}\n}\n";

// wgsl/convert/narrow.wgsl
var narrow_default = "\n\n\n\n\n\nfn convert(word:u32,items:u32){\nif(word*PER_WORD>=items){\nreturn;\n}\nlet before=packed[word];\nvar after=before;\nfor(var k=0u;k<PER_WORD;k++){\nlet bits=sorted[word*PER_WORD+k];\nif(bits!=UNWRITTEN){\nafter=(after&~(ITEM_MASK<<(k*ITEM_BITS)))|(bits<<(k*ITEM_BITS));\n}\n}\nif(after!=before){\npacked[word]=after;\n}\n}\n";

// wgsl/convert/unwritten.wgsl
var unwritten_default = "\n\nconst UNWRITTEN=0xFFFFFFFFu;\n";

// wgsl/convert/widen.wgsl
var widen_default = "\n\n\n\n\n\nfn convert(word:u32,items:u32){\nif(word*PER_WORD>=items){\nreturn;\n}\nlet bits=packed[word];\nfor(var k=0u;k<PER_WORD;k++){\nwords[word*PER_WORD+k]=(bits>>(k*ITEM_BITS))&ITEM_MASK;\nsorted[word*PER_WORD+k]=UNWRITTEN;\n}\n}\n";

// wgsl/keys/compared.wgsl
var compared_default = "\n\n\n\n\n\n\nconst MOST_KEY=0xFFFFFFFFu;\n\nfn sortKey(bits:u32)->u32{\nreturn bits;\n}\n\nfn keyBits(key:u32)->u32{\nreturn key;\n}\n\n\n\n\n\n\nfn lessKey(a:u32,b:u32)->bool{\nif(max(a,b)==MOST_KEY){\nreturn a<b;\n}\nlet earlier=min(a,b);\nlet later=max(a,b);\nlet laterFirst=less(ownKey(select(later,earlier,DESCENDING)),ownKey(select(earlier,later,DESCENDING)));\nreturn laterFirst==(a>b);\n}\n";

// wgsl/keys/two_words.wgsl
var two_words_default2 = "\n\n\n\n\n\n\nconst MOST_KEY=vec2u(0xFFFFFFFFu);\n\n\nstruct KeyMap{\nflips:vec4u,\nends:vec4u,\nrange:vec4u,\nmask:vec4u,\n}\n\nfn keyMapNow()->KeyMap{\nreturn KeyMap(keyMap[0],keyMap[1],keyMap[2],keyMap[3]);\n}\n\nfn sortKeyBy(by:KeyMap,bits:vec2u)->vec2u{\nvar key=bits;\nif(!PLAIN_KEYS){\nif(!LOSSLESS_KEYS){\nkey=select(bits,vec2u(),all(bits==by.range.xy));\n}\nkey=key^select(by.flips.xy,by.flips.zw,key.y>=0x80000000u);\nlet origin=by.ends.xy;\nlet borrow=select(0u,1u,key.x<origin.x);\nkey=vec2u(key.x-origin.x,key.y-origin.y-borrow);\nif(!LOSSLESS_KEYS){\nkey=shiftRight(key,by.range.z)&by.mask.xy;\n}\n}\nreturn key^by.ends.zw;\n}\n\nfn sortKey(bits:vec2u)->vec2u{\nreturn sortKeyBy(keyMapNow(),bits);\n}\n\nfn keyBits(key:vec2u)->vec2u{\nvar bits=key^keyMap[1].zw;\nif(!PLAIN_KEYS){\nlet low=bits.x+keyMap[1].x;\nlet carry=select(0u,1u,low<bits.x);\nbits=vec2u(low,bits.y+keyMap[1].y+carry);\nbits=bits^select(keyMap[0].zw,keyMap[0].xy,bits.y>=0x80000000u);\n}\nreturn bits;\n}\n\nfn shiftRight(value:vec2u,shift:u32)->vec2u{\nlet words=select(value,vec2u(value.y,0u),shift>=32u);\nlet bits=shift%32u;\nlet carried=select(words.y<<(32u-bits),0u,bits==0u);\nreturn vec2u((words.x>>bits)|carried,words.y>>bits);\n}\n\nfn lessKey(a:vec2u,b:vec2u)->bool{\nreturn a.y<b.y||(a.y==b.y&&a.x<b.x);\n}\n\nfn bitsFrom(key:vec2u,shift:u32)->u32{\nreturn shiftRight(key,shift).x;\n}\n\nfn sortKeyBits()->u32{\nreturn keyMap[3].z;\n}\n";

// wgsl/keys/word.wgsl
var word_default2 = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nconst MOST_KEY=0xFFFFFFFFu;\n\n\nstruct KeyMap{\nflips:vec4u,\nrange:vec4u,\n}\n\nfn keyMapNow()->KeyMap{\nreturn KeyMap(keyMap[0],keyMap[1]);\n}\n\nfn sortKeyBy(by:KeyMap,bits:u32)->u32{\nvar key=bits;\nif(!PLAIN_KEYS){\nif(!LOSSLESS_KEYS){\nkey=select(bits,0u,bits==by.range.x);\n}\nkey=(key^select(by.flips.x,by.flips.y,(key&by.flips.x)!=0u))-by.flips.z;\nif(!LOSSLESS_KEYS){\nkey=key>>by.range.y;\n}\nkey=key&by.range.z;\n}\nreturn key^by.flips.w;\n}\n\nfn sortKey(bits:u32)->u32{\nreturn sortKeyBy(keyMapNow(),bits);\n}\n\n\nfn keyBits(key:u32)->u32{\nvar bits=key^keyMap[0].w;\nif(!PLAIN_KEYS){\nbits=(bits+keyMap[0].z)&keyMap[1].z;\nbits=bits^select(keyMap[0].y,keyMap[0].x,(bits&keyMap[0].x)!=0u);\n}\nreturn bits;\n}\n\nfn lessKey(a:u32,b:u32)->bool{\nreturn a<b;\n}\n\n\nfn bitsFrom(key:u32,shift:u32)->u32{\nreturn key>>shift;\n}\n\nfn sortKeyBits()->u32{\nreturn keyMap[1].w;\n}\n";

// wgsl/partition/large.wgsl
var large_default = "\n\n\n\n\nfn fullTiles(length:u32)->u32{\nreturn(length-1u)/TILE;\n}\n";

// wgsl/partition/large_table.wgsl
var large_table_default = "\n\n\n\n\n\nfn mostLarge()->u32{\nreturn state[ITEM_COUNT]/(TILE+1u);\n}\n\nfn enterLarge(entry:u32,tilesBefore:u32,segment:Segment){\nif(entry<mostLarge()){\nlarge[entry]=vec4u(tilesBefore,segment.begin,segment.length,0u);\n}\n}\n\nfn finishLarge(segments:u32,allFullTiles:u32){\nlet largeCount=min(segments,mostLarge());\nlet fullCount=min(allFullTiles,state[ITEM_COUNT]/TILE);\nlet tiles=fullCount+largeCount;\nstate[LARGE_COUNT]=largeCount;\nstate[FULL_TILE_COUNT]=fullCount;\nstate[TILE_COUNT]=tiles;\nstate[RADIX_COUNTERS]=tiles*TILE_COUNTERS;\nwriteGrid(ARGS_LARGE,ceilDiv(largeCount,LARGE_PER_WORKGROUP));\nwriteGrid(ARGS_TILES,ceilDiv(tiles,TILES_PER_WORKGROUP));\nwriteGrid(ARGS_RADIX_SCAN,ceilDiv(tiles*TILE_COUNTERS,SCAN_BLOCK));\n}\n";

// wgsl/partition/tiles.wgsl
var tiles_default2 = "\n\n\nstruct Tile{\nstart:u32,\ncount:u32,\nentry:u32,\nindex:u32,\ntiles:u32,\nfirstTile:u32,\n}\n\nfn tileAt(number:u32)->Tile{\nlet full=state[FULL_TILE_COUNT];\nvar entry=number-full;\nif(number<full){\n\nvar low=0u;\nvar high=state[LARGE_COUNT];\nwhile(high-low>1u){\nlet middle=(low+high)/2u;\nif(large[middle].x<=number){\nlow=middle;\n}else{\nhigh=middle;\n}\n}\nentry=low;\n}\nlet segment=large[entry];\nlet fullTiles=(segment.z-1u)/TILE;\nlet index=select(fullTiles,number-segment.x,number<full);\nlet count=select(segment.z-fullTiles*TILE,TILE,number<full);\nreturn Tile(segment.y+index*TILE,count,entry,index,fullTiles+1u,segment.x+entry);\n}\n";

// wgsl/sort/access/keys_apart.wgsl
var keys_apart_default = "\n\nfn inputKey(i:u32)->Key{\nreturn keysIn[i];\n}\n";

// wgsl/sort/access/keys_in_place.wgsl
var keys_in_place_default = "\n\nfn inputKey(i:u32)->Key{\nreturn keysOut[i];\n}\n";

// wgsl/sort/access/values_apart.wgsl
var values_apart_default = "\n\nfn inputValue(i:u32)->u32{\nreturn valuesIn[i];\n}\n";

// wgsl/sort/access/values_in_place.wgsl
var values_in_place_default = "\n\nfn inputValue(i:u32)->u32{\nreturn valuesOut[i];\n}\n";

// wgsl/sort/digits.wgsl
var digits_default = "\n\nfn digitAt(bits:Key,shift:u32)->u32{\nreturn bitsFrom(sortKey(bits),shift)&(DIGITS-1u);\n}\n";

// wgsl/sort/large/columns.wgsl
var columns_default = "\n\n\n\n\n\n\n\n\nconst PER_LANE=(DIGITS+WORKGROUP-1u)/WORKGROUP;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet entry=workgroupIndex(workgroup,grid);\nlet sorted=digitShift>0u&&isSorted(entry);\nlet live=entry<state[LARGE_COUNT]&& !sorted;\nlet segment=large[select(0u,entry,live)];\nlet tiles=(segment.z-1u)/TILE+1u;\nlet first=(segment.x+2u*entry)*ROW;\nlet segmentRow=first+tiles*ROW;\nlet end=select(0u,min((local+1u)*PER_LANE,DIGITS),live);\nvar items=0u;\nvar whole=false;\nfor(var digit=local*PER_LANE;digit<end;digit++){\nvar before=0u;\nfor(var at=first+digit;at<segmentRow;at+=ROW){\nlet count=counters[at];\ncounters[at]=before;\nbefore+=count;\n}\ncounters[segmentRow+digit]=before;\nwhole=whole||before==segment.z;\nitems+=before;\n}\nvar falls=false;\nif(EARLY_OUT&&live&&digitShift==0u){\nfor(var tile=local;tile<tiles;tile+=WORKGROUP){\nfalls=falls||counters[first+tile*ROW+DIGITS]==1u;\n}\n}\nvar place=segment.y+blockScan(local,items).before;\nfor(var digit=local*PER_LANE;digit<end;digit++){\nlet count=counters[segmentRow+digit];\ncounters[segmentRow+digit]=place;\nplace+=count;\n}\n\nlet found=blockScan(local,select(0u,1u,falls)+select(0u,0x10000u,whole)).total;\nif(EARLY_OUT&&live&&local==0u){\ncounters[segmentRow+DIGITS]=found>>16u;\nif(digitShift==0u){\nlarge[entry].w=select(0u,1u,(found&0xFFFFu)==0u);\n}\n}\n}\n";

// wgsl/sort/large/downsweep_lone.wgsl
var downsweep_lone_default = "\n\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(number>=state[TILE_COUNT]){\nreturn;\n}\nlet tile=tileAt(number);\nlet end=tile.start+tile.count;\nlet row=rowOf(tile);\nlet segmentRow=segmentRowOf(tile);\nlet sorted=isSorted(tile.entry);\nif(EARLY_OUT&&(sorted||counters[segmentRow+DIGITS]==1u)){\n\ncopyItems(tile.start,select(end,tile.start,sorted&&copySorted==0u));\nreturn;\n}\nfor(var digit=0u;digit<DIGITS;digit++){\ndigitWords[digit]=counters[row+digit]+counters[segmentRow+digit];\n}\nmoveByDigit(tile.start,end);\n}\n";

// wgsl/sort/large/downsweep_workgroup.wgsl
var downsweep_workgroup_default = "\n\n\n\n\nvar<workgroup>places:array<u32,DIGITS>;\nvar<workgroup>stays:u32;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid);\nlet live=number<state[TILE_COUNT];\nlet tile=tileAt(select(0u,number,live));\nlet count=select(0u,tile.count,live);\nif(EARLY_OUT){\nif(local==0u){\nstays=select(0u,1u,live&&hasOneDigit(tile));\n}\nif(workgroupUniformLoad(&stays)==1u){\nfor(var i=tile.start+local;i<tile.start+count;i+=WORKGROUP){\ncopyItem(i);\n}\nreturn;\n}\n}\nlet segmentCounters=tile.firstTile*DIGITS;\nlet shiftToSegment=large[tile.entry].y-counters[segmentCounters];\nfor(var digit=local;digit<DIGITS;digit+=WORKGROUP){\nplaces[digit]=counters[segmentCounters+digit*tile.tiles+tile.index]+shiftToSegment;\nclearRun(digit);\n}\nfor(var i=local;i<count;i+=WORKGROUP){\nloadPlace(tile.start+i,bank(i));\n}\nworkgroupBarrier();\nscatter(local,count);\n}\n\n\nfn hasOneDigit(tile:Tile)->bool{\nlet first=tile.firstTile*DIGITS;\nlet digit=digitAt(keysFrom[tile.start],digitShift);\nlet base=counters[first];\nlet none=counters[first+digit*tile.tiles]==base;\nreturn none&&(digit+1u==DIGITS||counters[first+(digit+1u)*tile.tiles]-base==large[tile.entry].z);\n}\n";

// wgsl/sort/large/rows.wgsl
var rows_default = "\n\n\n\n\n\n\nconst ROW=DIGITS+1u;\n\nfn rowOf(tile:Tile)->u32{\nreturn(tile.firstTile+tile.entry+tile.index)*ROW;\n}\n\nfn segmentRowOf(tile:Tile)->u32{\nreturn(tile.firstTile+tile.entry+tile.tiles)*ROW;\n}\n\n\nfn isSorted(entry:u32)->bool{\nreturn EARLY_OUT&&large[entry].w==1u;\n}\n";

// wgsl/sort/large/scatter_coalesced.wgsl
var scatter_coalesced_default = "\n\n\nvar<workgroup>runStarts:array<u32,DIGITS>;\n\nfn clearRun(digit:u32){\n}\n\nfn scatter(local:u32,count:u32){\nfor(var shift=digitShift;shift<digitShift+DIGIT_BITS;shift+=LOCAL_BITS){\nsortTileByBits(local,count,shift);\n}\nfor(var i=local;i<count;i+=WORKGROUP){\nlet digit=digitAt(tileKeys[bank(i)],digitShift);\nif(i==0u||digitAt(tileKeys[bank(max(i,1u)-1u)],digitShift)!=digit){\nrunStarts[digit]=i;\n}\n}\nworkgroupBarrier();\nfor(var i=local;i<count;i+=WORKGROUP){\nlet digit=digitAt(tileKeys[bank(i)],digitShift);\nstorePlace(bank(i),places[digit]+i-runStarts[digit]);\n}\n}\n";

// wgsl/sort/large/scatter_direct.wgsl
var scatter_direct_default = "\n\n\nvar<workgroup>runStarts:array<atomic<u32>,DIGITS>;\n\nfn clearRun(digit:u32){\natomicStore(&runStarts[digit],0xFFFFFFFFu);\n}\n\nfn scatter(local:u32,count:u32){\nvar shift=digitShift;\nfor(;shift+LOCAL_BITS<digitShift+DIGIT_BITS;shift+=LOCAL_BITS){\nsortTileByBits(local,count,shift);\n}\nrankByBits(local,count,shift);\n\nlet items=min(ITEMS,count-min(local*ITEMS,count));\nfor(var i=0u;i<items;i++){\natomicMin(&runStarts[digitAt(laneKeys[i],digitShift)],laneRanks[i]);\n}\nworkgroupBarrier();\nfor(var i=0u;i<items;i++){\nlet digit=digitAt(laneKeys[i],digitShift);\nstoreRanked(i,places[digit]+laneRanks[i]-atomicLoad(&runStarts[digit]));\n}\n}\n";

// wgsl/sort/large/upsweep_lone.wgsl
var upsweep_lone_default = "\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(number>=state[TILE_COUNT]){\nreturn;\n}\nlet tile=tileAt(number);\nif(digitShift>0u&&isSorted(tile.entry)){\nreturn;\n}\nlet end=tile.start+tile.count;\n\ncountDigits(tile.start,end,end+select(0u,1u,tile.index+1u<tile.tiles));\nlet row=rowOf(tile);\nfor(var digit=0u;digit<DIGITS;digit++){\ncounters[row+digit]=digitWords[digit];\n}\ncounters[row+DIGITS]=select(0u,1u,keysFall);\n}\n";

// wgsl/sort/large/upsweep_workgroup.wgsl
var upsweep_workgroup_default = "\n\n\nvar<workgroup>counts:array<atomic<u32>,DIGITS>;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid);\nlet live=number<state[TILE_COUNT];\nlet tile=tileAt(select(0u,number,live));\nfor(var digit=local;digit<DIGITS;digit+=WORKGROUP){\natomicStore(&counts[digit],0u);\n}\nworkgroupBarrier();\nfor(var i=local;i<select(0u,tile.count,live);i+=WORKGROUP){\natomicAdd(&counts[digitAt(keysFrom[tile.start+i],digitShift)],1u);\n}\nworkgroupBarrier();\nif(live){\nlet first=tile.firstTile*DIGITS+tile.index;\nfor(var digit=local;digit<DIGITS;digit+=WORKGROUP){\ncounters[first+digit*tile.tiles]=atomicLoad(&counts[digit]);\n}\n}\n}\n";

// wgsl/sort/large/workgroup_key.wgsl
var workgroup_key_default = "\n\nfn loadPlace(i:u32,place:u32){\ntileKeys[place]=keysFrom[i];\n}\n\nfn storePlace(place:u32,i:u32){\nkeysTo[i]=tileKeys[place];\n}\n\n\nfn storeRanked(item:u32,i:u32){\nkeysTo[i]=laneKeys[item];\n}\n\nfn copyItem(i:u32){\nkeysTo[i]=keysFrom[i];\n}\n";

// wgsl/sort/large/workgroup_pair.wgsl
var workgroup_pair_default = "\n\nfn loadPlace(i:u32,place:u32){\ntileKeys[place]=keysFrom[i];\ntileValues[place]=valuesFrom[i];\n}\n\nfn storePlace(place:u32,i:u32){\nkeysTo[i]=tileKeys[place];\nvaluesTo[i]=tileValues[place];\n}\n\n\nfn storeRanked(item:u32,i:u32){\nkeysTo[i]=laneKeys[item];\nvaluesTo[i]=laneValues[item];\n}\n\nfn copyItem(i:u32){\nkeysTo[i]=keysFrom[i];\nvaluesTo[i]=valuesFrom[i];\n}\n";

// wgsl/sort/lone_digits.wgsl
var lone_digits_default = "\n\n\n\n\n\n\n\n\nvar<private>digitWords:array<u32,DIGITS>;\nvar<private>keysFall:bool;\n\nfn digitOf(sortKey:Key,shift:u32)->u32{\nreturn bitsFrom(sortKey,shift)&(DIGITS-1u);\n}\n\nfn digitBy(map:KeyMap,bits:Key,shift:u32)->u32{\nreturn digitOf(sortKeyBy(map,bits),shift);\n}\n\n\nfn countDigits(begin:u32,end:u32,endChecked:u32){\n\nlet map=keyMapNow();\nlet shift=digitShift;\nfor(var digit=0u;digit<DIGITS;digit++){\ndigitWords[digit]=0u;\n}\nvar before=Key();\nvar falls=false;\nvar i=begin;\nfor(;i+4u<=end;i+=4u){\nlet a=sortKeyBy(map,keysFrom[i]);\nlet b=sortKeyBy(map,keysFrom[i+1u]);\nlet c=sortKeyBy(map,keysFrom[i+2u]);\nlet d=sortKeyBy(map,keysFrom[i+3u]);\nif(CHECK_ORDER){\nfalls=falls|lessKey(a,before)|lessKey(b,a)|lessKey(c,b)|lessKey(d,c);\nbefore=d;\n}\nlet digitA=digitOf(a,shift);\nlet digitB=digitOf(b,shift);\nlet digitC=digitOf(c,shift);\nlet digitD=digitOf(d,shift);\ndigitWords[digitA]+=1u;\ndigitWords[digitB]+=1u;\ndigitWords[digitC]+=1u;\ndigitWords[digitD]+=1u;\n}\nfor(;i<end;i++){\nlet key=sortKeyBy(map,keysFrom[i]);\nfalls=falls|(CHECK_ORDER&&lessKey(key,before));\nbefore=key;\ndigitWords[digitOf(key,shift)]+=1u;\n}\nif(CHECK_ORDER&&end<endChecked){\nfalls=falls|lessKey(sortKeyBy(map,keysFrom[end]),before);\n}\nkeysFall=falls;\n}\n";

// wgsl/sort/lone_moves.wgsl
var lone_moves_default = "\n\n\n\nfn takePlace(digit:u32)->u32{\nlet place=digitWords[digit];\ndigitWords[digit]=place+1u;\nreturn place;\n}\n\nfn moveByDigit(begin:u32,end:u32){\nlet map=keyMapNow();\nlet shift=digitShift;\nvar i=begin;\nfor(;i+4u<=end;i+=4u){\nlet a=keysFrom[i];\nlet b=keysFrom[i+1u];\nlet c=keysFrom[i+2u];\nlet d=keysFrom[i+3u];\nlet toA=takePlace(digitBy(map,a,shift));\nlet toB=takePlace(digitBy(map,b,shift));\nlet toC=takePlace(digitBy(map,c,shift));\nlet toD=takePlace(digitBy(map,d,shift));\nmoveItem(i,toA,a);\nmoveItem(i+1u,toB,b);\nmoveItem(i+2u,toC,c);\nmoveItem(i+3u,toD,d);\n}\nfor(;i<end;i++){\nlet bits=keysFrom[i];\nmoveItem(i,takePlace(digitBy(map,bits,shift)),bits);\n}\n}\n\n\nfn copyItems(begin:u32,end:u32){\nfor(var i=begin;i<end;i++){\nmoveItem(i,i,keysFrom[i]);\n}\n}\n";

// wgsl/sort/medium/lone.wgsl
var lone_default2 = "\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nvar count=0u;\nfor(var bin=FIRST_BIN;bin<FIRST_BIN+MEDIUM_BINS;bin++){\ncount+=binCount(bin);\n}\nlet slot=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(slot<count){\nsortByDigit(listedSegment(FIRST_BIN,slot));\n}\n}\n\nfn sortByDigit(segment:Segment){\nlet end=segment.begin+segment.length;\ncountDigits(segment.begin,end,end);\nvar place=segment.begin;\nvar whole=false;\nfor(var digit=0u;digit<DIGITS;digit++){\nlet count=digitWords[digit];\nwhole=whole|(count==segment.length);\ndigitWords[digit]=place;\nplace+=count;\n}\nif(EARLY_OUT&&whole){\ncopyItems(segment.begin,end);\n}else{\nmoveByDigit(segment.begin,end);\n}\n}\n";

// wgsl/sort/medium/runs/keys.wgsl
var keys_default = "\n\n\nfn keyOf(item:Item)->Key{\nreturn item;\n}\n\nfn leaveValue(i:u32,item:Item){\n}\n";

// wgsl/sort/medium/runs/left.wgsl
var left_default = "\n\n\nvar<private>leavesKeys:bool;\n\nfn left(key:Key)->Key{\nreturn select(key,keyBits(key),leavesKeys);\n}\n";

// wgsl/sort/medium/runs/merge.wgsl
var merge_default = "\n\n\n\n\n\n\nfn takesBin(k:u32)->bool{\nreturn mergesOf(k)>=mergesLeft;\n}\n\n\nfn sharesShift(k:u32)->u32{\nreturn max(2u*mergesLeft-1u-k%2u,1u)-1u;\n}\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet share=shareAt(workgroupIndex(workgroup,grid)*WORKGROUP+local);\nlet run=RUN<<(2u*(mergesOf(share.k)-mergesLeft));\nlet first=share.index*4u*run;\nleavesKeys=mergesLeft==1u;\nif(share.live&&first<share.segment.length){\nlet begin=share.segment.begin;\nlet end=begin+share.segment.length;\nlet at=begin+first;\nmergeRuns(at,min(at+run,end),min(at+2u*run,end),min(at+3u*run,end),min(at+4u*run,end));\n}\n}\n\n\nfn runItem(i:u32,end:u32)->Item{\nreturn select(PAD,readItem(min(i,end-1u)),i<end);\n}\n\n\nfn leaveItem(i:u32,begin:u32,end:u32,item:Item){\nif(i-begin<end-begin){\nkeysTo[i]=left(keyOf(item));\nleaveValue(i,item);\n}\n}\n";

// wgsl/sort/medium/runs/merged_keys.wgsl
var merged_keys_default = "\n\nconst PAD=MOST_KEY;\nconst LEAST=Key();\nalias Item=Key;\n\nfn precedes(a:Item,b:Item)->bool{\nreturn lessKey(a,b);\n}\n\nfn readItem(i:u32)->Item{\nreturn keysFrom[i];\n}\n";

// wgsl/sort/medium/runs/merged_pairs.wgsl
var merged_pairs_default = "\n\n\nconst PAD=Item(Key(MOST_KEY),NO_PLACE);\nconst LEAST=Item();\n\nfn readItem(i:u32)->Item{\nreturn Item(keysFrom[i],valuesFrom[i]);\n}\n";

// wgsl/sort/medium/runs/pairs.wgsl
var pairs_default = "\n\nfn leaveValue(i:u32,item:Item){\nvar value=placeOf(item);\nif(leavesKeys){\nvalue=inputValue(value);\n}\nvaluesTo[i]=value;\n}\n";

// wgsl/sort/medium/runs/shares.wgsl
var shares_default = "\n\n\n\n\n\nstruct Share{\nlive:bool,\nk:u32,\nsegment:Segment,\nindex:u32,\n}\n\n\nfn mergesOf(k:u32)->u32{\nreturn(k+1u)/2u;\n}\n\nfn shareAt(number:u32)->Share{\nvar found=Share(false,0u,Segment(),number);\nfor(var k=0u;k<RUN_BINS;k++){\nlet shares=select(0u,binCount(RUN_BIN+k)<<sharesShift(k),takesBin(k));\nlet here= !found.live&&found.index<shares;\nfound.k=select(found.k,k,here);\nfound.live=found.live||here;\nfound.index-=select(shares,0u,found.live);\n}\nlet shift=sharesShift(found.k);\nfound.segment=listedSegment(RUN_BIN+found.k,select(0u,found.index>>shift,found.live));\nfound.index&=(1u<<shift)-1u;\nreturn found;\n}\n";

// wgsl/sort/medium/runs/sort.wgsl
var sort_default = "\n\n\n\n\n\n\n\n\nfn takesBin(k:u32)->bool{\nreturn mergesOf(k)%2u==mergesLeft;\n}\n\nfn sharesShift(k:u32)->u32{\nreturn k;\n}\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet share=shareAt((workgroupIndex(workgroup,grid)*WORKGROUP+local)/LANES);\nlet length=select(0u,share.segment.length,share.live);\nlet first=min(share.index*RUN,length);\nleavesKeys=share.k==0u;\nsortRegisters(share.segment.begin+first,min(length-first,RUN),local);\n}\n";

// wgsl/sort/medium/runs/to_output.wgsl
var to_output_default = "\n\nfn storeItem(begin:u32,length:u32,place:u32,item:Item){\nif(place<length){\nkeysOut[begin+place]=left(keyOf(item));\nleaveValue(begin+place,item);\n}\n}\n";

// wgsl/sort/medium/runs/to_range.wgsl
var to_range_default = "\n\nfn storeItem(begin:u32,length:u32,place:u32,item:Item){\nif(place<length){\nkeysTo[begin+place]=left(keyOf(item));\nleaveValue(begin+place,item);\n}\n}\n";

// wgsl/sort/medium/workgroup.wgsl
var workgroup_default2 = "\n\n\n\n\n\nvar<workgroup>listLength:u32;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nif(local==0u){\nlistLength=binCount(BIN);\n}\nlet slot=workgroupIndex(workgroup,grid);\nif(slot>=workgroupUniformLoad(&listLength)){\nreturn;\n}\nlet segment=listedSegment(BIN,slot);\nfor(var place=local;place<segment.length;place+=WORKGROUP){\nloadPlace(segment.begin+place,bank(place));\n}\nworkgroupBarrier();\nfor(var shift=0u;shift<sortKeyBits();shift+=LOCAL_BITS){\nsortTileByBits(local,segment.length,shift);\n}\nfor(var place=local;place<segment.length;place+=WORKGROUP){\nstorePlace(bank(place),segment.begin+place);\n}\n}\n";

// wgsl/sort/medium/workgroup_key.wgsl
var workgroup_key_default2 = "\n\nfn loadPlace(i:u32,place:u32){\ntileKeys[place]=inputKey(i);\n}\n\nfn storePlace(place:u32,i:u32){\nkeysOut[i]=tileKeys[place];\n}\n";

// wgsl/sort/medium/workgroup_pair.wgsl
var workgroup_pair_default2 = "\n\nfn loadPlace(i:u32,place:u32){\ntileKeys[place]=inputKey(i);\ntileValues[place]=inputValue(i);\n}\n\nfn storePlace(place:u32,i:u32){\nkeysOut[i]=tileKeys[place];\nvaluesOut[i]=tileValues[place];\n}\n";

// wgsl/sort/merge/cuts.wgsl
var cuts_default = "\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(number>=state[TILE_COUNT]){\nreturn;\n}\nlet tile=tileAt(number);\nlet segment=Segment(large[tile.entry].y,large[tile.entry].z);\nlet at=tile.index*TILE;\nlet pair=pairAt(segment.length,at);\nvar cut=0u;\nif(isInside(pair,at)){\ncut=searchCut(segment,pair,at,0u,pair.countA);\n}\ncounters[tile.firstTile+tile.index]=cut;\n}\n";

// wgsl/sort/merge/large.wgsl
var large_default2 = "\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/LANES;\nif(number>=state[TILE_COUNT]){\nreturn;\n}\nlet tile=tileAt(number);\nlet segment=Segment(large[tile.entry].y,large[tile.entry].z);\n\nlet first=tile.index*TILE;\nlet share=(TILE+LANES*RUN-1u)/(LANES*RUN)*RUN;\nlet start=first+min(local%LANES*share,tile.count);\nwork(segment,start,first+min((local%LANES+1u)*share,tile.count));\n}\n";

// wgsl/sort/merge/large_lone.wgsl
var large_lone_default = "\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid)*WORKGROUP+local;\nif(number>=state[TILE_COUNT]){\nreturn;\n}\nlet tile=tileAt(number);\nlet segment=Segment(large[tile.entry].y,large[tile.entry].z);\nlet first=tile.index*TILE;\nlet cutFirst=tileCut(segment,tile.firstTile,tile.index,0u,1u);\nlet cutLast=tileCut(segment,tile.firstTile,tile.index+1u,0u,1u);\nmergeSpan(segment,first,first+tile.count,cutFirst,cutLast);\n}\n";

// wgsl/sort/merge/large_workgroup.wgsl
var large_workgroup_default = "\n\n\n\nvar<workgroup>tileEnds:array<atomic<u32>,2>;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet number=workgroupIndex(workgroup,grid);\nlet live=number<state[TILE_COUNT];\nlet tile=tileAt(select(0u,number,live));\nlet segment=Segment(large[tile.entry].y,select(0u,large[tile.entry].z,live));\nfor(var end=0u;end<2u;end++){\natomicMax(&tileEnds[end],tileCut(segment,tile.firstTile,tile.index+end,local,WORKGROUP));\n}\nworkgroupBarrier();\nlet first=tile.index*TILE;\nlet last=first+select(0u,tile.count,live);\nlet share=(TILE+WORKGROUP-1u)/WORKGROUP;\nmergeTogether(local,segment,first,last,share,atomicLoad(&tileEnds[0]),atomicLoad(&tileEnds[1]));\n}\n";

// wgsl/sort/merge/medium.wgsl
var medium_default = "\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet slot=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/LANES;\nif(slot<binCount(BIN)){\nlet segment=listedSegment(BIN,slot);\n\nlet share=ceilDiv(ceilDiv(segment.length,LANES),RUN)*RUN;\nlet start=min(local%LANES*share,segment.length);\nwork(segment,start,min(start+share,segment.length));\n}\n}\n\nfn ceilDiv(value:u32,divisor:u32)->u32{\nreturn(value+divisor-1u)/divisor;\n}\n";

// wgsl/sort/merge/medium_workgroup.wgsl
var medium_workgroup_default = "\n\n\n\nvar<workgroup>listLength:u32;\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nif(local==0u){\nlistLength=binCount(BIN);\n}\nlet slot=workgroupIndex(workgroup,grid);\nif(slot>=workgroupUniformLoad(&listLength)){\nreturn;\n}\nlet segment=listedSegment(BIN,slot);\nlet share=(segment.length+WORKGROUP-1u)/WORKGROUP;\nmergeTogether(local,segment,0u,segment.length,share,0u,0u);\n}\n";

// wgsl/sort/merge/merge.wgsl
var merge_default2 = "\n\n\n\n\n\nfn mergeSpan(segment:Segment,start:u32,stop:u32,cutStart:u32,cutStop:u32){\nfor(var at=start;at<stop;){\nlet pair=pairAt(segment.length,at);\nlet until=min(stop,pair.end);\nlet fromA=select(0u,cutStart,at>pair.start);\nmergePart(segment.begin,pair,at,until,fromA,select(pair.countA,cutStop,until<pair.end));\nat=until;\n}\n}\n\n\nfn mergePart(begin:u32,pair:Pair,start:u32,stop:u32,fromA:u32,toA:u32){\nlet beginA=begin+pair.start;\nlet beginB=beginA+pair.countA;\nlet toB=stop-pair.start-toA;\nvar a=fromA;\nvar b=start-pair.start-fromA;\nfor(var i=start;i<stop;i++){\nlet keyA=keysFrom[beginA+min(a,max(toA,1u)-1u)];\nlet keyB=keysFrom[beginB+min(b,max(toB,1u)-1u)];\nvar takeA=b>=toB;\nif(a<toA&&b<toB){\ntakeA=lessKey(keyA,keyB);\n}\nkeysTo[begin+i]=select(keyB,keyA,takeA);\na+=select(0u,1u,takeA);\nb+=select(1u,0u,takeA);\n}\n}\n";

// wgsl/sort/merge/pairs.wgsl
var pairs_default2 = "\n\n\n\n\n\n\n\n\nstruct Pair{\nstart:u32,\ncountA:u32,\nend:u32,\n}\n\nfn pairAt(length:u32,at:u32)->Pair{\nlet run=1u<<runShift;\nlet start=at&~(2u*run-1u);\nlet middle=min(start+run,length);\nreturn Pair(start,middle-start,min(middle+run,length));\n}\n\n\nfn isInside(pair:Pair,at:u32)->bool{\nreturn at>pair.start&&at<pair.end;\n}\n\n\nfn searchCut(segment:Segment,pair:Pair,at:u32,least:u32,most:u32)->u32{\nlet outputs=at-pair.start;\nlet countB=pair.end-pair.start-pair.countA;\nlet beginA=segment.begin+pair.start;\nlet beginB=beginA+pair.countA;\nvar low=max(least,outputs-min(outputs,countB));\nvar high=min(most,min(outputs,pair.countA));\nwhile(low<high){\nlet middle=(low+high)/2u;\nif(lessKey(keysFrom[beginA+middle],keysFrom[beginB+outputs-1u-middle])){\nlow=middle+1u;\n}else{\nhigh=middle;\n}\n}\nreturn low;\n}\n\n\n\n\n\n\nfn reach(cut:u32,other:u32,at:u32)->u32{\nreturn cut-min(cut,max(other,at)-at);\n}\n";

// wgsl/sort/merge/runs.wgsl
var runs_default = "\n\nfn work(segment:Segment,start:u32,stop:u32){\nfor(var at=start;at<stop;at+=RUN){\nsortRegisters(segment.begin+at,min(RUN,stop-at),0u);\n}\n}\n";

// wgsl/sort/merge/tile_cuts.wgsl
var tile_cuts_default = "\n\n\n\n\nfn tileCut(segment:Segment,firstTile:u32,index:u32,skip:u32,step:u32)->u32{\nlet at=index*TILE;\nlet pair=pairAt(segment.length,at);\nvar cut=0u;\nif(isInside(pair,at)){\nfor(var other=pair.start/TILE+1u+skip;other*TILE<pair.end;other+=step){\ncut=max(cut,reach(counters[firstTile+other],other*TILE,at));\n}\n}\nreturn cut;\n}\n";

// wgsl/sort/merge/whole.wgsl
var whole_default = "\n\nfn work(segment:Segment,start:u32,stop:u32){\nmergeSpan(segment,start,stop,0u,0u);\n}\n";

// wgsl/sort/merge/workgroup.wgsl
var workgroup_default3 = "\n\nvar<workgroup>cuts:array<u32,WORKGROUP>;\nvar<workgroup>crossed:atomic<u32>;\n\n\n\n\n\nfn mergeTogether(local:u32,segment:Segment,first:u32,last:u32,share:u32,cutFirst:u32,cutLast:u32){\nlet start=min(first+local*share,last);\nlet stop=min(start+share,last);\nif(local==0u){\natomicStore(&crossed,0u);\n}\ncuts[local]=select(laneCut(segment,start,first,last,cutFirst,cutLast),cutFirst,start==first);\nworkgroupBarrier();\nvar cutStart=cuts[local];\nvar cutStop=select(cuts[min(local+1u,WORKGROUP-1u)],cutLast,stop==last);\nlet pair=pairAt(segment.length,stop);\nif(isInside(pair,stop)&&start<stop){\nlet begin=max(start,pair.start);\nlet fromA=select(0u,cutStart,begin>pair.start);\nif(cutStop<fromA||cutStop-fromA>stop-begin){\natomicStore(&crossed,1u);\n}\n}\nworkgroupBarrier();\nif(atomicLoad(&crossed)!=0u){\ncutStart=lineUp(segment,start,first,last,share);\ncutStop=select(lineUp(segment,stop,first,last,share),cutLast,stop==last);\n}\nmergeSpan(segment,start,stop,cutStart,cutStop);\n}\n\n\nfn laneCut(segment:Segment,at:u32,first:u32,last:u32,cutFirst:u32,cutLast:u32)->u32{\nlet pair=pairAt(segment.length,at);\nif(!isInside(pair,at)||at==last){\nreturn 0u;\n}\nvar low=0u;\nvar high=pair.countA;\nif(first>pair.start){\nlow=cutFirst;\nhigh=min(high,cutFirst+at-first);\n}\nif(last<pair.end){\nlow=max(low,reach(cutLast,last,at));\nhigh=min(high,cutLast);\n}\nreturn searchCut(segment,pair,at,low,high);\n}\n\n\nfn lineUp(segment:Segment,at:u32,first:u32,last:u32,share:u32)->u32{\nlet pair=pairAt(segment.length,at);\nvar cut=0u;\nfor(var lane=0u;lane<WORKGROUP;lane++){\nlet other=min(first+lane*share,last);\nif(other<last&&isInside(pair,other)){\ncut=max(cut,reach(cuts[lane],other,at));\n}\n}\nreturn cut;\n}\n";

// wgsl/sort/move_key.wgsl
var move_key_default = "\n\nfn moveItem(source:u32,to:u32,bits:Key){\nkeysTo[to]=bits;\n}\n";

// wgsl/sort/move_pair.wgsl
var move_pair_default = "\n\nfn moveItem(source:u32,to:u32,bits:Key){\nkeysTo[to]=bits;\nvaluesTo[to]=valuesFrom[source];\n}\n";

// wgsl/sort/small/exchange_subgroup.wgsl
var exchange_subgroup_default = "\n\nfn publish(local:u32,index:u32,item:Item){\n}\n\nfn meet(){\n}\n\n\nfn partner(local:u32,index:u32,item:Item,mask:u32)->Item{\nreturn subgroupShuffleXor(item,mask);\n}\n";

// wgsl/sort/small/exchange_workgroup.wgsl
var exchange_workgroup_default = "\n\n\nvar<workgroup>published:array<Item,ITEMS*WORKGROUP>;\n\nfn publish(local:u32,index:u32,item:Item){\npublished[index*WORKGROUP+local]=item;\n}\n\nfn meet(){\nworkgroupBarrier();\n}\n\n\nfn partner(local:u32,index:u32,item:Item,mask:u32)->Item{\nreturn published[index*WORKGROUP+(local^mask)];\n}\n";

// wgsl/sort/small/item/key.wgsl
var key_default = "\n\n\n\nalias Item=Key;\nconst PAD=MOST_KEY;\n\nfn precedes(a:Item,b:Item)->bool{\nreturn lessKey(a,b);\n}\n\nfn loadItem(begin:u32,length:u32,place:u32)->Item{\n\nlet bits=inputKey(begin+min(place,max(length,1u)-1u));\nreturn select(PAD,sortKey(bits),place<length);\n}\n";

// wgsl/sort/small/item/key_stored.wgsl
var key_stored_default = "\n\nfn storeItem(begin:u32,length:u32,place:u32,item:Item){\nif(place<length){\nkeysOut[begin+place]=keyBits(item);\n}\n}\n";

// wgsl/sort/small/item/stored_bits.wgsl
var stored_bits_default = "\n\n\nfn storedKey(bits:Key)->Key{\nreturn bits;\n}\n\nfn comparedKey(item:Item)->Key{\nreturn select(sortKey(keyOf(item)),MOST_KEY,placeOf(item)==NO_PLACE);\n}\n\nfn restoredKey(stored:Key)->Key{\nreturn stored;\n}\n";

// wgsl/sort/small/item/stored_sort_key.wgsl
var stored_sort_key_default = "\n\nfn storedKey(bits:Key)->Key{\nreturn sortKey(bits);\n}\n\nfn comparedKey(item:Item)->Key{\nreturn keyOf(item);\n}\n\nfn restoredKey(stored:Key)->Key{\nreturn keyBits(stored);\n}\n";

// wgsl/sort/small/item/tagged.wgsl
var tagged_default = "\n\n\n\n\n\nconst NO_PLACE=0xFFFFFFFFu;\n\nfn precedes(a:Item,b:Item)->bool{\nlet keyA=comparedKey(a);\nlet keyB=comparedKey(b);\nreturn lessKey(keyA,keyB)||(all(keyA==keyB)&&placeOf(a)<placeOf(b));\n}\n";

// wgsl/sort/small/item/tagged_loaded.wgsl
var tagged_loaded_default = "\n\nfn loadItem(begin:u32,length:u32,place:u32)->Item{\nlet i=begin+min(place,max(length,1u)-1u);\nreturn select(makeItem(MOST_KEY,NO_PLACE,0u),makeItem(storedKey(inputKey(i)),i,loadValue(i)),place<length);\n}\n";

// wgsl/sort/small/item/tagged_stored.wgsl
var tagged_stored_default = "\n\n\nfn storeItem(begin:u32,length:u32,place:u32,item:Item){\nif(place<length){\nkeysOut[begin+place]=restoredKey(keyOf(item));\nstoreValue(begin+place,item);\n}\n}\n";

// wgsl/sort/small/item/value_none.wgsl
var value_none_default = "\n\nfn loadValue(i:u32)->u32{\nreturn 0u;\n}\n\nfn storeValue(i:u32,item:Item){\n}\n";

// wgsl/sort/small/item/value_placed.wgsl
var value_placed_default = "\n\n\nfn loadValue(i:u32)->u32{\nreturn 0u;\n}\n\nfn storeValue(i:u32,item:Item){\nvaluesOut[i]=inputValue(placeOf(item));\n}\n";

// wgsl/sort/small/item/words_two_words.wgsl
var words_two_words_default = "\n\nalias Item=vec3u;\n\nfn makeItem(key:Key,place:u32,value:u32)->Item{\nreturn vec3u(key,place);\n}\n\nfn keyOf(item:Item)->Key{\nreturn item.xy;\n}\n\nfn placeOf(item:Item)->u32{\nreturn item.z;\n}\n";

// wgsl/sort/small/item/words_two_words_value.wgsl
var words_two_words_value_default = "\n\nalias Item=vec4u;\n\nfn makeItem(key:Key,place:u32,value:u32)->Item{\nreturn vec4u(key,place,value);\n}\n\nfn keyOf(item:Item)->Key{\nreturn item.xy;\n}\n\nfn placeOf(item:Item)->u32{\nreturn item.z;\n}\n\nfn loadValue(i:u32)->u32{\nreturn inputValue(i);\n}\n\nfn storeValue(i:u32,item:Item){\nvaluesOut[i]=item.w;\n}\n";

// wgsl/sort/small/item/words_word.wgsl
var words_word_default = "\n\nalias Item=vec2u;\n\nfn makeItem(key:Key,place:u32,value:u32)->Item{\nreturn vec2u(key,place);\n}\n\nfn keyOf(item:Item)->Key{\nreturn item.x;\n}\n\nfn placeOf(item:Item)->u32{\nreturn item.y;\n}\n";

// wgsl/sort/small/item/words_word_value.wgsl
var words_word_value_default = "\n\nalias Item=vec3u;\n\nfn makeItem(key:Key,place:u32,value:u32)->Item{\nreturn vec3u(key,place,value);\n}\n\nfn keyOf(item:Item)->Key{\nreturn item.x;\n}\n\nfn placeOf(item:Item)->u32{\nreturn item.y;\n}\n\nfn loadValue(i:u32)->u32{\nreturn inputValue(i);\n}\n\nfn storeValue(i:u32,item:Item){\nvaluesOut[i]=item.z;\n}\n";

// wgsl/sort/small/kernel.wgsl
var kernel_default2 = "\n\n\n\n\n\n\n\n\n\n@compute@workgroup_size(WORKGROUP)\nfn main(@builtin(workgroup_id)workgroup:vec3u,@builtin(num_workgroups)grid:vec3u,\n@builtin(local_invocation_index)local:u32){\nlet slot=(workgroupIndex(workgroup,grid)*WORKGROUP+local)/LANES;\nlet live=slot<binCount(BIN);\nlet segment=listedSegment(BIN,select(0u,slot,live));\nsortRegisters(segment.begin,select(0u,segment.length,live),local);\n}\n";

// wgsl/workgroup/payload_none.wgsl
var payload_none_default = "\n\nfn takePayloads(local:u32){\n}\n\nfn putPayload(place:u32,item:u32){\n}\n";

// wgsl/workgroup/payload_value.wgsl
var payload_value_default = "\n\nvar<workgroup>tileValues:array<u32,TILE_WORDS>;\nvar<private>laneValues:array<u32,ITEMS>;\n\nfn takePayloads(local:u32){\nfor(var i=0u;i<ITEMS;i++){\nlaneValues[i]=tileValues[bank(local*ITEMS+i)];\n}\n}\n\nfn putPayload(place:u32,item:u32){\ntileValues[place]=laneValues[item];\n}\n";

// wgsl/workgroup/radix_tile.wgsl
var radix_tile_default = "\n\n\n\n\n\n\n\n\n\nconst TILE_ITEMS=WORKGROUP*ITEMS;\nconst LAST_DIGIT=(1u<<LOCAL_BITS)-1u;\nconst TILE_WORDS=TILE_ITEMS+TILE_ITEMS/32u;\nconst COUNTER_ROWS=(1u<<LOCAL_BITS)/2u;\n\nvar<workgroup>tileKeys:array<Key,TILE_WORDS>;\nvar<workgroup>digitCounters:array<u32,COUNTER_ROWS*WORKGROUP+COUNTER_ROWS*WORKGROUP/32u>;\nvar<private>laneKeys:array<Key,ITEMS>;\nvar<private>laneRanks:array<u32,ITEMS>;\n\nfn localDigit(place:u32,count:u32,bits:Key,shift:u32)->u32{\nreturn select(LAST_DIGIT,bitsFrom(sortKey(bits),shift)&LAST_DIGIT,place<count);\n}\n\n\nfn rankByBits(local:u32,count:u32,shift:u32){\nfor(var row=0u;row<COUNTER_ROWS;row++){\ndigitCounters[bank(row*WORKGROUP+local)]=0u;\n}\nfor(var i=0u;i<ITEMS;i++){\nlet place=local*ITEMS+i;\nlet bits=tileKeys[bank(place)];\nlet digit=localDigit(place,count,bits,shift);\nlet counter=bank((digit%COUNTER_ROWS)*WORKGROUP+local);\nlet half=(digit/COUNTER_ROWS)*16u;\nlaneKeys[i]=bits;\nlaneRanks[i]=(digitCounters[counter]>>half)&0xFFFFu;\ndigitCounters[counter]+=1u<<half;\n}\ntakePayloads(local);\nscanCounters(local);\nfor(var i=0u;i<ITEMS;i++){\nlet place=local*ITEMS+i;\nlet digit=localDigit(place,count,laneKeys[i],shift);\nlet base=digitCounters[bank((digit%COUNTER_ROWS)*WORKGROUP+local)]>>((digit/COUNTER_ROWS)*16u);\nlaneRanks[i]+=base&0xFFFFu;\n}\n}\n\n\nfn sortTileByBits(local:u32,count:u32,shift:u32){\nrankByBits(local,count,shift);\nfor(var i=0u;i<ITEMS;i++){\nlet place=bank(laneRanks[i]);\ntileKeys[place]=laneKeys[i];\nputPayload(place,i);\n}\nworkgroupBarrier();\n}\n\n\nfn scanCounters(local:u32){\nworkgroupBarrier();\nlet first=local*COUNTER_ROWS;\nvar sum=0u;\nfor(var i=0u;i<COUNTER_ROWS;i++){\nsum+=digitCounters[bank(first+i)];\n}\nlet scan=blockScan(local,sum);\n\nvar before=scan.before+(scan.total<<16u);\nfor(var i=0u;i<COUNTER_ROWS;i++){\nlet value=digitCounters[bank(first+i)];\ndigitCounters[bank(first+i)]=before;\nbefore+=value;\n}\nworkgroupBarrier();\n}\n";

// src/sort/pieces.ts
var TEXTS3 = {
  "partition/large": large_default,
  "partition/large_table": large_table_default,
  "partition/tiles": tiles_default2,
  "convert/copy": copy_default,
  "convert/copy_packed": copy_packed_default,
  "convert/each": each_default,
  "convert/gather": gather_default,
  "convert/gather_packed": gather_packed_default,
  "convert/indices": indices_default,
  "convert/mapped": mapped_default,
  "convert/narrow": narrow_default,
  "convert/unwritten": unwritten_default,
  "convert/widen": widen_default,
  "keys/compared": compared_default,
  "keys/two_words": two_words_default2,
  "keys/word": word_default2,
  "sort/access/keys_apart": keys_apart_default,
  "sort/access/keys_in_place": keys_in_place_default,
  "sort/access/values_apart": values_apart_default,
  "sort/access/values_in_place": values_in_place_default,
  "sort/digits": digits_default,
  "sort/large/columns": columns_default,
  "sort/large/downsweep_lone": downsweep_lone_default,
  "sort/large/downsweep_workgroup": downsweep_workgroup_default,
  "sort/large/rows": rows_default,
  "sort/large/scatter_coalesced": scatter_coalesced_default,
  "sort/large/scatter_direct": scatter_direct_default,
  "sort/large/upsweep_lone": upsweep_lone_default,
  "sort/large/upsweep_workgroup": upsweep_workgroup_default,
  "sort/large/workgroup_key": workgroup_key_default,
  "sort/large/workgroup_pair": workgroup_pair_default,
  "sort/medium/lone": lone_default2,
  "sort/medium/workgroup": workgroup_default2,
  "sort/medium/workgroup_key": workgroup_key_default2,
  "sort/medium/workgroup_pair": workgroup_pair_default2,
  "sort/merge/cuts": cuts_default,
  "sort/merge/large": large_default2,
  "sort/merge/large_lone": large_lone_default,
  "sort/merge/large_workgroup": large_workgroup_default,
  "sort/merge/medium": medium_default,
  "sort/merge/medium_workgroup": medium_workgroup_default,
  "sort/merge/merge": merge_default2,
  "sort/merge/pairs": pairs_default2,
  "sort/merge/runs": runs_default,
  "sort/merge/tile_cuts": tile_cuts_default,
  "sort/merge/whole": whole_default,
  "sort/merge/workgroup": workgroup_default3,
  "sort/move_key": move_key_default,
  "sort/move_pair": move_pair_default,
  "sort/lone_digits": lone_digits_default,
  "sort/lone_moves": lone_moves_default,
  "sort/medium/runs/keys": keys_default,
  "sort/medium/runs/left": left_default,
  "sort/medium/runs/merge": merge_default,
  "sort/medium/runs/merged_keys": merged_keys_default,
  "sort/medium/runs/merged_pairs": merged_pairs_default,
  "sort/medium/runs/pairs": pairs_default,
  "sort/medium/runs/shares": shares_default,
  "sort/medium/runs/sort": sort_default,
  "sort/medium/runs/to_output": to_output_default,
  "sort/medium/runs/to_range": to_range_default,
  "sort/small/item/key_stored": key_stored_default,
  "sort/small/item/value_none": value_none_default,
  "sort/small/item/value_placed": value_placed_default,
  "sort/small/exchange_subgroup": exchange_subgroup_default,
  "sort/small/exchange_workgroup": exchange_workgroup_default,
  "sort/small/item/key": key_default,
  "sort/small/item/stored_bits": stored_bits_default,
  "sort/small/item/stored_sort_key": stored_sort_key_default,
  "sort/small/item/tagged": tagged_default,
  "sort/small/item/tagged_loaded": tagged_loaded_default,
  "sort/small/item/tagged_stored": tagged_stored_default,
  "sort/small/item/words_two_words": words_two_words_default,
  "sort/small/item/words_two_words_value": words_two_words_value_default,
  "sort/small/item/words_word": words_word_default,
  "sort/small/item/words_word_value": words_word_value_default,
  "sort/small/kernel": kernel_default2,
  "workgroup/payload_none": payload_none_default,
  "workgroup/payload_value": payload_value_default,
  "workgroup/radix_tile": radix_tile_default
};
var piece3 = /* @__PURE__ */ pieceLookup(TEXTS3);
var pieces3 = (...names) => names.map(piece3);

// src/sort/struct.ts
var MEMBER_TYPE = /^(?:[uif]32|vec([234])(?:<[uif]32>|[uif]))$/;
var MEMBER = /\s*((?:@\s*\w+\s*\([^)]*\)\s*)*)(\w+)\s*:\s*(\w+(?:\s*<[^>]*>)?)\s*(?:,|$)/y;
var ATTRIBUTE = /@\s*(\w+)\s*\(\s*([^)]*)\)/g;
var MEMBERS_ALLOWED = "members of u32, i32, f32 and vectors of these";
var roundedUp = (value, step) => Math.ceil(value / step) * step;
function memberLayout(attributes, type, refuse) {
  const plain = type.replace(/[\s,]/g, "");
  const components = MEMBER_TYPE.exec(plain);
  if (!components) return refuse(plain);
  const count = Number(components[1] ?? 1);
  const layout = { size: 4 * count, align: count === 3 ? 16 : 4 * count };
  for (const [, name, number] of attributes.matchAll(ATTRIBUTE)) {
    const known2 = name === "size" || name === "align" ? name : refuse(`@${name}`);
    layout[known2] = Number(/^(\d+)[iu]?\s*,?\s*$/.exec(number)?.[1]) || refuse(`@${name}(${number})`);
  }
  return layout;
}
function structBody(option, name, declarations2) {
  const text = declarations2.replace(COMMENT, " ");
  const body = new RegExp(`\\bstruct\\s+${name}\\s*\\{([^}]*)\\}`).exec(text)?.[1];
  if (body !== void 0) return body.trim();
  throw refused("invalid-option", `${option}.type`, name, `the name of a struct that ${option}.declarations declares`);
}
function structBytes(option, name, declarations2) {
  const body = structBody(option, name, declarations2);
  const refuse = (found) => {
    throw refused(
      "invalid-option",
      `${option}.declarations`,
      `struct ${name}: ${found}`,
      `${MEMBERS_ALLOWED}, @size, @align`
    );
  };
  let end = 0;
  let widest = 1;
  MEMBER.lastIndex = 0;
  for (let from = 0; from < body.length || end === 0; from = MEMBER.lastIndex) {
    const member = MEMBER.exec(body);
    if (!member) return refuse(body.slice(from).trim() || "no members");
    const { size, align } = memberLayout(member[1], member[3], refuse);
    end = roundedUp(end, align) + size;
    widest = Math.max(widest, align);
  }
  return roundedUp(end, widest);
}

// src/sort/own_keys.ts
var STRUCT_BYTES = [4, 8, 12, 16];
function numberView(keyType2) {
  const bits = Number(keyType2.slice(1));
  const perWord = 32 / bits;
  const word = `input[i / ${perWord}u]`;
  const shift = `i % ${perWord}u * ${bits}u`;
  const unsigned = `(${word} >> (${shift})) & ${2 ** bits - 1}u`;
  if (bits === 64) return { type: "vec2<u32>", unit: "vec2<u32>", load: "input[i]" };
  if (bits === 32) return { type: keyType2, unit: keyType2, load: "input[i]" };
  if (keyType2 === "f16") return { type: "f32", unit: "u32", load: `numberOf(${unsigned})` };
  if (keyType2[0] === "u") return { type: "u32", unit: "u32", load: unsigned };
  const signed = `bitcast<i32>(${word} << (${32 - bits}u - ${shift})) >> ${32 - bits}u`;
  return { type: "i32", unit: "u32", load: signed };
}
function namedView(keyType2) {
  if (!keyType2.startsWith("vec")) return numberView(keyType2);
  if (!keyType2.startsWith("vec3")) return { type: keyType2, unit: keyType2, load: "input[i]" };
  const words = "vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u])";
  return { type: keyType2, unit: "u32", load: `bitcast<${keyType2}>(${words})` };
}
function orderTexts(option, given) {
  const { wgsl, declarations: declarations2 = "" } = Object(given);
  for (const [name, text] of Object.entries({ wgsl, declarations: declarations2 })) {
    if (typeof text !== "string") {
      throw refused("invalid-option", `${option}.${name}`, `${typeof text}`, "a string of WGSL");
    }
  }
  return { option, wgsl, declarations: declarations2 };
}
function structView(bytes, type, texts) {
  const { option, wgsl, declarations: declarations2 } = texts;
  requireOneOf("keys of { bytes }", String(bytes), STRUCT_BYTES.map(String), "unsupported-type");
  if (typeof type !== "string" || !/^[A-Za-z_]\w*$/.test(type)) {
    throw refused(
      "invalid-option",
      `${option}.type`,
      type,
      `the name of a struct of ${bytes} bytes that ${option}.declarations declares`
    );
  }
  const found = structBytes(option, type, declarations2);
  if (found !== bytes) {
    throw refused(
      "invalid-option",
      `${option}.type`,
      `struct ${type} takes ${found} bytes in memory`,
      `the keys' ${bytes} bytes`
    );
  }
  let ours = "OwnKey";
  while (`${wgsl}${declarations2}`.includes(ours)) ours += "_";
  return { type: ours, struct: type, unit: ours, load: "input[i]" };
}
function ownKeys(keyType2, option, given) {
  const texts = orderTexts(option, given);
  const { type } = Object(given);
  if ("bytes" in Object(keyType2)) {
    const { bytes } = keyType2;
    return { ...texts, bytes, ...structView(bytes, type, texts) };
  }
  if (!isItemTypeName(keyType2)) throw refused("unsupported-type", "keyType", keyType2, `${NAMED_TYPES}, { bytes }`);
  if (type !== void 0) {
    throw refused("invalid-option", `${option}.type`, type, `none for ${keyType2} keys, only for those of { bytes }`);
  }
  return { ...texts, bytes: typeBytes(keyType2), ...namedView(keyType2) };
}
function requireNoBits(option, options) {
  for (const [name, value] of Object.entries(options)) {
    const given = name === "signedZero" ? value === "equal" : value !== void 0;
    if (given) throw refused("invalid-option", name, value, `none beside ${option}`);
  }
}
function ownAliases({ unit }) {
  return { Unit: unit };
}
function ownPieces(keys, head) {
  const { option, type, struct, load, wgsl, declarations: declarations2 } = keys;
  return [
    ...struct ? [{ name: "(struct of the keys)", text: `alias ${type} = ${struct};`, theirs: "declarations" }] : [],
    ...load.startsWith("numberOf") ? pieces3("reduce/number/f16") : [],
    { name: "(key of the caller)", text: `fn ownKey(i: u32) -> ${type} {
  return ${load};
}` },
    // With a semicolon, which they may have left out; behind a comment it says nothing.
    { name: `${option}.declarations`, text: `${declarations2};`, theirs: "declarations" },
    { name: `(function of ${option})`, text: `${head} {` },
    { name: `${option}.wgsl`, text: wgsl, theirs: "body" },
    { name: `(end of ${option})`, text: "}", closes: true }
  ];
}

// src/sort/compare.ts
function comparisonOf(keyType2, compare, descending, bits) {
  if (compare === void 0) return void 0;
  const keys = ownKeys(keyType2, "compare", compare);
  requireNoBits("compare", bits);
  return { ...keys, descending };
}
function comparePieces(comparison) {
  const { type } = comparison;
  return [piece3("keys/compared"), ...ownPieces(comparison, `fn less(a: ${type}, b: ${type}) -> bool`)];
}

// src/sort/keys.ts
function keyWidth(keyType2) {
  return Number(keyType2.slice(1));
}
var INDEX_ORDER = { keyType: "u32", order: "ascending", beginBit: 0, endBit: 32, zerosTie: false };
function keyTraits(order) {
  const width = keyWidth(order.keyType);
  const bits = order.endBit - order.beginBit;
  const lossless = bits === width && !zeroAlias(order);
  return { bytes: width / 8, words: width === 64 ? 2 : 1, bits, lossless, plain: lossless && order.keyType[0] !== "f" };
}
function zeroAlias({ keyType: keyType2, zerosTie }) {
  return zerosTie && keyType2[0] === "f";
}
var ORIGINS = { 16: 0x3ffn, 32: 0x7fffffn, 64: 0xfffffffffffffn };
function keyMapWords(order) {
  const width = keyWidth(order.keyType);
  const { bits, plain } = keyTraits(order);
  const sign = 1n << BigInt(width - 1);
  const kind = order.keyType[0];
  const mask = (1n << BigInt(bits)) - 1n;
  const complement = order.order === "descending" ? mask : 0n;
  const flips = kind === "u" ? 0n : sign;
  const numbers2 = [
    flips,
    kind === "f" ? (1n << BigInt(width)) - 1n : flips,
    kind === "f" && bits === width ? ORIGINS[width] ?? 0n : 0n,
    plain ? flips ^ complement : complement,
    zeroAlias(order) ? sign : 0n,
    // A shift by the whole width is undefined; the mask is empty then.
    BigInt(Math.min(order.beginBit, width - 1)),
    mask,
    BigInt(bits)
  ];
  const words = numbers2.flatMap((value) => width === 64 ? [value & 0xffffffffn, value >> 32n] : [value]);
  return Array.from({ length: 16 }, (_, i) => Number(words[i] ?? 0n));
}
function keyPieces({ key, compare }) {
  if (compare) return comparePieces(compare);
  return [piece3(key.words === 1 ? "keys/word" : "keys/two_words")];
}
function keyConstants({ key, compare }) {
  return compare ? { DESCENDING: compare.descending } : { PLAIN_KEYS: key.plain, LOSSLESS_KEYS: key.lossless };
}
function keyType({ key }) {
  return key.words === 1 ? "u32" : "vec2u";
}
function keyAliases({ key, compare }) {
  return { Key: keyType({ key }), ...compare ? ownAliases(compare) : {} };
}
function keyBindings({ compare }) {
  return compare ? ["input"] : ["keyMap"];
}
function keyResources(order) {
  return { keyMap: { kind: "words", words: keyMapWords(order) } };
}

// src/sort/context.ts
var VALUE_BYTES = [1, 2, 4, 8, 12, 16];
function ownKeysOf({ compare, orderBy }) {
  return compare ?? orderBy;
}
function digitsOf({ table }) {
  const bits = table.sort.digitBits;
  return { bits, count: 2 ** bits };
}
function digitConstants(context) {
  const { bits, count } = digitsOf(context);
  return { DIGIT_BITS: bits, DIGITS: count, EARLY_OUT: context.table.sort.earlyOut, ...keyConstants(context) };
}
function movedBytes({ key, pairs }) {
  const bytes = 4 * key.words;
  return { key: bytes, item: bytes + (pairs ? 4 : 0) };
}
var SPAN_BYTES = 8;
function accessPieces(context) {
  const keys = pieces3(context.keysInPlace ? "sort/access/keys_in_place" : "sort/access/keys_apart");
  if (!context.pairs) return keys;
  return [...keys, ...pieces3(context.valuesInPlace ? "sort/access/values_in_place" : "sort/access/values_apart")];
}
function accessBindings(context) {
  return [
    ...context.keysInPlace ? [] : ["keysIn"],
    "keysOut",
    ...!context.pairs || context.valuesInPlace ? [] : ["valuesIn"],
    ...context.pairs ? ["valuesOut"] : []
  ];
}

// src/sort/order_by.ts
function mappingOf(keyType2, orderBy, order, bits) {
  if (orderBy === void 0) return void 0;
  const { compare, ...others } = bits;
  if (compare !== void 0) {
    throw refused("invalid-option", "compare", "given beside orderBy", "one or the other");
  }
  const keys = ownKeys(keyType2, "orderBy", orderBy);
  requireNoBits("orderBy", others);
  const { returns = "u32", bits: counted2 } = orderBy;
  requireOneOf("orderBy.returns", returns, ["u32", "vec2<u32>"], "invalid-option");
  const words = returns === "u32" ? 1 : 2;
  const endBit = counted2 === void 0 ? 32 * words : requireBits2("orderBy.bits", counted2, 32 * words);
  return {
    keyType: words === 1 ? "u32" : "u64",
    order,
    beginBit: 0,
    endBit,
    zerosTie: false,
    orderBy: { ...keys, words }
  };
}
function mappingPieces(mapping) {
  const { type, words } = mapping;
  const number = words === 1 ? "vec2u(orderKey(ownKey(i)), 0u)" : "orderKey(ownKey(i))";
  return [
    { name: "(number of a key)", text: `fn numberOfKey(i: u32) -> vec2u {
  return ${number};
}` },
    ...ownPieces(mapping, `fn orderKey(key: ${type}) -> ${words === 1 ? "u32" : "vec2<u32>"}`)
  ];
}

// src/sort/network.ts
function oddEvenMergeSort(count) {
  const pairs = [];
  for (let run = 1; run < count; run *= 2) {
    for (let distance = run; distance >= 1; distance /= 2) {
      for (let start = distance % run; start + distance < count; start += 2 * distance) {
        for (let i = start; i < Math.min(start + distance, count - distance); i++) {
          if (Math.floor(i / (2 * run)) === Math.floor((i + distance) / (2 * run))) pairs.push([i, i + distance]);
        }
      }
    }
  }
  return pairs;
}
function exchange(a, b) {
  return `{ let a = ${a}; let b = ${b}; let swap = precedes(b, a); ${a} = select(a, b, swap); ${b} = select(b, a, swap); }`;
}
function compareInLane(i, j) {
  return exchange(`r${i}`, `r${j}`);
}
function compareAcrossLanes(items, mask, keepsLower, mirror) {
  const lines2 = ["{", `let lower = (lane & ${keepsLower}u) == 0u;`];
  for (let i = 0; i < items; i++) lines2.push(`publish(local, ${i}u, r${i});`);
  lines2.push("meet();");
  for (let i = 0; i < items; i++) {
    const from = mirror ? items - 1 - i : i;
    lines2.push(`let p${i} = partner(local, ${from}u, r${from}, ${mask}u);`);
  }
  lines2.push("meet();");
  for (let i = 0; i < items; i++) {
    lines2.push(`r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`);
  }
  lines2.push("}");
  return lines2;
}
function inTurns(count, atOnce, each, up) {
  if (atOnce >= count) return Array.from({ length: count }, (_, i) => each(i, `first + ${i}u`));
  const moves = Array.from({ length: count - atOnce }, (_, i) => `r${i} = r${i + atOnce};`);
  const turn = Array.from({ length: atOnce }, (_, i) => each(up ? i : count - atOnce + i, `at + ${i}u`));
  const end = `first + min(${count}u, ${atOnce}u * arrayLength(&spans))`;
  return [
    `for (var at = first; at < ${end}; at += ${atOnce}u) {`,
    ...up ? [...turn, ...moves] : [...moves, ...turn],
    "}"
  ];
}
function networkPiece({ lanes, items }, { itemsAtOnce = items, branchless = false } = {}) {
  const lines2 = ["fn sortRegisters(begin: u32, length: u32, local: u32) {"];
  lines2.push(`let lane = local % ${lanes}u;`, `let first = lane * ${items}u;`);
  for (let i = 0; i < items; i++) lines2.push(`var r${i}: Item;`);
  lines2.push(...inTurns(items, itemsAtOnce, (i, place) => `r${i} = loadItem(begin, length, ${place});`, false));
  for (const [i, j] of oddEvenMergeSort(items)) lines2.push(compareInLane(i, j));
  for (let run = 2; run <= lanes; run *= 2) {
    lines2.push(...compareAcrossLanes(items, run - 1, run / 2, true));
    for (let mask = run / 4; mask >= 1; mask /= 2) lines2.push(...compareAcrossLanes(items, mask, mask, false));
    for (let distance = items / 2; distance >= 1; distance /= 2) {
      for (let i = 0; i < items; i++) if ((i & distance) === 0) lines2.push(compareInLane(i, i + distance));
    }
  }
  const repeats = branchless && lanes === 1;
  if (repeats) lines2.push("let end = max(length, 1u) - 1u; var last = r0;");
  const store = (i, place) => repeats ? `last = select(last, r${i}, ${place} <= end); storeItem(begin, length, min(${place}, end), last);` : `storeItem(begin, length, ${place}, r${i});`;
  lines2.push(...inTurns(items, itemsAtOnce, store, true));
  lines2.push("}");
  return { name: `network of ${lanes} lanes \xD7 ${items} registers`, text: lines2.join("\n") };
}
function bitonicMerge(low, high) {
  const all = [...low, ...high];
  const lines2 = [];
  const compare = (i, j) => lines2.push(exchange(all[i], all[j]));
  for (let i = 0; i < low.length; i++) compare(i, all.length - 1 - i);
  for (let distance = low.length / 2; distance >= 1; distance /= 2) {
    for (let i = 0; i < all.length; i++) if ((i & distance) === 0) compare(i, i + distance);
  }
  return lines2;
}
var PRIMED = 5;
function mergePiece(block) {
  const names = (stem) => Array.from({ length: block }, (_, i) => `${stem}${i}`);
  const each = (line) => Array.from({ length: block }, (_, i) => line(i));
  const runs = [0, 1, 2, 3];
  const chosen = (name, ofY, ofX) => `let ${name} = select(${ofY}, ${ofX}, takeX);`;
  const text = [
    "fn mergeRuns(c0: u32, c1: u32, c2: u32, c3: u32, c4: u32) {",
    ...runs.map((k) => `var at${k} = c${k}; var tail${k} = LEAST;`),
    ...["r", "x", "y", "keptX", "keptY"].flatMap((stem) => names(stem).map((name) => `var ${name} = LEAST;`)),
    `var out = c0 - ${PRIMED * block}u;`,
    `let blocks = ${runs.map((k) => `(c${k + 1} - c${k} + ${block - 1}u) / ${block}u`).join(" + ")} + ${PRIMED}u;`,
    "for (var left = blocks; left > 0u; left--) {",
    "let takeX = !precedes(y0, x0);",
    ...each((i) => `var q${i} = select(y${i}, x${i}, takeX); var low${i} = select(keptY${i}, keptX${i}, takeX);`),
    chosen("tailA", "tail2", "tail0"),
    chosen("tailB", "tail3", "tail1"),
    "let takeA = !precedes(tailB, tailA);",
    "let source = select(select(at3, at2, takeA), select(at1, at0, takeA), takeX);",
    "let limit = select(select(c4, c3, takeA), select(c2, c1, takeA), takeX);",
    ...each((i) => `var high${i} = runItem(source + ${i}u, limit);`),
    `let next = source + ${block}u;`,
    ...runs.map((k) => {
      const moved = `${k < 2 ? "" : "!"}takeX && ${k % 2 === 0 ? "" : "!"}takeA`;
      return `{ let moved = ${moved}; at${k} = select(at${k}, next, moved); tail${k} = select(tail${k}, high${block - 1}, moved); }`;
    }),
    ...bitonicMerge(names("low"), names("high")),
    ...each((i) => `x${i} = select(x${i}, low${i}, takeX); y${i} = select(low${i}, y${i}, takeX);`),
    ...each((i) => `keptX${i} = select(keptX${i}, high${i}, takeX); keptY${i} = select(high${i}, keptY${i}, takeX);`),
    ...bitonicMerge(names("r"), names("q")),
    ...each((i) => `leaveItem(out + ${i}u, c0, c4, r${i}); r${i} = q${i};`),
    `out += ${block}u;`,
    "}",
    "}"
  ].join("\n");
  return { name: `merge of four runs, ${block} items at a time`, text };
}

// src/sort/passes.ts
var DIGITS_WORTH_MERGING = 2;
function sideResource(what, side2) {
  if (side2 === "scratch") return { kind: "region", name: what === "keys" ? "scratchKeys" : "scratchValues" };
  return { kind: "argument", name: `${what}${side2 === "input" ? "In" : "Out"}` };
}
function digitPasses(context) {
  const { bits } = digitsOf(context);
  const needed = Math.max(1, Math.ceil(context.key.bits / bits));
  const inPlace = context.keysInPlace || context.valuesInPlace;
  const count = needed + (inPlace ? needed % 2 : 0);
  let from = "input";
  return Array.from({ length: count }, (_, i) => {
    const to = (count - 1 - i) % 2 === 0 ? "output" : "scratch";
    const digitShift = { kind: "constant", value: i * bits };
    const read = { digitShift, keysFrom: sideResource("keys", from) };
    const move = {
      ...read,
      keysTo: sideResource("keys", to),
      valuesFrom: sideResource("values", from),
      valuesTo: sideResource("values", to)
    };
    from = to;
    return { read, move, copySorted: i === 0 || i === count - 1 && count % 2 === 0 };
  });
}
function moveBindings(context) {
  return ["keysFrom", "keysTo", ...context.pairs ? ["valuesFrom", "valuesTo"] : [], "digitShift"];
}
function movePieces(context, stem) {
  const name = `${stem}_${context.pairs ? "pair" : "key"}`;
  return pieces3(name);
}

// src/sort/small.ts
function smallShapes(context) {
  const { itemsWanted, lanesMost, lanesMostEmulated, lengthMost } = context.table.sort.small;
  const itemsMost = registersMost(context);
  const wanted = context.subgroups ? Math.min(itemsWanted, itemsMost) : itemsMost;
  const [most, mostEmulated] = context.compare ? [8, 4] : [lanesMost, lanesMostEmulated];
  const lanesSure = context.subgroups ? Math.min(context.lanes, lanesMost, most) : Math.min(lanesMostEmulated, mostEmulated);
  const shapes = [];
  for (let capacity = Math.min(4, lengthMost, itemsMost); capacity <= lengthMost; capacity *= 2) {
    const lanes = Math.max(1, Math.min(lanesSure, capacity / wanted));
    const items = capacity / lanes;
    if (items > itemsMost) break;
    shapes.push({ lanes, items });
  }
  return shapes;
}
function registersMost({ key, pairs, table, compare }) {
  const { itemsMost, itemsMostPairs } = table.sort.small;
  if (compare) return Math.min(itemsMost, 8);
  if (!pairs && key.lossless && key.words === 1) return itemsMost;
  if (key.lossless) return itemsMostPairs;
  return itemsMostPairs / (key.words === 1 ? 2 : 4);
}
function itemPieces({ key, pairs, valuesInPlace }) {
  if (!pairs && key.lossless) return pieces3("sort/small/item/key", "sort/small/item/key_stored");
  const words = key.words === 1 ? "word" : "two_words";
  const carried = pairs && valuesInPlace;
  return [
    ...pieces3(
      "sort/small/item/tagged",
      "sort/small/item/tagged_loaded",
      "sort/small/item/tagged_stored",
      key.lossless ? "sort/small/item/stored_sort_key" : "sort/small/item/stored_bits"
    ),
    ...carried ? pieces3(`sort/small/item/words_${words}_value`) : pieces3(
      `sort/small/item/words_${words}`,
      pairs ? "sort/small/item/value_placed" : "sort/small/item/value_none"
    )
  ];
}
function smallPass(context, bin, index, grid) {
  const exchanges = bin.lanes > 1;
  const exchange2 = context.subgroups ? "sort/small/exchange_subgroup" : "sort/small/exchange_workgroup";
  return {
    kernel: {
      name: `sort/small ${bin.maxLength}`,
      subgroups: exchanges && context.subgroups,
      constants: {
        WORKGROUP: context.table.sort.small.workgroup,
        LANES: bin.lanes,
        ITEMS: bin.items,
        BIN: index,
        ...keyConstants(context)
      },
      aliases: keyAliases(context),
      bindings: ["state", "spans", ...accessBindings(context), ...keyBindings(context)],
      pieces: [
        ...pieces3("sort/small/kernel", "state/layout", "state/lists", "state/workgroup_index"),
        ...accessPieces(context),
        ...itemPieces(context),
        ...exchanges ? [piece3(exchange2)] : [],
        networkPiece(bin, context.table.sort.small),
        // Last: a brace that a caller's text leaves open is missed at the end of its own piece.
        ...keyPieces(context)
      ]
    },
    grid,
    resources: {},
    bins: [index],
    ...context.compare ? {} : { traffic: { segment: SPAN_BYTES, item: 2 * movedBytes(context).item } }
  };
}

// src/sort/runs.ts
var BLOCK = 4;
function runShape(context) {
  return smallShapes(context).at(-1);
}
function runLength(context) {
  const { lanes, items } = runShape(context) ?? { lanes: 0, items: 0 };
  return lanes * items;
}
function runBins(context) {
  const { key, pairs, compare, table } = context;
  const { mergedMost, mergedMostPairs } = table.sort.medium;
  const fit = !compare && key.lossless && !(pairs && context.valuesInPlace);
  const run = runLength(context);
  const most = pairs ? mergedMostPairs : mergedMost;
  if (!fit || key.bits <= DIGITS_WORTH_MERGING * digitsOf(context).bits || run === 0 || most < run) return 0;
  return 1 + Math.log2(most / run);
}
var mergesOf = (k) => Math.ceil(k / 2);
function shared(context, name, workgroup, firstBin) {
  return {
    name,
    aliases: keyAliases(context),
    // All that a plan could have, though this one's segments may be shorter: other kernels would be compiled anew.
    constants: {
      WORKGROUP: workgroup,
      RUN: runLength(context),
      RUN_BIN: firstBin,
      RUN_BINS: runBins(context),
      ...keyConstants(context)
    }
  };
}
var NUMBERS = ["state", "spans", "mergesLeft"];
function itemPieces2({ key, pairs }) {
  if (!pairs) return pieces3("sort/medium/runs/left", "sort/medium/runs/keys");
  const words = pieces3(`sort/small/item/words_${key.words === 1 ? "word" : "two_words"}`);
  const tagged = pieces3("sort/small/item/tagged", "sort/small/item/stored_sort_key", "sort/access/values_apart");
  return [...words, ...tagged, ...pieces3("sort/medium/runs/left", "sort/medium/runs/pairs")];
}
function runsKernel(context, firstBin, toOutput) {
  const { lanes, items } = runShape(context);
  const exchange2 = context.subgroups ? "sort/small/exchange_subgroup" : "sort/small/exchange_workgroup";
  const common = shared(context, "sort/runs", context.table.sort.small.workgroup, firstBin);
  return {
    ...common,
    subgroups: lanes > 1 && context.subgroups,
    constants: { ...common.constants, LANES: lanes, ITEMS: items },
    bindings: [
      ...NUMBERS,
      context.keysInPlace ? "keysOut" : "keysIn",
      ...toOutput ? [] : ["keysTo"],
      ...context.pairs ? ["valuesIn", "valuesTo"] : [],
      ...keyBindings(context)
    ],
    pieces: [
      ...pieces3("sort/medium/runs/sort", "sort/medium/runs/shares", "state/layout", "state/lists"),
      ...pieces3("state/workgroup_index"),
      ...pieces3(context.keysInPlace ? "sort/access/keys_in_place" : "sort/access/keys_apart"),
      ...itemPieces2(context),
      ...context.pairs ? pieces3("sort/small/item/tagged_loaded", "sort/small/item/value_none") : pieces3("sort/small/item/key"),
      ...pieces3(toOutput ? "sort/medium/runs/to_output" : "sort/medium/runs/to_range"),
      ...lanes > 1 ? [piece3(exchange2)] : [],
      networkPiece({ lanes, items }, context.table.sort.small),
      ...keyPieces(context)
    ]
  };
}
function mergeKernel(context, firstBin) {
  return {
    ...shared(context, "sort/merge of runs", context.table.sort.medium.workgroup, firstBin),
    subgroups: false,
    bindings: [
      ...NUMBERS,
      "keysFrom",
      "keysTo",
      ...context.pairs ? ["valuesFrom", "valuesTo", "valuesIn"] : [],
      ...keyBindings(context)
    ],
    pieces: [
      ...pieces3("sort/medium/runs/merge", "sort/medium/runs/shares", "state/layout", "state/lists"),
      ...pieces3("state/workgroup_index"),
      ...itemPieces2(context),
      ...pieces3(context.pairs ? "sort/medium/runs/merged_pairs" : "sort/medium/runs/merged_keys"),
      mergePiece(BLOCK),
      ...keyPieces(context)
    ]
  };
}
var constant = (value) => ({ kind: "constant", value });
var side = (mergesLeft) => mergesLeft % 2 === 0 ? "output" : "scratch";
function runPasses(context, { first, count }, gridOf) {
  const { small, medium } = context.table.sort;
  const { lanes } = runShape(context);
  if (count === 0) return [];
  const ks = Array.from({ length: count }, (_, k) => k);
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  const pass = (kernel2, taken, shift, perWorkgroup) => ({
    kernel: kernel2,
    bins: taken.map((k) => first + k),
    grid: gridOf({
      shares: Object.fromEntries(taken.map((k) => [first + k, 2 ** shift(k)])),
      sharesPerWorkgroup: perWorkgroup
    }),
    traffic
  });
  const odds = [0, 1].filter((odd) => ks.some((k) => mergesOf(k) % 2 === odd));
  const sorted = odds.map((odd) => {
    const kernel2 = runsKernel(context, first, context.keysInPlace && odd === 0);
    const taken = ks.filter((k) => mergesOf(k) % 2 === odd);
    const resources = {
      mergesLeft: constant(odd),
      keysTo: sideResource("keys", side(odd)),
      valuesTo: sideResource("values", side(odd))
    };
    return { ...pass(kernel2, taken, (k) => k, small.workgroup / lanes), resources };
  });
  const kernel = mergeKernel(context, first);
  const most = mergesOf(ks.length - 1);
  const merged = Array.from({ length: most }, (_, i) => {
    const left = most - i;
    const taken = ks.filter((k) => mergesOf(k) >= left);
    const shift = (k) => Math.max(2 * (left - 1) - k % 2, 0);
    const resources = {
      mergesLeft: constant(left),
      keysFrom: sideResource("keys", side(left)),
      keysTo: sideResource("keys", side(left - 1)),
      valuesFrom: sideResource("values", side(left)),
      valuesTo: sideResource("values", side(left - 1))
    };
    return { ...pass(kernel, taken, shift, medium.workgroup), resources };
  });
  return [...sorted, ...merged];
}

// src/sort/bins.ts
function smallBins(context) {
  const run = runBins(context) > 0 ? runLength(context) : 0;
  return smallShapes(context).map(({ lanes, items }) => ({
    name: "small",
    by: lanes * items === run ? "runs" : "network",
    maxLength: lanes * items,
    lanes,
    items,
    method: `${lanes} lane${lanes > 1 ? "s" : ""} \xD7 ${items} registers, sorting network`
  }));
}
function runsBins(context, { lanes, items }) {
  const run = lanes * items;
  return Array.from({ length: Math.max(runBins(context) - 1, 0) }, (_, i) => ({
    name: "medium",
    by: "runs",
    maxLength: run * 2 ** (i + 1),
    lanes,
    items,
    method: `runs of ${run} items, merged by fours ${mergesOf(i + 1)} times`
  }));
}
function limitedBins(context, longest) {
  const { limits, workgroup } = context.table.sort.medium;
  const alone = context.family === "cpu";
  const sort2 = context.compare ? "merge sort" : alone ? "radix sort" : "radix sort in its memory";
  return limits.filter((limit) => limit > longest).map((limit) => ({
    name: "medium",
    by: "limits",
    maxLength: limit,
    lanes: alone ? 1 : workgroup,
    items: Math.ceil(limit / workgroup),
    method: `${alone ? "one invocation" : "one workgroup"}, ${sort2}`
  }));
}
function allBins(context) {
  const small = smallBins(context);
  const runs = runsBins(context, small.at(-1) ?? { lanes: 0, items: 0 });
  const limited = limitedBins(context, [...small, ...runs].at(-1)?.maxLength ?? 0);
  const large = {
    name: "large",
    by: "tiles",
    maxLength: Number.POSITIVE_INFINITY,
    lanes: 1,
    items: 0,
    method: `tiles, multi-pass ${context.compare ? "merge" : "radix"} sort`
  };
  return [...small, ...runs, ...limited, large];
}
function sortBins(context) {
  const longest = Math.max(1, Math.min(context.maxSegmentSize, context.maxItems));
  return allBins(context).map((bin, i, all) => ({ ...bin, minLength: (all[i - 1]?.maxLength ?? 0) + 1 })).filter(({ minLength }) => minLength <= longest);
}
function binRange(bins, by) {
  return { first: bins.findIndex((bin) => bin.by === by), count: bins.filter((bin) => bin.by === by).length };
}

// src/sort/convert.ts
function convertPass({ table }, name, constants, resources, itemBytes, itemsPerUnit = 1, own) {
  const { workgroup, perLane } = table.convert;
  return {
    kernel: {
      name,
      subgroups: false,
      ...own ? { aliases: own.aliases } : {},
      constants: { WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
      bindings: ["state", ...Object.keys(resources)],
      pieces: [
        ...pieces3(name, "convert/each", "convert/unwritten", "state/layout", "state/workgroup_index"),
        ...own?.pieces ?? []
      ]
    },
    grid: counted("items", itemsPerUnit * perLane, workgroup),
    resources,
    traffic: { item: itemBytes }
  };
}
var region = (name) => ({ kind: "region", name });
var argument = (name) => ({ kind: "argument", name });
function packing(bytes) {
  return { PER_WORD: 4 / bytes, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 };
}
function widened(context, what, bytes) {
  const constants = packing(bytes);
  const perWord = constants.PER_WORD;
  const [words, sorted] = [`${what}Widened`, `${what}Sorted`];
  const widen = { packed: argument(`${what}In`), words: region(words), sorted: region(sorted) };
  const narrow = { sorted: region(sorted), packed: argument(`${what}Out`) };
  const room = 4 * (context.maxItems + perWord);
  return {
    before: [convertPass(context, "convert/widen", constants, widen, bytes + 8, perWord)],
    after: [convertPass(context, "convert/narrow", constants, narrow, bytes + 4, perWord)],
    instead: { [`${what}In`]: region(words), [`${what}Out`]: region(sorted) },
    regions: { [words]: room, [sorted]: room }
  };
}
var PERMUTATION = region("permutation");
function indexed(context, what) {
  const indices = { words: region("indices"), sorted: PERMUTATION };
  return {
    before: [convertPass(context, "convert/indices", {}, indices, 8)],
    after: [],
    instead: { [`${what}In`]: indices.words, [`${what}Out`]: indices.sorted },
    regions: { indices: 4 * context.maxItems, permutation: 4 * context.maxItems }
  };
}
function mapped(context, mapping) {
  const { words } = mapping;
  const numbers2 = { input: argument("keysIn"), words: region("numbers") };
  const own = { aliases: ownAliases(mapping), pieces: mappingPieces(mapping) };
  const indices = indexed(context, "values");
  const size = 4 * words * context.maxItems;
  return {
    before: [
      convertPass(context, "convert/mapped", { NUMBER_WORDS: words }, numbers2, mapping.bytes + 4 * words, 1, own),
      ...indices.before
    ],
    after: [],
    instead: { ...indices.instead, keysIn: numbers2.words, keysOut: region("numbersSorted") },
    regions: { ...indices.regions, numbers: size, numbersSorted: size }
  };
}
function gathered(context, what, bytes, inPlace) {
  const narrow = bytes < 4;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const perUnit = narrow ? 4 / bytes : 1;
  const copied = region(`${what}Copy`);
  const copy = { gatherFrom: argument(`${what}In`), gatherTo: copied };
  const gather = {
    sorted: PERMUTATION,
    gatherFrom: inPlace ? copied : argument(`${what}In`),
    gatherTo: argument(`${what}Out`)
  };
  const [copyName, gatherName] = narrow ? ["convert/copy_packed", "convert/gather_packed"] : ["convert/copy", "convert/gather"];
  return {
    before: [],
    after: [
      ...inPlace ? [convertPass(context, copyName, constants, copy, 2 * bytes, perUnit)] : [],
      convertPass(context, gatherName, constants, gather, 4 + 2 * bytes, perUnit)
    ],
    instead: {},
    // The copy has room in every plan: all plans of one sort share their scratch memory's size.
    regions: { [`${what}Copy`]: 4 * Math.ceil(context.maxItems * bytes / 4) }
  };
}
function ownParts2(context, access, keyBytes) {
  const { valueBytes, orderBy } = context;
  return [
    orderBy ? mapped(context, orderBy) : indexed(context, "keys"),
    gathered(context, "keys", keyBytes, access.keysInPlace),
    ...valueBytes > 0 ? [gathered(context, "values", valueBytes, access.valuesInPlace)] : []
  ];
}
function conversionParts(context, access) {
  const { key, valueBytes } = context;
  const own = ownKeysOf(context);
  if (own) return ownParts2(context, access, own.bytes);
  return [
    ...key.bytes < 4 ? [widened(context, "keys", key.bytes)] : [],
    ...valueBytes === 1 || valueBytes === 2 ? [widened(context, "values", valueBytes)] : [],
    // Values of 2 to 4 words: their indices are sorted, and the values moved once.
    ...valueBytes > 4 ? [indexed(context, "values"), gathered(context, "values", valueBytes, access.valuesInPlace)] : []
  ];
}
function conversions(context, access) {
  const parts = conversionParts(context, access);
  return {
    before: parts.flatMap(({ before }) => before),
    after: parts.flatMap(({ after }) => after),
    instead: Object.assign({}, ...parts.map(({ instead }) => instead)),
    regions: Object.assign({}, ...parts.map(({ regions }) => regions))
  };
}

// src/sort/medium.ts
var LOCAL_BITS_MOST = 4;
function localDigits(context) {
  return { ...digitConstants(context), LOCAL_BITS: Math.min(digitsOf(context).bits, LOCAL_BITS_MOST) };
}
function mediumPass(context, bin, index, grid) {
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  return { kernel: workgroupKernel(context, bin, index), grid, resources: {}, bins: [index], traffic };
}
function mediumDigitPasses(context, range, gridOf) {
  const { first, count } = range;
  if (count === 0) return [];
  const { key, item } = movedBytes(context);
  const { workgroup } = context.table.sort.medium;
  const bins = Array.from({ length: count }, (_, i) => first + i);
  const kernel = loneKernel(context, range);
  const shares = Object.fromEntries(bins.map((bin) => [bin, 1]));
  const grid = gridOf({ shares, sharesPerWorkgroup: workgroup });
  const traffic = { segment: SPAN_BYTES, item: key + 2 * item };
  return digitPasses(context).map(({ move }) => ({ kernel, grid, resources: move, bins, traffic }));
}
function loneKernel(context, { first, count }) {
  return {
    name: "sort/medium",
    subgroups: false,
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      FIRST_BIN: first,
      MEDIUM_BINS: count,
      CHECK_ORDER: false,
      ...digitConstants(context)
    },
    aliases: keyAliases(context),
    bindings: ["state", "spans", ...moveBindings(context), ...keyBindings(context)],
    pieces: [
      ...pieces3(
        "sort/medium/lone",
        "sort/digits",
        "sort/lone_digits",
        "sort/lone_moves",
        "state/layout",
        "state/lists",
        "state/workgroup_index"
      ),
      ...movePieces(context, "sort/move"),
      ...keyPieces(context)
    ]
  };
}
function workgroupKernel(context, bin, index) {
  return {
    name: `sort/medium ${bin.maxLength}`,
    subgroups: false,
    aliases: { ...keyAliases(context), Scanned: "u32" },
    constants: {
      WORKGROUP: context.table.sort.medium.workgroup,
      ITEMS: bin.items,
      BIN: index,
      ...localDigits(context)
    },
    bindings: ["state", "spans", ...accessBindings(context), ...keyBindings(context)],
    pieces: [
      ...pieces3("sort/medium/workgroup", "workgroup/radix_tile"),
      ...movePieces(context, "sort/medium/workgroup"),
      ...pieces3(context.pairs ? "workgroup/payload_value" : "workgroup/payload_none"),
      blockPiece(true),
      ...pieces3("state/layout", "state/lists", "state/workgroup_index"),
      ...keyPieces(context),
      ...accessPieces(context)
    ]
  };
}

// src/sort/large.ts
var TILE_PIECES = ["state/layout", "state/workgroup_index", "partition/tiles", "sort/digits"];
function counterRow(context) {
  return digitsOf(context).count + (context.family === "cpu" ? 1 : 0);
}
function shared2(context, step) {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: `sort/large ${step}`,
    subgroups: false,
    aliases: { ...keyAliases(context), Scanned: "u32" },
    constants: { WORKGROUP: workgroup, TILE: tile, ...digitConstants(context) }
  };
}
function upsweep(context) {
  const lone = context.family === "cpu";
  const common = shared2(context, "upsweep");
  return {
    ...common,
    constants: { ...common.constants, ...lone ? { CHECK_ORDER: context.table.sort.earlyOut } : {} },
    bindings: ["state", "large", "counters", "keysFrom", "digitShift", ...keyBindings(context)],
    pieces: [
      ...lone ? pieces3("sort/large/upsweep_lone", "sort/large/rows", "sort/lone_digits") : pieces3("sort/large/upsweep_workgroup"),
      ...pieces3(...TILE_PIECES),
      ...keyPieces(context)
    ]
  };
}
var COLUMNS_WORKGROUP = 64;
function columns(context) {
  const common = shared2(context, "columns");
  return {
    ...common,
    constants: { ...common.constants, WORKGROUP: COLUMNS_WORKGROUP },
    bindings: ["state", "large", "counters", "digitShift"],
    pieces: [
      ...pieces3("sort/large/columns", "sort/large/rows", "partition/tiles", "state/layout", "state/workgroup_index"),
      blockPiece(true)
    ]
  };
}
function downsweepPieces(context) {
  if (context.family === "cpu")
    return [
      ...pieces3("sort/large/downsweep_lone", "sort/large/rows", "sort/lone_digits", "sort/lone_moves"),
      ...movePieces(context, "sort/move")
    ];
  return [
    ...pieces3("sort/large/downsweep_workgroup", "workgroup/radix_tile"),
    ...pieces3(`sort/large/scatter_${context.table.sort.large.scatter}`),
    ...pieces3(context.pairs ? "workgroup/payload_value" : "workgroup/payload_none"),
    ...movePieces(context, "sort/large/workgroup"),
    blockPiece(true)
  ];
}
function downsweep(context) {
  const lone = context.family === "cpu";
  const { workgroup, tile } = context.table.sort.large;
  const common = shared2(context, "downsweep");
  const own = lone ? { CHECK_ORDER: false } : { ITEMS: Math.ceil(tile / workgroup), ...localDigits(context) };
  return {
    ...common,
    constants: { ...common.constants, ...own },
    bindings: [
      "state",
      "large",
      "counters",
      ...moveBindings(context),
      ...lone ? ["copySorted"] : [],
      ...keyBindings(context)
    ],
    pieces: [...downsweepPieces(context), ...pieces3(...TILE_PIECES), ...keyPieces(context)]
  };
}
function countersPasses(context, read) {
  if (context.family === "gpu") {
    return scanPasses(context.table, "radix", { kind: "indirect", slot: ARGS.radixScan });
  }
  const grid = { kind: "indirect", slot: ARGS.large };
  return [{ kernel: columns(context), grid, resources: read, traffic: { radixCounter: 8 } }];
}
function largePasses2(context, bin) {
  const tiles = { kind: "indirect", slot: ARGS.tiles };
  const { key, item } = movedBytes(context);
  const up = upsweep(context);
  const down = downsweep(context);
  const passes = digitPasses(context).flatMap(({ read, move, copySorted }) => {
    const copies = { kind: "constant", value: copySorted ? 1 : 0 };
    return [
      { kernel: up, grid: tiles, resources: read, traffic: { item: key, radixCounter: 4 } },
      ...countersPasses(context, read),
      {
        kernel: down,
        grid: tiles,
        resources: { ...move, copySorted: copies },
        traffic: { item: 2 * item, radixCounter: 4 }
      }
    ];
  });
  return passes.map((pass) => ({ ...pass, bins: [bin] }));
}

// src/sort/merges.ts
var RUN = 8;
function kernelOf2(shared3, { name, bindings, pieces: own }) {
  const { context } = shared3;
  return {
    name: `${shared3.name} ${name}`,
    subgroups: false,
    aliases: keyAliases(context),
    constants: { ...shared3.constants, ...keyConstants(context) },
    bindings: ["state", ...shared3.bindings, ...bindings, "input"],
    pieces: [...pieces3(...shared3.pieces, ...own), ...keyPieces(context)]
  };
}
function runsKernel2(shared3, entry) {
  const kernel = kernelOf2(shared3, {
    name: "runs",
    bindings: ["keysIn", "keysOut"],
    pieces: [entry, "sort/merge/runs", "sort/small/item/key", "sort/small/item/key_stored", "sort/access/keys_apart"]
  });
  return { ...kernel, pieces: [networkPiece({ lanes: 1, items: RUN }), ...kernel.pieces] };
}
function mergePasses(runs, mergesOf2, longest, grid, bin) {
  const merges = Math.max(0, Math.ceil(Math.log2(longest / RUN)));
  const side2 = (after) => sideResource("keys", (merges - after) % 2 === 0 ? "output" : "scratch");
  const passes = [{ kernel: runs, grid, resources: { keysOut: side2(0) }, bins: [bin] }];
  for (let i = 0; i < merges; i++) {
    const runShift = { kind: "constant", value: Math.log2(RUN) + i };
    const resources = { runShift, keysFrom: side2(i), keysTo: side2(i + 1) };
    for (const kernel of mergesOf2(RUN * 2 ** i)) passes.push({ kernel, grid, resources, bins: [bin] });
  }
  return passes;
}
function longestOf({ maxSegmentSize, maxItems }) {
  return Math.min(maxSegmentSize, maxItems);
}
function mediumMerges(context, bin, index, grid) {
  const { workgroup } = context.table.sort.medium;
  const alone = context.family === "cpu";
  const shared3 = {
    context,
    name: `sort/medium ${bin.maxLength}`,
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, BIN: index, RUN },
    bindings: ["spans"],
    pieces: ["state/layout", "state/lists", "state/workgroup_index"]
  };
  const entry = alone ? ["sort/merge/medium", "sort/merge/whole"] : ["sort/merge/medium_workgroup", "sort/merge/workgroup"];
  const merge = kernelOf2(shared3, {
    name: "merge",
    bindings: ["keysFrom", "keysTo", "runShift"],
    pieces: [...entry, "sort/merge/pairs", "sort/merge/merge"]
  });
  const longest = Math.min(bin.maxLength, longestOf(context));
  return mergePasses(runsKernel2(shared3, "sort/merge/medium"), () => [merge], longest, grid, index);
}
function largeMerges(context, index) {
  const { workgroup, tile } = context.table.sort.large;
  const alone = context.family === "cpu";
  const shared3 = {
    context,
    name: "sort/large",
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, TILE: tile, RUN },
    bindings: ["large"],
    pieces: ["state/layout", "state/workgroup_index", "partition/tiles"]
  };
  const oneEach = { ...shared3, constants: { ...shared3.constants, WORKGROUP: alone ? workgroup : 1 } };
  const cuts = kernelOf2(oneEach, {
    name: "cuts",
    bindings: ["counters", "keysFrom", "runShift"],
    pieces: ["sort/merge/cuts", "sort/merge/pairs"]
  });
  const entry = alone ? ["sort/merge/large_lone"] : ["sort/merge/large_workgroup", "sort/merge/workgroup"];
  const merge = kernelOf2(shared3, {
    name: "merge",
    bindings: ["counters", "keysFrom", "keysTo", "runShift"],
    pieces: [...entry, "sort/merge/tile_cuts", "sort/merge/pairs", "sort/merge/merge"]
  });
  const merges = (run) => tile % (2 * run) === 0 ? [merge] : [cuts, merge];
  const grid = { kind: "indirect", slot: ARGS.tiles };
  return mergePasses(runsKernel2(shared3, "sort/merge/large"), merges, longestOf(context), grid, index);
}

// src/sort/plan.ts
function sortRegions(context, partition) {
  const { maxItems, maxSegments, table } = context;
  const has = (name) => partition.bins.some((bin) => bin.name === name);
  const bounds = largeBounds(has("large") ? maxItems : 0, partition.large.tile);
  const rows = bounds.tiles + (context.family === "cpu" ? bounds.segments : 0);
  const tileCounters = rows * (context.compare ? 1 : counterRow(context));
  const counters = Math.max(partitionCounters(partition, maxSegments), tileCounters);
  const passed = context.family === "cpu" || context.compare !== void 0 || runBins(context) > 0;
  const scratch = has("large") || has("medium") && passed ? maxItems : 0;
  return {
    state: 4 * STATE_WORDS,
    spans: 8 * maxSegments,
    counters: 4 * counters,
    sums: 4 * (partition.cooperative ? scanSums(table, counters) : 0),
    large: 16 * bounds.segments,
    scratchKeys: 4 * context.key.words * scratch,
    scratchValues: context.pairs ? 4 * scratch : 0
  };
}
function sortContext(spec, access, facts, tuning) {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const key = keyTraits(spec);
  const own = ownKeysOf(spec);
  return {
    ...spec,
    ...access,
    // What goes through scratch memory is never in place.
    keysInPlace: access.keysInPlace && key.bytes >= 4 && !own,
    valuesInPlace: access.valuesInPlace && spec.valueBytes === 4 && !own,
    key,
    pairs: own ? spec.orderBy !== void 0 : spec.valueBytes > 0,
    family: familyOf(facts, tuning),
    table: sortTable(tuningTable(facts, tuning), key.words, familyOf(facts, tuning)),
    subgroups,
    lanes: subgroups ? facts.subgroupMinSize : 1
  };
}
function sortTable(table, keyWords, family) {
  if (family === "cpu" || keyWords === 1) return table;
  const { medium, large } = table.sort;
  const most = (medium.limits.at(-1) ?? 0) >> 1;
  const limits = [...new Set(medium.limits.map((limit) => Math.min(limit, most)))];
  return {
    ...table,
    sort: { ...table.sort, medium: { ...medium, limits }, large: { ...large, tile: large.tile / 2 } }
  };
}
function bound(pass, instead, spec) {
  const resources = {};
  for (const name of pass.kernel.bindings) {
    const resource = resourceOf(pass, name);
    resources[name] = resource.kind === "argument" && instead[resource.name] || resource;
  }
  if (resources.keyMap) Object.assign(resources, keyResources(spec));
  if (resources.input) resources.input = { kind: "argument", name: "keysIn" };
  return { ...pass, resources };
}
function limitedPasses(context, bins, gridOf) {
  const range = binRange(bins, "limits");
  if (context.family === "cpu" && !context.compare) return mediumDigitPasses(context, range, gridOf);
  const sharesPerWorkgroup = context.family === "cpu" ? context.table.sort.medium.workgroup : 1;
  return bins.flatMap((bin, index) => {
    if (bin.by !== "limits") return [];
    const grid = gridOf({ shares: { [index]: 1 }, sharesPerWorkgroup });
    return (context.compare ? mediumMerges : mediumPass)(context, bin, index, grid);
  });
}
function sortingPasses(context, bins, gridOf) {
  const { workgroup } = context.table.sort.small;
  const small = bins.flatMap((bin, index) => {
    if (bin.by !== "network") return [];
    return smallPass(
      context,
      bin,
      index,
      gridOf({ shares: { [index]: 1 }, sharesPerWorkgroup: workgroup / bin.lanes })
    );
  });
  const runs = runPasses(context, binRange(bins, "runs"), gridOf);
  const limited = limitedPasses(context, bins, gridOf);
  const hasLarge2 = bins.at(-1)?.by === "tiles";
  const large = hasLarge2 ? (context.compare ? largeMerges : largePasses2)(context, bins.length - 1) : [];
  return [...small, ...runs, ...limited, ...large];
}
function unitsOf(context) {
  const copies = [];
  if (!context.keysInPlace) copies.push(["keysOut", "keysIn"]);
  if (context.pairs && !context.valuesInPlace) copies.push(["valuesOut", "valuesIn"]);
  return { aliases: { Key: keyType(context) }, copies };
}
function sortPlan(spec, access, facts, tuning) {
  const context = sortContext(spec, access, facts, tuning);
  const { table } = context;
  const bins = sortBins(context);
  if (bins.length > MOST_BINS) {
    const { small, medium } = table.sort;
    throw refused(
      "invalid-option",
      "tuning.sort",
      `${bins.length} bins by lengthMost ${small.lengthMost}, mergedMost ${medium.mergedMost}, limits ${medium.limits}`,
      `at most ${MOST_BINS}`
    );
  }
  const cooperative = context.family === "gpu";
  const { workgroup, tile } = table.sort.large;
  const grids = [];
  const gridOf = (grid) => ({ kind: "indirect", slot: ARGS.firstGrid + grids.push(grid) - 1 });
  const sorting = sortingPasses(context, bins, gridOf);
  const partition = {
    bins,
    grids,
    minLength: 1,
    units: unitsOf(context),
    large: {
      tile,
      counters: counterRow(context),
      spread: 0,
      pieces: [piece3("partition/large"), piece3("partition/large_table")],
      tilesPerWorkgroup: cooperative ? 1 : workgroup,
      segmentsPerWorkgroup: 1
    },
    cooperative,
    form: access.form,
    countOnGpu: access.countOnGpu,
    listIds: false,
    table
  };
  const conversion = conversions(context, access);
  const [setup, ...partitioning] = partitionPasses(partition);
  const { regions, bytes } = layOut({ ...sortRegions(context, partition), ...conversion.regions });
  return {
    passes: [
      setup,
      ...conversion.before,
      ...[...partitioning, ...sorting].map((pass) => bound(pass, conversion.instead, spec)),
      ...conversion.after
    ],
    regions,
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(ownKeysOf(spec)?.bytes ?? context.key.bytes, spec.valueBytes),
    argsSlots: argsSlots(partition),
    classes: bins
  };
}

// src/sort/operation.ts
function valueBytesOf(valueType) {
  if (valueType === void 0) return 0;
  if (typeof valueType === "object" && valueType !== null) {
    requireOneOf("valueType.bytes", String(valueType.bytes), VALUE_BYTES.map(String), "unsupported-type");
    return valueType.bytes;
  }
  if (!isItemTypeName(valueType)) {
    throw refused("unsupported-type", "valueType", valueType, `${NAMED_TYPES}, { bytes }`);
  }
  return typeBytes(valueType);
}
function bitRange(keyType2, begin, end) {
  const width = keyWidth(keyType2);
  const beginBit = begin === void 0 ? 0 : requireBits2("beginBit", begin, width);
  const endBit = end === void 0 ? width : requireBits2("endBit", end, width);
  if (beginBit > endBit) {
    throw refused("invalid-option", "beginBit", beginBit, `at most endBit, ${endBit}`);
  }
  return { beginBit, endBit };
}
function keyOrder(descriptor2, name) {
  const { order = "ascending", signedZero = "distinct" } = descriptor2;
  const { keyType: given } = descriptor2;
  requireOneOf(name, typeof given === "object" ? "opaque bytes" : given, NUMBER_TYPES, "unsupported-type");
  const keyType2 = given;
  requireOneOf("signedZero", signedZero, ["distinct", "equal"], "invalid-option");
  const bits = bitRange(keyType2, descriptor2.beginBit, descriptor2.endBit);
  return { keyType: keyType2, order, ...bits, zerosTie: signedZero === "equal" };
}
function sortOrder(descriptor2, name = "keyType") {
  const { keyType: keyType2, order = "ascending", beginBit, endBit, signedZero, compare } = descriptor2;
  requireOneOf("order", order, ["ascending", "descending"], "invalid-option");
  const bits = { beginBit, endBit, signedZero };
  const mapping = mappingOf(keyType2, descriptor2.orderBy, order, { compare, ...bits });
  if (mapping) return mapping;
  const comparison = comparisonOf(keyType2, compare, order === "descending", bits);
  return comparison ? { ...INDEX_ORDER, compare: comparison } : keyOrder(descriptor2, name);
}
function sortSpec(descriptor2) {
  return {
    ...sortOrder(descriptor2),
    valueBytes: valueBytesOf(descriptor2.valueType),
    ...requireBounds(descriptor2)
  };
}
function requireWanted(spec, args) {
  for (const pair of ["keys", "values"]) {
    const names = [pair, `${pair}In`, `${pair}Out`];
    const given = names.filter((name) => args[name] !== void 0);
    if (pair === "values" && spec.valueBytes === 0 && given.length > 0) {
      throw refused("invalid-option", given[0], "given", "none, for the plan has no valueType");
    }
    if (args[pair] !== void 0 && given.length > 1) {
      throw refused("invalid-option", given[1], `given beside ${pair}`, "one or the other");
    }
  }
}
function givenBuffers(spec, args) {
  const given = {};
  for (const pair of ["keys", "values"]) {
    if (pair === "values" && spec.valueBytes === 0) continue;
    const double = args[pair];
    const [input, output] = [`${pair}In`, `${pair}Out`];
    given[input] = double ? bufferRange(`${pair}.current`, double.current) : bufferRange(input, args[input]);
    given[output] = double ? bufferRange(`${pair}.alternate`, double.alternate) : bufferRange(output, args[output]);
  }
  return given;
}
function callRanges(spec, args) {
  requireWanted(spec, args);
  const given = givenBuffers(spec, args);
  const keyBytes = ownKeysOf(spec)?.bytes ?? keyWidth(spec.keyType) / 8;
  const bytesOf2 = (name) => name.startsWith("keys") ? keyBytes : spec.valueBytes;
  const room = Math.min(
    spec.maxItems,
    ...Object.entries(given).map(([name, { size }]) => Math.floor(size / bytesOf2(name)))
  );
  const items = args.itemCount === void 0 ? room : requireCount("itemCount", args.itemCount, spec.maxItems);
  const call = callSegments(args.segments, spec.maxSegments);
  requireFit(call, items);
  const ranges2 = { ...call.ranges };
  for (const [name, range] of Object.entries(given)) {
    ranges2[name] = firstBytes(range, 4 * Math.ceil(items * bytesOf2(name) / 4));
  }
  return { ranges: ranges2, items, call };
}
function encodeSort(spec, operation, planFor, encoder, args) {
  operation.requireUsable(encoder, args);
  const { ranges: ranges2, items, call } = callRanges(spec, args);
  const temporary = operation.temporaryRange(args.temporary);
  operation.begin({ ...ranges2, temporary });
  if (items > 0 && call.segments > 0) {
    const { keysIn, keysOut, valuesIn, valuesOut } = ranges2;
    const plan = planFor({
      keysInPlace: keysIn !== void 0 && keysOut !== void 0 && sameRange(keysIn, keysOut),
      valuesInPlace: valuesIn !== void 0 && valuesOut !== void 0 && sameRange(valuesIn, valuesOut),
      form: call.form,
      countOnGpu: call.countOnGpu
    });
    operation.record(encoder, plan, ranges2, temporary, { items, segments: call.segments, size: call.size });
    for (const buffer of [args.keys, args.values]) if (buffer) buffer.selector = buffer.selector === 0 ? 1 : 0;
  }
}
function passesHeld(plan, holds) {
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  return { ...plan, passes: plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true) };
}
var APART = { keysInPlace: false, valuesInPlace: false, form: "offsets", countOnGpu: false };
var IN_PLACE = { ...APART, keysInPlace: true, valuesInPlace: true };
async function createSegmentedSort(device, descriptor2) {
  requireObject("descriptor", descriptor2);
  const tuning = requireTuning(descriptor2.tuning);
  return sortOfLengths(device, sortSpec(descriptor2), tuning, () => true, descriptor2);
}
async function sortOfLengths(device, spec, tuning, holds, own) {
  const facts = deviceFacts(device);
  const planFor = memoized((access) => passesHeld(sortPlan(spec, access, facts, tuning), holds));
  const plan = planFor(APART);
  const inPlace = own ? planFor(IN_PLACE) : plan;
  const most = (of) => Math.max(plan[of], inPlace[of]);
  const prepared = {
    ...plan,
    temporaryBytes: most("temporaryBytes"),
    argsSlots: most("argsSlots"),
    passes: own?.inPlace ? [...plan.passes, ...inPlace.passes] : plan.passes
  };
  const operation = await PlannedOperation.create(device, "segmented sort", prepared, ownParts(device, own ?? {}));
  return {
    ...operation.around(plan),
    encode: (encoder, buffers) => encodeSort(spec, operation, planFor, encoder, buffers)
  };
}

// src/ports/plans.ts
var devices = /* @__PURE__ */ new WeakMap();
function plansOf(device) {
  const known2 = devices.get(device);
  if (known2) return known2;
  const made = { plans: /* @__PURE__ */ new Map(), scratch: void 0 };
  if (typeof device === "object" && device !== null) devices.set(device, made);
  return made;
}
var KEPT = 256;
function roundedUp2(count) {
  if (count <= 16384) return count <= 1024 ? 1024 : count <= 4096 ? 4096 : 16384;
  const step = 2 ** (Math.floor(Math.log2(count)) - 2);
  return Math.min(step * Math.ceil(count / step), MOST_ITEMS);
}
function keyOf(kind, descriptor2) {
  const told = (_, value) => {
    if (typeof value === "number") return Object.is(value, -0) ? "-0" : `${value}`;
    return typeof value === "bigint" ? `${value}n` : typeof value === "string" ? `'${value}` : value;
  };
  return kind + JSON.stringify(descriptor2, told);
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
async function roomyPlan(device, kind, descriptor2, create) {
  const planFor = (exact) => kept(device, keyOf(kind, exact), () => create(device, exact));
  const { maxItems, maxSegments } = descriptor2;
  try {
    return await planFor({ ...descriptor2, maxItems: roundedUp2(maxItems), maxSegments: roundedUp2(maxSegments) });
  } catch (error) {
    if (error instanceof SegmentedError && error.code === "limit-exceeded") return planFor(descriptor2);
    throw error;
  }
}
function sortPlan2(device, descriptor2) {
  return roomyPlan(device, "sort", { ...descriptor2, ownTemporary: false }, createSegmentedSort);
}
function reducePlan2(device, descriptor2) {
  return roomyPlan(device, "reduce", { ...descriptor2, ownTemporary: false }, createSegmentedReduce);
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
function offsetsOf(name, argument2, count) {
  if (isDevicePointer(argument2)) {
    requireOffsetType(name, argument2);
    return { range: firstBytes(pointerRange(name, argument2), 4 * count) };
  }
  if (Array.isArray(argument2) || argument2 instanceof Uint32Array || argument2 instanceof Int32Array) {
    return { words: offsetWords(name, argument2, count) };
  }
  const found = ArrayBuffer.isView(argument2) ? argument2.constructor.name : String(argument2);
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
async function perform(temporary, { device, encoder }, planFor, record2) {
  const asks = temporary.d_temp_storage === null || temporary.d_temp_storage === void 0;
  if (!asks && encoder === void 0) {
    throw new SegmentedError(
      "invalid-option",
      "stream: undefined; allowed: a GPUCommandEncoder or an open GPUComputePassEncoder, but with null as d_temp_storage"
    );
  }
  const plan = await planFor();
  if (asks || encoder === void 0) return plan.temporaryBytes;
  record2(plan, {
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
    () => reducePlan2(open.device, { ...wish, maxItems: itemCount, maxSegments: segmentCount, ...open.tuning }),
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
var NAMES2 = { op: "reduction_op", initial: "initial_value" };
async function byOperator(args, read, input, op, initial) {
  const { wish, resultType } = reduceWish(input, op, initial, NAMES2);
  const output = deviceOperand("d_out", args[3]);
  requireSameType(output, resultType, `what this operator makes of ${String(input.type)}`);
  return reduce(args, input, read, { wish, output });
}
function inputOf(args) {
  return deviceOperand("d_in", args[2]);
}
function named2(op, initialOf) {
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
  Sum: named2("sum"),
  Min: named2("min", (type) => typeLimits(type).max),
  Max: named2("max", (type) => typeLimits(type).lowest),
  ArgMin: arg("argmin"),
  ArgMax: arg("argmax")
};

// src/ports/sort_request.ts
function requireInAndOut([input, output], itemCount) {
  requireSameType(output, input.type, `as ${input.name} is`);
  for (const each of [input, output]) requireRoom(each, itemCount);
  return input.type;
}
function sortWish(request) {
  const { keys, values, itemCount, segmentCount, descending } = request;
  const keyType2 = requireInAndOut(keys, itemCount);
  requireOneOf(keys[0].name, keyType2, NUMBER_TYPES, "unsupported-type");
  const valueType = values && requireInAndOut(values, itemCount);
  const inPlace = isSameMemory(...keys) || values !== void 0 && isSameMemory(...values);
  return {
    keyType: keyType2,
    ...valueType === void 0 ? {} : { valueType },
    order: descending ? "descending" : "ascending",
    ...requireBits(keyType2, request.begin_bit, request.end_bit),
    signedZero: "equal",
    ...inPlace ? { inPlace } : {},
    maxItems: itemCount,
    maxSegments: segmentCount
  };
}

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
    () => sortPlan2(open.device, { ...wish, ...open.tuning }),
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
var NAMES3 = ["SortKeys", "SortKeysDescending", "SortPairs", "SortPairsDescending"];
var STABLE_NAMES = [
  "StableSortKeys",
  "StableSortKeysDescending",
  "StableSortPairs",
  "StableSortPairsDescending"
];
var DeviceSegmentedSort = calls([...NAMES3, ...STABLE_NAMES], false);
var DeviceSegmentedRadixSort = calls(NAMES3, true);
//# sourceMappingURL=cub.cjs.map