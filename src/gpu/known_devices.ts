/**
 * Devices that this library has made or met and that are still there. For calls that name none, as CUB's do. On
 * globalThis, so that all entries and both builds, loaded side by side, know the same.
 */
const KNOWN = Symbol.for('webgpu-segmented.known-devices');

function known(): Set<WeakRef<GPUDevice>> {
  const holder = globalThis as { [KNOWN]?: Set<WeakRef<GPUDevice>> };
  holder[KNOWN] ??= new Set();
  return holder[KNOWN];
}

/** Remembers a device until it is lost or destroyed. */
export function noteDevice(device: GPUDevice): void {
  if (knownDevices().includes(device)) return;
  const reference = new WeakRef(device);
  known().add(reference);
  device.lost.then(() => known().delete(reference));
}

export function knownDevices(): GPUDevice[] {
  return [...known()].flatMap((reference) => reference.deref() ?? []);
}
