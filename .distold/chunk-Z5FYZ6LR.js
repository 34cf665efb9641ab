// src/errors.ts
var SegmentedError = class extends Error {
  code;
  constructor(code, message, options) {
    super(message, options);
    this.name = "SegmentedError";
    this.code = code;
  }
  /** True for errors of any copy of this class: each CommonJS entry of the package holds its own. */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === "SegmentedError" && "code" in value;
  }
};
function refused(code, name, found, allowed) {
  return new SegmentedError(code, `${name}: ${String(found)}; allowed: ${allowed}`);
}
function outOfMemory(cause) {
  return new SegmentedError("out-of-memory", `device: out of memory: ${cause.message}`, { cause });
}

// src/record/known_devices.ts
var KNOWN = /* @__PURE__ */ Symbol.for("webgpu-segmented.known-devices");
function known() {
  const holder = globalThis;
  holder[KNOWN] ??= /* @__PURE__ */ new Set();
  return holder[KNOWN];
}
function noteDevice(device) {
  if (knownDevices().includes(device)) return;
  const reference = new WeakRef(device);
  known().add(reference);
  device.lost.then(() => known().delete(reference));
}
function knownDevices() {
  return [...known()].flatMap((reference) => reference.deref() ?? []);
}

export {
  SegmentedError,
  refused,
  outOfMemory,
  noteDevice,
  knownDevices
};
//# sourceMappingURL=chunk-Z5FYZ6LR.js.map