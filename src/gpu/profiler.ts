import profileCount from '../../wgsl/plan/profile/count.wgsl';
import profileLists from '../../wgsl/plan/profile/lists.wgsl';
import { refused } from '../errors.ts';
import type { Kernel } from '../plan/module.ts';
import type { ClassDescription, Pass, Plan } from '../plan/plan.ts';
import { PROFILE, STATE } from '../plan/state.ts';
import { hostCall } from './host_call.ts';
import { wholeRange } from './ranges.ts';
import type { BufferRange } from './recorder.ts';

/** GPU time of one pass of a call. */
export interface PassProfile {
  kernel: string;
  /**
   * The size class that the pass belongs to, and its bins' lengths; left out for what serves several. The large class ends at
   * Infinity, which JSON writes as null.
   */
  class?: { name: ClassDescription['name']; minLength: number; maxLength: number };
  /** As fine as the device's timestamps: browsers round them to 0.1 ms. */
  milliseconds: number;
  /** Bytes that its kernel asks memory for, caches not considered; left out where only the data say. */
  bytes?: number;
}

/** What `profile()` gives: plain data, fit for JSON. */
export interface PlanProfile {
  /** From the first pass's begin to the last one's end. */
  milliseconds: number;
  passes: PassProfile[];
  /** Segments and items in each bin. */
  classes: (PassProfile['class'] & { segments: number; items: number })[];
}

/** Passes that a query set has room for, the counting one among them. */
const PASSES_MOST = 512;
const QUERY_BYTES = 8;

const COUNTED_BYTES = 4 * (1 + Math.max(...Object.values(PROFILE)));

/** How segments are counted that are in the bins' lists. */
const LISTS: NonNullable<Plan['counts']> = { modules: [profileLists] };

function bytesOf({ traffic, bins }: Pass, counted: Uint32Array): number | undefined {
  if (!traffic) return undefined;
  const word = (index: number) => counted[index] ?? 0;
  const sum = (first: number, ofCall: number) =>
    bins && !traffic.ofCall ? bins.reduce((all, bin) => all + word(first + bin), 0) : word(ofCall);
  const items = sum(PROFILE.PROFILE_BIN_ITEMS, PROFILE.PROFILE_ITEMS);
  const segments = sum(PROFILE.PROFILE_BIN_SEGMENTS, PROFILE.PROFILE_SEGMENTS);
  return (
    items * (traffic.item ?? 0) +
    segments * (traffic.segment ?? 0) +
    word(PROFILE.PROFILE_PARTITION_COUNTERS) * (traffic.partitionCounter ?? 0) +
    word(PROFILE.PROFILE_RADIX_COUNTERS) * (traffic.radixCounter ?? 0)
  );
}

/** Timestamps of the passes of a plan's last call. */
export class Profiler {
  readonly #device: GPUDevice;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #counted: GPUBuffer;
  /** What the last call recorded. */
  #last: { readonly passes: readonly Pass[]; readonly plan: Pick<Plan, 'classes'> } | undefined;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#queries = device.createQuerySet({ type: 'timestamp', count: 2 * PASSES_MOST });
    const readable = (size: number, usage: GPUBufferUsageFlags) =>
      device.createBuffer({ label: 'profile', size, usage: usage | GPUBufferUsage.COPY_SRC });
    this.#resolved = readable(2 * PASSES_MOST * QUERY_BYTES, GPUBufferUsage.QUERY_RESOLVE);
    this.#counted = readable(COUNTED_BYTES, GPUBufferUsage.STORAGE);
  }

  /** Counts, after a call, what its passes worked on. */
  static countPass({ classes, counts = LISTS }: Plan): Pass {
    const kernel: Kernel = {
      name: 'profile/count',
      entry: profileCount,
      modules: counts.modules ?? [],
      constants: { ...STATE, ...PROFILE, WORKGROUP: 64, BINS: classes.length, ...counts.constants },
    };
    return { kernel, grid: { kind: 'direct', workgroups: 1 } };
  }

  /** What the pass `profile/count` writes. */
  get counted(): BufferRange {
    return wholeRange(this.#counted);
  }

  /** Records each pass as a compute pass of its own, between two timestamps; `count` last, whose times are not read. */
  record(
    encoder: GPUCommandEncoder,
    plan: Plan,
    passes: readonly Pass[],
    recordPass: (target: GPUComputePassEncoder, pass: Pass) => void,
  ): void {
    if (passes.length >= PASSES_MOST) {
      throw refused('limit-exceeded', 'profile', `${passes.length} passes`, PASSES_MOST - 1);
    }
    for (const [i, pass] of [...passes, Profiler.countPass(plan)].entries()) {
      const times = { querySet: this.#queries, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
      const target = encoder.beginComputePass({ label: pass.kernel.name, timestampWrites: times });
      recordPass(target, pass);
      target.end();
    }
    encoder.resolveQuerySet(this.#queries, 0, 2 * passes.length, this.#resolved, 0);
    this.#last = { passes, plan };
  }

  /** A call begins: unless it records something, it has no passes. */
  begin(): void {
    this.#last = { passes: [], plan: { classes: [] } };
  }

  /** The last call's times, once the GPU has worked it off. */
  async read(): Promise<PlanProfile> {
    const last = this.#last;
    if (!last) {
      throw refused('invalid-option', 'profile', 'nothing encoded', 'after a call that was submitted');
    }
    return hostCall(this.#device, (call) => {
      const times = call.readback(this.#resolved, 2 * last.passes.length * QUERY_BYTES);
      const counted = call.readback(this.#counted, COUNTED_BYTES);
      return () =>
        profileOf(
          last.plan,
          last.passes,
          new BigUint64Array(times().slice().buffer),
          new Uint32Array(counted().buffer),
        );
    });
  }

  destroy(): void {
    this.#queries.destroy();
    this.#resolved.destroy();
    this.#counted.destroy();
  }
}

function profileOf(
  plan: Pick<Plan, 'classes'>,
  passes: readonly Pass[],
  times: BigUint64Array,
  counted: Uint32Array,
): PlanProfile {
  const between = (from: number, to: number) => Math.max(0, Number((times[to] ?? 0n) - (times[from] ?? 0n)) / 1e6);
  const classes = plan.classes.map(({ name, minLength, maxLength }) => ({ name, minLength, maxLength }));
  return {
    milliseconds: between(0, 2 * passes.length - 1),
    passes: passes.map((pass, i) => {
      const own = pass.traffic?.ofCall ? [] : (pass.bins ?? []).map((bin) => classes[bin]);
      const [first, last] = [own[0], own.at(-1)];
      const of = first && last && first.name === last.name && { ...first, maxLength: last.maxLength };
      const bytes = bytesOf(pass, counted);
      return {
        kernel: pass.kernel.name,
        ...(of ? { class: of } : {}),
        milliseconds: between(2 * i, 2 * i + 1),
        ...(bytes === undefined ? {} : { bytes }),
      };
    }),
    classes: classes.map((of, bin) => ({
      ...of,
      segments: counted[PROFILE.PROFILE_BIN_SEGMENTS + bin] ?? 0,
      items: counted[PROFILE.PROFILE_BIN_ITEMS + bin] ?? 0,
    })),
  };
}
