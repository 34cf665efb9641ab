import elementPacked from '../../wgsl/operators/element/packed.wgsl';
import elementPackedSigned from '../../wgsl/operators/element/packed_signed.wgsl';
import elementThreeWords from '../../wgsl/operators/element/three_words.wgsl';
import elementWord from '../../wgsl/operators/element/word.wgsl';
import numberF16 from '../../wgsl/operators/number/f16.wgsl';
import numberF32 from '../../wgsl/operators/number/f32.wgsl';
import rankF16 from '../../wgsl/operators/rank/f16.wgsl';
import rankF32 from '../../wgsl/operators/rank/f32.wgsl';
import rankF64 from '../../wgsl/operators/rank/f64.wgsl';
import rankI64 from '../../wgsl/operators/rank/i64.wgsl';
import rankLessTwoWords from '../../wgsl/operators/rank/less_two_words.wgsl';
import rankLessWord from '../../wgsl/operators/rank/less_word.wgsl';
import rankSigned from '../../wgsl/operators/rank/signed.wgsl';
import rankU64 from '../../wgsl/operators/rank/u64.wgsl';
import rankUnsigned from '../../wgsl/operators/rank/unsigned.wgsl';
import { type NumberType, typeBytes, type VectorType } from '../item_types.ts';
import type { ConstantValue, WgslModule } from '../plan/module.ts';
import { type Accuracy, OFFSET, REFERENCE } from './operators.ts';
import { seenType } from './types.ts';

/** Types of a reduce's input. Vectors are only for custom operators and for 'count'. */
export type ReduceType = NumberType | VectorType;

/** How elements of a type are stored, and how kernels read them. */
export interface Element {
  readonly type: ReduceType;
  /** Bytes of an element in the input. */
  readonly bytes: number;
  /** `u` unsigned, `i` signed, `f` float, `v` a vector. */
  readonly kind: 'u' | 'i' | 'f' | 'v';
  /** WGSL type of an element's bits in a kernel. Narrow elements are widened to a word. */
  readonly bits: string;
  /** WGSL type of an entry of the input's binding. */
  readonly inputWord: string;
  /** WGSL type of the elements that a custom operator gets. */
  readonly seen: string;
  /** The module that reads an element's bits, and its constants. */
  readonly load: WgslModule;
  readonly constants: Readonly<Record<string, ConstantValue>>;
}

/** The WGSL type of a number of words. */
export function wordsType(words: number): string {
  return words === 1 ? 'u32' : `vec${words}u`;
}

/** Rank modules by type. Other types compare as unsigned or signed words. */
const RANKS = { f16: rankF16, f32: rankF32, f64: rankF64, i64: rankI64, u64: rankU64 };

export function elementOf(type: ReduceType): Element {
  const bytes = typeBytes(type);
  const words = Math.ceil(bytes / 4);
  const bits = wordsType(words);
  const shared = { type, bytes, bits, seen: seenType(type), inputWord: words === 3 ? 'u32' : bits };
  if (type.startsWith('vec')) {
    return {
      ...shared,
      kind: 'v',
      load: words === 3 ? elementThreeWords : elementWord,
      constants: {},
    };
  }
  const kind = type[0] as 'u' | 'i' | 'f';
  return {
    ...shared,
    kind,
    load: bytes >= 4 ? elementWord : kind === 'i' ? elementPackedSigned : elementPacked,
    constants: bytes >= 4 ? {} : { ELEMENT_BITS: 8 * bytes },
  };
}

/** Operators by distances from a reference. */
export type MomentOp = 'mean' | 'variance' | typeof REFERENCE | typeof OFFSET;

const MOMENT_OPS: readonly unknown[] = ['mean', 'variance', REFERENCE, OFFSET] satisfies MomentOp[];

/** Operators whose results may be doubles that kernels compute. */
export type DoubleOpName = 'sum' | 'product' | MomentOp;

/** Whether an operator's results are doubles that kernels compute. */
export function isOfDoubles({ type, bytes, kind }: Element, op: unknown): op is DoubleOpName {
  if (MOMENT_OPS.includes(op)) return bytes === 8 && kind !== 'v';
  return type === 'f64' && (op === 'sum' || op === 'product');
}

/** Operators that accumulate several values together. */
export type CompositeOp = 'argmin' | 'argmax' | MomentOp;

/** Whether an operator accumulates several values together. `sum`: a compensated sum. */
export function isComposite({ kind }: Element, op: unknown, accuracy: Accuracy): op is CompositeOp | 'sum' {
  if (op === 'sum') return kind === 'f' && accuracy === 'compensated';
  return op === 'argmin' || op === 'argmax' || MOMENT_OPS.includes(op);
}

/** The module that converts a float to f32. */
export function numberModule({ type }: Element): WgslModule {
  return type === 'f16' ? numberF16 : numberF32;
}

/** The modules that compare elements in min and max. */
export function rankModules({ kind, type, bytes }: Element): WgslModule[] {
  const rank = RANKS[type as keyof typeof RANKS] ?? (kind === 'u' ? rankUnsigned : rankSigned);
  return [rank, bytes === 8 ? rankLessTwoWords : rankLessWord];
}
