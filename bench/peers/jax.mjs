// jax-js on the same WebGPU device: `numpy.sort` and `numpy.sum` along the rows of a matrix, so only where all segments
// have one length.
//
// What is timed is the eager call up to `blockUntilReady`, which waits for the queue; kernels are compiled and cached in
// the warm-up calls, and freed buffers come back from jax-js' own pool.
import { blockUntilReady, defaultDevice, init, numpy as np } from '@jax-js/jax';
import { lendDevice, rowLength } from './same-device.mjs';

const TYPES = { u32: np.uint32, f32: np.float32 };

export async function peer(device) {
  lendDevice(device);
  if (!(await init('webgpu')).includes('webgpu')) throw new Error('its WebGPU backend does not start');
  defaultDevice('webgpu');
  return {
    name: 'jax-js',
    // Rows of one item it hands back as they are: there is nothing to time.
    canDo: ({ type, pairs, order }, offsets) =>
      !pairs && order !== 'descending' && type in TYPES && rowLength(offsets) > 1,
    async prepare({ kind, type }, keys, offsets) {
      const shape = [offsets.length - 1, rowLength(offsets)];
      const matrix = np.array(keys, { shape, dtype: TYPES[type] });
      await blockUntilReady(matrix);
      let result;
      const drop = () => {
        result?.dispose();
        result = undefined;
      };
      return {
        poison: drop,
        before: drop,
        async run() {
          // An operation consumes its operand; `ref` keeps the matrix for the next call.
          result = kind === 'reduce' ? np.sum(matrix.ref, 1) : np.sort(matrix.ref, 1);
          await blockUntilReady(result);
        },
        async result() {
          const data = await result.ref.data();
          return kind === 'reduce' ? { sums: data } : { keys: data };
        },
        end() {
          drop();
          matrix.dispose();
        },
      };
    },
  };
}
