/** One sort of any key type, value size and form of segments, by any way of calling it, against typed-oracle.ts. */
import {
  createSegmentedSort,
  DoubleBuffer,
  type HostArray,
  type SegmentedSortArguments,
  type SortOptions,
  segmentedSort,
  segmentedSortByKey,
} from '../../src/index.ts';
import { classBoundaries, Random, tuningOf, type Variant, variantName } from './cases.ts';
import { classesOf } from './check.ts';
import { type Comparator, comparedBytes, comparedKeyBytes, comparedKeys } from './comparators.ts';
import { type Range, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, type Form, keyBytes, keysOf, type SegmentsCase, segmentsCase } from './typed-cases.ts';
import { type KeyType, permuted, placesBy, rankAt, type TypedOrder, widthOf } from './typed-oracle.ts';

/** A named range of the key's bits, or two numbers that are brought into its width. */
export type Bits = 'all' | 'middle' | 'upper' | 'none' | readonly [number, number];
export type ValueBytes = 0 | 1 | 2 | 4 | 8 | 12 | 16;
export type Call = 'host' | 'encode' | 'in place' | 'double buffer';

/** What is sorted, how, and by which kernels. */
export interface TypedRow extends Variant {
  /** A type that sorts by its bits, or a type and an order of the caller's own. */
  readonly type: KeyType | Comparator;
  readonly order: 'ascending' | 'descending';
  /** Of bits and zeros only the defaults go with a comparator. */
  readonly bits: Bits;
  readonly signedZero: 'distinct' | 'equal';
  /** 0: keys alone. */
  readonly valueBytes: ValueBytes;
  readonly call: Call;
  /** Whether the segment count lies in a buffer: not for host calls. */
  readonly countOnGpu: boolean;
}

/** The factors of a matrix of sorts that do not depend on the keys. */
export const CALL_FACTORS = {
  order: ['ascending', 'descending'],
  valueBytes: [0, 1, 2, 4, 8, 12, 16],
  form: ['offsets', 'ranges', 'fixed'],
  call: ['host', 'encode', 'in place', 'double buffer'],
  countOnGpu: [false, true],
  family: ['cpu', 'gpu'],
  subgroups: [true, false],
} as const;

export function typedRowName(row: TypedRow): string {
  const values = row.valueBytes === 0 ? 'keys alone' : `${row.valueBytes}-byte values`;
  const zeros = row.signedZero === 'equal' ? ', zeros tie' : '';
  const count = row.countOnGpu && row.call !== 'host' ? ', count on the GPU' : '';
  return (
    `${typeof row.type === 'string' ? `${row.type}, ${row.bits} bits${zeros}` : row.type.name}, ${values}, ${row.order}, ` +
    `${row.call}${count}, ${variantName(row)}`
  );
}

function bitsOf(bits: Bits, width: number): readonly [number, number] {
  if (bits === 'all') return [0, width];
  if (bits === 'middle') return [width / 4, (width * 3) / 4 + 1];
  if (bits === 'upper') return [width / 2, width];
  if (bits === 'none') return [3, 3];
  const [a, b] = [Math.min(bits[0], width), Math.min(bits[1], width)];
  return [Math.min(a, b), Math.max(a, b)];
}

/** What a row's key type means: bytes of a key, keys to sort, their rank, and how a call is told of it. */
interface Ordering {
  readonly keyType: KeyType | Comparator['keyType'];
  readonly itemBytes: number;
  readonly options: SortOptions;
  bytes(count: number, random: Random): Uint8Array<ArrayBuffer>;
  rank(bytes: Uint8Array, item: number): bigint;
  hostKeys(bytes: Uint8Array<ArrayBuffer>): HostArray;
}

function orderingOf({ type, order, bits, signedZero }: TypedRow): Ordering {
  if (typeof type !== 'string') {
    const itemBytes = comparedKeyBytes(type);
    const unit = itemBytes > 8 ? 4 : itemBytes;
    const likeKeys = `u${8 * unit}` as KeyType;
    return {
      keyType: type.keyType,
      itemBytes,
      options: { order, ...type.options },
      bytes: (count, random) => comparedBytes(type, keyBytes(likeKeys, (count * itemBytes) / unit, random)),
      rank: (bytes, item) => type.rank(new DataView(bytes.buffer, bytes.byteOffset + item * itemBytes)),
      hostKeys: (bytes) => comparedKeys(type, bytes),
    };
  }
  const [beginBit, endBit] = bitsOf(bits, widthOf(type));
  const options: Required<TypedOrder> = { order, signedZero, beginBit, endBit };
  return {
    keyType: type,
    itemBytes: widthOf(type) / 8,
    options,
    bytes: (count, random) => keyBytes(type, count, random),
    rank: (bytes, item) => rankAt(type, bytes, item, options),
    hostKeys: (bytes) => keysOf(type, bytes),
  };
}

/** Plans have every size class, so that rows share their kernels. */
const ROOM = 2 ** 17;

export async function typedPlan(device: GPUDevice, row: TypedRow, itemCount: number, segmentCount: number) {
  const { valueBytes } = row;
  const { keyType, options } = orderingOf(row);
  return withoutGpuErrors(device, () =>
    createSegmentedSort(device, {
      keyType,
      ...(valueBytes === 0 ? {} : { valueType: { bytes: valueBytes } }),
      ...options,
      maxItems: Math.max(ROOM, itemCount),
      maxSegments: segmentCount + 3,
      tuning: tuningOf(row),
    }),
  );
}

interface Sides {
  readonly keys: Uint8Array;
  readonly values: Uint8Array | undefined;
}

class Expectation {
  private readonly keys: Uint8Array<ArrayBuffer>;
  private readonly values: Uint8Array<ArrayBuffer> | undefined;
  private readonly places: Uint32Array;
  readonly ordering: Ordering;

  constructor(
    readonly row: TypedRow,
    readonly segments: SegmentsCase,
    readonly seed: number,
  ) {
    const random = new Random(seed);
    this.ordering = orderingOf(row);
    this.keys = this.ordering.bytes(segments.itemCount, random);
    if (row.valueBytes > 0) {
      this.values = Uint8Array.from({ length: segments.itemCount * row.valueBytes }, () => random.below(256));
    }
    const rank = (item: number) => this.ordering.rank(this.keys, item);
    this.places = placesBy(segments.itemCount, segments.bounds, rank, row.order === 'descending');
  }

  /** The inputs; each call gives its own copy. */
  inputs() {
    return { keys: this.keys.slice(), values: this.values?.slice() };
  }

  /** Compares what came back, given what stands outside every segment. */
  check(found: Sides, outside: Sides): void {
    const keyBytes = this.ordering.itemBytes;
    const expected = {
      keys: this.merge(permuted(this.keys, keyBytes, this.places), outside.keys, keyBytes),
      values:
        this.values &&
        this.merge(permuted(this.values, this.row.valueBytes, this.places), outside.values!, this.row.valueBytes),
    };
    this.compare('keys', found.keys, expected.keys, keyBytes);
    if (expected.values) this.compare('values', found.values!, expected.values, this.row.valueBytes);
  }

  private merge(sorted: Uint8Array, outside: Uint8Array, itemBytes: number): Uint8Array {
    const merged = outside.slice();
    for (const [begin, end] of this.segments.bounds) {
      merged.set(sorted.subarray(begin * itemBytes, end * itemBytes), begin * itemBytes);
    }
    return merged;
  }

  private compare(what: string, found: ArrayLike<unknown>, expected: ArrayLike<unknown>, perItem: number): void {
    for (let i = 0; i < expected.length; i++) {
      if (found[i] === expected[i]) continue;
      const item = Math.floor(i / perItem);
      const segment = this.segments.bounds.findIndex(([begin, end]) => item >= begin && item < end);
      const [begin = 0, end = 0] = this.segments.bounds[segment] ?? [];
      const place =
        segment < 0 ? 'outside every segment' : `segment ${segment}, item ${item - begin} of ${end - begin}`;
      throw new Error(
        `${what}: ${place} (item ${item} of ${this.segments.itemCount}): found ${found[i]}, expected ${expected[i]}; ` +
          `${typedRowName(this.row)}, ${this.segments.form}, seed ${this.seed}`,
      );
    }
  }
}

async function checkHost(device: GPUDevice, expectation: Expectation): Promise<void> {
  const { row, segments } = expectation;
  const { keys, values } = expectation.inputs();
  const before = expectation.inputs();
  const given = 'offsets' in segments.given ? segments.given.offsets : segments.given;
  const options: SortOptions = { ...expectation.ordering.options, tuning: tuningOf(row) };
  const found = await withoutGpuErrors(device, async () => {
    const keyArray = expectation.ordering.hostKeys(keys);
    if (!values) return { keys: bytesOf(await segmentedSort(device, keyArray, given, options)), values: undefined };
    const valueArray = { type: { bytes: row.valueBytes as Exclude<ValueBytes, 0> }, data: values } as const;
    const sorted = await segmentedSortByKey(device, keyArray, valueArray, given, options);
    return { keys: bytesOf(sorted.keys), values: bytesOf(sorted.values) };
  });
  expectation.check(found, before);
  if (!keys.every((byte, i) => byte === before.keys[i])) throw new Error('the call changed its keys');
  if (values && !values.every((byte, i) => byte === before.values![i])) throw new Error('the call changed its values');
}

/** Bytes as the words they lie in: the last word is filled up. */
export function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0xa5);
  result.set(bytes);
  return result;
}

type Side = { readonly in: Range; readonly out: Range };

/** Garbage after the count, too: none of it is read. */
export function boundSegments(space: Workspace, { given, bounds }: SegmentsCase, countOnGpu: boolean) {
  const count = countOnGpu ? space.input('count', Uint32Array.of(bounds.length, 0xffffffff)) : bounds.length;
  const list = (name: string, words: Uint32Array) =>
    space.input(name, Uint32Array.of(...words, 0xdeadbeef, 0x00000005));
  if ('offsets' in given) return { offsets: list('offsets', given.offsets), count };
  if ('begin' in given) return { begin: list('begin', given.begin), end: list('end', given.end), count };
  return { size: given.size, count };
}

async function checkEncode(device: GPUDevice, expectation: Expectation): Promise<void> {
  const { row, segments, seed } = expectation;
  const { keys, values } = expectation.inputs();
  const plan = await typedPlan(device, row, segments.itemCount, segments.bounds.length);
  const space = new Workspace(device, seed);
  try {
    const side = (name: string, bytes: Uint8Array): Side => {
      if (row.call === 'encode') {
        const input = space.input(`${name}In`, padded(bytes));
        return { in: input, out: space.output(`${name}Out`, input.size / 4) };
      }
      const input = space.inOut(name, padded(bytes));
      return { in: input, out: row.call === 'in place' ? input : space.output(`${name} alternate`, input.size / 4) };
    };
    const key = side('keys', keys);
    const value = values && side('values', values);
    const pairs = [key, value].map((s) => s && new DoubleBuffer(s.in, s.out));
    const io: Partial<SegmentedSortArguments> =
      row.call === 'double buffer'
        ? { keys: pairs[0]!, ...(pairs[1] ? { values: pairs[1] } : {}) }
        : { keysIn: key.in, keysOut: key.out, ...(value ? { valuesIn: value.in, valuesOut: value.out } : {}) };
    const temporary = plan.temporaryBytes > 0 ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {};
    const bound = boundSegments(space, segments, row.countOnGpu);
    await space.submit((encoder) =>
      plan.encode(encoder, { ...io, segments: bound, itemCount: segments.itemCount, ...temporary }),
    );
    const results = row.call === 'double buffer' ? pairs.map((pair) => pair?.current as Range) : [key.out, value?.out];
    const read = (when: 'found' | 'before'): Sides => ({
      keys: bytesOf(results[0]![when]),
      values: results[1] && bytesOf(results[1][when]),
    });
    // The bytes behind the last item are checked as what lies outside every segment.
    expectation.check(read('found'), read('before'));
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Runs the sort and throws where any byte of any buffer is not as it must be. */
export async function checkTyped(device: GPUDevice, row: TypedRow, segments: SegmentsCase, seed: number) {
  const expectation = new Expectation(row, segments, seed);
  await (row.call === 'host' ? checkHost : checkEncode)(device, expectation);
}

/** The same at the ends of every size class and bin up to `cap`, with a segment of `longest` items. */
export async function checkBoundaries(
  device: GPUDevice,
  row: TypedRow & { readonly form: Form },
  seed: number,
  [cap, longest]: readonly [number, number],
): Promise<void> {
  const plan = await typedPlan(device, row, 0, 1);
  const classes = classesOf(plan);
  plan.destroy();
  const lengths = [0, 0, 1, 1, ...classBoundaries(classes, cap), longest];
  await checkTyped(device, row, segmentsCase(row.form, lengths, new Random(seed)), seed);
}
