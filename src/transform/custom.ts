/** Transforms by a function of the caller's, in WGSL. This file is loaded only for calls with such a transform. */
import { accumulatorOf, memberIndex } from '../operators/accumulator.ts';
import type { Operator } from '../operators/components.ts';
import { type Element, numberModule } from '../operators/elements.ts';
import { operatorsOf } from '../operators/load.ts';
import type { ReduceOpName } from '../operators/names.ts';
import { callersText, requireJs } from '../plan/callers_text.ts';
import { written } from '../plan/link.ts';
import type { CheckedTransform } from './descriptor.ts';
import { numbersResult, type Step } from './kernels.ts';

/** Names of the numbers of a segment in the caller's text. */
const NUMBERS = ['a', 'b', 'c', 'd'] as const;

/** WGSL expression of an item from its bits, as the caller's text gets it. */
function numberText({ kind }: Element, bits: string): string {
  if (kind === 'f') return `numberOf(${bits})`;
  return kind === 'i' ? `bitcast<i32>(${bits})` : bits;
}

/** WGSL expression of a result's word: narrow integers wrap as a reduce's results do, and are a word wide. */
function wordText(operator: Operator, words: string): string {
  const type = String(operator.results[0]?.type);
  const bits = type === 'f16' ? 32 : Number(type.slice(1));
  if (bits === 32) return words;
  return type[0] === 'i'
    ? `bitcast<u32>(extractBits(bitcast<i32>(${words}), 0u, ${bits}u))`
    : `extractBits(${words}, 0u, ${bits}u)`;
}

/** The operators of one reduce: the first gives the words of all. */
function joined(operators: readonly Operator[]): Operator[] {
  const accumulator = accumulatorOf(operators);
  const words = operators.map((operator) => {
    const { component, beside, results } = operator;
    const memberOf = (each: typeof component) => `value.c${each ? memberIndex(accumulator, each) : 0}`;
    const text = (results[0]?.words ?? '')
      .replace(/\btotal\b/g, memberOf(component))
      .replace(/\bbeside\b/g, memberOf(beside));
    return wordText(operator, text);
  });
  const all = words.length === 1 ? (words[0] as string) : `vec${words.length}u(${words.join(', ')})`;
  return operators.map((operator, i) => ({ ...operator, results: i === 0 ? numbersResult(words.length, all) : [] }));
}

/** Whether the caller's text reads the item before. */
export const readsBefore = ({ wgsl = '' }: CheckedTransform): boolean => /\bbefore\b/.test(wgsl);

/** The step of a custom transform. */
export async function customStep(transform: CheckedTransform, element: Element): Promise<Step> {
  const { of, type, ddof, wgsl = '', js } = transform;
  requireJs('transform', { js });
  const folded = of.filter((op) => op !== 'count') as ReduceOpName[];
  const operators = await operatorsOf(element, folded, { accuracy: 'pairwise', ddof, widen: false });
  const seen = element.seen;
  let used = 0;
  const numbers = of.map((op, i) => {
    if (op === 'count') return { head: `${NUMBERS[i]}: u32`, value: 'at.length' };
    const word = `at.numbers.${'xyzw'[used]}`;
    const given = String(operators[used++]?.results[0]?.type);
    if (given === 'f16') return { head: `${NUMBERS[i]}: f32`, value: `numberOf(${word})` };
    const wide = `${given[0]}32`;
    return { head: `${NUMBERS[i]}: ${wide}`, value: wide === 'u32' ? word : `bitcast<${wide}>(${word})` };
  });
  const before = readsBefore(transform) ? numberText(element, 'beforeOf(at)') : `${seen}()`;
  const head = [`x: ${seen}`, ...numbers.map((each) => each.head), `before: ${seen}`, 'index: u32, length: u32'];
  const values = [numberText(element, 'bits'), ...numbers.map(({ value }) => value), before];
  const call = `transformOfItem(${values.join(', ')}, at.index, at.length)`;
  return {
    reads: 'items',
    element,
    operators: joined(operators),
    numbers: operators.length,
    map: {
      modules: [
        ...(element.kind === 'f' ? [numberModule(element)] : []),
        written('transform', `fn transformOfItem(${head.join(', ')}) -> ${type} {`),
        callersText('transform.wgsl', wgsl, 'body'),
        { name: '(end of transform)', text: '}', closes: true },
        written(
          'transform of an item',
          `fn transformed(at: Place, bits: Bits) -> u32 {\n  return bitcast<u32>(${call});\n}`,
        ),
      ],
    },
  };
}
