import { inWords, requireMembers, requireTypeMembers, SegmentedError } from '../checks.ts';
import { type BufferArgument, bufferRange } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { type ItemType, isItemTypeName, NAMED_TYPES, OPAQUE_BYTES, typeBytes } from '../item_types.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';

function requireType(type: unknown): void {
  if (isItemTypeName(type)) return;
  requireTypeMembers('type', type);
  if (typeof type === 'object' && type !== null && OPAQUE_BYTES.includes((type as { bytes?: unknown }).bytes)) return;
  throw new SegmentedError(
    'unsupported-type',
    `type: ${typeName(type)}; allowed: ${NAMED_TYPES}, { bytes: 1, 2, 4, 8, 12 or 16 }`,
  );
}

/** The name of a type in messages. */
export function typeName(type: unknown): string {
  return typeof type === 'object' && type !== null ? JSON.stringify(type) : String(type);
}

/** A typed pointer into a GPU buffer, as `T*` in CUDA and SYCL. `device_ptr` makes it. */
export class DevicePointer<T extends ItemType = ItemType> {
  readonly buffer: GPUBuffer;
  /** Type of the items. A GPUBuffer does not have this information. */
  readonly type: T;
  /** The byte that the pointer points to, from the buffer's start. */
  readonly byteOffset: number;
  /** The end of the pointer's memory, in bytes from the buffer's start. */
  readonly byteEnd: number;

  constructor(buffer: GPUBuffer, type: T, byteOffset: number, byteEnd: number) {
    this.buffer = buffer;
    this.type = type;
    this.byteOffset = byteOffset;
    this.byteEnd = byteEnd;
  }

  /** Number of items from the pointer to the end of its memory. */
  get length(): number {
    return Math.floor((this.byteEnd - this.byteOffset) / typeBytes(this.type));
  }

  /**
   * Returns a pointer to `count` items after this one. `d_offsets.add(1)` is CUDA's `d_offsets + 1`.
   *
   * A call can only use a pointer whose byte is a multiple of 256, since WebGPU binds memory at these bytes. The end
   * offsets `begin.add(1)` are an exception, since they are not bound separately.
   *
   * @throws SegmentedError 'invalid-option' for a pointer before the buffer's start or past the memory's end
   */
  add(count: number): DevicePointer<T> {
    const [min, max] = [-Math.floor(this.byteOffset / typeBytes(this.type)), this.length];
    if (!Number.isInteger(count) || count < min || count > max) {
      throw new SegmentedError('invalid-option', `count: ${count}; allowed: whole numbers from ${min} to ${max}`);
    }
    return new DevicePointer(this.buffer, this.type, this.byteOffset + count * typeBytes(this.type), this.byteEnd);
  }
}

/**
 * Makes a typed handle of a buffer, or of a part of one. The calls of `webgpu-segmented/cub` and
 * `webgpu-segmented/dpct` take it instead of a `T*`.
 *
 * @param buffer a GPUBuffer, or `{ buffer, offset?, size? }`, in bytes
 * @param type type of the items: a number type, a WGSL vector, or `{ bytes }` for values that are only moved as bits
 * @throws SegmentedError 'unsupported-type', 'invalid-option'
 * @example
 * const d_keys = device_ptr(keysBuffer, 'f32');
 * const d_offsets = device_ptr(offsetsBuffer, 'u32');
 * await DeviceSegmentedReduce.Sum(d_temp, bytes, d_keys, d_sums, rows, d_offsets, d_offsets.add(1), encoder);
 */
export function device_ptr<const T extends ItemType>(buffer: BufferArgument, type: T): DevicePointer<T> {
  requireType(type);
  const given = typeof buffer === 'object' && buffer !== null && !ArrayBuffer.isView(buffer) ? buffer : undefined;
  const part = given && 'buffer' in given ? given : { buffer: given as GPUBuffer | undefined };
  const { buffer: whole, offset = 0 } = part as { buffer: GPUBuffer | undefined; offset?: number };
  if (typeof whole !== 'object' || whole === null || !('usage' in whole)) {
    const found = ArrayBuffer.isView(buffer) ? buffer.constructor.name : inWords(buffer);
    throw new SegmentedError('invalid-option', `buffer: ${found}; allowed: a GPUBuffer or { buffer, offset?, size? }`);
  }
  if (part === given) requireMembers('buffer', part, ['buffer', 'offset', 'size']);
  // WebGPU cannot bind the bytes after a buffer's last whole word.
  const size = (part as { size?: number }).size ?? whole.size - (whole.size % 4) - offset;
  const inside = Number.isInteger(offset) && offset >= 0 && Number.isInteger(size) && size >= 0;
  if (!inside || offset + size > whole.size) {
    throw new SegmentedError(
      'invalid-option',
      `buffer: bytes ${offset} to ${offset + size}; allowed: whole numbers within the buffer's ${whole.size} bytes`,
    );
  }
  if ((offset + size) % 4 !== 0) {
    throw new SegmentedError('invalid-option', `buffer: ends at byte ${offset + size}; allowed: multiples of 4`);
  }
  return new DevicePointer(whole, type, offset, offset + size);
}

/**
 * Whether a value is a handle. `instanceof` may fail, since the ESM and the CommonJS build have one class each.
 */
export function isDevicePointer(value: unknown): value is DevicePointer {
  return typeof value === 'object' && value !== null && 'byteEnd' in value && 'type' in value && 'buffer' in value;
}

/** The range that a pointer binds. `name` names the argument in messages. */
export function pointerRange(name: string, { buffer, byteOffset, byteEnd }: DevicePointer): BufferRange {
  if (byteOffset % BINDING_ALIGNMENT !== 0) {
    throw new SegmentedError(
      'invalid-option',
      `${name}: points to byte ${byteOffset} of its buffer; ` +
        `allowed: multiples of ${BINDING_ALIGNMENT}, where WebGPU can bind a buffer, or begin.add(1) as end offsets`,
    );
  }
  return bufferRange(name, { buffer, offset: byteOffset, size: byteEnd - byteOffset });
}

/** Whether `end` is one item after `begin`. The two are then one array of offsets. */
export function areNeighbours(begin: DevicePointer, end: DevicePointer): boolean {
  return begin.buffer === end.buffer && end.byteOffset === begin.byteOffset + 4;
}

/**
 * A result of ArgMin or ArgMax: `value` is the extreme item, and `key` its index from the segment's start. With handles
 * or arrays as members it names the outputs of such calls: one array of keys and one of values.
 *
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await segmented_reduce_argmin({ device }, Float32Array.of(3, 1, 2), found, 1, [0], [3]);
 * console.log(found[0].key, found[0].value); // 1 1
 */
export class key_value_pair<Key, Value> {
  key: Key;
  value: Value;

  constructor(key: Key, value: Value) {
    this.key = key;
    this.value = value;
  }
}
