/** Arithmetic of doubles, by words. This file is loaded only for calls that need it. */
import add from '../../wgsl/operators/doubles/add.wgsl';
import divide from '../../wgsl/operators/doubles/divide.wgsl';
import fromF32 from '../../wgsl/operators/doubles/from_f32.wgsl';
import fromInteger from '../../wgsl/operators/doubles/from_integer.wgsl';
import less from '../../wgsl/operators/doubles/less.wgsl';
import multiply from '../../wgsl/operators/doubles/multiply.wgsl';
import variance from '../../wgsl/operators/doubles/variance.wgsl';
import wideSum from '../../wgsl/operators/doubles/wide_sum.wgsl';
import type { WgslModule } from '../plan/module.ts';
import { type Component, type Operator, single } from './components.ts';
import type { DoubleOpName, Element } from './elements.ts';
import { REFERENCE } from './operators.ts';

/** The modules of the functions that custom operators may call. */
export const DOUBLE_MODULES: ReadonlyMap<string, WgslModule> = new Map([
  ['f64Add', add],
  ['f64Mul', multiply],
  ['f64Less', less],
  ['f64FromF32', fromF32],
  ...['f64FromU32', 'f64FromI32', 'f64FromU64', 'f64FromI64'].map((name) => [name, fromInteger] as const),
]);

const DOUBLE = { type: 'vec2u', words: 2, load: 'bits', bracketed: true, loads: [] } as const;
const ZERO = 'vec2u()';
const ONE = 'vec2u(0u, 0x3FF00000u)';

function sum(modules: readonly WgslModule[]): Component {
  return { ...DOUBLE, key: 'sum', identity: ZERO, combine: 'f64Add(a, b)', modules: [add, ...modules] };
}

function product(): Component {
  return { ...DOUBLE, key: 'product', identity: ONE, combine: 'f64Mul(a, b)', modules: [multiply] };
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
    modules: [wideSum],
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
    modules: [variance],
    loads: isFloat ? [] : [fromInteger],
  };
}

/** Makes a named operator whose results are doubles. */
export function doubleOperator(element: Element, op: DoubleOpName): Operator {
  const isFloat = element.kind === 'f';
  switch (op) {
    case 'sum':
      return single('f64', 'doubleResult(total)', sum([]));
    case 'product':
      return single('f64', 'doubleResult(total)', product());
    case 'mean':
      return isFloat
        ? single('f64', 'doubleDivided(total, length)', sum([divide]))
        : single('f64', 'wideMean(total, length)', exactSum(element));
    case 'variance':
      return single('f64', 'varianceOfRange(total)', ranges(element));
    case REFERENCE:
      return single('f64', 'total[0].zw', ranges(element));
    default:
      return single('f64', 'offsetOfRange(total)', ranges(element));
  }
}
