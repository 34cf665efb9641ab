// TensorFlow.js on the same WebGPU device: `unsortedSegmentSum`, an atomic addition an item, by segment ids.
//
// What is timed is the call, the submission of what TensorFlow.js has recorded, and the wait for the queue. The segment of
// every item is made on the host outside the time.
import * as tf from '@tensorflow/tfjs-core';
import { lendDevice } from './same-device.mjs';

// Only f32: the kernel of 4.22.0 for int32 adds the bits of the items' f32 values, so its sums are wrong. Ids pass through
// f32 too.
const MOST_SEGMENTS = 2 ** 24;

export async function peer(device) {
  lendDevice(device);
  // Loaded here, since its backend is there only if it finds navigator.gpu at that time.
  await import('@tensorflow/tfjs-backend-webgpu');
  if (!(await tf.setBackend('webgpu'))) throw new Error('its WebGPU backend does not start');
  const backend = tf.backend();
  return {
    name: 'tfjs',
    canDo: ({ kind, type }, offsets) => kind === 'reduce' && type === 'f32' && offsets.length <= MOST_SEGMENTS,
    async prepare(_, keys, offsets) {
      const count = offsets.length - 1;
      const items = tf.tensor1d(keys, 'float32');
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
          // What its own reading does: it records lazily, and has no call that only waits.
          backend.endComputePassEncoder();
          backend.submitQueue();
          await device.queue.onSubmittedWorkDone();
        },
        result: async () => ({ sums: await result.data() }),
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
