import { writeContent } from '../gpu/device.ts';

/**
 * Makes a storage buffer with the content of an array, for a call that is recorded into the user's encoder. It is
 * neither kept nor destroyed here. It lives as long as the commands that use it.
 */
export function uploaded(device: GPUDevice, label: string, content: ArrayBufferView): GPUBuffer {
  const size = Math.max(4 * Math.ceil(content.byteLength / 4), 4);
  const buffer = device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST });
  writeContent(device, buffer, content);
  return buffer;
}
