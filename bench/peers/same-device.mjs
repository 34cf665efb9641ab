// WebGPU libraries for browsers ask `navigator.gpu` for an adapter and a device. Here they get the library's device:
// the same adapter and queue, and the same error scopes.

/** Installs a `navigator.gpu` whose only adapter gives `device`. Node has none. */
export function lendDevice(device) {
  const { features, limits, adapterInfo: info } = device;
  const adapter = { features, limits, info, isFallbackAdapter: false, requestDevice: async () => device };
  const gpu = { requestAdapter: async () => adapter, getPreferredCanvasFormat: () => 'bgra8unorm' };
  // Node 20 has no navigator.
  if (globalThis.navigator === undefined) {
    Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Node.js' }, configurable: true });
  }
  Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, configurable: true });
}

/** The length of all segments, if they have one length. */
export function rowLength(offsets) {
  const length = offsets[1] - offsets[0];
  for (let s = 1; s + 1 < offsets.length; s++) {
    if (offsets[s + 1] - offsets[s] !== length) return undefined;
  }
  return length;
}
