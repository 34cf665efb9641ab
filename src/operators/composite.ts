/**
 * Named operators that accumulate several values together: argmin, argmax, means, variances and compensated sums. This
 * file is loaded only for calls that need it.
 */

import operatorCompensated from '../../wgsl/operators/combine/compensated.wgsl';
import operatorExtreme from '../../wgsl/operators/combine/extreme.wgsl';
import operatorMoments from '../../wgsl/operators/combine/moments.wgsl';
import { section } from '../plan/link.ts';
import {
  type Component,
  extremeIdentity,
  type Operator,
  simple,
  simpleOperator,
  single,
  vector,
} from './components.ts';
import { type CompositeOp, type Element, type MomentOp, numberModule, rankModules, wordsType } from './elements.ts';
import { REFERENCE } from './operators.ts';

function compensatedSum(element: Element): Operator {
  const texts = { identity: 'vec2f()', load: 'vec2f(numberOf(bits), 0.0)', combine: 'compensated(a, b)' };
  const component = simple('sum', 'vec2f', 2, texts)([operatorCompensated], [numberModule(element)]);
  return single('f32', 'bitcast<u32>(total.x + total.y)', { ...component, parameters: true });
}

function extremeAt(element: Element, op: 'argmin' | 'argmax'): Operator {
  const isMax = op === 'argmax';
  const [words, value, index] = element.bytes === 8 ? [3, 'xy', 'z'] : [2, 'x', 'y'];
  const texts = {
    identity: vector([...extremeIdentity(element, isMax), 0xffffffff]),
    load: `vec${words}u(bits, index)`,
    combine: `select(a, b, laterWins(a.${value}, b.${value}, ${isMax}))`,
  };
  const make = simple(op, wordsType(words), words, texts);
  const { component, results } = single(
    element.type,
    `total.${value}`,
    make([...rankModules(element), operatorExtreme]),
  );
  return { component, results: [...results, { type: 'u32', name: 'outputIndex', words: `total.${index}` }] };
}

const DISTANCES = {
  u: /* @__PURE__ */ section(operatorMoments, 'distance', 'unsigned'),
  i: /* @__PURE__ */ section(operatorMoments, 'distance', 'signed'),
  f: /* @__PURE__ */ section(operatorMoments, 'distance', 'float'),
  v: /* @__PURE__ */ section(operatorMoments, 'distance', 'unsigned'),
};

/** The component of means and variances of items of up to 32 bits. */
function moments(element: Element): Component {
  const { kind, type } = element;
  const isHalf = type === 'f16';
  return {
    key: 'moments',
    type: 'vec4u',
    words: 4,
    identity: 'vec4u()',
    load: `vec4u(1u, ${isHalf ? 'bitcast<u32>(numberOf(bits))' : 'bits'}, 0u, 0u)`,
    combine: 'moments(a, b)',
    bracketed: true,
    parameters: kind === 'f',
    modules: [operatorMoments, DISTANCES[kind]],
    loads: isHalf ? [numberModule(element)] : [],
  };
}

function moment(element: Element, op: MomentOp, ddof: number): Operator {
  const component = moments(element);
  const { type, kind } = element;
  switch (op) {
    case 'mean': {
      if (kind !== 'f') return single('f32', 'meanOf(total)', component);
      const { component: sum } = simpleOperator(element, 'sum');
      return { ...single('f32', 'meanOfFloats(total, beside)', component), beside: sum };
    }
    case 'variance':
      return single('f32', `varianceBits(total, ${ddof}u)`, component);
    case REFERENCE:
      return single(type === 'f16' ? 'f32' : type, 'total.y', component);
    default:
      return single('f32', 'total.z', component);
  }
}

/** Makes an operator of several values. `sum` is the compensated sum; `ddof` is that of a variance. */
export function compositeOperator(element: Element, op: CompositeOp | 'sum', ddof = 0): Operator {
  if (op === 'sum') return compensatedSum(element);
  return op === 'argmin' || op === 'argmax' ? extremeAt(element, op) : moment(element, op, ddof);
}
