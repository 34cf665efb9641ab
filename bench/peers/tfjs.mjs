// TensorFlow.js on the same WebGPU device: `unsortedSegmentSum`, an atomic addition an item, by segment ids.
//
// What is timed is the call, the submission of what TensorFlow.js has recorded, and the wait for the queue. The segment of
// every item is made on the host outside the time.
import * as tf from '@tensorflow/tfjs-core';
import { lendDevice } from './same-device.mjs';

// u32 sums wrap as int32 ones do.
const TYPES = { u32: { dtype: 'int32', array: Int32Array }, f32: { dtype: 'float32', array: Float32Array } };

export async function peer(device) {
  lendDevice(device);
  // Loaded here, since its backend is there only if it finds navigator.gpu at that time.
  await import('@tensorflow/tfjs-backend-webgpu');
  if (!(await tf.setBackend('webgpu'))) throw new Error('its WebGPU backend does not start');
  const backend = tf.backend();
  return {
    name: 'tfjs',
    canDo: ({ kind, type }) => kind === 'reduce' && type in TYPES,
    async prepare({ type }, keys, offsets) {
      const { dtype, array } = TYPES[type];
      const count = offsets.length - 1;
      const items = tf.tensor1d(new array(keys.buffer, keys.byteOffset, keys.length), dtype);
      const ids = tf.tensor1d(segmentIds(keys.length, offsets), 'int32');
      let result;
      const drop = () => {
        result?.dispose();
        result = undefined;
      };
      return {
        poison: drop,
        before: drop,
        async run() {
          result = tf.unsortedSegmentSum(items, ids, count);
          backend.submitQueue();
          await device.queue.onSubmittedWorkDone();
        },
        async result() {
          const sums = await result.data();
          return { sums: type === 'u32' ? new Uint32Array(sums.buffer, sums.byteOffset, count) : sums };
        },
        end() {
          tf.dispose([items, ids]);
          drop();
        },
      };
    },
  };
}

function segmentIds(length, offsets) {
  const ids = new Int32Array(length);
  for (let s = 0; s + 1 < offsets.length; s++) ids.fill(s, offsets[s], offsets[s + 1]);
  return ids;
}
