/** Operators that few calls have: std, first, last, any, all; `ddof`. This module imports nothing of other reduces. */
import { type NumberType, typeBytes } from '../../item_types.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import type { ReduceRequest } from '../../reduce/descriptor.ts';
import type { OPERATORS } from './array_call.ts';
import type { Input, Reduction } from './operators.ts';

type Of = typeof OPERATORS;

/** Bits of NaN by type. Integers have 0 instead. */
const NAN: Readonly<Record<string, readonly number[]>> = { f16: [0x7e00], f32: [0x7fc00000], f64: [0, 0x7ff80000] };

/** Results that `change` makes from those of an operator, which others may read. */
function derived({ viewOf }: Of, from: Reduction, change: (result: number, segment: number) => number): Reduction {
  const type = from.type as 'f32' | 'f64';
  const values = new Uint8Array(from.values.length);
  const [given, results] = [viewOf(type, from.values), viewOf(type, values)];
  const words = viewOf('u32', values);
  return {
    type,
    values,
    run(first, last) {
      from.run(first, last);
      for (let s = first; s < last; s++) {
        results[s] = change(given[s]!, s);
        if (Number.isNaN(results[s]!)) words.set(NAN[type]!, (s * words.length) / results.length);
      }
    },
  };
}

/** The first or the last item of each segment. */
function endsOf({ viewOf }: Of, { type, bytes, spans }: Input, isLast: boolean): Reduction {
  const { begin, end, count } = spans;
  const size = typeBytes(type);
  const words = size > 4 ? 2 : 1;
  const word = size === 1 ? 'u8' : size === 2 ? 'u16' : 'u32';
  const values = new Uint8Array(count * size);
  const [items, results] = [viewOf(word, bytes), viewOf(word, values)];
  const nothing = NAN[type as string] ?? [0, 0];
  return {
    type,
    values,
    run(first, last) {
      for (let s = first; s < last; s++) {
        const at = words * (isLast ? end[s]! - 1 : begin[s]!);
        for (let k = 0; k < words; k++) results[words * s + k] = begin[s] === end[s] ? nothing[k]! : items[at + k]!;
      }
    },
  };
}

/** Whether some items, or all of them, are not 0. */
function truths({ viewOf }: Of, { type, bytes, spans }: Input, isAll: boolean): Reduction {
  const { begin, end, count } = spans;
  const results = new Uint32Array(count);
  // Halves are compared by their bits, without the sign.
  const mask = type === 'f16' ? 0x7fff : undefined;
  const numbers = viewOf((type === 'f16' ? 'u16' : type) as NumberType & 'u32', bytes);
  const isTrue = (number: number | bigint) =>
    mask === undefined ? number !== 0 && number !== 0n : (number as number) & mask;
  return {
    type: 'u32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        let i = begin[s]!;
        // The first item that decides.
        while (i < end[s]! && Boolean(isTrue(numbers[i]!)) === isAll) i++;
        results[s] = Number(i < end[s]! !== isAll);
      }
    },
  };
}

/**
 * The reduction by one of these operators; undefined for others. `own` makes that of another operator. The request's
 * `ddof` has been checked.
 */
export function moreReduction(
  of: Of,
  input: Input,
  op: CheckedOp,
  own: (op: CheckedOp) => Reduction,
  request: ReduceRequest,
): Reduction | undefined {
  const { ddof = 0 } = (request.rare ?? {}) as { ddof?: number };
  const variances = () => {
    if (ddof === 0) return own('variance');
    if (typeBytes(input.type) === 8) return of.doubleVariance(input, ddof);
    const { begin, end } = input.spans;
    const share = (length: number) => (length > ddof ? length / (length - ddof) : Number.NaN);
    return derived(of, own('variance'), (variance, s) => variance * share(end[s]! - begin[s]!));
  };
  switch (op) {
    case 'std':
      return derived(of, variances(), Math.sqrt);
    case 'variance':
      return variances();
    case 'first':
    case 'last':
      return endsOf(of, input, op === 'last');
    case 'any':
    case 'all':
      return truths(of, input, op === 'all');
    default:
      return undefined;
  }
}
