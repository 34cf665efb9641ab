import { deviceFacts } from '../gpu/device.ts';
import { elementOf } from '../operators/elements.ts';
import { loadReduceStages } from '../reduce/load.ts';
import type { ReduceStages } from '../reduce/plan.ts';
import { familyOf, type InternalTuning, requireRunnable } from '../tuning/tuning.ts';
import { type CheckedTransform, checkedTransform } from './descriptor.ts';
import { type LoadedTransform, namedSteps } from './kernels.ts';

/** A transform with its code loaded, and the stages for a device. */
export interface ReadyTransform {
  readonly request: LoadedTransform;
  readonly stages: ReduceStages;
}

/** What a call gives. */
export interface GivenTransform {
  readonly type: unknown;
  readonly transform: unknown;
  readonly lag?: unknown;
  readonly fill?: unknown;
  readonly ddof?: unknown;
}

async function loadedTransform(
  checked: CheckedTransform,
  element: LoadedTransform['element'],
): Promise<LoadedTransform> {
  if (checked.name === 'custom') {
    const { customStep, readsBefore } = await import('./custom.ts');
    return { ...checked, element, steps: [await customStep(checked, element)], readsOthers: readsBefore(checked) };
  }
  const readsOthers = checked.name === 'diff' || checked.name === 'shift';
  return { ...checked, element, steps: namedSteps(checked, element), readsOthers };
}

/** Checks a transform and the tuning, and loads all code that any call of it may need. */
export async function readyTransform(
  device: GPUDevice,
  { type, transform, lag, fill, ddof }: GivenTransform,
  tuning: InternalTuning,
  argument: 'type' | 'values',
): Promise<ReadyTransform> {
  const checked = checkedTransform(type, transform, { lag, fill, ddof }, argument);
  await requireRunnable(device, tuning);
  const element = elementOf(type as LoadedTransform['type']);
  const [request, stages] = await Promise.all([
    loadedTransform(checked, element),
    loadReduceStages(familyOf(deviceFacts(device), tuning)),
  ]);
  return { request, stages };
}
