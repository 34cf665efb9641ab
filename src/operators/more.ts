/** Operators that few calls have: std, first, last, any, all. Loaded only for calls with one of them. */
import rootsFile from '../../wgsl/operators/roots.wgsl';
import { section } from '../plan/link.ts';
import { type Component, type Operator, simple, single, vector } from './components.ts';
import { type Element, wordsType } from './elements.ts';
import type { MoreOp } from './names.ts';

/** The square root of an operator's results: `std` from a variance. */
function rootOf({ bytes }: Element, { component, results }: Operator): Operator {
  const [name, part] = bytes === 8 ? ['doubleRoot', 'double'] : ['rootOf', 'single'];
  const { modules, ...rest } = component as Component;
  return {
    component: { ...rest, modules: [...modules, section(rootsFile, 'part', part)] },
    results: results.map((result) => ({ ...result, words: `${name}(${result.words})` })),
  };
}

/** Words of the result of a segment without items, low word first: NaN, or 0 for integers. */
const NOTHING: Readonly<Record<string, readonly number[]>> = {
  f16: [0x7e00],
  f32: [0x7fc00000],
  f64: [0, 0x7ff80000],
  u64: [0, 0],
  i64: [0, 0],
};

/** The bits of an item, and 1 if there is one. So a term that is not there changes nothing. */
function endOf({ type, bytes }: Element, op: 'first' | 'last'): Operator {
  const [words, value, present] = bytes === 8 ? [3, 'xy', 'z'] : [2, 'x', 'y'];
  const texts = {
    identity: vector([...(NOTHING[type] ?? [0]), 0]),
    load: `vec${words}u(bits, 1u)`,
    combine: op === 'first' ? `select(b, a, a.${present} != 0u)` : `select(a, b, b.${present} != 0u)`,
  };
  return single(type, `total.${value}`, simple(op, wordsType(words), words, texts)());
}

/** Whether an item is not 0. -0 is 0, and NaN is not. Compared by bits: some devices flush subnormal numbers to 0. */
function truthText({ kind, bytes }: Element): string {
  const high = bytes === 8 ? 'bits.y' : 'bits';
  const size = kind === 'f' ? `(${high} & ${bytes === 2 ? '0x7FFFu' : '0x7FFFFFFFu'})` : high;
  return `select(0u, 1u, ${bytes === 8 ? `(bits.x | ${size})` : size} != 0u)`;
}

function truth(element: Element, op: 'any' | 'all'): Operator {
  const [identity, combine] = op === 'any' ? ['0u', 'a | b'] : ['1u', 'a & b'];
  return single('u32', 'total', simple(op, 'u32', 1, { identity, load: truthText(element), combine })());
}

/** Makes one of these operators: `std` from a variance. */
export function moreOperator(element: Element, op: Exclude<MoreOp, 'logsumexp'>, variance?: Operator): Operator {
  if (op === 'std') return rootOf(element, variance as Operator);
  return op === 'first' || op === 'last' ? endOf(element, op) : truth(element, op);
}
