/** The experiments of `bench/lab`, which ask the GPU what the library's design depends on. */
import * as library from 'webgpu-segmented';
import * as oracle from 'webgpu-segmented/js';
import { EXPERIMENTS } from '../../../bench/lab/experiments/index.mjs';
import { headOf, laboratory, runExperiment } from '../../../bench/lab/lab.mjs';
import type { LabLine } from '../../../bench/report/measurement.mjs';
import type { DeviceJob } from '../calls.ts';

/** No experiment starts after this time. */
const MINUTES = 9;

export interface Few {
  /** Names of experiments. Default: all. */
  readonly only?: readonly string[];
  /** The most variants of an experiment. */
  readonly most?: number;
  /** Few items and variants, for software adapters. */
  readonly small?: boolean;
}

/** The rows and answers of the experiments that a page can run. Those that need another device are left out. */
export async function experimented(
  { device, signal, onStep }: Pick<DeviceJob, 'device' | 'signal' | 'onStep'>,
  { only, most, small = false }: Few,
): Promise<LabLine[]> {
  const chosen = EXPERIMENTS.filter((one) => !('toggles' in one) && (!only || only.includes(one.name)));
  const lab = laboratory({ device, library, oracle, small } as never);
  const lines: LabLine[] = [headOf(lab)];
  const until = performance.now() + 60_000 * MINUTES;
  try {
    for (const [i, experiment] of chosen.entries()) {
      if (performance.now() > until) break;
      let variants = 0;
      const step = () =>
        onStep(
          `Experiment ${i + 1} of ${chosen.length}: ${experiment.question} Variant ${variants + 1}`,
          i / chosen.length,
        );
      step();
      const emit = (line: LabLine) => {
        lines.push(line);
        variants++;
        step();
      };
      await runExperiment(lab, experiment, { emit, until, signal, ...(most ? { most } : {}) } as never);
    }
  } finally {
    lab.clock.destroy();
  }
  return lines;
}
