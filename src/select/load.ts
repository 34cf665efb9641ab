import type { Family } from '../tuning/tuning.ts';
import type { SelectStages } from './kernels.ts';

/** Loads the stages of a selection for a kind of adapter. So a page loads only the kernels that it needs. */
export async function loadSelectStages(family: Family): Promise<SelectStages> {
  if (family === 'gpu') return (await import('./gpu.ts')).selectGpu;
  return (await import('./software.ts')).selectSoftware;
}
