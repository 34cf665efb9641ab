import { type Operator, simpleOperator } from './components.ts';
import { type Element, isComposite, isOfDoubles } from './elements.ts';
import { type Accuracy, type CheckedOp, isMore } from './operators.ts';

/** How sums are made, and what variances subtract from the number of items. */
export interface OperatorOptions {
  readonly accuracy: Accuracy;
  readonly ddof: number;
}

async function operatorOf(element: Element, op: CheckedOp, i: number, options: OperatorOptions): Promise<Operator> {
  const { accuracy, ddof } = options;
  if (isOfDoubles(element, op)) return (await import('./doubles.ts')).doubleOperator(element, op, ddof);
  if (isComposite(element, op, accuracy)) return (await import('./composite.ts')).compositeOperator(element, op, ddof);
  if (isMore(op)) {
    const variance = op === 'std' ? await operatorOf(element, 'variance', i, options) : undefined;
    return (await import('./more.ts')).moreOperator(element, op, variance);
  }
  if (typeof op === 'string') return simpleOperator(element, op);
  const { customOperator } = await import('./custom.ts');
  // Their names have this prefix (src/plan/link.ts).
  const texts = [op.type, op.wgsl, op.identity, op.load, op.declarations].join(' ');
  const functions = texts.includes('f64') ? (await import('./doubles.ts')).DOUBLE_MODULES : undefined;
  return customOperator(element, op, i, functions);
}

/** Makes the operators, in the order given. Imports the code that only some operators need. */
export const operatorsOf = (element: Element, ops: readonly CheckedOp[], options: OperatorOptions) =>
  Promise.all(ops.map((op, i) => operatorOf(element, op, i, options)));
