/**
 * Makes a storage buffer with these bytes, for a call that is recorded into the user's encoder. It is neither kept nor
 * destroyed here. It lives as long as the commands that use it.
 */
export function uploaded(device: GPUDevice, label: string, bytes: Uint8Array): GPUBuffer {
  const size = Math.max(4 * Math.ceil(bytes.byteLength / 4), 4);
  const buffer = device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
  new Uint8Array(buffer.getMappedRange()).set(bytes);
  buffer.unmap();
  return buffer;
}

/** Makes such a storage buffer with these words. */
export function uploadedWords(
  device: GPUDevice,
  label: string,
  { buffer, byteOffset, byteLength }: Uint32Array,
): GPUBuffer {
  return uploaded(device, label, new Uint8Array(buffer, byteOffset, byteLength));
}
