/**
 * Writes an array to the start of a buffer. The queue writes only whole words, so zeros pad the last 1 to 3 bytes.
 */
export function writeContent(
  { queue }: GPUDevice,
  target: GPUBuffer,
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): void {
  const rest = byteLength % 4;
  const words = byteLength - rest;
  // WebGPU accepts shared memory here, but @webgpu/types does not.
  queue.writeBuffer(target, 0, buffer as ArrayBuffer, byteOffset, words);
  if (rest === 0) return;
  const last = Uint8Array.of(...new Uint8Array(buffer, byteOffset + words, rest), 0, 0, 0);
  queue.writeBuffer(target, words, last, 0, 4);
}
