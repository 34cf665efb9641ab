import { type Operator, simpleOperator } from './components.ts';
import { type Element, isComposite, isOfDoubles } from './elements.ts';
import type { Rare } from './initial.ts';
import { isMore } from './names.ts';
import { type Accuracy, type CheckedOp, widened } from './operators.ts';

/** How sums are made, what variances subtract from the number of items, and whether results are widened. */
export interface OperatorOptions extends Pick<Rare, 'ddof' | 'widen'> {
  readonly accuracy: Accuracy;
}

async function operatorOf(element: Element, op: CheckedOp, i: number, options: OperatorOptions): Promise<Operator> {
  const { accuracy, ddof, widen } = options;
  if (isOfDoubles(element, op)) return (await import('./doubles.ts')).doubleOperator(element, op, ddof);
  if (isComposite(element, op, accuracy)) return (await import('./composite.ts')).compositeOperator(element, op, ddof);
  if (op === 'logsumexp') return (await import('./exponentials.ts')).logSumExp(element);
  if (isMore(op)) {
    const variance = op === 'std' ? await operatorOf(element, 'variance', i, options) : undefined;
    return (await import('./more.ts')).moreOperator(element, op, variance);
  }
  if (typeof op === 'string') {
    const made = simpleOperator(element, op);
    // Accumulators have 32 bits anyway.
    return widen ? { ...made, results: made.results.map((one) => ({ ...one, type: widened(one.type, op) })) } : made;
  }
  const { customOperator } = await import('./custom.ts');
  // Their names have this prefix (src/plan/link.ts).
  const texts = [op.type, op.wgsl, op.identity, op.load, op.declarations].join(' ');
  const functions = texts.includes('f64') ? (await import('./doubles.ts')).DOUBLE_MODULES : undefined;
  return customOperator(element, op, i, functions);
}

/** Makes the operators, in the order given. Imports the code that only some operators need. */
export const operatorsOf = (element: Element, ops: readonly CheckedOp[], options: OperatorOptions) =>
  Promise.all(ops.map((op, i) => operatorOf(element, op, i, options)));
