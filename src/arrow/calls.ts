/** The calls on arrays: on a device, or in a place of `webgpu-segmented/auto`, which chooses for each of them. */
import type { Place, RunCall } from '../auto/place.ts';
import * as group from '../group/calls.ts';
import * as reduce from '../reduce/calls.ts';
import * as scan from '../segmented_scan/calls.ts';
import * as select from '../select/calls.ts';
import * as sort from '../sort/calls.ts';

/** Where calls run. */
export type Device = GPUDevice | Place;

/** RUN of src/auto/place.ts, whose code this entry does not load. */
const RUN = Symbol.for('webgpu-segmented.place');

type OnDevice<C> = C extends (device: GPUDevice, ...given: infer Given) => infer Result
  ? (device: Device, ...given: Given) => Result
  : never;

function inPlaces<C>(name: Parameters<RunCall>[0], call: C): C & OnDevice<C> {
  const run = (device: unknown, ...given: unknown[]) => {
    const place = (Object(device) as { [RUN]?: RunCall })[RUN];
    return place ? place(name, given) : (call as (...all: unknown[]) => unknown)(device, ...given);
  };
  return run as C & OnDevice<C>;
}

export const groupBy = inPlaces('groupBy', group.groupBy);
export const segmentedArgsort = inPlaces('segmentedArgsort', sort.segmentedArgsort);
export const segmentedQuantile = inPlaces('segmentedQuantile', select.segmentedQuantile);
export const segmentedReduce = inPlaces('segmentedReduce', reduce.segmentedReduce);
export const segmentedScan = inPlaces('segmentedScan', scan.segmentedScan);
export const segmentedSort = inPlaces('segmentedSort', sort.segmentedSort);
export const segmentedTopK = inPlaces('segmentedTopK', select.segmentedTopK);
