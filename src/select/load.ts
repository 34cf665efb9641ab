import type { DeviceFacts } from '../gpu/device.ts';
import { familyOf, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { SelectStages } from './kernels.ts';

/** Loads the stages of a selection for a kind of adapter. So a page loads only the kernels that it needs. */
export async function loadSelectStages(facts: DeviceFacts, tuning: InternalTuning): Promise<SelectStages> {
  if (familyOf(facts, tuning) !== 'gpu') return (await import('./software.ts')).selectSoftware;
  const { selectGpu } = await import('./gpu.ts');
  const { lookBackWorkgroup } = tuningTable(selectGpu.deviceTable(facts), tuning).sort.large;
  return lookBackWorkgroup ? (await import('./appending.ts')).appendingSelect(selectGpu) : selectGpu;
}
