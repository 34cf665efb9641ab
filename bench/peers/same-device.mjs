// WebGPU libraries made for browsers ask `navigator.gpu` for an adapter and a device. Here they get the device that the
// library is timed on: the same adapter, the same queue, and their errors fall into the same error scopes.

/** Puts a `navigator.gpu` in place whose only adapter yields `device`. Node has none of its own. */
export function lendDevice(device) {
  const { features, limits, adapterInfo: info } = device;
  const adapter = { features, limits, info, isFallbackAdapter: false, requestDevice: async () => device };
  const gpu = { requestAdapter: async () => adapter, getPreferredCanvasFormat: () => 'bgra8unorm' };
  // Node 20 has no navigator at all.
  if (globalThis.navigator === undefined) {
    Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Node.js' }, configurable: true });
  }
  Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, configurable: true });
}

/** The length that all segments have, or nothing. */
export function rowLength(offsets) {
  const length = offsets[1] - offsets[0];
  for (let s = 1; s + 1 < offsets.length; s++) {
    if (offsets[s + 1] - offsets[s] !== length) return undefined;
  }
  return length;
}
