/** Operators of the caller's own, in WGSL; loaded where a call is given one. */
import { typeBytes } from '../item_types.ts';
import { callersText } from '../plan/isolate.ts';
import { type WgslModule, written } from '../plan/module.ts';
import { type Component, hex, type Operator, scalarBits, scalarOf, single } from './components.ts';
import { type Element, numberModule, wordsType } from './elements.ts';
import type { CheckedCustom } from './operators.ts';

/** A body of the caller's in a function of the library's, `head` being that up to the body. */
function functionModules(name: string, head: string, body: WgslModule, end = '}'): WgslModule[] {
  return [written(name, head), body, { name: `(end of ${name})`, text: end, closes: true }];
}

function identityModules({ name, identity, type }: CheckedCustom, suffix: string): WgslModule[] {
  const head = `fn identity${suffix}() -> ${type} {`;
  if (typeof identity === 'string') {
    // As an argument, so that a wrong type is found in the caller's text and not where it is returned.
    const taken = `fn taken${suffix}(value: ${type}) -> ${type} {\n  return value;\n}`;
    const body = callersText(`${name}.identity`, identity, 'body');
    return functionModules('identity', `${taken}\n${head}\n  return taken${suffix}((`, body, '));\n}');
  }
  const scalar = scalarOf(type);
  // A variable, since WGSL refuses infinities and NaNs that it can work out itself.
  const bits = hex(scalarBits(`${name}.identity`, identity, scalar));
  return [written('identity', `${head}\n  var bits = ${bits};\n  return ${type}(bitcast<${scalar}>(bits));\n}`)];
}

/** WGSL: an element as the caller's text sees it, of its `bits`. */
function seenText({ kind, bytes, type }: Element): string {
  if (kind === 'v') return `bitcast<${type}>(bits)`;
  if (bytes === 8 || kind === 'u') return 'bits';
  return kind === 'i' ? 'bitcast<i32>(bits)' : 'numberOf(bits)';
}

/** What tells two operators apart. JSON has no infinities, no NaN and no -0. */
function keyOf({ type, identity, load, declarations, wgsl }: CheckedCustom): string {
  const identityText = Object.is(identity, -0) ? '-0' : String(identity);
  return JSON.stringify([type, typeof identity, identityText, load, declarations, wgsl]);
}

/** A custom operator. `index`: its index in the list, which keeps its functions from those of others. */
export function customOperator(element: Element, op: CheckedCustom, index: number): Operator {
  const suffix = `OfOperator${index}`;
  const { name, type, declarations, load, wgsl } = op;
  // With a semicolon, which they may have left out; behind a comment it says nothing.
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
