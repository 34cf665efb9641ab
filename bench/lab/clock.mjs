/** How the laboratory times GPU work. Imports nothing of Node. */

const REPEATS = 10;
const SAMPLES = 5;
/** Browsers round timestamps to steps of up to 0.1 ms. What is timed must be this many microseconds then. */
const COARSE_US = 3000;
const MOST_REPEATS = 320;
/** Dawn rounds to 2^16 ns where it rounds. */
const COARSE_STEP = 0xffffn;
const WARM_UP_MS = 15;
const COPY_BYTES = 2 ** 24;

export const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** The words of a buffer, as soon as the GPU has written them. */
export async function readWords(device, buffer, count, offset = 0) {
  const size = 4 * count;
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, offset, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}

/** Times work on a device by timestamps where it has them, else by the wall. */
export class Clock {
  #device;
  #queries;
  #resolved;
  #copied;
  #coarse = false;

  #repeats;
  #samples;

  /** `small`: as few repeats as show that a variant runs. */
  constructor(device, { small = false } = {}) {
    [this.#repeats, this.#samples] = small ? [2, 1] : [REPEATS, SAMPLES];
    this.#device = device;
    if (device.features.has('timestamp-query')) {
      this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 });
      const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
      this.#resolved = device.createBuffer({ size: 16, usage });
    }
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    this.#copied = [0, 1].map(() => device.createBuffer({ size: COPY_BYTES, usage }));
  }

  get kind() {
    return this.#queries ? 'timestamps' : 'wall';
  }

  /** Copies until an idle GPU's clock is up. */
  async warmUp() {
    const [from, to] = this.#copied;
    for (const start = performance.now(); performance.now() - start < WARM_UP_MS; ) {
      const encoder = this.#device.createCommandEncoder();
      for (let i = 0; i < 16; i++) encoder.copyBufferToBuffer(from, 0, to, 0, COPY_BYTES);
      this.#device.queue.submit([encoder.finish()]);
      await this.#device.queue.onSubmittedWorkDone();
    }
  }

  /** One submission of `repeats` in one compute pass. Microseconds of all of them. */
  async #submitted(encode, repeats) {
    const device = this.#device;
    const encoder = device.createCommandEncoder();
    const times = { querySet: this.#queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
    const pass = encoder.beginComputePass(this.#queries ? { timestampWrites: times } : {});
    for (let i = 0; i < repeats; i++) encode(pass, i);
    pass.end();
    if (this.#queries) encoder.resolveQuerySet(this.#queries, 0, 2, this.#resolved, 0);
    const commands = encoder.finish();
    const start = performance.now();
    device.queue.submit([commands]);
    await device.queue.onSubmittedWorkDone();
    const wall = 1000 * (performance.now() - start);
    if (!this.#queries) return wall;
    const [begin, end] = new BigUint64Array((await readWords(device, this.#resolved, 4)).buffer);
    this.#coarse ||= ((begin | end) & COARSE_STEP) === 0n;
    return Number(end - begin) / 1000;
  }

  /**
   * Microseconds of one repeat: the median of several submissions of ten repeats, with minimum and maximum. Without
   * timestamps it is (time of eleven - time of one) / 10. `encode` records one repeat, of this number, into a pass.
   */
  async timed(encode) {
    await this.warmUp();
    let repeats = this.#repeats;
    const first = await this.#submitted(encode, this.#queries ? repeats : 1);
    const one = first / repeats;
    while (this.#coarse && one * repeats < COARSE_US && repeats < MOST_REPEATS) repeats *= 2;
    const times = [];
    for (let i = 0; i < this.#samples; i++) {
      if (this.#queries) times.push((await this.#submitted(encode, repeats)) / repeats);
      else {
        const one = await this.#submitted(encode, 1);
        times.push(((await this.#submitted(encode, repeats + 1)) - one) / repeats);
      }
    }
    const us = median(times);
    return { us, min: Math.min(...times), max: Math.max(...times), repeats, clock: this.kind };
  }

  destroy() {
    this.#queries?.destroy();
    this.#resolved?.destroy();
    for (const buffer of this.#copied) buffer.destroy();
  }
}
