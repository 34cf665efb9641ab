import operatorExtreme from '../../wgsl/operators/combine/extreme.wgsl';
import elementFile from '../../wgsl/operators/element.wgsl';
import { typeBytes } from '../item_types.ts';
import { type ConstantValue, section, type WgslModule } from '../plan/link.ts';
import { type Accuracy, OFFSET, REFERENCE, type ReduceType, seenType } from './operators.ts';

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
const RANKS = {
  f16: /* @__PURE__ */ section(operatorExtreme, 'rank', 'f16'),
  f32: /* @__PURE__ */ section(operatorExtreme, 'rank', 'f32'),
  f64: /* @__PURE__ */ section(operatorExtreme, 'rank', 'f64'),
  i64: /* @__PURE__ */ section(operatorExtreme, 'rank', 'i64'),
  u64: /* @__PURE__ */ section(operatorExtreme, 'rank', 'u64'),
};

export function elementOf(type: ReduceType): Element {
  const bytes = typeBytes(type);
  const words = Math.ceil(bytes / 4);
  const bits = wordsType(words);
  const shared = { type, bytes, bits, seen: seenType(type), inputWord: words === 3 ? 'u32' : bits };
  if (type.startsWith('vec')) {
    return {
      ...shared,
      kind: 'v',
      load: section(elementFile, 'element', words === 3 ? 'threeWords' : 'word'),
      constants: {},
    };
  }
  const kind = type[0] as 'u' | 'i' | 'f';
  return {
    ...shared,
    kind,
    load:
      bytes >= 4
        ? section(elementFile, 'element', 'word')
        : section(elementFile, 'element', kind === 'i' ? 'packedSigned' : 'packed'),
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
  return section(elementFile, 'number', type === 'f16' ? 'f16' : 'f32');
}

/** The modules that compare elements in min and max. */
export function rankModules({ kind, type, bytes }: Element): WgslModule[] {
  const rank =
    RANKS[type as keyof typeof RANKS] ?? section(operatorExtreme, 'rank', kind === 'u' ? 'unsigned' : 'signed');
  return [rank, section(operatorExtreme, 'less', bytes === 8 ? 'twoWords' : 'word')];
}
