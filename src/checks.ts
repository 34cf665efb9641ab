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

// Checks of arguments that all folders share. An error names the argument, the value found and the value allowed.

/** Checks a choice among names. */
export function requireOneOf(
  name: string,
  value: unknown,
  allowed: readonly unknown[],
  code: 'unsupported-type' | 'invalid-option',
): void {
  if (allowed.includes(value)) return;
  throw refused(code, name, shown(value), allowed.map((item) => `'${item}'`).join(', '));
}

/** Refuses arrays and all values that are not objects. */
export function requireObject(name: string, value: unknown, allowed = 'an object'): void {
  const listed = Array.isArray(value);
  if (value && typeof value === 'object' && !listed) return;
  throw refused('invalid-option', name, listed ? 'an array' : shown(value), allowed);
}

const prototypeOf = (value: unknown) => Object.getPrototypeOf(Object(value)) as object | null;

/** Whether a value is an object without a class, as a literal is. Objects of frameworks have classes. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const proto = prototypeOf(value);
  return proto === null || prototypeOf(proto) === null;
}

/**
 * A copy of the caller's object. It also has the members that the object inherits, from a class or from another object.
 * All calls read options, descriptors and operators by name, or from such a copy.
 */
export function readMembers<T>(given: T): T {
  const all = { ...given };
  // Reading some members of functions throws. A boolean stands for them: it has only members that literals have.
  for (let from = prototypeOf(typeof given === 'function' || given); from; from = prototypeOf(from)) {
    // The copy has what all literals inherit.
    for (const name of Object.getOwnPropertyNames(from).filter((each) => !(each in (all as object)))) {
      const value = given[name as keyof T];
      // A class may have methods that no call knows.
      Object.defineProperty(all, name, { value, enumerable: typeof value !== 'function', writable: true });
    }
  }
  return all;
}

/**
 * A copy of an argument, to the depth of a tuning. Callers may change theirs once they have the promise. An object
 * without members of its own, such as a signal or a Map, is not copied.
 */
export function taken<T>(value: T, depth = 0): T {
  if (Array.isArray(value)) return value.map((each) => taken(each, depth + 1)) as T;
  if (ArrayBuffer.isView(value)) {
    try {
      return (value as unknown as Uint8Array).slice() as T;
    } catch {
      // A detached array and a DataView have no copy.
      return value;
    }
  }
  if (typeof value !== 'object' || depth > 4 || Object.keys(Object(value)).length === 0) return value;
  const all = readMembers(value as T & object);
  for (const name of Object.getOwnPropertyNames(all) as (keyof T)[]) all[name] = taken(all[name], depth + 1);
  return all;
}

/** A member of an object that is not among the known names, if there is one. A member that is undefined is left out. */
export function unknownIn(given: object, known: readonly string[]): string | undefined {
  const members = Object.entries(readMembers(given));
  return members.find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
}

export const isWhole = Number.isInteger as (value: unknown) => value is number;

/**
 * Checks a whole number from `min` to `max`. Larger numbers exceed the device's limits or 32-bit addresses and get the
 * code `codeAbove`.
 */
export function requireCount(
  name: string,
  value: unknown,
  max: number,
  codeAbove: 'limit-exceeded' | 'invalid-option' = 'limit-exceeded',
  min = 0,
): number {
  if (isWhole(value) && value >= min && value <= max) return value;
  throw refused(
    isWhole(value) && value > max ? codeAbove : 'invalid-option',
    name,
    shown(value),
    `whole numbers from ${min} to ${max}`,
  );
}

/** Largest size in bytes of all arrays of a call on arrays that have one entry a segment or a group. */
export const HOST_BYTES = 2 ** 31;

/** Refuses results that memory of the host cannot hold. `entryBytes`: bytes of a segment or group in all its arrays. */
export function requireHostRoom(name: string, count: number, entryBytes: number, what: string): void {
  if (count * entryBytes <= HOST_BYTES) return;
  const allowedEntries = Math.floor(HOST_BYTES / entryBytes);
  const found = `${count}, whose ${what} are ${count * entryBytes} bytes`;
  throw refused('limit-exceeded', name, found, `at most ${allowedEntries}, ${HOST_BYTES} bytes`);
}

/** Largest number of items or segments that 32-bit byte sizes can address. */
export const MAX_ITEMS = 2 ** 30 - 1;

/**
 * Checks a half-open range of a key's bits, which by default holds all bits. `beginName` and `endName` are the names of
 * its ends in messages.
 */
export function requireBitRange(
  width: number,
  begin: unknown,
  end: unknown,
  [beginName, endName]: readonly [string, string],
): { beginBit: number; endBit: number } {
  const beginBit = begin === undefined ? 0 : requireCount(beginName, begin, width, 'invalid-option');
  const endBit = end === undefined ? width : requireCount(endName, end, width, 'invalid-option');
  if (beginBit <= endBit) return { beginBit, endBit };
  throw refused('invalid-option', beginName, beginBit, `at most ${endName}, ${endBit}`);
}

// Refuses members that an object of the caller must not have, with the nearest name that it may have.

/** Names of this library, and what other libraries call them, in lower case. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  order: ['direction', 'descending', 'ascending', 'desc', 'reverse'],
  compare: ['comparator', 'less', 'cmp'],
  orderBy: ['key', 'by'],
  wgsl: ['code'],
  initial: ['init', 'initialvalue'],
  maxItems: ['numitems', 'items'],
  itemCount: ['count', 'length'],
  temporary: ['scratch'],
  offset: ['byteoffset'],
  size: ['bytelength'],
};

/**
 * Number of letters to insert, remove, replace or swap with the next one until a name is another (Damerau 1964, Wagner
 * and Fischer 1974).
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + Number(a[i] !== b[j]);
      const swapped = a[i] === b[j - 1] && a[i - 1] === b[j] ? (before[j - 1] as number) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

/**
 * The known name that the caller probably meant, if there is one. Of a path, such as 'type.bytes', the last name
 * counts.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const far = (each: string) => distance(lower, each.slice(each.lastIndexOf('.') + 1).toLowerCase());
  const [best] = known.toSorted((a, b) => far(a) - far(b));
  if (best !== undefined && far(best) <= Math.max(1, Math.floor(name.length / 3))) return best;
  return Object.entries(SYNONYMS).find(([each, others]) => known.includes(each) && others.includes(lower))?.[0];
}

/** The error for a member that a call does not know. */
export function unknownMember(
  argument: string,
  name: string,
  known: readonly string[],
  allowed = known.join(', '),
): SegmentedError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `, did you mean '${meant}'?`;
  return refused('invalid-option', argument, `unknown member '${name}'${hint}`, allowed);
}

/** Refuses members that are not among the known names. */
export function requireMembers(argument: string, given: unknown, known: readonly string[]): void {
  const name = unknownIn(Object(given), known);
  if (name !== undefined) throw unknownMember(argument, name, known);
}

/** A list of names, if it has every member of a type and no other name. */
export type NamesOf<T, N extends readonly string[]> = N &
  ([Exclude<keyof T, N[number]> | Exclude<N[number], keyof T>] extends [never] ? unknown : never);

/** As `requireMembers`, for an object with a type: the compiler compares the names with the type's members. */
export function requireMembersOf<T extends object, N extends readonly string[]>(
  argument: string,
  given: T,
  known: NamesOf<T, N>,
): void {
  requireMembers(argument, given, known);
}

/** As `requireMembers`, for objects without a class. Objects of frameworks may have further members. */
export function requireOwnMembers(argument: string, given: unknown, known: readonly string[]): void {
  if (isPlain(given)) requireMembers(argument, given, known);
}

/** Refuses further members of a type that is an object: `{ bytes }`, or `{ type, stride }`. */
export function requireTypeMembers(argument: string, type: unknown): void {
  requireOwnMembers(argument, type, 'bytes' in Object(type) ? ['bytes'] : ['type', 'stride']);
}

// Objects of frameworks that hold an object of WebGPU. A call refuses them and says which member to pass.

/** Members of TypeGPU, luma.gl, three.js, tfjs, ONNX Runtime, Babylon and PlayCanvas that hold objects of WebGPU. */
const MEMBERS = [
  ...['device', 'handle', 'gpuBuffer', 'buffer', 'backend', '_device', 'wgpu', 'impl', 'underlyingResource'],
  ...['encoder', 'commandEncoder', 'renderer', 'engine'],
];

function memberAt(value: unknown, name: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** The path of a member that `is` accepts, such as `.backend.device`. It has at most two names. */
function pathOf(value: unknown, is: (value: object) => boolean, depth: number): string | undefined {
  for (const name of MEMBERS) {
    const member = Object(memberAt(value, name)) as object;
    if (is(member)) return `.${name}`;
    const inner = depth > 1 ? pathOf(member, is, depth - 1) : undefined;
    if (inner) return `.${name}${inner}`;
  }
  return typeof memberAt(value, 'unwrap') === 'function' ? '.unwrap(…)' : undefined;
}

/** What a message adds to an allowed object if the object found holds one. */
export function insteadOf(value: unknown, is: (value: object) => boolean): string {
  const path = value ? pathOf(value, is, 2) : undefined;
  return path ? `: pass its ${path}` : '';
}
