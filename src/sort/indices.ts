/**
 * Argsort on arrays. Its kernels compute the indices, so none is uploaded, and no key is read back.
 */
import type { ArrayCall, BoundedOperation, CallOutput } from '../api/array_call.ts';
import type { Batch } from '../api/batches.ts';

import { segmentBounds } from '../api/segments.ts';
import type { BufferRange } from '../gpu/ranges.ts';

/** The sort of a batch with a buffer for the sorted keys, which nobody reads. */
function withKeys(device: GPUDevice, sort: BoundedOperation): BoundedOperation {
  let keys: GPUBuffer | undefined;
  return {
    record(encoder, work) {
      const { size } = work.ranges.keysIn as BufferRange;
      keys = device.createBuffer({ label: 'keysOut', size, usage: GPUBufferUsage.STORAGE });
      const keysOut = { buffer: keys, offset: 0, size };
      sort.record(encoder, { ...work, ranges: { ...work.ranges, keysOut } });
    },
    destroy() {
      keys?.destroy();
      sort.destroy();
    },
  };
}

/**
 * The call that gives only indices. `made` is the sort whose kernels compute them, `pairs` the same sort with
 * the indices as values. The array of the output `valuesOut` receives the result.
 *
 * A segment longer than a batch is the exception: `pairs` sorts it, since the chunks that it merges hold indices which
 * no kernel can compute. So its indices are uploaded.
 */
export function indicesCall(made: ArrayCall, pairs: ArrayCall, from: 'array' | 'segment'): ArrayCall {
  const { device, segments, outputs, inputs } = made;
  const valuesOut = outputs[1] as CallOutput;
  const indices = new Uint32Array(valuesOut.bytes.buffer);
  const indexIn = (begin: number, end: number) => {
    const origin = from === 'array' ? 0 : begin;
    for (let i = begin; i < end; i++) indices[i] = i - origin;
  };
  const take = (found: Uint8Array, { firstItem, itemCount, segments: of }: Batch) => {
    const words = new Uint32Array(found.buffer, found.byteOffset, itemCount);
    const shift = from === 'array' ? firstItem : 0;
    if (of.coversAll && shift === 0) return indices.set(words, firstItem);
    for (let s = 0; s < of.count; s++) {
      const [begin, end] = segmentBounds(of, s);
      for (let i = begin; i < end; i++) indices[firstItem + i] = (words[i] as number) + shift;
    }
  };
  // Items outside every segment have their index in the array. No kernel runs if no segment has two items.
  if (!segments.coversAll || segments.longest < 2) for (let i = 0; i < indices.length; i++) indices[i] = i;
  if (segments.longest === 1) for (let s = 0; s < segments.count; s++) indexIn(...segmentBounds(segments, s));
  return {
    ...made,
    inputs: inputs.slice(0, 1),
    outputs: [{ ...valuesOut, base: undefined, rows: { bytesOf: ({ itemCount }) => 4 * itemCount, take } }],
    // Its batches fit `pairs` as well, which may need more scratch memory.
    plan: pairs.plan,
    make: async (...given) => withKeys(device, await made.make(...given)),
    long(segment, long) {
      indexIn(segment.begin, segment.begin + segment.length);
      return pairs.long(segment, { ...long, runBatch: (batch) => long.runBatch(batch, pairs) });
    },
  };
}
