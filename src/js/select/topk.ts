/** A top-k of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import { gathered, type HostItems } from '../../api/arrays.ts';
import type * as omit from '../../api/omit.ts';
import { requireHostRoom, requireOneOf } from '../../checks.ts';
import { checkedK } from '../../select/topk/descriptor.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import type { SortOrder } from '../../sort/kernels.ts';
import { inChunks, itemsOf, requireRare, spansOf } from '../call.ts';
import type { customOrder } from '../sort/custom.ts';
import { mapped } from '../sort/key_map.ts';
import { selectFirst, selector } from './descent.ts';

/** Copies of the options and of k, not yet checked. */
interface GivenTopK extends Readonly<Record<'k' | 'order' | 'signedZero' | 'nan' | 'orderBy' | 'indexFrom', unknown>> {
  /** The code for `orderBy`, loaded if it is given. */
  readonly customOrder: typeof customOrder | undefined;
  /** The code for `nan: 'omit'`, loaded if it is given. */
  readonly omit: typeof omit | undefined;
}

/** Checks the order of a top-k, and makes the numbers that order its keys. */
function checkedOrder({ type }: HostItems, given: GivenTopK) {
  const { order: by = 'descending', signedZero, nan, orderBy, customOrder } = given;
  requireOneOf('order', by, ['ascending', 'descending'], 'invalid-option');
  const order = by as SortOrder;
  const custom = customOrder?.({ keyType: type, order, orderBy, bits: { signedZero, nan } });
  if (custom && 'numbers' in custom) {
    return (bytes: HostItems['bytes']) => mapped(custom.numbers(bytes), custom.order);
  }
  const byBits = keyOrder({ keyType: type, order, signedZero, nan } as Parameters<typeof keyOrder>[0], 'keys');
  // The map may write to its argument.
  return (bytes: HostItems['bytes']) => mapped(bytes.slice(), byBits);
}

/** The first items of each segment. */
interface Found {
  readonly keys: unknown;
  readonly values: unknown;
  readonly indices: Uint32Array;
  readonly offsets: Uint32Array;
}

/** Finds the first k items of each segment. */
export async function topKHost(
  call: CheckedCall,
  keys: HostItems,
  givenValues: HostItems | undefined,
  given: GivenTopK,
): Promise<Found> {
  const { indexFrom = 'array', nan, omit } = given;
  requireOneOf('indexFrom', indexFrom, ['array', 'segment'], 'invalid-option');
  if (nan !== undefined) requireOneOf('nan', nan, ['last', 'first', 'omit'], 'invalid-option');
  if (omit) {
    const plain = { ...given, nan: undefined, omit: undefined, indexFrom: 'array' };
    if (!omit.mayHaveNan(keys)) return topKHost(call, keys, givenValues, { ...plain, indexFrom });
    return omit.topKWithoutNans(call, keys, givenValues, indexFrom, (...kept) => topKHost(...kept, plain));
  }
  requireHostRoom('segments', call.segments.count, 8, 'offsets');
  const spans = spansOf(call.segments);
  const { begin, end, count } = spans;
  const kOf = checkedK(given.k, count);
  const numbersOf = checkedOrder(keys, given);
  requireRare(call);
  const items = itemsOf(call, keys);
  const values = itemsOf(call, givenValues);
  const offsets = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i]! + Math.min(kOf(i), end[i]! - begin[i]!);
  const indices = new Uint32Array(offsets[count]!);
  const numbers = numbersOf(items.bytes);
  const select = selector(spans.longest);
  await inChunks(spans, call.itemCount, call, 1, (first, last) => {
    for (let i = first; i < last; i++) {
      const [from, to] = [offsets[i]!, offsets[i + 1]!];
      if (from === to) continue;
      selectFirst(select, numbers, begin[i]!, end[i]!, to - from);
      for (let at = from; at < to; at++) indices[at] = select.found[at - from]!;
    }
  });
  const result = {
    keys: items.like(gathered(items, indices).bytes),
    values: values?.like(gathered(values, indices).bytes),
    indices,
    offsets,
  };
  if (indexFrom === 'segment') {
    for (let i = 0; i < count; i++) for (let at = offsets[i]!; at < offsets[i + 1]!; at++) indices[at]! -= begin[i]!;
  }
  return result;
}
