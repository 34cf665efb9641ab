import { constantBuffer } from './device_state.ts';

/** Largest number of sets that are kept in uniforms. */
const MAX_SETS = 8;

/** A uniform of one call's numbers, and the bind groups that hold it, by the other bindings of the pass. */
interface NumberSet {
  readonly buffer: GPUBuffer;
  readonly groups: WeakMap<object, GPUBindGroup>;
}

/**
 * The numbers of an operation's last calls, for devices without immediate data. One encoder may hold many calls of a
 * plan with different numbers. So each set has a small uniform that is never rewritten.
 */
export class CallUniforms {
  readonly #device: GPUDevice;
  /** The sets by their words. The latest one is last. */
  readonly #sets = new Map<string, NumberSet>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** The bind group of a pass, with these words as `call`. */
  group(words: Uint32Array, pass: object, make: (call: GPUBuffer) => GPUBindGroup): GPUBindGroup {
    const set = this.#set(words);
    const group = set.groups.get(pass) ?? make(set.buffer);
    set.groups.set(pass, group);
    return group;
  }

  /** Destroys the uniforms that are still kept. */
  destroy(): void {
    for (const { buffer } of this.#sets.values()) buffer.destroy();
    this.#sets.clear();
  }

  #set(words: Uint32Array): NumberSet {
    const key = words.join();
    const set = this.#sets.get(key) ?? {
      buffer: constantBuffer(this.#device, 'webgpu-segmented call', words),
      groups: new WeakMap(),
    };
    this.#sets.delete(key);
    this.#sets.set(key, set);
    // An encoder that uses the oldest uniform may not be submitted yet. So garbage collection frees it, not `destroy`.
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size > MAX_SETS) this.#sets.delete(oldest);
    return set;
  }
}
