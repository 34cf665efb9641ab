import type { DeviceFacts } from '../gpu/device.ts';
import type { PartitionVariant } from '../partition/plan.ts';
import { type FamilyTuning, familyOf, type InternalTuning } from '../tuning/tuning.ts';

/** What a histogram needs of the device's family. */
export interface HistogramStages {
  readonly partition: PartitionVariant;
  deviceTable(facts: DeviceFacts): FamilyTuning;
}

/** Loads what a histogram needs of a kind of adapter. */
export async function loadHistogramStages(facts: DeviceFacts, tuning: InternalTuning): Promise<HistogramStages> {
  if (familyOf(facts, tuning) === 'gpu') {
    const [{ partitionGpu }, { gpuTable }] = await Promise.all([
      import('../partition/gpu.ts'),
      import('../tuning/gpu.ts'),
    ]);
    return { partition: partitionGpu, deviceTable: gpuTable };
  }
  const [{ partitionSoftware }, { softwareTable }] = await Promise.all([
    import('../partition/software.ts'),
    import('../tuning/software.ts'),
  ]);
  return { partition: partitionSoftware, deviceTable: softwareTable };
}
