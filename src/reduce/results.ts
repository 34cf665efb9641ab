import reduceDeliver from '../../wgsl/reduce/results/deliver.wgsl';
import { type Accumulator, memberIndex, storeModule } from '../operators/accumulator.ts';
import type { Component, Operator } from '../operators/components.ts';
import { wordsType } from '../operators/elements.ts';
import { type Kernel, storage, type WgslModule, written } from '../plan/link.ts';
import {
  composed,
  counted,
  type Grid,
  type KernelFragment,
  type Pass,
  type Resource,
  type Resources,
  STATE,
} from '../plan/plan.ts';
import { givesResults, leafOf } from './descriptor.ts';
import {
  accumulatorFragment,
  foldedBytes,
  type Output,
  PARAMETER_OF_ELEMENTS,
  PARAMETER_WORDS,
  type ReduceContext,
  type Results,
} from './kernels.ts';

function resultResources({ outputs, scratchWords }: Results): Resources {
  const resources: Record<string, Resource> = {};
  for (const { binding, argument } of outputs) if (binding) resources[binding] = { kind: 'argument', name: argument };
  if (scratchWords > 0) resources.results = { kind: 'region', name: 'results' };
  return resources;
}

/** WGSL declarations of the buffers that kernels write results to. */
function resultBuffers({ outputs, scratchWords }: Results): string[] {
  const direct = outputs.flatMap(({ binding }) => (binding ? [storage(binding)] : []));
  return scratchWords > 0 ? [...direct, storage('results'), storage('state')] : direct;
}

/** WGSL of the words of `parameters` from `first` on. */
function parameterText(words: number, first: number): string {
  const parts = Array.from({ length: words }, (_, k) => {
    const word = first + k;
    return `parameters[${word >> 2}].${'xyzw'[word & 3]}`;
  });
  return words === 1 ? (parts[0] as string) : `${wordsType(words)}(${parts.join(', ')})`;
}

/** WGSL of an initial value, as the component's type. */
function initialText(component: Component, words: number, first: number): string {
  const bits = parameterText(words, first);
  if (component.words === words) return `bitcast<${component.type}>(${bits})`;
  // This is a compensated sum, whose error term begins at 0.
  return `vec2f(bitcast<f32>(${bits}), 0.0)`;
}

function isArg({ results }: Operator): boolean {
  return results.some(({ name }) => name === 'outputIndex');
}

/** WGSL lines that store the words of one result. */
function storeLines({ binding, before, bytes, words: text }: Output): string[] {
  const count = Math.ceil(bytes / 4);
  const at = (k: number) =>
    binding
      ? `${binding}[segment * ${count}u + ${k}u]`
      : `results[${before}u * state[SEGMENT_COUNT] + segment * ${count}u + ${k}u]`;
  if (count === 1) return [`${at(0)} = ${text};`];
  return [`let words = ${text};`, ...Array.from({ length: count }, (_, k) => `${at(k)} = words.${'xyzw'[k]};`)];
}

/** WGSL lines that combine `total` with its initial value on the left. */
function initialLines(operator: Operator, member: number, initial: string): string[] {
  // The value of argmin and argmax is only for empty segments. It is not combined with others.
  const folded = isArg(operator) ? [] : ['} else {', `  total = combineMember${member}(initial, total);`];
  return [`let initial = ${initial};`, 'if (length == 0u) {', '  total = initial;', ...folded, '}'];
}

/** Puts lines into a block, since several operators use the same local names. */
function block(lines: readonly string[]): string {
  return ['  {', ...lines.map((line) => `    ${line}`), '  }'].join('\n');
}

/** The function `writeResults`, which stores the results of all operators for one segment. */
function resultsModule({ accumulator, operators, results, initial, empties, elements }: ReduceContext): WgslModule {
  let first = 0;
  // The words of empty segments' results lie behind all start values.
  let next = initial.reduce((sum, words) => sum + (words?.length ?? 0), 0);
  const blocks = operators.map((operator, i) => {
    const empty = empties[i];
    const instead = (output: Output): Output =>
      empty
        ? { ...output, words: `select(${output.words}, ${parameterText(empty.length, next)}, length == 0u)` }
        : output;
    const outputs = results.outputs.filter((output) => output.operator === i).map(instead);
    next += empty?.length ?? 0;
    const stores = outputs.flatMap(storeLines);
    const { component, beside } = operator;
    if (!component) return block(stores);
    const member = memberIndex(accumulator, component);
    const words = initial[i]?.length ?? 0;
    const other = beside ? [`let beside = value.c${memberIndex(accumulator, beside)};`] : [];
    if (words === 0) return block([`let total = value.c${member};`, ...other, ...stores]);
    const lines = initialLines(operator, member, initialText(component, words, first));
    first += words;
    return block([`var total = value.c${member};`, ...lines, ...stores]);
  });
  const parameters = `var<uniform> parameters: array<vec4u, ${PARAMETER_WORDS / 4}>;`;
  const counted = elements !== undefined;
  // In the phase `finish`, kernels give the number of accumulators.
  const head = counted
    ? `terms: u32, value: Acc) {\n  let length = ${PARAMETER_OF_ELEMENTS};`
    : 'length: u32, value: Acc) {';
  const text = `${[...resultBuffers(results), ...(next > 0 || counted ? [parameters] : [])].join('\n')}

fn writeResults(segment: u32, ${head}
${blocks.join('\n')}
}`;
  return written('results', text);
}

/** The function `writeResults` of phases whose outputs are accumulators. */
function accumulatorsModules(accumulator: Accumulator): WgslModule[] {
  return [
    storeModule(accumulator, 'storeAccumulator', 'output0'),
    written(
      'results',
      `fn writeResults(segment: u32, length: u32, value: Acc) {
  storeAccumulator(segment, value);
}`,
    ),
  ];
}

/** The part that stores results, or accumulators for a later phase. */
export function resultsFragment(context: ReduceContext): KernelFragment {
  const { accumulator, results } = context;
  if (givesResults(context)) {
    return { resources: resultResources(results), modules: [resultsModule(context)] };
  }
  return {
    resources: { output0: { kind: 'argument', name: 'accumulators' } },
    modules: accumulatorsModules(accumulator),
  };
}

const DELIVER_WORKGROUP = 64;

/** Passes that copy results from scratch memory to their outputs: `width` results a segment. */
export function deliverPasses({ outputs }: Results, width = 1): Pass[] {
  return outputs
    .filter(({ binding }) => !binding)
    .map(({ bytes, before, argument }) => {
      const perWord = bytes >= 4 ? 1 : 4 / bytes;
      const items = width * Math.ceil(bytes / 4);
      const kernel: Kernel = {
        name: 'reduce/deliver',
        entry: reduceDeliver,
        constants: {
          ...STATE,
          WORKGROUP: DELIVER_WORKGROUP,
          PER_WORD: perWord,
          ITEM_BITS: 32 / perWord,
          ITEMS: items,
          BEFORE: before,
        },
      };
      return {
        kernel,
        grid: counted('segments', perWord, DELIVER_WORKGROUP, { rows: items }),
        resources: { results: { kind: 'region', name: 'results' }, packed: { kind: 'argument', name: argument } },
      } as const;
    });
}

/** The part that all kernels of a sweep share. */
export function sweepFragment({ table }: ReduceContext): KernelFragment {
  const { workgroup, sweep } = table.reduce;
  return { constants: { WORKGROUP: workgroup, MERGE_TILE: sweep.tile } };
}

/** The number of merge tiles of a plan's largest call. */
export function mergeTiles({ maxItems, maxSegments, table }: ReduceContext): number {
  return Math.floor((maxItems + maxSegments) / table.reduce.sweep.tile) + 1;
}

/** The grid of a kernel over all merge tiles. A workgroup takes `perWorkgroup` of them. */
export function mergeTilesGrid({ table }: ReduceContext, perWorkgroup: number): Grid {
  return counted('both', table.reduce.sweep.tile, perWorkgroup, { additional: 1 });
}

/** The sweep of one kind of adapter. */
export interface SweepVariant {
  readonly entry: WgslModule;
  /** Merge tiles of a workgroup. */
  readonly perWorkgroup: number;
  /** Bins whose segments the sweep folds. */
  readonly bins: readonly number[];
  readonly fragments: readonly KernelFragment[];
}

/** The pass that sweeps all segments. */
export function sweepPass(context: ReduceContext, { entry, perWorkgroup, bins, fragments }: SweepVariant): Pass {
  const { item, result } = foldedBytes(context);
  return {
    ...composed('reduce/sweep tiles', entry, [
      sweepFragment(context),
      { constants: { LEAF: leafOf(context) } },
      ...fragments,
      accumulatorFragment(context),
      resultsFragment(context),
    ]),
    grid: mergeTilesGrid(context, perWorkgroup),
    bins,
    // The bytes include items of long segments, although a sweep that only lists these does not read them.
    traffic: { item: item + (context.mapped ? 4 : 0), segment: 4 + result, ofCall: true },
  };
}
