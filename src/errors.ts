/** The codes of all errors. A message names the argument, the value found and the value allowed. */
export type SegmentedErrorCode =
  | 'offsets-not-monotonic'
  | 'offsets-out-of-range'
  | 'segments-overlap'
  | 'length-mismatch'
  | 'unsupported-type'
  | 'invalid-option'
  | 'limit-exceeded'
  | 'missing-usage'
  | 'overlapping-buffers'
  | 'wrong-device'
  | 'shader-compile'
  | 'device-lost'
  | 'out-of-memory'
  | 'destroyed'
  | 'aborted'
  | 'no-adapter';

/**
 * The only error this library throws on purpose.
 *
 * @example
 * try {
 *   await segmentedSort(device, keys, [0, 5, 3]);
 * } catch (error) {
 *   if (error instanceof SegmentedError && error.code === 'offsets-not-monotonic') console.error(error.message);
 * }
 */
export class SegmentedError extends Error {
  readonly code: SegmentedErrorCode;

  constructor(code: SegmentedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SegmentedError';
    this.code = code;
  }

  /** Returns true for errors of any copy of this class. The ESM build and the CommonJS build each have one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'SegmentedError' && 'code' in value;
  }
}

/** A value as text. For an object that cannot be converted, the text is like `[object Object]`. */
export function inWords(value: unknown, words: (value: unknown) => string = String): string {
  try {
    return words(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** A value as text that tells its type: '0' and 0n are not 0. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'bigint' ? `${value}n` : inWords(value);
}

/** The error for an argument: its name, the value found and what is allowed. */
export function refused(code: SegmentedErrorCode, name: unknown, found: unknown, allowed: unknown): SegmentedError {
  return new SegmentedError(code, `${name}: ${inWords(found)}; allowed: ${allowed}`);
}

/** Turns WebGPU's report that memory ran out into an error of the library. */
export function outOfMemory(cause: GPUError | Error): SegmentedError {
  return new SegmentedError('out-of-memory', `device: out of memory: ${cause.message}`, { cause });
}

/** The name that messages use for a value that is not a usable array. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a plain array';
  if (value === undefined || value === null) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Object.prototype.toString.call(value).slice(8, -1);
}

export function unsupported(argument: string, found: string, allowed: string): SegmentedError {
  return refused('unsupported-type', argument, `${found} is not supported`, allowed);
}
