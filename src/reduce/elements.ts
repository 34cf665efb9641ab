import { type NumberType, typeBytes, type VectorType } from '../host/arrays.ts';
import type { ConstantValue } from '../template/assemble.ts';
import type { PieceName } from './pieces.ts';

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
  readonly load: PieceName;
  readonly constants: Readonly<Record<string, ConstantValue>>;
}

/** WGSL's type of so many words. */
export function wordsType(words: number): string {
  return words === 1 ? 'u32' : `vec${words}u`;
}

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
      load: words === 3 ? 'reduce/element/three_words' : 'reduce/element/word',
      constants: {},
    };
  }
  const kind = type[0] as 'u' | 'i' | 'f';
  return {
    ...shared,
    kind,
    seen: words === 2 ? 'vec2<u32>' : SEEN[kind],
    load: bytes >= 4 ? 'reduce/element/word' : kind === 'i' ? 'reduce/element/packed_signed' : 'reduce/element/packed',
    constants: bytes >= 4 ? {} : { ELEMENT_BITS: 8 * bytes },
  };
}

/** The piece that gives an element's number as f32. */
export function numberPiece({ kind, type }: Element): PieceName {
  if (kind === 'u') return 'reduce/number/unsigned';
  if (kind === 'i') return 'reduce/number/signed';
  return type === 'f16' ? 'reduce/number/f16' : 'reduce/number/f32';
}

/** The pieces that compare elements. */
export function rankPieces({ kind, type, bytes }: Element): PieceName[] {
  if (bytes === 8) return [`reduce/rank/${type as 'u64' | 'i64' | 'f64'}`, 'reduce/rank/less_two_words'];
  if (kind === 'f') return [`reduce/rank/${type as 'f16' | 'f32'}`, 'reduce/rank/less_word'];
  return [kind === 'u' ? 'reduce/rank/unsigned' : 'reduce/rank/signed', 'reduce/rank/less_word'];
}
