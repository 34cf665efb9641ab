/** A call of a soak test: its arguments, the check of its result, and the call as a program. */
import type fc from 'fast-check';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { programOf } from './program.ts';

/** Options that a run may add to a call. */
export interface RunOptions {
  readonly signal?: AbortSignal;
}

export interface SoakCall {
  /** The name by which calls are counted. */
  readonly name: string;
  readonly segments: number;
  /** Runs the call. Throws if a result is wrong. */
  run(device: GPUDevice, options?: RunOptions): Promise<void>;
  /** The call as a program that a person can run. */
  program(): string;
}

/** Calls that share kernels. */
export interface SoakRow {
  readonly what: string;
  readonly calls: fc.Arbitrary<SoakCall>;
}

/** A call on host arrays. The last argument is its options. */
export interface HostCall {
  readonly name: HostName;
  readonly args: readonly unknown[];
  readonly options: object;
  readonly tuning: InternalTuning;
  readonly segments: number;
  /** Throws if a result is wrong. */
  check(result: never): void;
}

type HostName = Extract<keyof typeof core & keyof typeof js, `segmented${string}` | 'groupBy' | 'reduceByKey'>;
const CORE = { ...core };
const JS = { ...js };

type AnyCall = (device: GPUDevice | null, ...args: unknown[]) => Promise<never>;

/** Runs the call on the GPU, then by `webgpu-segmented/js`. Both must give the same result. */
export function hostCall({ name, args, options, tuning, segments, check }: HostCall): SoakCall {
  return {
    name,
    segments,
    async run(device, more = {}) {
      const onGpu = CORE[name] as AnyCall;
      check(await withoutGpuErrors(device, () => onGpu(device, ...args, { ...options, tuning, ...more })));
      check(await (JS[name] as AnyCall)(null, ...args, options));
    },
    program: () => programOf(name, [...args, { ...options, tuning }]),
  };
}

/** A recorded call as a line that says how to repeat it. It has no arrays for a program. */
export function recordedSoakCall(name: string, segments: number, data: unknown, run: SoakCall['run']): SoakCall {
  const shown = () => JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  return { name: `recorded ${name}`, segments, run, program: () => `// recorded ${name}: ${shown()}\n` };
}
