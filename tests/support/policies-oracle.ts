/**
 * Policies of reduces and scans by their definitions: `nan: 'omit'` takes each segment's other items alone, `whenEmpty`
 * is the result where none are left, `widen` takes narrow integers as 32 bits. Shares no code with the library.
 */
import type { Random } from './cases.ts';
import { encoded, Items, isFloat } from './reduce-items.ts';
import { type Bounds, type Exact, type Near, type OpName, reduced, resultType } from './reduce-oracle.ts';
import { type ScanWhat, scanned } from './scan-oracle.ts';
import { bitsAt, isNan, type KeyType, widthOf } from './typed-oracle.ts';

export interface Policies {
  readonly nan?: 'propagate' | 'omit' | undefined;
  readonly whenEmpty?: number | undefined;
  readonly widen?: boolean | undefined;
  readonly ddof?: number | undefined;
}

/** The operators of the oracle, and that of this file. */
export type PolicyOp = OpName | 'logsumexp';

const HALF_NAN: Partial<Record<KeyType, bigint>> = { f16: 0x7c01n, f32: 0x7f800001n, f64: 0x7ff0000000000001n };

/** Makes about a third of the items in segments NaN, of any sign and payload. */
export function withNans(type: KeyType, bytes: Uint8Array<ArrayBuffer>, bounds: Bounds, random: Random): void {
  const least = HALF_NAN[type];
  if (least === undefined) return;
  const size = widthOf(type) / 8;
  const view = new DataView(bytes.buffer);
  for (const [begin, end] of bounds) {
    for (let i = begin; i < end; i++) {
      if (random.below(3) > 0) continue;
      const bits = least + BigInt(random.below(500)) + (random.below(2) ? 1n << BigInt(8 * size - 1) : 0n);
      for (let k = 0; k < size; k++) view.setUint8(i * size + k, Number((bits >> BigInt(8 * k)) & 255n));
    }
  }
}

/** The items of each segment that count, back to back, and where they were. */
export function keptItems(type: KeyType, bytes: Uint8Array<ArrayBuffer>, bounds: Bounds, { nan }: Policies) {
  const size = widthOf(type) / 8;
  const isKept = (i: number) => nan !== 'omit' || !isNan(type, bitsAt(type, bytes, i));
  const places = bounds.map(([begin, end]) =>
    Array.from({ length: end - begin }, (_, i) => begin + i).filter((i) => isKept(i)),
  );
  const all = places.flat();
  const kept = new Uint8Array(all.length * size);
  for (const [to, from] of all.entries()) kept.set(bytes.subarray(from * size, (from + 1) * size), to * size);
  const keptBounds: [number, number][] = [];
  for (const { length } of places) {
    const begin = keptBounds.at(-1)?.[1] ?? 0;
    keptBounds.push([begin, begin + length]);
  }
  return { kept, places, keptBounds };
}

/** The type in which an operator computes, and the items in it. */
export function widened(type: KeyType, bytes: Uint8Array<ArrayBuffer>, op: PolicyOp, { widen }: Policies) {
  if (!widen || widthOf(type) >= 32 || isFloat(type) || (op !== 'sum' && op !== 'product')) return { type, bytes };
  const { integers } = new Items(type, bytes);
  const wide = type[0] === 'u' ? ('u32' as const) : ('i32' as const);
  const words = Int32Array.from(integers, (integer) => Number(BigInt.asIntN(32, integer)));
  return { type: wide as KeyType, bytes: new Uint8Array(words.buffer) };
}

/** Four units in the last place of the greatest item or of the result, whichever is greater. */
function logSumExp({ numbers, integers }: Items, bounds: Bounds): Near {
  const found = bounds.map(([begin, end]) => {
    const of = numbers.length > 0 ? [...numbers.subarray(begin, end)] : integers.slice(begin, end).map(Number);
    const top = of.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
    if (!Number.isFinite(top)) return { value: top, allowedError: 0 };
    const value = top + Math.log(of.reduce((sum, x) => sum + Math.exp(x - top), 0));
    const size = Math.max(Math.abs(top), Math.abs(value), 1);
    return { value, allowedError: 4 * 2 ** (Math.floor(Math.log2(size)) - 23) };
  });
  return { kind: 'near', numbers: found };
}

/** One result a segment, and for argmin and argmax the indices. */
export function reducedBy(
  op: PolicyOp,
  type: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
  bounds: Bounds,
  policies: Policies,
  initial?: number | bigint,
): Exact | Near {
  const { kept, places, keptBounds } = keptItems(type, bytes, bounds, policies);
  const wide = widened(type, kept, op, policies);
  const items = new Items(wide.type, wide.bytes);
  const found =
    op === 'logsumexp' ? logSumExp(items, keptBounds) : reduced(op, items, keptBounds, initial, policies.ddof);
  const { whenEmpty } = policies;
  const isPatched = (s: number) => whenEmpty !== undefined && places[s]!.length === 0;
  if (found.kind === 'near') {
    return {
      kind: 'near',
      numbers: found.numbers.map((near, s) => (isPatched(s) ? { value: whenEmpty!, allowedError: 0 } : near)),
    };
  }
  const size = widthOf(found.type) / 8;
  const values = found.values.slice();
  const own = whenEmpty !== undefined && encoded(found.type, isFloat(found.type) ? whenEmpty : BigInt(whenEmpty));
  for (const s of places.keys()) if (own && isPatched(s)) values.set(own, s * size);
  const indices = found.indices?.map((index, s) => (index === 0xffffffff ? index : places[s]![index]! - bounds[s]![0]));
  return { ...found, values, ...(indices ? { indices } : {}) };
}

/** The bytes of a scan's results. Items outside every segment have the results' type. */
export function scannedBy(
  what: ScanWhat,
  type: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
  bounds: Bounds,
  policies: Policies,
): { readonly type: KeyType; readonly results: Uint8Array } {
  const wide = widened(type, bytes, what.op, policies);
  const found = resultType(wide.type, what.op);
  if (policies.nan !== 'omit') return { type: found, results: scanned(what, wide.bytes, wide.type, bounds) };
  const { kept, places, keptBounds } = keptItems(wide.type, wide.bytes, bounds, policies);
  const size = widthOf(found) / 8;
  const inclusive = scanned({ ...what, exclusive: false }, kept, wide.type, keptBounds);
  const itemBytes = widthOf(wide.type) / 8;
  const start = scanned({ ...what, exclusive: true }, new Uint8Array(itemBytes), wide.type, [[0, 1]]);
  // What is outside: a scan of no segments.
  const results = scanned(what, wide.bytes, wide.type, []).slice();
  for (const [s, [begin, end]] of bounds.entries()) {
    const isKept = new Set(places[s]);
    const [first, last] = keptBounds[s]!;
    let at = what.reverse ? last : first - 1;
    for (let n = 0; n < end - begin; n++) {
      const i = what.reverse ? end - 1 - n : begin + n;
      const before = at;
      if (isKept.has(i)) at += what.reverse ? -1 : 1;
      const from = what.exclusive ? before : at;
      const has = from >= first && from < last;
      results.set(has ? inclusive.subarray(from * size, (from + 1) * size) : start, i * size);
    }
  }
  return { type: found, results };
}
