/** The part of a reduce's sweep that makes the results of all segments that it does not cut. */
import placeFile from '../../wgsl/transform/place.wgsl';
import sweptFile from '../../wgsl/transform/swept.wgsl';
import { accumulatorOf, eachWord, fromWords, memberIndex } from '../operators/accumulator.ts';
import { section, type WgslModule, written } from '../plan/link.ts';
import type { KernelFragment } from '../plan/plan.ts';
import type { Step } from './kernels.ts';

/** The functions that keep the numbers of a segment in place of its accumulator. */
function keptModule({ operators, numbers }: Step): WgslModule {
  const accumulator = accumulatorOf(operators);
  const [operator] = operators;
  const { component, beside, results = [] } = operator ?? {};
  const memberOf = (each: typeof component) => `value.c${each ? memberIndex(accumulator, each) : 0}`;
  const word = (k: number) => (k >= numbers ? '0u' : numbers === 1 ? 'numbers' : `numbers.${'xyzw'[k]}`);
  const kept = eachWord(accumulator, (text) => text).slice(0, numbers);
  const lines = [
    `let total = ${memberOf(component)};`,
    ...(beside ? [`let beside = ${memberOf(beside)};`] : []),
    `let numbers = ${results[0]?.words};`,
    `return ${fromWords(accumulator, word)};`,
  ];
  return written(
    'numbers that are kept',
    `fn keptNumbers(value: Acc, length: u32) -> Acc {
  ${lines.join('\n  ')}
}

fn numbersOf(value: Acc) -> vec4u {
  return vec4u(${[...kept, ...new Array<string>(4 - kept.length).fill('0u')].join(', ')});
}`,
  );
}

/** Whether the numbers of a segment have room in place of its accumulator. */
export const keepsNumbers = ({ operators, numbers }: Step): boolean =>
  numbers > 0 && accumulatorOf(operators).words >= numbers;

/** What a sweep needs to make results, in the binding `transforms` or in the place of the items. */
export function sweptFragment(step: Step, inPlace: boolean): KernelFragment {
  return {
    aliases: { Out: 'u32' },
    constants: { OWN_ONLY: inPlace },
    modules: [
      sweptFile,
      keptModule(step),
      ...(step.swept ?? [section(sweptFile, 'leafMap', 'items'), ...(step.map.modules ?? [])]),
      section(placeFile, 'place', 'whole'),
      section(placeFile, 'store', inPlace ? 'inPlace' : 'results'),
    ],
  };
}
