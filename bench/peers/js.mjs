// webgpu-segmented/js: this library's calls on arrays without a GPU, on one core.
//
// The time is that of a whole call: the checks and copies of its arguments, the work, and the new arrays.
import { segmentedReduce, segmentedSort, segmentedStableSortByKey } from '../../dist/js.js';

export async function peer() {
  return {
    name: 'js',
    canDo: () => true,
    async prepare({ kind, op, order, pairs }, keys, offsets) {
      const rows = pairs ? Uint32Array.from(keys.keys()) : undefined;
      let result;
      return {
        poison() {
          result = undefined;
        },
        async run() {
          if (kind === 'reduce') result = { sums: await segmentedReduce(null, keys, offsets, op) };
          else if (pairs) result = await segmentedStableSortByKey(null, keys, rows, offsets, { order });
          else result = { keys: await segmentedSort(null, keys, offsets, { order }) };
        },
        result: async () => result,
        end() {
          result = undefined;
        },
      };
    },
  };
}
