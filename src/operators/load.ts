import { type Operator, simpleOperator } from './components.ts';
import { type Element, isComposite, isOfDoubles } from './elements.ts';
import type { Accuracy, CheckedOp } from './operators.ts';

/**
 * Makes the operators, in the order given. Imports the code for custom operators, for doubles and for accumulators of
 * several values if they need it.
 */
export function operatorsOf(element: Element, ops: readonly CheckedOp[], accuracy: Accuracy): Promise<Operator[]> {
  return Promise.all(
    ops.map(async (op, i) => {
      if (isOfDoubles(element, op)) return (await import('./doubles.ts')).doubleOperator(element, op);
      if (isComposite(element, op, accuracy)) return (await import('./composite.ts')).compositeOperator(element, op);
      if (typeof op === 'string') return simpleOperator(element, op);
      const { customOperator } = await import('./custom.ts');
      // Their names have this prefix (src/plan/link.ts).
      const texts = [op.type, op.wgsl, op.identity, op.load, op.declarations].join(' ');
      const functions = texts.includes('f64') ? (await import('./doubles.ts')).DOUBLE_MODULES : undefined;
      return customOperator(element, op, i, functions);
    }),
  );
}
