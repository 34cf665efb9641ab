import { type NumberType, typeBytes, type VectorType } from '../item_types.ts';
import type { ConstantValue, Piece } from '../template/assemble.ts';
import {
  reduceElementPacked,
  reduceElementPackedSigned,
  reduceElementThreeWords,
  reduceElementWord,
  reduceNumberF16,
  reduceNumberF32,
  reduceNumberSigned,
  reduceNumberUnsigned,
  reduceRankF16,
  reduceRankF32,
  reduceRankF64,
  reduceRankI64,
  reduceRankLessTwoWords,
  reduceRankLessWord,
  reduceRankSigned,
  reduceRankU64,
  reduceRankUnsigned,
} from '../template/pieces.ts';

/** Types of a reduce's input. Vectors are for operators of the caller's own and for 'count'. */
export type ReduceType = NumberType | VectorType;

/** How elements of a type lie in memory and what kernels take them for. */
export interface Element {
  readonly type: ReduceType;
  /** Bytes of an element in the caller's array. */
  readonly bytes: number;
  /** `u` unsigned, `i` signed, `f` float, `v` a vector. */
  readonly kind: 'u' | 'i' | 'f' | 'v';
  /** WGSL type of an element's bits in a kernel: narrow elements are widened to a word. */
  readonly bits: string;
  /** WGSL type of an entry of the input's binding. */
  readonly unit: string;
  /** WGSL type that an operator of the caller's own sees. */
  readonly seen: string;
  /** The piece that reads an element's bits, and its constants. */
  readonly load: Piece;
  readonly constants: Readonly<Record<string, ConstantValue>>;
}

/** WGSL's type of so many words. */
export function wordsType(words: number): string {
  return words === 1 ? 'u32' : `vec${words}u`;
}

/** How elements of a type compare; the others as words, unsigned or signed. */
const RANKS = { f16: reduceRankF16, f32: reduceRankF32, f64: reduceRankF64, i64: reduceRankI64, u64: reduceRankU64 };

const SEEN = { u: 'u32', i: 'i32', f: 'f32' } as const;

export function elementOf(type: ReduceType): Element {
  const bytes = typeBytes(type);
  const words = Math.ceil(bytes / 4);
  const bits = wordsType(words);
  const shared = { type, bytes, bits, unit: words === 3 ? 'u32' : bits };
  if (type.startsWith('vec')) {
    return {
      ...shared,
      kind: 'v',
      seen: type,
      load: words === 3 ? reduceElementThreeWords : reduceElementWord,
      constants: {},
    };
  }
  const kind = type[0] as 'u' | 'i' | 'f';
  return {
    ...shared,
    kind,
    seen: words === 2 ? 'vec2<u32>' : SEEN[kind],
    load: bytes >= 4 ? reduceElementWord : kind === 'i' ? reduceElementPackedSigned : reduceElementPacked,
    constants: bytes >= 4 ? {} : { ELEMENT_BITS: 8 * bytes },
  };
}

/** The piece that gives an element's number as f32. */
export function numberPiece({ kind, type }: Element): Piece {
  if (kind === 'u') return reduceNumberUnsigned;
  if (kind === 'i') return reduceNumberSigned;
  return type === 'f16' ? reduceNumberF16 : reduceNumberF32;
}

/** The pieces that compare elements. */
export function rankPieces({ kind, type, bytes }: Element): Piece[] {
  const rank = RANKS[type as keyof typeof RANKS] ?? (kind === 'u' ? reduceRankUnsigned : reduceRankSigned);
  return [rank, bytes === 8 ? reduceRankLessTwoWords : reduceRankLessWord];
}
