/** Histograms of arrays. */
import { type ArrayCall, type CheckedCall, runArrayCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import type { Batch } from '../../api/batches.ts';
import { segmentBounds } from '../../api/segments.ts';
import { refused, requireHostRoom } from '../../checks.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { histogramPlan } from './plan.ts';
import { histogramOperation, readyHistogram, recordHistogram } from './record.ts';

/** Kernels count the items of all segments together, those of segments that overlap more than once. */
function requireCountable({ segments }: CheckedCall): void {
  if (!segments.ranges) return;
  let items = 0;
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    items += end - begin;
  }
  if (items < 2 ** 32) return;
  throw refused('limit-exceeded', 'segments', `${items} items in all segments together`, 'less than 2^32');
}

/** Counts the items of each segment in bins. `items`: in the order of the call's segments. */
export async function histogramArrays(
  call: CheckedCall,
  items: HostItems,
  options: Parameters<typeof readyHistogram>[1],
): Promise<Uint32Array<ArrayBuffer>> {
  const { device, tuning, segments } = call;
  const ready = await readyHistogram(device, { ...options, type: items.type }, tuning, 'values');
  const { request, stages } = ready;
  const { bins } = request;
  requireHostRoom('segments', segments.count, 4 * bins, `counts of ${bins} bins`);
  requireCountable(call);
  const counts = new Uint32Array(segments.count * bins);
  const output = { argument: 'output', per: 'segment', entryBytes: 4 * bins } as const;
  const array: ArrayCall = {
    ...call,
    inputs: [{ argument: 'input', per: 'item', entryBytes: items.itemBytes, bytes: items.bytes }],
    outputs: [{ ...output, bytes: new Uint8Array(counts.buffer) }],
    minLength: 1,
    scratch: { itemBytes: 0, segmentBytes: 4 },
    plan: (maxItems, maxSegments) => {
      const spec = { ...request, maxItems, maxSegments, maxSegmentSize: segments.longest };
      return histogramPlan(stages, spec, { form: 'offsets', countOnGpu: false }, deviceFacts(device), tuning);
    },
    async make(bounds, { ranges }) {
      const access = { form: ranges ? 'ranges' : 'offsets', countOnGpu: false } as const;
      const made = await histogramOperation(device, ready, { ...request, ...bounds }, tuning, access);
      return {
        record: (encoder, { ranges, items, segments }) => recordHistogram(made, encoder, ranges, items, segments),
        destroy: () => made.operation.destroy(),
      };
    },
    // A segment longer than a batch: the counts of its parts are added.
    async long({ id, begin, length }, { limits, report, runBatch }) {
      const take = (found: Uint8Array) => {
        const part = new Uint32Array(found.slice().buffer);
        for (let bin = 0; bin < bins; bin++) counts[id * bins + bin]! += part[bin]!;
      };
      const rows = { bytesOf: () => 4 * bins, take };
      const adding: ArrayCall = { ...array, outputs: [{ ...output, bytes: new Uint8Array(0), rows }] };
      for (let first = 0; first < length; first += limits.items) {
        const size = Math.min(limits.items, length - first);
        const whole = { count: 1, longest: size, coversAll: true, size };
        const batch: Batch = { firstItem: begin + first, itemCount: size, firstId: 0, segments: whole };
        await runBatch(batch, adding);
        report(size);
      }
    },
  };
  await runArrayCall(array);
  return counts;
}
