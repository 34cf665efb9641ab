/** A segment longer than a batch: it is sorted with its indices, and the host finds the runs. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import type { LongSegment, Report } from '../../api/batches.ts';
import { numbersOf } from '../../api/omit.ts';
import { type SortOptions, sortHost } from '../../sort/array_call.ts';
import type { SortedItems } from '../sorted.ts';
import type { RunsRequest } from './plan.ts';

/** Sorts a segment. Its items are indices of `keys`. */
export async function sortedSegment(
  { device, tuning, signal }: CheckedCall,
  { order, oneNan }: RunsRequest,
  keys: HostItems,
  { begin, length }: LongSegment,
  report: Report,
): Promise<SortedItems> {
  const { itemBytes, type } = keys;
  const { zerosTie, order: direction } = order;
  const own = keys.like(keys.bytes.slice(begin * itemBytes, (begin + length) * itemBytes));
  const indices = Uint32Array.from({ length }, (_, i) => begin + i);
  let reported = 0;
  const options: SortOptions = {
    ...{ order: direction, signedZero: zerosTie ? 'equal' : 'distinct', tuning, ...(signal ? { signal } : {}) },
    onProgress({ done }) {
      report(done - reported);
      reported = done;
    },
  };
  const values = { bytes: new Uint8Array(indices.buffer), itemBytes: 4 };
  const { bytes } = (await sortHost(device, own, { size: length }, options, () => values)).keys;
  const numbers = order.keyType[0] === 'f' ? numbersOf({ type, bytes }) : undefined;
  if (numbers && oneNan) {
    // NaNs of all bits are one key: they stand at the end, and the key is the first of them.
    let first = length;
    while (first > 0 && Number.isNaN(numbers[first - 1])) first--;
    indices.subarray(first).sort();
  }
  const sameBits = (place: number) => {
    const [at, before] = [place * itemBytes, (place - 1) * itemBytes];
    for (let k = 0; k < itemBytes; k++) if (bytes[at + k] !== bytes[before + k]) return false;
    return true;
  };
  /** Whether numbers of other bits are one key. */
  const sameNumber = ([x, y]: readonly [number, number]) =>
    x === y ? zerosTie : oneNan && Number.isNaN(x) && Number.isNaN(y);
  return {
    spans: { count: 1, begin: [0], end: [length] },
    indices,
    rises: (i) => !sameBits(i) && !(numbers && sameNumber([numbers[i] as number, numbers[i - 1] as number])),
  };
}
