import { type ArrayCall, type CheckedCall, runArrayCall } from '../api/array_call.ts';
import type { HostItems } from '../api/arrays.ts';
import type { Bounds } from '../api/options.ts';
import { requireHostRoom } from '../checks.ts';
import { resultBytes } from '../operators/operators.ts';
import { boundedReduce } from './bounded.ts';
import { reduceParts } from './context.ts';
import { reduceLong } from './long.ts';
import { type LoadedReduce, plannedReduce } from './operation.ts';
import type { Phase } from './spec.ts';

/** Describes a reduce of arrays to the code that runs all calls on arrays. */
function reduceCall(call: CheckedCall, loaded: LoadedReduce, { bytes, itemBytes }: HostItems): ArrayCall {
  const { device, segments, tuning } = call;
  const { request, stages } = loaded;
  const { results } = reduceParts(request);
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
    long: (segment, long) => reduceLong({ call, loaded, input, outputs, make }, segment, long),
  };
}

/** Reduces all segments and returns the bytes of each output. */
export async function reduceHost(
  call: CheckedCall,
  loaded: LoadedReduce,
  input: HostItems,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const reduce = reduceCall(call, loaded, input);
  await runArrayCall(reduce);
  return reduce.outputs.map(({ bytes }) => bytes);
}
