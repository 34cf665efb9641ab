/** A reduce of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import { BY_KEY_OPTIONS } from '../../api/options.ts';
import { requireHostRoom } from '../../checks.ts';
import type { ItemType } from '../../item_types.ts';
import { type CheckedOp, hasOwnForm, resultBytes } from '../../operators/operators.ts';
import type { ReduceOptions } from '../../reduce/calls.ts';
import { type ReduceRequest, reduceRequest } from '../../reduce/descriptor.ts';
import { inChunks, itemsOf, needsWalk, requireRare, spansOf, type Work } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { extremeIdentity, winnerOf } from './extremes.ts';
import { doubleTotal } from './folds.ts';
import { meanOf, varianceOf } from './means.ts';
import { functionsOf, type ReduceModules, rareOf } from './modules.ts';
import { doubleVariance, type Reduction, reductionOf } from './operators.ts';
import { foldTree, singles } from './tree.ts';

/** Copies of the operators and of the options for them, not yet checked. */
export interface GivenReduce extends Readonly<Record<'op' | 'initial' | 'whenEmpty' | 'accuracy', unknown>> {
  readonly ddof?: unknown;
  readonly widen?: unknown;
  readonly nan?: unknown;
  readonly modules: ReduceModules;
}

/** Results in the form that `segmentedReduce` documents. */
function inForm(op: CheckedOp, input: HostItems, { type, values, indices }: Reduction): unknown {
  const array = !hasOwnForm(op) && type === input.type ? input.like(values) : viewOf(type as 'f32', values);
  return indices ? { values: array, indices } : array;
}

/** Checks the operators. */
export const requestOf = (type: ItemType, given: GivenReduce): ReduceRequest =>
  reduceRequest('values', { ...given, type });

/** Nanoseconds an item of 32 bits takes at most, by operators with few steps, and what a call adds to them. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ count: 0, sum: 0.2, and: 0.2, or: 0.2, xor: 0.2, min: 0.2, max: 0.2, argmin: 0.2, argmax: 0.2 },
  ...{ mean: 0.5, variance: 1 },
};
const STEP = 1;

/** Nanoseconds that a segment takes, and those of a call that runs at once. */
const SEGMENT = 8;
const SHORT = 25e6;

/** Segments of a loop. Code that is called often is compiled whole, one long loop only where it stands. */
const RANGE = 2 ** 12;

/** What operators share, once a call that needs it has loaded it. */
let walkOf: ReduceModules['walkOf'];

/** Whether a call is short, and asks for nothing that has to load. Then it needs no copy of its items. */
export function isShort(
  { segments, onProgress }: CheckedCall,
  { itemBytes, length, type }: HostItems,
  op: unknown,
  options: ReduceOptions,
): boolean {
  const isRare = (name: keyof ReduceOptions) => options[name] !== undefined;
  if (onProgress || BY_KEY_OPTIONS.some(isRare) || isRare('tuning') || segments.rows || (!walkOf && needsWalk(op)))
    return false;
  const ops = Array.isArray(op) ? op : [op];
  const words = type === 'f64' ? 1.25 : itemBytes > 4 ? 20 : 1;
  const steps = ops.map((each) => STEPS[each as string] ?? Number.POSITIVE_INFINITY);
  return steps.reduce((sum, each) => sum + each, STEP) * words * length + SEGMENT * segments.count < SHORT;
}

/** Reduces by all operators. */
export async function reduceHost(call: CheckedCall & Work, values: HostItems, given: GivenReduce): Promise<unknown> {
  const request = requestOf(values.type, given);
  const { type, ops, listed, accuracy } = request;
  const functions = functionsOf(request, given);
  const rare = rareOf(request, given);
  walkOf ??= given.modules.walkOf;
  requireRare(call);
  requireHostRoom('segments', call.segments.count, 4 + resultBytes(request), 'offsets and results');
  const kept = rare.omitsNans ? given.modules.withoutNans?.(call, values) : undefined;
  const input = kept?.items ?? itemsOf(call, values);
  const spans = spansOf((kept?.call ?? call).segments);
  const of = { type, bytes: input.bytes, spans, accuracy };
  const walk = walkOf?.(OPERATORS, of, ops);
  const reductions = ops.map((each, i) => {
    const initial = rare.initial[i];
    const own = (op: CheckedOp) => (!initial && walk?.reductionOf(op)) || reductionOf(of, op, initial, functions[i]);
    return given.modules.moreReduction?.(OPERATORS, of, each, own, rare, i) ?? own(each);
  });
  await inChunks(spans, call.itemCount, call, 0, (first, last) => {
    for (let from = first; from < last; from += RANGE) {
      const to = Math.min(from + RANGE, last);
      walk?.run(from, to);
      for (const reduction of reductions) reduction.run(from, to);
    }
  });
  given.modules.finish?.(reductions, rare, spans, kept && ((at) => given.modules.putBack?.(at, call, kept)));
  const results = reductions.map((reduction, i) => inForm(ops[i] as CheckedOp, input, reduction));
  return listed ? results : results[0];
}

/** What reduces of rows and walks need: they load beside this module, and import nothing of it. */
export const OPERATORS = {
  ...{
    requestOf,
    rareOf,
    reductionOf,
    doubleVariance,
    singles,
    inForm,
    foldTree,
    extremeIdentity,
    viewOf,
    resultBytes,
  },
  ...{ doubleTotal, meanOf, varianceOf, winnerOf },
};
