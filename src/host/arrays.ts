import { SegmentedError } from '../errors.ts';

/** Types of numbers the library knows by name. */
export type NumberType = 'u32' | 'i32' | 'f32';

/** The typed array classes that hold them. */
export type NumberArray = Uint32Array | Int32Array | Float32Array;

const CLASSES = { u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;
const TYPE_OF_CLASS: Readonly<Record<string, NumberType>> = {
  Uint32Array: 'u32',
  Int32Array: 'i32',
  Float32Array: 'f32',
};

export interface HostNumbers {
  readonly type: NumberType;
  /** The bits, in an array of this library's own if the input was on shared memory. */
  readonly words: Uint32Array;
  readonly length: number;
}

/** What a message calls a value that is not a usable array. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a plain array';
  if (typeof value !== 'object') return typeof value;
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Reads keys or values off a typed array; any other input is 'unsupported-type'. */
export function hostNumbers(argument: string, value: unknown): HostNumbers {
  const type = ArrayBuffer.isView(value) ? TYPE_OF_CLASS[nameOf(value)] : undefined;
  if (type === undefined) {
    throw new SegmentedError(
      'unsupported-type',
      `${argument}: ${nameOf(value)} is not supported; allowed: Uint32Array, Int32Array, Float32Array`,
    );
  }
  const view = value as NumberArray;
  requireAttached(argument, view);
  const words = new Uint32Array(view.buffer, view.byteOffset, view.length);
  const shared = typeof SharedArrayBuffer !== 'undefined' && view.buffer instanceof SharedArrayBuffer;
  return { type, words: shared ? words.slice() : words, length: view.length };
}

/** A detached array reads as empty: sorting it would lose its items without a word. */
function requireAttached(argument: string, view: ArrayBufferView): void {
  const buffer = view.buffer as ArrayBuffer & { detached?: boolean };
  let detached = buffer.detached;
  // Node 20 has no ArrayBuffer.prototype.detached: there a view on a detached buffer can't be made anew.
  if (detached === undefined) {
    try {
      new Uint8Array(buffer);
      detached = false;
    } catch {
      detached = true;
    }
  }
  if (detached) {
    throw new SegmentedError(
      'unsupported-type',
      `${argument}: detached array; allowed: an array whose buffer was not transferred`,
    );
  }
}

/** Bits as an array of the type's class, on the same memory. */
export function typedArray<T extends NumberType>(type: T, words: Uint32Array): InstanceType<(typeof CLASSES)[T]> {
  const Class = CLASSES[type];
  return new Class(words.buffer as ArrayBuffer, words.byteOffset, words.length) as InstanceType<(typeof CLASSES)[T]>;
}
