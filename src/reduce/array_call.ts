import {
  type ArrayCall,
  type BoundedOperation,
  type Bounds,
  type CheckedCall,
  requireBounds,
  runArrayCall,
} from '../api/array_call.ts';
import type { HostItems } from '../api/arrays.ts';
import { requireHostRoom } from '../checks.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { resultBytes } from '../operators/operators.ts';
import type { Phase } from './descriptor.ts';
import { reduceFacts } from './kernels.ts';
import { loadLong } from './load.ts';
import { type LoadedReduce, plannedReduce, recordReduce, reduceOperation } from './operation.ts';

/** Describes a reduce of arrays to the code that runs all calls on arrays. */
function reduceCall(call: CheckedCall, loaded: LoadedReduce, { bytes, itemBytes }: HostItems): ArrayCall {
  const { device, segments, tuning } = call;
  const { request, stages } = loaded;
  const { results } = reduceFacts(request);
  requireHostRoom('segments', segments.count, resultBytes(request), 'results');
  const outputs = results.outputs.map(({ argument, bytes: entryBytes }) => {
    return { argument, per: 'segment', entryBytes, bytes: new Uint8Array(segments.count * entryBytes) } as const;
  });
  const make = (phase: Phase, bounds: Bounds, elements?: number) =>
    boundedReduce(call, loaded, phase, bounds, elements);
  const input = { argument: 'input', per: 'item', entryBytes: itemBytes, bytes } as const;
  return {
    ...call,
    inputs: [input],
    outputs,
    minLength: 0,
    scratch: { itemBytes: 0, segmentBytes: 4 * results.scratchWords },
    plan: (maxItems, maxSegments) => {
      const bounds = { maxItems, maxSegments, maxSegmentSize: segments.longest };
      return plannedReduce(device, stages, { ...request, ...bounds, phase: 'whole' }, tuning);
    },
    make: (bounds) => make('whole', bounds),
    long: async (segment, long) => {
      const { reduceLong } = await loadLong();
      await reduceLong({ call, loaded, input, outputs, make }, segment, long);
    },
  };
}

/** Reduces all segments and returns the bytes of each output. Rows of segments have been gathered. */
export async function reduceHost(
  call: CheckedCall,
  loaded: LoadedReduce,
  input: HostItems,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const { omitsNans } = loaded.request;
  if (omitsNans) {
    const { putBack, withoutNans } = await import('../api/omit.ts');
    const { rows: _, ...segments } = call.segments;
    const given = { ...call, segments };
    const kept = withoutNans(given, input);
    const request = { ...loaded.request, omitsNans: false };
    const found = await reduceHost(kept.call, { ...loaded, request }, kept.items);
    reduceFacts(request).results.outputs.forEach(({ name }, i) => {
      if (name === 'outputIndex') putBack(new Uint32Array((found[i] as Uint8Array<ArrayBuffer>).buffer), given, kept);
    });
    return found;
  }
  const reduce = reduceCall(call, loaded, input);
  await runArrayCall(reduce);
  return reduce.outputs.map(({ bytes }) => bytes);
}

/**
 * Compiles one phase of a reduce for calls within some bounds. The input is the argument `input`. The outputs are the
 * request's results, or accumulators. `elements` is the length of the segment in the phase `finish`.
 */
export async function boundedReduce(
  { device, tuning }: CheckedCall,
  { request, stages }: LoadedReduce,
  phase: Phase,
  bounds: Bounds,
  elements?: number,
): Promise<BoundedOperation> {
  const counted = elements === undefined ? {} : { elements };
  const spec = { ...request, ...requireBounds(bounds), phase, ...counted };
  const reduce = await reduceOperation(device, stages, spec, tuning);
  return {
    record: (encoder, { ranges, items, segments }) => {
      const named = ranges as typeof ranges & { readonly input: BufferRange };
      recordReduce(reduce, encoder, { ranges: named, items, call: segments });
    },
    destroy: () => reduce.operation.destroy(),
  };
}
