// jax-js on the same WebGPU device: `numpy.sort` and `numpy.sum` along the rows of a matrix. So all segments must have
// one length.
//
// The time is that of the eager call up to `blockUntilReady`, which waits for the queue. Warm-up calls compile and
// cache kernels. Freed buffers come from jax-js's pool.
import { blockUntilReady, defaultDevice, init, numpy as np } from '@jax-js/jax';
import { lendDevice, rowLength } from './same-device.mjs';

const TYPES = { u32: np.uint32, f32: np.float32 };

export async function peer(device) {
  lendDevice(device);
  if (!(await init('webgpu')).includes('webgpu')) throw new Error('its WebGPU backend does not start');
  defaultDevice('webgpu');
  return {
    name: 'jax-js',
    // It returns rows of one item unchanged, so there is nothing to time.
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
          // An operation consumes its operand. `ref` keeps the matrix for the next call.
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
