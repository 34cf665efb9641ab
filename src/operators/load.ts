import { namedOperator, type Operator } from './components.ts';
import { type Element, isOfDoubles } from './elements.ts';
import type { Accuracy, CheckedOp } from './operators.ts';

/** Makes the operators, in the order given. Imports the code for custom operators and for doubles if they need it. */
export function operatorsOf(element: Element, ops: readonly CheckedOp[], accuracy: Accuracy): Promise<Operator[]> {
  return Promise.all(
    ops.map(async (op, i) => {
      if (isOfDoubles(element, op)) return (await import('./doubles.ts')).doubleOperator(element, op);
      if (typeof op === 'string') return namedOperator(element, op, accuracy);
      const { customOperator } = await import('./custom.ts');
      // Their names have this prefix (src/plan/isolate.ts).
      const texts = [op.type, op.wgsl, op.identity, op.load, op.declarations].join(' ');
      const functions = texts.includes('f64') ? (await import('./doubles.ts')).DOUBLE_MODULES : undefined;
      return customOperator(element, op, i, functions);
    }),
  );
}
