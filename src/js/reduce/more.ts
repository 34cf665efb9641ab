/** Operators and options that few calls have; see MORE_OPS. This module imports nothing of other reduces. */
import { type NumberType, typeBytes, wideType } from '../../item_types.ts';
import type { Rare } from '../../operators/initial.ts';
import type { CheckedOp } from '../../operators/operators.ts';
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
  const nan = NAN[type]!;
  const size = nan.length;
  return {
    type,
    values,
    run(first, last) {
      from.run(first, last);
      for (let s = first; s < last; s++) {
        results[s] = change(given[s]!, s);
        if (Number.isNaN(results[s]!)) for (let k = 0; k < size; k++) words[size * s + k] = nan[k]!;
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

/** The input with integers of 8 and 16 bits as those of 32 bits, for an operator that widens them. */
export function widenedInput<T extends Pick<Input, 'type' | 'bytes'>>(view: Of['viewOf'], input: T, op: CheckedOp) {
  const type = op === 'sum' || op === 'product' ? wideType(input.type) : input.type;
  if (type === input.type) return undefined;
  const items = view(input.type as 'u8', input.bytes);
  const wide = type === 'u32' ? Uint32Array.from(items) : Int32Array.from(items);
  return { ...input, type, bytes: new Uint8Array(wide.buffer) };
}

/** The logarithm of the sum of exponentials, relative to the greatest item. */
function logSumExp({ viewOf, singles }: Of, input: Input): Reduction {
  const { begin, end, count } = input.spans;
  const results = new Float32Array(count);
  const words = new Uint32Array(results.buffer);
  const isSingle = input.type === 'f16' || input.type === 'f32';
  const items: ArrayLike<number> = isSingle ? singles(input) : viewOf(input.type as 'u32', input.bytes);
  return {
    type: 'f32',
    values: new Uint8Array(results.buffer),
    run(first, last) {
      for (let s = first; s < last; s++) {
        let [top, at] = [Number.NEGATIVE_INFINITY, 0];
        let hasNan = false;
        for (let i = begin[s]!; i < end[s]!; i++) {
          if (items[i]! > top) [top, at] = [items[i]!, i];
          else if (Number.isNaN(items[i])) hasNan = true;
        }
        // The greatest item's power is 1. Added to the others' sum, it would hide a small one.
        let rest = 0;
        if (Number.isFinite(top)) {
          for (let i = begin[s]!; i < end[s]!; i++) if (i !== at) rest += Math.exp(items[i]! - top);
        }
        results[s] = top + Math.log1p(rest);
        if (hasNan) words[s] = 0x7fc00000;
      }
    },
  };
}

/**
 * The reduction by one of these operators; undefined for others. `own` makes that of another operator. `i` is
 * the operator's index among those of the call.
 */
export function moreReduction(
  of: Of,
  input: Input,
  op: CheckedOp,
  own: (op: CheckedOp) => Reduction,
  { ddof, widen, initial }: Rare,
  i: number,
): Reduction | undefined {
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
    case 'logsumexp':
      return logSumExp(of, input);
    case 'sum':
    case 'product': {
      const wide = widen ? widenedInput(of.viewOf, input, op) : undefined;
      return wide && of.reductionOf(wide, op, initial[i], undefined);
    }
    default:
      return undefined;
  }
}
