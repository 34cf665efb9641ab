import { eachOnce, storage, type WgslModule, written } from '../plan/link.ts';
import type { Component, Operator } from './components.ts';
import type { Element } from './elements.ts';

/**
 * What lanes accumulate: one value for each distinct operator, together in the struct `Acc`. TypeScript writes the WGSL
 * text of `Acc`, since WGSL has no structs with a variable number of members. The functions of operators are modules.
 */
export interface Accumulator {
  readonly components: readonly Component[];
  /** 32-bit words of all components, as stored between two kernels. */
  readonly words: number;
  /** Bytes of `Acc` in workgroup memory. */
  readonly sharedBytes: number;
}

export function accumulatorOf(operators: readonly Operator[]): Accumulator {
  const byKey = new Map<string, Component>();
  for (const component of operators.flatMap(({ component, beside }) => [component, beside])) {
    if (!component) continue;
    // Results of one operator may call modules that those of another with the same component do not.
    const modules = [...(byKey.get(component.key)?.modules ?? []), ...component.modules];
    byKey.set(component.key, { ...component, modules: eachOnce(modules) });
  }
  const components = [...byKey.values()];
  const words = components.reduce((sum, component) => sum + component.words, 0);
  return { components, words, sharedBytes: structBytes(components.map((component) => component.words)) };
}

/**
 * Bytes of a struct whose members have these numbers of words. WGSL aligns vectors of two words to 8 bytes, longer ones
 * to 16.
 */
function structBytes(members: readonly number[]): number {
  const alignments = members.map((words) => (words > 2 ? 16 : 4 * words));
  const rounded = (bytes: number, alignment: number) => Math.ceil(bytes / alignment) * alignment;
  const end = members.reduce((bytes, words, i) => rounded(bytes, alignments[i] as number) + 4 * words, 0);
  return rounded(Math.max(end, 4), Math.max(4, ...alignments));
}

/** The index of a component in `Acc`. */
export function memberIndex(accumulator: Accumulator, component: Component): number {
  return accumulator.components.findIndex(({ key }) => key === component.key);
}

const NOTHING = { type: 'u32', identity: '0u', combine: 'a' };

function combineMemberText({ type, combine }: Pick<Component, 'type' | 'combine'>, i: number): string {
  return `fn combineMember${i}(a: ${type}, b: ${type}) -> ${type} {
  return ${combine};
}
`;
}

/** The modules of `Acc`, `identity` and `combine`, and those that they call. */
export function accumulatorModules({ components }: Accumulator): WgslModule[] {
  const list = components.length > 0 ? components : [NOTHING];
  const text = `struct Acc {
${list.map(({ type }, i) => `  c${i}: ${type},`).join('\n')}
}

fn identity() -> Acc {
  return Acc(${list.map(({ identity }) => identity).join(', ')});
}

${list.map(combineMemberText).join('\n')}
fn combine(a: Acc, b: Acc) -> Acc {
  return Acc(${list.map((_, i) => `combineMember${i}(a.c${i}, b.c${i})`).join(', ')});
}`;
  return [...components.flatMap(({ modules }) => modules), written('accumulator', text)];
}

/** The module of `appended`, which combines an accumulator and the next element. */
export function appendModule({ components }: Accumulator, { bits }: Element): WgslModule {
  const members = components.map(({ append, load }, i) =>
    append ? `appendMember${i}(a.c${i}, bits)` : `combineMember${i}(a.c${i}, ${load})`,
  );
  const functions = components.map(({ append, type }, i) =>
    append ? `fn appendMember${i}(a: ${type}, bits: ${bits}) -> ${type} {\n  return ${append};\n}\n\n` : '',
  );
  const text = `${functions.join('')}fn appended(a: Acc, bits: ${bits}, index: u32) -> Acc {
  return Acc(${members.join(', ') || NOTHING.combine});
}`;
  return written('append of an element', text);
}

/** The modules of `elementTerm`, which makes the accumulator of one element. */
export function elementModules({ components }: Accumulator, element: Element): WgslModule[] {
  const loads = components.map(({ load }) => load).join(', ') || NOTHING.identity;
  const text = `fn elementTerm(bits: ${element.bits}, index: u32) -> Acc {
  return Acc(${loads});
}`;
  return [...components.flatMap((component) => component.loads), written('term of an element', text)];
}

/** The WGSL texts of the vectors of an accumulator of more than four words. It is an array of `vec4u`. */
function vectorsOf(words: number, text: (index: number) => string): string {
  return Array.from({ length: words / 4 }, (_, k) => text(k)).join(', ');
}

/** The module of `shuffledDown`, which shuffles each member, since WGSL cannot shuffle a struct. */
export function shuffleModule({ components }: Accumulator): WgslModule {
  const shuffled = (value: string) => `subgroupShuffleDown(${value}, step)`;
  const members = components.map(({ type, words }, i) => {
    return words > 4 ? `${type}(${vectorsOf(words, (k) => shuffled(`value.c${i}[${k}]`))})` : shuffled(`value.c${i}`);
  });
  const text = `fn shuffledDown(value: Acc, step: u32) -> Acc {
  return Acc(${members.join(', ') || 'value.c0'});
}`;
  return written('shuffle of an accumulator', text);
}

function wordOf(value: string, { words }: Component, word: number): string {
  if (words === 1) return `bitcast<u32>(${value})`;
  if (words > 4) return `${value}[${word >> 2}].${'xyzw'[word & 3]}`;
  return `bitcast<vec${words}u>(${value}).${'xyzw'[word]}`;
}

/** WGSL texts, one for each word of the accumulator `value`. */
export function eachWord({ components }: Accumulator, text: (word: string, index: number) => string): string[] {
  let next = 0;
  return components.flatMap((component, i) =>
    Array.from({ length: component.words }, (_, word) => text(wordOf(`value.c${i}`, component, word), next++)),
  );
}

/** The WGSL text of an accumulator made from words. */
export function fromWords({ components }: Accumulator, text: (index: number) => string): string {
  let next = 0;
  const members = components.map(({ type, words: count }) => {
    const parts = Array.from({ length: count }, () => text(next++));
    if (count > 4) return `${type}(${vectorsOf(count, (k) => `vec4u(${parts.slice(4 * k, 4 * k + 4).join(', ')})`)})`;
    return `bitcast<${type}>(${count === 1 ? parts[0] : `vec${count}u(${parts.join(', ')})`})`;
  });
  return `Acc(${members.join(', ') || NOTHING.identity})`;
}

/** The module of the function `name`, which stores accumulator `i` as words of a binding. */
export function storeModule(accumulator: Accumulator, name: string, binding: string): WgslModule {
  const at = (index: number) => `${binding}[i * ${accumulator.words}u + ${index}u]`;
  const text = `${storage(binding)}

fn ${name}(i: u32, value: Acc) {
${eachWord(accumulator, (word, index) => `  ${at(index)} = ${word};`).join('\n')}
}`;
  return written(name, text);
}

/** The module of the function `name`, which loads accumulator `i` from a binding's words. */
export function loadModule(
  accumulator: Accumulator,
  binding: 'input' | 'partials' | 'carries',
  name = 'loadPartial',
): WgslModule {
  const text = `${storage(binding, binding === 'input' ? 'array<InputWord>' : 'array<u32>')}

fn ${name}(i: u32) -> Acc {
  return ${fromWords(accumulator, (index) => `${binding}[i * ${accumulator.words}u + ${index}u]`)};
}`;
  return written(name, text);
}
