/** The place of a page: all of its calls share one. */
import type { LastCall, Place } from 'webgpu-segmented/auto';

let opened: Promise<Place> | undefined;

export function placeOfPage(): Promise<Place> {
  opened ??= import('webgpu-segmented/auto').then(({ openPlace }) => openPlace());
  return opened;
}

/** Where a call ran, and why, in words. */
export const where = ({ ran, why }: LastCall) => `${ran === 'gpu' ? 'On the GPU' : 'In JavaScript'}: ${why}`;
