import { type ArrayCall, type BoundedOperation, type CheckedCall, runArrayCall } from '../api/array_call.ts';
import type { HostArray, HostItems } from '../api/arrays.ts';
import type { Bounds } from '../api/options.ts';

import { scanParts } from './context.ts';
import { scanLong } from './long.ts';
import { plannedScan, type ReadyScan, readyScan, recordScan, scanOperation } from './operation.ts';
import { fillOutside } from './outside.ts';
import { isPacked } from './results.ts';
import { resultsInForm } from './results_form.ts';
import { type ScanForm, type ScanPhase, type ScanSpec, scanRequest } from './spec.ts';
import type { ScanStages } from './stages.ts';

/** Compiles a scan for calls within some bounds. */
async function boundedScan(
  { device, tuning }: CheckedCall,
  ready: ReadyScan,
  phase: ScanPhase,
  bounds: Bounds,
): Promise<BoundedOperation> {
  const scan = await scanOperation(device, ready, { ...ready.request, ...bounds, phase }, tuning);
  return {
    record: (encoder, { ranges, items, segments }) => recordScan(scan, encoder, { ranges, items, call: segments }),
    destroy: () => scan.operation.destroy(),
  };
}

/** Scans all segments and returns the bytes of the results. Those of items outside all segments are 0. */
export async function scannedBytes(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes, length }: Pick<HostItems, 'bytes' | 'itemBytes' | 'length'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { request } = ready;
  const parts = scanParts(request);
  const found = new Uint8Array(length * parts.resultBytes);
  const input = { argument: 'input', per: 'item', entryBytes: itemBytes, bytes } as const;
  const output = { argument: 'output', per: 'item', entryBytes: parts.resultBytes, bytes: found } as const;
  const arrayCall: ArrayCall = {
    ...call,
    inputs: [input],
    outputs: [output],
    minLength: 1,
    scratch: { itemBytes: isPacked(parts) ? 4 : 0, segmentBytes: 0 },
    plan: (maxItems, maxSegments) => {
      const bounds = { maxItems, maxSegments, maxSegmentSize: call.segments.longest };
      return plannedScan(call.device, ready, { ...request, ...bounds, phase: 'whole' } satisfies ScanSpec, call.tuning);
    },
    make: (bounds) => boundedScan(call, ready, 'whole', bounds),
    long: (segment, long) =>
      scanLong(
        { call, ready, input, output, make: (bounds) => boundedScan(call, ready, 'part', bounds) },
        segment,
        long,
      ),
  };
  await runArrayCall(arrayCall);
  return found;
}

/** Scans arrays: `segmentedScan` calls it. */
export async function scanArrays(
  call: CheckedCall,
  values: HostItems,
  given: { readonly op: unknown } & { readonly [K in keyof ScanForm]?: unknown },
  stages: ScanStages,
): Promise<HostArray> {
  const request = scanRequest('values', { type: values.type, ...given });
  const ready = await readyScan(call.device, request, stages, call.tuning);
  const found = await scannedBytes(call, ready, values);
  if (!call.segments.coversAll) await fillOutside(call, ready, values, found, scannedBytes);
  return resultsInForm(ready.request, values, found);
}
