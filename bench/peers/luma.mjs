// luma.gl's `GPUSegmentedSort` on the same WebGPU device: stable sorts of pairs of u32 in segments of up to 256 items.
// Its segments are objects of the host, so the graph is compiled for the data. The time excludes this.
//
// The time is that of the call's commands up to `onSubmittedWorkDone`, as for the library.
import { Buffer, luma } from '@luma.gl/core';
import { GPUCommandGraph, GPUSegmentedSort } from '@luma.gl/gpgpu/gpu-core';
import { webgpuAdapter } from '@luma.gl/webgpu';
import { lendDevice } from './same-device.mjs';

/** The longest segment that it sorts. */
const LONGEST = 256;
const POISON = 0xdeadbeef;
const USAGE = Buffer.STORAGE | Buffer.COPY_SRC | Buffer.COPY_DST;

function longestOf(offsets) {
  let longest = 0;
  for (let s = 0; s + 1 < offsets.length; s++) longest = Math.max(longest, offsets[s + 1] - offsets[s]);
  return longest;
}

/** Its segments, each with the same range in all four arrays. */
function segmentsOf(offsets) {
  return Array.from({ length: offsets.length - 1 }, (_, s) => {
    const [at, end] = [offsets[s], offsets[s + 1]];
    return { keysOffset: at, valuesOffset: at, outputKeysOffset: at, outputValuesOffset: at, length: end - at };
  });
}

/** The four buffers, and the compiled graph that sorts them. */
function compiled(lent, order, keys, offsets) {
  const data = { keys, values: Uint32Array.from(keys, (_, i) => i), outputKeys: keys, outputValues: keys };
  const graph = new GPUCommandGraph(lent);
  const buffers = {};
  const views = {};
  for (const [id, words] of Object.entries(data)) {
    buffers[id] = lent.createBuffer({ id, usage: USAGE, data: words });
    const handle = graph.importBuffer({ id, byteLength: words.byteLength, usage: USAGE }, buffers[id]);
    views[id] = graph.createDataView(handle, { format: 'uint32', length: words.length });
  }
  const sort = new GPUSegmentedSort({ ...views, segments: segmentsOf(offsets), direction: order });
  sort.addToGraph(graph);
  return { buffers, graph: graph.compile() };
}

export async function peer(device) {
  lendDevice(device);
  const lent = await luma.createDevice({ type: 'webgpu', adapters: [webgpuAdapter] });
  return {
    name: 'luma.gl',
    canDo: ({ kind, type, pairs }, offsets) =>
      kind === 'sort' && type === 'u32' && pairs === true && longestOf(offsets) <= LONGEST,
    async prepare({ order }, keys, offsets) {
      const start = performance.now();
      const { buffers, graph } = compiled(lent, order, keys, offsets);
      const compileMs = performance.now() - start;
      let commands;
      const words = async (buffer) => {
        const bytes = await buffer.readAsync();
        return new Uint32Array(bytes.buffer, bytes.byteOffset, keys.length).slice();
      };
      return {
        compileMs,
        poison() {
          for (const each of [buffers.outputKeys, buffers.outputValues]) {
            each.write(new Uint32Array(keys.length).fill(POISON));
          }
        },
        before() {
          const encoder = lent.createCommandEncoder();
          graph.encode(encoder, {});
          commands = encoder.finish();
        },
        async run() {
          lent.submit(commands);
          await device.queue.onSubmittedWorkDone();
        },
        result: async () => ({ keys: await words(buffers.outputKeys), values: await words(buffers.outputValues) }),
        end() {
          graph.destroy();
          for (const buffer of Object.values(buffers)) buffer.destroy();
        },
      };
    },
  };
}
