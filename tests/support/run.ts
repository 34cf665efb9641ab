/**
 * Records a plan on the GPU under the worst allowed conditions: outputs and scratch memory hold garbage, every range
 * lies between guard words in a larger buffer, and any GPU error fails the test.
 */
import { Random } from './cases.ts';
import { hex } from './compare.ts';
import { wordsOf } from './words.ts';

/** WebGPU's alignment of a binding's offset. The guards before and after every range have this size. */
const GUARD_BYTES = 256;
const GUARD_WORDS = GUARD_BYTES / 4;

/** An input must not change. An output is read back. Of scratch memory, which is large, only the guards are checked. */
type Role = 'input' | 'output' | 'scratch';

export interface RangeSpec {
  readonly name: string;
  readonly role: Role;
  /** The first content of the range. Without it: garbage. */
  readonly words?: ArrayBufferView;
  /** The length of a range without `words`. */
  readonly wordCount?: number;
}

/** A binding, as `encode` takes it, with further members. Its `found` words are set by `Workspace.submit`. */
export class Range {
  constructor(
    readonly name: string,
    readonly role: Role,
    readonly buffer: GPUBuffer,
    readonly offset: number,
    readonly size: number,
    /** The words before the run. */
    readonly before: Uint32Array,
    /** The words after the run. Scratch memory keeps the words of before. */
    public found: Uint32Array = before,
  ) {}
}

/** Runs `work`, then throws the errors that the GPU reported. */
export async function withoutGpuErrors<T>(device: GPUDevice, work: () => T | Promise<T>): Promise<T> {
  const filters = ['validation', 'out-of-memory', 'internal'] as const;
  for (const filter of filters) device.pushErrorScope(filter);
  let result: T;
  let errors: (GPUError | null)[] = [];
  try {
    result = await work();
  } finally {
    errors = await Promise.all(filters.map(() => device.popErrorScope()));
  }
  const messages = errors.filter((error) => error !== null).map((error) => error.message);
  if (messages.length > 0) throw new Error(`the GPU reported: ${messages.join('; ')}`);
  return result;
}

interface Block {
  buffer: GPUBuffer;
  before: Uint32Array;
  ranges: Range[];
}

/** The buffers of one run. */
export class Workspace {
  private readonly blocks: Block[] = [];
  private readonly random: Random;

  constructor(
    readonly device: GPUDevice,
    seed?: number,
  ) {
    this.random = new Random(seed);
  }

  input(name: string, words: ArrayBufferView): Range {
    return this.allocate({ name, role: 'input', words })[0]!;
  }

  output(name: string, wordCount: number): Range {
    return this.allocate({ name, role: 'output', wordCount })[0]!;
  }

  /** A range that is read and written, for sorts in place. */
  inOut(name: string, words: ArrayBufferView): Range {
    return this.allocate({ name, role: 'output', words })[0]!;
  }

  /** Scratch memory of exactly `bytes` bytes, full of garbage. */
  scratch(name: string, bytes: number): Range {
    return this.allocate({ name, role: 'scratch', wordCount: bytes / 4 })[0]!;
  }

  /**
   * Makes one buffer with disjoint ranges and guards around each. An empty range has one word: WebGPU binds no empty
   * range.
   */
  allocate(...specs: RangeSpec[]): Range[] {
    const starts: number[] = [];
    let end = GUARD_WORDS;
    for (const spec of specs) {
      starts.push(end);
      end += Math.ceil(lengthOf(spec) / GUARD_WORDS) * GUARD_WORDS + GUARD_WORDS;
    }
    const before = new Uint32Array(end);
    this.poison(before);
    for (const [i, { words }] of specs.entries()) if (words) before.set(wordsOf(words), starts[i]!);
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ size: end * 4, usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(before);
    buffer.unmap();
    const ranges = specs.map(({ name, role, ...spec }, i) => {
      const words = before.subarray(starts[i]!, starts[i]! + lengthOf({ name, role, ...spec }));
      return new Range(name, role, buffer, starts[i]! * 4, words.byteLength, words);
    });
    this.blocks.push({ buffer, before, ranges });
    return ranges;
  }

  /** Half uniform garbage, half 0xdeadbeef, so that no word looks like a cleared counter. */
  private poison(words: Uint32Array): void {
    let word = this.random.word();
    for (let i = 0; i < words.length; i++) {
      word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
      words[i] = word & 0x10000 ? word : 0xdeadbeef;
    }
  }

  /**
   * Records with `record`, submits, and reads everything back into `found` of the ranges. Throws if the GPU reported an
   * error, a guard was overwritten or an input changed.
   */
  async submit(record: (encoder: GPUCommandEncoder) => void): Promise<void> {
    const parts = this.blocks.flatMap(readableParts);
    const total = parts.reduce((sum, part) => sum + part.wordCount, 0);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const staging = this.device.createBuffer({ size: total * 4, usage });
    try {
      await withoutGpuErrors(this.device, async () => {
        const encoder = this.device.createCommandEncoder();
        record(encoder);
        let at = 0;
        for (const { block, start, wordCount } of parts) {
          encoder.copyBufferToBuffer(block.buffer, start * 4, staging, at * 4, wordCount * 4);
          at += wordCount;
        }
        this.device.queue.submit([encoder.finish()]);
        await staging.mapAsync(GPUMapMode.READ);
      });
      this.check(parts, new Uint32Array(staging.getMappedRange()));
    } finally {
      staging.destroy();
    }
  }

  private check(parts: Part[], read: Uint32Array): void {
    let at = 0;
    for (const { block, start, wordCount } of parts) {
      const after = read.slice(at, at + wordCount);
      at += wordCount;
      for (const range of block.ranges) {
        const from = range.offset / 4 - start;
        if (range.role !== 'scratch') range.found = after.subarray(from, from + range.before.length);
      }
      checkUntouched(block, start, after);
    }
  }

  destroy(): void {
    for (const { buffer } of this.blocks) buffer.destroy();
    this.blocks.length = 0;
  }
}

interface Part {
  block: Block;
  start: number;
  wordCount: number;
}

function lengthOf({ words, wordCount }: RangeSpec): number {
  return Math.max(1, words ? words.byteLength / 4 : wordCount!);
}

/** The parts of a buffer to read: all of it, or only both ends of scratch memory. */
function readableParts(block: Block): Part[] {
  const wordCount = block.before.length;
  if (block.ranges.some((range) => range.role !== 'scratch')) return [{ block, start: 0, wordCount }];
  const { offset, size } = block.ranges[0]!;
  const behind = (offset + size) / 4;
  return [
    { block, start: 0, wordCount: GUARD_WORDS },
    { block, start: behind, wordCount: wordCount - behind },
  ];
}

/** Everything but outputs must be unchanged: inputs, guards, and the rest of the last aligned block after a range. */
function checkUntouched({ before, ranges }: Block, start: number, after: Uint32Array): void {
  for (let i = 0; i < after.length; i++) {
    if (after[i] === before[start + i]) continue;
    const word = start + i;
    const inside = ranges.find((r) => word >= r.offset / 4 && word < r.offset / 4 + r.before.length);
    if (inside && inside.role !== 'input') continue;
    const where = inside
      ? `input ${inside.name}, word ${word - inside.offset / 4}, changed`
      : `guard word ${word} around ${ranges.map((r) => `${r.name} (words ${r.offset / 4} to ${(r.offset + r.size) / 4})`).join(', ')} was overwritten`;
    throw new Error(`${where}: found ${hex(after[i])}, was ${hex(before[word])}`);
  }
}

/** The argument of a callback that receives an encoder or a pass. `encode` takes both. */
export type Recorder = GPUCommandEncoder | GPUComputePassEncoder;

/** Calls `record` with the encoder, or with a compute pass that is opened and closed here. */
export function recordInto(encoder: GPUCommandEncoder, openPass: boolean, record: (into: Recorder) => void): void {
  if (!openPass) {
    record(encoder);
    return;
  }
  const pass = encoder.beginComputePass();
  record(pass);
  pass.end();
}
