/** Sets of numbers that are kept in uniforms. */
const MAX_SETS = 8;

/** A call's numbers in a uniform, and the bind groups that have it, by what is otherwise bound. */
interface NumberSet {
  readonly buffer: GPUBuffer;
  readonly groups: WeakMap<object, GPUBindGroup>;
}

/**
 * The numbers of an operation's last calls, for devices without immediate data: a small uniform a set, never written
 * again, since a plan may be recorded many times into one encoder with different numbers.
 */
export class CallUniforms {
  readonly #device: GPUDevice;
  /** By their words; the latest last. */
  readonly #sets = new Map<string, NumberSet>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The bind group of a pass with these words for `call`. */
  group(words: Uint32Array, pass: object, make: (call: GPUBuffer) => GPUBindGroup): GPUBindGroup {
    const set = this.#set(words);
    const group = set.groups.get(pass) ?? make(set.buffer);
    set.groups.set(pass, group);
    return group;
  }

  /** Destroys those that are still held. */
  destroy(): void {
    for (const { buffer } of this.#sets.values()) buffer.destroy();
    this.#sets.clear();
  }

  #set(words: Uint32Array): NumberSet {
    const key = words.join();
    const set = this.#sets.get(key) ?? { buffer: this.#uniform(words), groups: new WeakMap() };
    this.#sets.delete(key);
    this.#sets.set(key, set);
    // What recorded it may not have been submitted yet: the oldest is left to garbage collection.
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size > MAX_SETS) this.#sets.delete(oldest);
    return set;
  }

  #uniform(words: Uint32Array): GPUBuffer {
    const buffer = this.#device.createBuffer({
      label: 'webgpu-segmented call',
      size: 16 * Math.ceil(words.length / 4),
      usage: GPUBufferUsage.UNIFORM,
      mappedAtCreation: true,
    });
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    return buffer;
  }
}
