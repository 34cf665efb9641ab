import type { BindingName, Kernel, Resource } from '../record/plan.ts';
import { type PieceName, pieces } from '../template/pieces.ts';
import { DIGIT_BITS, KEY_BITS, type SortContext } from './context.ts';

/** One digit of a multi-pass radix sort: which buffers it moves items between. */
export interface DigitPass {
  /** What an upsweep binds. */
  readonly read: Partial<Record<BindingName, Resource>>;
  /** What a downsweep binds. */
  readonly move: Partial<Record<BindingName, Resource>>;
}

/**
 * The digits of a sort, lowest first. Their number is even, so that items go in → scratch → out → … → out and a call may
 * sort in place.
 */
export function digitPasses(): DigitPass[] {
  const passes: DigitPass[] = [];
  for (let shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
    const toOutput = (shift / DIGIT_BITS) % 2 === 1;
    const between = (keys: 'keys' | 'values', scratchName: 'scratchKeys' | 'scratchValues') => {
      const scratch: Resource = { kind: 'region', name: scratchName };
      const output: Resource = { kind: 'argument', name: `${keys}Out` };
      const input: Resource = shift === 0 ? { kind: 'argument', name: `${keys}In` } : output;
      return toOutput ? { from: scratch, to: output } : { from: input, to: scratch };
    };
    const keys = between('keys', 'scratchKeys');
    const values = between('values', 'scratchValues');
    const read = { digitShift: { kind: 'constant', value: shift }, keysFrom: keys.from } as const;
    passes.push({ read, move: { ...read, keysTo: keys.to, valuesFrom: values.from, valuesTo: values.to } });
  }
  return passes;
}

/** Bindings of a kernel that moves items between the two sides of a digit pass. */
export function moveBindings(context: SortContext): Kernel['bindings'] {
  return ['keysFrom', 'keysTo', ...(context.pairs ? (['valuesFrom', 'valuesTo'] as const) : []), 'digitShift'];
}

/** The piece of that name for keys alone or for keys with values. */
export function movePieces(context: SortContext, stem: 'sort/move' | 'sort/large/workgroup' | 'sort/medium/workgroup') {
  const name: PieceName = `${stem}_${context.pairs ? 'pair' : 'key'}`;
  return pieces(name);
}
