/**
 * The devices that this library has made or received and that still exist. Calls that name no device use them, as CUB's
 * calls do. They are kept on globalThis, so that all entries and both builds share them in one program.
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
