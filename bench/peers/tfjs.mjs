// TensorFlow.js on the same WebGPU device: `unsortedSegmentSum`, which does an atomic addition per item, by segment
// ids.
//
// The time is that of the call, of the submission of its recorded commands, and of the wait for the queue. The host
// makes the segment ids, and the time excludes this.
import * as tf from '@tensorflow/tfjs-core';
import { lendDevice } from './same-device.mjs';

// Only f32. The kernel of 4.22.0 for int32 adds the bits of the items' f32 values, so its sums are wrong. Ids are
// stored as f32 too.
const MAX_SEGMENTS = 2 ** 24;

export async function peer(device) {
  lendDevice(device);
  // Loaded here, because the backend registers only if navigator.gpu exists at that time.
  await import('@tensorflow/tfjs-backend-webgpu');
  if (!(await tf.setBackend('webgpu'))) throw new Error('its WebGPU backend does not start');
  const backend = tf.backend();
  return {
    name: 'tfjs',
    canDo: ({ kind, type }, offsets) => kind === 'reduce' && type === 'f32' && offsets.length <= MAX_SEGMENTS,
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
          // The steps of its read function. It records lazily, and has no call that only waits.
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
