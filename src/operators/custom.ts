/** Custom operators, in WGSL. This file is loaded only for calls with such an operator. */
import { typeBytes } from '../item_types.ts';
import { callersText } from '../plan/isolate.ts';
import { type WgslModule, written } from '../plan/module.ts';
import { type Component, hex, type Operator, scalarBits, scalarOf, single } from './components.ts';
import { type Element, numberModule, wordsType } from './elements.ts';
import type { CheckedCustom } from './operators.ts';

/** Puts the user's body between `head` and `end`, which complete a function of the library. */
function functionModules(name: string, head: string, body: WgslModule, end = '}'): WgslModule[] {
  return [written(name, head), body, { name: `(end of ${name})`, text: end, closes: true }];
}

function identityModules({ name, identity, type }: CheckedCustom, suffix: string): WgslModule[] {
  const head = `fn identity${suffix}() -> ${type} {`;
  if (typeof identity === 'string') {
    // The user's expression is an argument. So a compiler reports a wrong type in the user's text, not at the return.
    const taken = `fn taken${suffix}(value: ${type}) -> ${type} {\n  return value;\n}`;
    const body = callersText(`${name}.identity`, identity, 'body');
    return functionModules('identity', `${taken}\n${head}\n  return taken${suffix}((`, body, '));\n}');
  }
  const scalar = scalarOf(type);
  // WGSL refuses constant expressions that are infinite or NaN. A variable is no constant expression.
  const bits = hex(scalarBits(`${name}.identity`, identity, scalar));
  return [written('identity', `${head}\n  var bits = ${bits};\n  return ${type}(bitcast<${scalar}>(bits));\n}`)];
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
 */
export function customOperator(element: Element, op: CheckedCustom, index: number): Operator {
  const suffix = `OfOperator${index}`;
  const { name, type, declarations, load, wgsl } = op;
  // The user may have omitted the last semicolon. After a line comment the added one has no effect.
  const shared = callersText(`${name}.declarations`, `${declarations};`, 'declarations');
  const loadHead = `fn load${suffix}(element: ${element.seen}, index: u32) -> ${type} {`;
  const loadBody = callersText(`${name}.load`, load ?? `return ${type}(element);`, 'body');
  const combineHead = `fn combine${suffix}(a: ${type}, b: ${type}) -> ${type} {`;
  const words = typeBytes(type) / 4;
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
      ...identityModules(op, suffix),
      ...functionModules('combine', combineHead, callersText(`${name}.wgsl`, wgsl, 'body')),
    ],
    loads: [
      ...(element.kind === 'f' && element.bytes < 8 ? [numberModule(element)] : []),
      shared,
      ...functionModules('load', loadHead, loadBody),
    ],
  };
  return single(type, `bitcast<${wordsType(words)}>(total)`, component);
}
