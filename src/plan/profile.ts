import profileCount from '../../wgsl/plan/profile/count.wgsl';
import { type Kernel, section } from './link.ts';
import { type ClassDescription, NUMBERS_OF_STATE, type Pass, type Plan, PROFILE, STATE } from './plan.ts';

/** GPU time of one pass of a call. */
export interface PassProfile {
  kernel: string;
  /**
   * The size class of the pass and the lengths of its bins; absent where it serves several classes. The large class
   * ends at Infinity, which JSON writes as null.
   */
  class?: { name: ClassDescription['name']; minLength: number; maxLength: number };
  /** GPU time, as precise as the device's timestamps. Browsers round them to 0.1 ms. */
  milliseconds: number;
  /** Bytes that the kernel requests from memory, without regard to caches; absent where they depend on the data. */
  bytes?: number;
  /**
   * `bytes` a second, divided by those of a copy on the device. 1 is as fast as memory allows; caches can give more.
   * Absent where the bytes or the copy's rate are unknown, or if the pass took no time.
   */
  copyRatio?: number;
}

/** What `profile()` returns: plain data that JSON can hold. */
export interface PlanProfile {
  /** Time from the begin of the first pass to the end of the last one. */
  milliseconds: number;
  passes: PassProfile[];
  /**
   * Bytes that a copy of 64 MiB reads and writes a second on this device, measured when `profile()` is first called.
   * Absent if there is no memory for it, or if timestamps are too coarse.
   */
  copyBytesPerSecond?: number;
  /** Numbers of segments and items in each bin. */
  classes: (PassProfile['class'] & { segments: number; items: number })[];
}

/** Size of `profile` in bytes. The counting pass writes it. */
export const COUNTED_BYTES = 4 * (1 + Math.max(...Object.values(PROFILE)));

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

/** The pass that counts, after a call, the segments and items that the call processed. */
export function countPass({ classes, unlisted }: Plan): Pass {
  const kernel: Kernel = {
    name: 'profile/count',
    entry: profileCount,
    modules: unlisted
      ? [section(profileCount, 'segments', unlisted.onlyShort ? 'shortSwept' : 'swept'), ...unlisted.modules]
      : [section(profileCount, 'segments', 'listed'), NUMBERS_OF_STATE],
    constants: {
      ...{ ...STATE, ...PROFILE, WORKGROUP: 64, BINS: classes.length },
      ...(unlisted ? { MAX_LENGTH: unlisted.maxLength } : {}),
    },
  };
  const { resources = {} } = unlisted ?? {};
  return { kernel, grid: { kind: 'direct', workgroups: 1 }, resources };
}

/** Makes a profile from the times of a plan's passes and from the counts. */
export function profileOf(
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
      const ofPass = pass.traffic?.ofCall ? [] : (pass.bins ?? []).map((bin) => classes[bin]);
      const [first, last] = [ofPass[0], ofPass.at(-1)];
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

/** The profile with each pass's ratio to a copy's rate. */
export function compared(profile: PlanProfile, copyBytesPerSecond: number | undefined): PlanProfile {
  if (copyBytesPerSecond === undefined) return profile;
  const passes = profile.passes.map((pass) => {
    const { bytes, milliseconds } = pass;
    if (bytes === undefined || milliseconds === 0) return pass;
    return { ...pass, copyRatio: (1000 * bytes) / milliseconds / copyBytesPerSecond };
  });
  return { ...profile, passes, copyBytesPerSecond };
}
