import type { Family } from '../tuning/tuning.ts';
import type { ScanStages } from './plan.ts';

/** Loads a scan's code and its stages for a kind of adapter. */
export async function loadScan(family: Family) {
  const stages: Promise<ScanStages> =
    family === 'gpu'
      ? import('./gpu.ts').then(({ scanGpu }) => scanGpu)
      : import('./software.ts').then(({ scanSoftware }) => scanSoftware);
  const [code, loaded] = await Promise.all([import('./lazy.ts'), stages]);
  return { ...code, stages: loaded };
}
