import type { Family } from '../tuning/tuning.ts';
import type { ScanStages } from './plan.ts';

/** Loads the stages of a scan for a kind of adapter. */
async function loadScanStages(family: Family): Promise<ScanStages> {
  if (family === 'gpu') return (await import('./gpu.ts')).scanGpu;
  return (await import('./software.ts')).scanSoftware;
}

/** Loads the code of a scan on arrays, and its stages. */
export async function loadScanArrays(family: Family) {
  const [{ scanArrays }, stages] = await Promise.all([import('./array_call.ts'), loadScanStages(family)]);
  return { scanArrays, stages };
}

/** Loads the code of a scan that the caller records, and its stages. */
export async function loadScan(family: Family) {
  const [{ makeScan }, stages] = await Promise.all([import('./record.ts'), loadScanStages(family)]);
  return { makeScan, stages };
}
