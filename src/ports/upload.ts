/**
 * A storage buffer with that content, for a call that is recorded into a caller's encoder. Nothing here keeps it, and
 * it is not destroyed: it lives as long as the commands that use it.
 */
export function uploaded(device: GPUDevice, label: string, bytes: Uint8Array): GPUBuffer {
  const size = Math.max(4 * Math.ceil(bytes.byteLength / 4), 4);
  const buffer = device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
  new Uint8Array(buffer.getMappedRange()).set(bytes);
  buffer.unmap();
  return buffer;
}

/** The same for words. */
export function uploadedWords(
  device: GPUDevice,
  label: string,
  { buffer, byteOffset, byteLength }: Uint32Array,
): GPUBuffer {
  return uploaded(device, label, new Uint8Array(buffer, byteOffset, byteLength));
}
