import reduceDeliver from '../../../wgsl/reduce/results/deliver.wgsl';
import { refused } from '../../errors.ts';
import { type ItemType, typeBytes } from '../../item_types.ts';
import { type Accumulator, memberIndex, storeModule } from '../../operators/accumulator.ts';
import type { Component, Operator, Result } from '../../operators/components.ts';
import { wordsType } from '../../operators/elements.ts';
import { type Kernel, storage, type WgslModule, written } from '../../plan/module.ts';
import { counted, type Pass, type Resource, type Resources } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import type { ReduceContext } from '../context.ts';
import type { KernelPart } from '../kernel.ts';
import { givesResults } from '../spec.ts';

/** Outputs that a kernel binds itself: it has up to four bindings of its own, of the eight that every device has. */
const DIRECT = ['output0', 'output1', 'output2', 'output3'] as const;

/** One array that a reduce fills, and how a kernel writes to it. */
export interface Output {
  /** What `encode` and its messages call it. */
  readonly argument: string;
  /** The operator's place in the list. */
  readonly operator: number;
  readonly name: Result['name'];
  readonly type: ItemType;
  readonly bytes: number;
  readonly words: string;
  /** The binding, or where it begins in the scratch range `results`: after so many words a segment. */
  readonly binding: (typeof DIRECT)[number] | undefined;
  readonly before: number;
}

export interface Results {
  readonly outputs: readonly Output[];
  /** Words a segment that go through scratch memory. */
  readonly scratchWords: number;
}

export function resultsOf(operators: readonly Operator[], listed: boolean): Results {
  const all = operators.flatMap(({ results }, operator) => results.map((result) => ({ ...result, operator })));
  const wide = all.filter(({ type }) => typeBytes(type) >= 4).length;
  // One binding is `results` where it is needed.
  const room = wide === all.length && wide <= DIRECT.length ? DIRECT.length : DIRECT.length - 1;
  let used = 0;
  let scratchWords = 0;
  const outputs = all.map(({ type, name, words, operator }): Output => {
    const bytes = typeBytes(type);
    const binding = bytes >= 4 && used < room ? DIRECT[used++] : undefined;
    const before = scratchWords;
    if (!binding) scratchWords += Math.ceil(bytes / 4);
    const argument = listed ? `${name}[${operator}]` : name;
    return { argument, operator, name, type, bytes, words, binding, before };
  });
  return { outputs, scratchWords };
}

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

/** Words of the parameters, all but the last, which is 0. */
export const PARAMETER_WORDS = 64;

/** Initial values, one operator after another, and 0 to the end. */
export function parameterWords(initial: readonly (readonly number[] | undefined)[]): number[] {
  const words = initial.flatMap((value) => value ?? []);
  if (words.length >= PARAMETER_WORDS) {
    throw refused('limit-exceeded', 'initial', `${words.length} words`, `${PARAMETER_WORDS - 1}`);
  }
  return [...words, ...new Array<number>(PARAMETER_WORDS - words.length).fill(0)];
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
