/** Arithmetic of doubles, by words. This file is loaded only for calls that need it. */
import add from '../../wgsl/operators/doubles/add.wgsl';
import multiply from '../../wgsl/operators/doubles/multiply.wgsl';
import type { WgslModule } from '../plan/module.ts';
import { type Component, type Operator, single } from './components.ts';
import type { DoubleOpName } from './elements.ts';

/** Makes the component of a sum or a product of f64. */
function arithmetic(key: 'sum' | 'product', identity: string, combine: string, module: WgslModule): Component {
  return {
    key,
    type: 'vec2u',
    words: 2,
    identity,
    load: 'bits',
    combine,
    bracketed: true,
    modules: [module],
    loads: [],
  };
}

const SUM = arithmetic('sum', 'vec2u()', 'f64Add(a, b)', add);
const PRODUCT = arithmetic('product', 'vec2u(0u, 0x3FF00000u)', 'f64Mul(a, b)', multiply);

/** Makes a named operator whose arithmetic is that of doubles. */
export function doubleOperator(op: DoubleOpName): Operator {
  return single('f64', 'doubleResult(total)', op === 'sum' ? SUM : PRODUCT);
}
