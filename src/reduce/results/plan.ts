import reduceDeliver from '../../../wgsl/reduce/results/deliver.wgsl';
import { type Accumulator, memberIndex, storeModule } from '../../operators/accumulator.ts';
import type { Component, Operator } from '../../operators/components.ts';
import { wordsType } from '../../operators/elements.ts';
import { type Kernel, storage, type WgslModule, written } from '../../plan/module.ts';
import { counted, type Pass, type Resource, type Resources } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import type { ReduceContext } from '../context.ts';
import type { KernelPart } from '../kernel.ts';
import { type Output, PARAMETER_WORDS, type Results } from '../outputs.ts';
import { givesResults } from '../spec.ts';

function resultResources({ outputs, scratchWords }: Results): Resources {
  const resources: Record<string, Resource> = {};
  for (const { binding, argument } of outputs) if (binding) resources[binding] = { kind: 'argument', name: argument };
  if (scratchWords > 0) resources.results = { kind: 'region', name: 'results' };
  return resources;
}

/** The buffers that results are written to, as declarations. */
function resultBuffers({ outputs, scratchWords }: Results): string[] {
  const direct = outputs.flatMap(({ binding }) => (binding ? [storage(binding)] : []));
  return scratchWords > 0 ? [...direct, storage('results'), storage('state')] : direct;
}

/** WGSL of an initial value: `parameters` from word `first` on, as the component's type. */
function initialText(component: Component, words: number, first: number): string {
  const parts = Array.from({ length: words }, (_, k) => {
    const word = first + k;
    return `parameters[${word >> 2}].${'xyzw'[word & 3]}`;
  });
  const bits = words === 1 ? parts[0] : `${wordsType(words)}(${parts.join(', ')})`;
  if (component.words === words) return `bitcast<${component.type}>(${bits})`;
  // A compensated sum begins with no error.
  return `vec2f(bitcast<f32>(${bits}), 0.0)`;
}

function isArg({ results }: Operator): boolean {
  return results.some(({ name }) => name === 'outputIndex');
}

/** Lines that store the words of an item. */
function storeLines({ binding, before, bytes, words: text }: Output): string[] {
  const count = Math.ceil(bytes / 4);
  const at = (k: number) =>
    binding
      ? `${binding}[segment * ${count}u + ${k}u]`
      : `results[${before}u * state[SEGMENT_COUNT] + segment * ${count}u + ${k}u]`;
  if (count === 1) return [`${at(0)} = ${text};`];
  return [`let words = ${text};`, ...Array.from({ length: count }, (_, k) => `${at(k)} = words.${'xyzw'[k]};`)];
}

/** Lines that fold a `total` onto its initial value. */
function initialLines(operator: Operator, member: number, initial: string): string[] {
  // Argmin and argmax have no value to begin with: theirs is for empty segments alone.
  const folded = isArg(operator) ? [] : ['} else {', `  total = combineMember${member}(initial, total);`];
  return [`let initial = ${initial};`, 'if (length == 0u) {', '  total = initial;', ...folded, '}'];
}

/** Lines as a block, which keeps names apart that several operators have. */
function block(lines: readonly string[]): string {
  return ['  {', ...lines.map((line) => `    ${line}`), '  }'].join('\n');
}

/** `writeResults`: what all operators make of a segment's accumulator. */
function resultsModule(
  accumulator: Accumulator,
  operators: readonly Operator[],
  results: Results,
  initial: readonly (readonly number[] | undefined)[],
): WgslModule {
  let first = 0;
  const blocks = operators.map((operator, i) => {
    const stores = results.outputs.filter((output) => output.operator === i).flatMap(storeLines);
    const { component } = operator;
    if (!component) return block(stores);
    const member = memberIndex(accumulator, operator);
    const words = initial[i]?.length ?? 0;
    if (words === 0) return block([`let total = value.c${member};`, ...stores]);
    const lines = initialLines(operator, member, initialText(component, words, first));
    first += words;
    return block([`var total = value.c${member};`, ...lines, ...stores]);
  });
  const parameters = `var<uniform> parameters: array<vec4u, ${PARAMETER_WORDS / 4}>;`;
  const text = `${[...resultBuffers(results), ...(first > 0 ? [parameters] : [])].join('\n')}

fn writeResults(segment: u32, length: u32, value: Acc) {
${blocks.join('\n')}
}`;
  return written('results', text);
}

/** The same for accumulators as they are: what is left of a chunk. */
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

/** How results are written, or accumulators where a later phase makes results of them. */
export function resultsPart(context: ReduceContext): KernelPart {
  const { accumulator, operators, results, initial } = context;
  if (givesResults(context)) {
    return { resources: resultResources(results), modules: [resultsModule(accumulator, operators, results, initial)] };
  }
  return {
    resources: { output0: { kind: 'argument', name: 'accumulators' } },
    modules: accumulatorsModules(accumulator),
  };
}

const DELIVER_WORKGROUP = 64;

/** Passes that bring results out of scratch memory to where they belong. */
export function deliverPasses({ outputs }: Results): Pass[] {
  return outputs
    .filter(({ binding }) => !binding)
    .map(({ bytes, before, argument }) => {
      const perWord = bytes >= 4 ? 1 : 4 / bytes;
      const items = Math.ceil(bytes / 4);
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
