/** Custom operators, in WGSL. This file is loaded only for calls with such an operator. */

import { unknownMember } from '../checks.ts';
import { scalarOf, typeBytes } from '../item_types.ts';
import { callersText, DOUBLE_FUNCTIONS, requireJs } from '../plan/callers_text.ts';
import { type WgslModule, written } from '../plan/link.ts';
import { type Component, hex, type Operator, scalarBits, single } from './components.ts';
import { type Element, numberModule, wordsType } from './elements.ts';
import { type CheckedCustom, CUSTOM_MEMBERS } from './operators.ts';

/** Puts the user's body between `head` and `end`, which complete a function of the library. */
function functionModules(name: string, head: string, body: WgslModule, end = '}'): WgslModule[] {
  return [written(name, head), body, { name: `(end of ${name})`, text: end, closes: true }];
}

/** The WGSL type of an accumulator. A double is two words, low word first. */
function accumulatorType({ type }: CheckedCustom): string {
  return type === 'f64' ? 'vec2<u32>' : type;
}

/** Where the brackets that open just before `from` close. */
function closingOf(text: string, from: number): number {
  let at = from;
  for (let depth = 1; at < text.length && depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return at;
}

/**
 * WGSL refuses a constant expression that is infinite or NaN, such as a bitcast of the word 7fc00000. So the numbers
 * and constants that are arguments of `bitcast` become variables. A variable has as many letters as its number, so
 * columns in compile errors stay true.
 */
function withoutConstants(text: string, declarations: string): { text: string; variables: string } {
  const variables = new Map<string, string>();
  const numbers = /(?<![\w.])(?:0[xX][\da-fA-F]+|\d+)[ui]?(?![\w.])/g;
  const constants = new Set(Array.from(declarations.matchAll(/\bconst\s+(\w+)/g), (match) => match[1] as string));
  const variable = (number: string) => {
    if (number.length < 3) return number;
    const name = variables.get(number) ?? `v${variables.size.toString(36)}`.padEnd(number.length, '_');
    variables.set(number, name);
    return name;
  };
  let found = '';
  let at = 0;
  for (const { index, 0: head } of text.matchAll(/\bbitcast\s*<[^()]*>\s*\(/g)) {
    const first = index + head.length;
    if (first < at) continue;
    const end = closingOf(text, first);
    const args = text.slice(first, end).replace(numbers, variable);
    for (const word of args.match(/[A-Za-z_]\w*/g) ?? []) if (constants.has(word)) variables.set(word, word);
    found += text.slice(at, first) + args;
    at = end;
  }
  const lines = Array.from(variables, ([value, name]) => `var ${name} = ${value};`);
  return { text: found + text.slice(at), variables: lines.join(' ') };
}

function identityModules(op: CheckedCustom, suffix: string, functions: DoubleFunctions): WgslModule[] {
  const { name, identity } = op;
  const type = accumulatorType(op);
  const head = `fn identity${suffix}() -> ${type} {`;
  if (typeof identity === 'string') {
    // The user's expression is an argument. So a compiler reports a wrong type in the user's text, not at the return.
    const taken = `fn taken${suffix}(value: ${type}) -> ${type} {\n  return value;\n}`;
    const { text, variables } = withoutConstants(identity, op.declarations);
    const quoted = { ...callersText(`${name}.identity`, text, 'body'), quoted: identity };
    const body = withFunctions(quoted, functions);
    return [
      written('identity', `${taken}\n${head}`),
      callersText(`${name}.identity`, variables, 'body'),
      ...functionModules('identity', `  return taken${suffix}((`, body, '));\n}'),
    ];
  }
  if (op.type === 'f64') {
    const words = Array.from(new Uint32Array(Float64Array.of(identity).buffer), hex);
    return [written('identity', `${head}\n  return vec2<u32>(${words.join(', ')});\n}`)];
  }
  const scalar = scalarOf(type);
  // WGSL refuses constant expressions that are infinite or NaN. A variable is no constant expression.
  const bits = hex(scalarBits(`${name}.identity`, identity, scalar));
  return [written('identity', `${head}\n  var bits = ${bits};\n  return ${type}(bitcast<${scalar}>(bits));\n}`)];
}

/** The modules of functions that a user's text may call, by the functions' names. */
export type DoubleFunctions = ReadonlyMap<string, WgslModule>;

/** A user's text, with the modules of the functions that it calls. */
function withFunctions(module: WgslModule, functions: DoubleFunctions): WgslModule {
  const names = module.text.match(DOUBLE_FUNCTIONS) ?? [];
  const needs = [...new Set(names)].flatMap((name) => functions.get(name) ?? []);
  return needs.length > 0 ? { ...module, needs: () => needs } : module;
}

/** The body of `load` where the user gives none. */
function defaultLoad({ seen, type, kind }: Element, op: CheckedCustom): string {
  if (op.type !== 'f64' || type === 'f64' || kind === 'v') return `return ${accumulatorType(op)}(element);`;
  return `return f64From${(seen === 'vec2<u32>' ? type : seen).toUpperCase()}(element);`;
}

/** WGSL expression of the element that the user's text gets, from its `bits`. */
function seenText({ kind, bytes, type }: Element): string {
  if (kind === 'v') return `bitcast<${type}>(bits)`;
  if (bytes === 8 || kind === 'u') return 'bits';
  return kind === 'i' ? 'bitcast<i32>(bits)' : 'numberOf(bits)';
}

/** A key that differs for different operators. JSON has no infinities, NaN or -0, so the identity is a string. */
function keyOf({ type, identity, load, declarations, wgsl }: CheckedCustom): string {
  const identityText = Object.is(identity, -0) ? '-0' : String(identity);
  return JSON.stringify([type, typeof identity, identityText, load, declarations, wgsl]);
}

/**
 * Makes a custom operator. `index` is its index in the list, and is part of its functions' names to make them unique.
 * `functions` are those that its texts may call.
 */
export function customOperator(
  element: Element,
  op: CheckedCustom,
  index: number,
  functions: DoubleFunctions = new Map(),
): Operator {
  const suffix = `OfOperator${index}`;
  const { name, declarations, load, wgsl, unknown } = op;
  if (unknown !== undefined) throw unknownMember(name, unknown, CUSTOM_MEMBERS);
  requireJs(name, op.functions);
  const type = accumulatorType(op);
  const callers = (member: string, text: string, user: 'declarations' | 'body') =>
    withFunctions(callersText(`${name}.${member}`, text, user), functions);
  // The user may have omitted the last semicolon. After a line comment the added one has no effect.
  const shared = callers('declarations', `${declarations};`, 'declarations');
  const loadHead = `fn load${suffix}(element: ${element.seen}, index: u32) -> ${type} {`;
  const loadBody = callers('load', load ?? defaultLoad(element, op), 'body');
  const combineHead = `fn combine${suffix}(a: ${type}, b: ${type}) -> ${type} {`;
  const words = typeBytes(op.type) / 4;
  const component: Component = {
    key: keyOf(op),
    type,
    words,
    identity: `identity${suffix}()`,
    load: `load${suffix}(${seenText(element)}, index)`,
    combine: `combine${suffix}(a, b)`,
    bracketed: true,
    modules: [
      shared,
      ...identityModules(op, suffix, functions),
      ...functionModules('combine', combineHead, callers('wgsl', wgsl, 'body')),
    ],
    loads: [
      ...(element.kind === 'f' && element.bytes < 8 ? [numberModule(element)] : []),
      shared,
      ...functionModules('load', loadHead, loadBody),
    ],
  };
  return single(op.type, `bitcast<${wordsType(words)}>(total)`, component);
}
