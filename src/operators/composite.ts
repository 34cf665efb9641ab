/**
 * Named operators that accumulate several values together: argmin, argmax, means, variances and compensated sums. This
 * file is loaded only for calls that need it.
 */
import operatorCompensated from '../../wgsl/operators/combine/compensated.wgsl';
import operatorExtreme from '../../wgsl/operators/combine/extreme.wgsl';
import operatorMoments from '../../wgsl/operators/combine/moments.wgsl';
import { extremeIdentity, type Operator, simple, single, vector } from './components.ts';
import { type CompositeOp, type Element, numberModule, rankModules, wordsType } from './elements.ts';

function compensatedSum(element: Element): Operator {
  const texts = { identity: 'vec2f()', load: 'vec2f(numberOf(bits), 0.0)', combine: 'compensated(a, b)' };
  const component = simple('sum', 'vec2f', 2, texts)([operatorCompensated], [numberModule(element)]);
  return single('f32', 'bitcast<u32>(total.x + total.y)', component);
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

function moment(element: Element, op: 'mean' | 'variance'): Operator {
  const texts = { identity: 'vec3f()', load: 'vec3f(1.0, numberOf(bits), 0.0)', combine: 'moments(a, b)' };
  const component = simple('moments', 'vec3f', 3, texts)([operatorMoments], [numberModule(element)]);
  return single('f32', `${op}Bits(total)`, component);
}

/** Makes an operator of several values. `sum` is the compensated sum. */
export function compositeOperator(element: Element, op: CompositeOp | 'sum'): Operator {
  if (op === 'sum') return compensatedSum(element);
  return op === 'mean' || op === 'variance' ? moment(element, op) : extremeAt(element, op);
}
