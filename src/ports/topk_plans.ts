import { createSegmentedTopK } from '../select/calls.ts';
import type { SegmentedTopK, SegmentedTopKDescriptor } from '../select/topk/descriptor.ts';
import { roomyPlan, roundedUp } from './plans.ts';

/**
 * Returns a top-k that holds no scratch memory. Calls of about the same size on a device share it. A plan has `maxK`
 * slots per segment, so more segments than the call has are allowed for only while their slots are no more than items.
 */
export function keptTopK(
  device: GPUDevice,
  descriptor: Omit<SegmentedTopKDescriptor, 'ownTemporary'>,
): Promise<SegmentedTopK> {
  const { maxItems, maxSegments, maxK } = descriptor;
  const affordable = Math.floor(roundedUp(maxItems) / Math.max(maxK, 1));
  const rounded = Math.max(maxSegments, Math.min(roundedUp(maxSegments), affordable));
  return roomyPlan(device, 'top-k', { ...descriptor, ownTemporary: false }, createSegmentedTopK, rounded);
}
