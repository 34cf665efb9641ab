import { namedOperator, type Operator } from './components.ts';
import type { Element } from './elements.ts';
import type { Accuracy, CheckedOp } from './operators.ts';

/** Makes the operators, in the order given. Imports the code for custom operators if there is one. */
export function operatorsOf(element: Element, ops: readonly CheckedOp[], accuracy: Accuracy): Promise<Operator[]> {
  return Promise.all(
    ops.map(async (op, i) => {
      if (typeof op === 'string') return namedOperator(element, op, accuracy);
      const { customOperator } = await import('./custom.ts');
      return customOperator(element, op, i);
    }),
  );
}
