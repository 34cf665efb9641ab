/** Buffers without guards, like those of a caller, and a submission that fails on any GPU error. */
import { withoutGpuErrors } from './run.ts';

/** Functions for a device that is opened before the tests. */
export function plainBuffers(device: () => GPUDevice) {
  function bufferOf(words: Uint32Array): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = device().createBuffer({ size: Math.max(words.byteLength, 4), usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    return buffer;
  }

  async function wordsOf(buffer: GPUBuffer): Promise<Uint32Array> {
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = device().createBuffer({ size: buffer.size, usage });
    const encoder = device().createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    device().queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const words = new Uint32Array(staging.getMappedRange()).slice();
    staging.destroy();
    return words;
  }

  /** Records with `record`, submits, and fails on any GPU error. */
  async function submitted(record: (encoder: GPUCommandEncoder) => void): Promise<void> {
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      record(encoder);
      device().queue.submit([encoder.finish()]);
      await device().queue.onSubmittedWorkDone();
    });
  }

  return { bufferOf, wordsOf, submitted };
}
