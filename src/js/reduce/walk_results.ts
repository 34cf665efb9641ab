/** The results that a walk writes. Those of empty segments are there before it. */
import { type NumberType, typeBytes } from '../../item_types.ts';
import type { OPERATORS } from './array_call.ts';
import type { Input, Reduction } from './operators.ts';

type Of = typeof OPERATORS;

type Moments = Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

const taken = new WeakSet<Moments>();

/** Stores NaN in a range of results. JavaScript does not say which bits of NaN it stores. */
export function fillNan(results: Moments, first: number, last: number): void {
  if (results instanceof Float32Array) new Uint32Array(results.buffer).fill(0x7fc00000, first, last);
  else new BigUint64Array(results.buffer).fill(0x7ff8000000000000n, first, last);
}

/** Results that a walk has found. The first operator that wants them has them, and others have copies. */
export function stored(type: 'f32' | 'f64', found: Moments): Reduction {
  const isFirst = !taken.has(found);
  taken.add(found);
  const results = isFirst ? found : found.slice();
  const [from, to] = [found, results].map((array) => new Uint8Array(array.buffer));
  const size = found.BYTES_PER_ELEMENT;
  return {
    type,
    values: to!,
    run(first, last) {
      if (!isFirst) to!.set(from!.subarray(first * size, last * size), first * size);
    },
  };
}

const WORDS: Readonly<Record<number, 'u8' | 'u16' | 'u32'>> = { 1: 'u8', 2: 'u16', 4: 'u32' };

/** Extremes by the indices of their items. */
export class Extremes implements Reduction {
  readonly type;
  readonly values;
  readonly indices;
  readonly isMax;
  readonly #begin;
  readonly #items;
  readonly #results;
  readonly #empty;

  constructor({ viewOf, extremeIdentity }: Of, { type, bytes, spans }: Input, isMax: boolean, hasIndices: boolean) {
    const size = typeBytes(type);
    const word = WORDS[size]!;
    this.type = type;
    this.values = new Uint8Array(spans.count * size);
    this.indices = hasIndices ? new Uint32Array(spans.count) : undefined;
    this.isMax = isMax;
    this.#begin = spans.begin;
    this.#items = viewOf(word, bytes);
    this.#results = viewOf(word, this.values);
    this.#empty = viewOf(word, extremeIdentity(type as NumberType, isMax))[0]!;
  }

  /** The results of empty segments. */
  fill(first: number, last: number): void {
    this.#results.fill(this.#empty, first, last);
    this.indices?.fill(0xffffffff, first, last);
  }

  /** The results of n segments, whose extremes are the items `found`. */
  take(ids: Uint32Array, found: Uint32Array, n: number): void {
    const [begin, items, results, { indices }] = [this.#begin, this.#items, this.#results, this];
    if (!indices) {
      for (let k = 0; k < n; k++) results[ids[k]!] = items[found[k]!]!;
      return;
    }
    for (let k = 0; k < n; k++) {
      const s = ids[k]!;
      const at = found[k]!;
      results[s] = items[at]!;
      indices[s] = at - begin[s]!;
    }
  }

  /** The walk has done it. */
  run(): void {}
}
