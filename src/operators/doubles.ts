/** Arithmetic of doubles, by words. This file is loaded only for calls that need it. */
import doubles from '../../wgsl/operators/doubles.wgsl';
import { section, type WgslModule } from '../plan/link.ts';
import { type Component, type Operator, single } from './components.ts';
import type { DoubleOpName, Element } from './elements.ts';
import { REFERENCE } from './operators.ts';

/** A part of the file, which links what the part needs. */
const part = (name: string) => section(doubles, 'part', name);

/** The modules of the functions that custom operators may call. */
export const DOUBLE_MODULES: ReadonlyMap<string, WgslModule> = new Map([
  ['f64Add', part('add')],
  ['f64Mul', part('multiply')],
  ['f64Less', part('less')],
  ['f64FromF32', part('fromF32')],
  ...['f64FromU32', 'f64FromI32', 'f64FromU64', 'f64FromI64'].map((name) => [name, part('fromInteger')] as const),
]);

const DOUBLE = { type: 'vec2u', words: 2, load: 'bits', bracketed: true, loads: [] } as const;
const ZERO = 'vec2u()';
const ONE = 'vec2u(0u, 0x3FF00000u)';

function sum(modules: readonly WgslModule[]): Component {
  return {
    ...DOUBLE,
    key: 'sum',
    identity: ZERO,
    combine: 'f64Add(a, b)',
    modules: [part('add'), ...modules],
  };
}

function product(): Component {
  return {
    ...DOUBLE,
    key: 'product',
    identity: ONE,
    combine: 'f64Mul(a, b)',
    modules: [part('multiply')],
  };
}

/** The exact sum of 64-bit integers, for their mean. */
function exactSum({ kind }: Element): Component {
  return {
    key: 'exact sum',
    type: 'vec3u',
    words: 3,
    identity: 'vec3u()',
    load: `vec3u(bits, ${kind === 'i' ? 'bitcast<u32>(bitcast<i32>(bits.y) >> 31u)' : '0u'})`,
    combine: 'addWide(a, b)',
    bracketed: false,
    modules: [part('wideSum')],
    loads: [],
  };
}

/** The component of a variance, from any elements of 64 bits. */
function ranges({ type, kind }: Element): Component {
  const isFloat = kind === 'f';
  const double = isFloat ? 'bits' : `f64From${type.toUpperCase()}(bits)`;
  return {
    key: 'variance',
    type: 'array<vec4u, 2>',
    words: 8,
    identity: 'array<vec4u, 2>()',
    load: `rangeOfOne(${double})`,
    combine: 'joinedRanges(a, b)',
    append: `longerRange(a, ${double})`,
    bracketed: true,
    modules: [part('variance')],
    loads: isFloat ? [] : [part('fromInteger')],
  };
}

/** Makes a named operator whose results are doubles. `ddof` is that of a variance. */
export function doubleOperator(element: Element, op: DoubleOpName, ddof = 0): Operator {
  const isFloat = element.kind === 'f';
  switch (op) {
    case 'sum':
      return single('f64', 'doubleResult(total)', sum([]));
    case 'product':
      return single('f64', 'doubleResult(total)', product());
    case 'mean':
      return isFloat
        ? single('f64', 'doubleDivided(total, length)', sum([part('divide')]))
        : single('f64', 'wideMean(total, length)', exactSum(element));
    case 'variance':
      return single('f64', `varianceOfRange(total, ${ddof}u)`, ranges(element));
    case REFERENCE:
      return single('f64', 'total[0].zw', ranges(element));
    default:
      return single('f64', 'offsetOfRange(total)', ranges(element));
  }
}
