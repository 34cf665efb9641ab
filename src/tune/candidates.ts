import type { Tuning } from '../tuning/tuning.ts';

/** What is tuned for. */
export type TunedOperation = 'sort' | 'reduce';

/** Choices that belong together: one of them is kept, or what was chosen before. */
export interface Choice {
  readonly of: TunedOperation;
  readonly candidates: readonly Tuning[];
}

const small = (given: NonNullable<NonNullable<Tuning['sort']>['small']>): Tuning => ({ sort: { small: given } });
const medium = (given: NonNullable<NonNullable<Tuning['sort']>['medium']>): Tuning => ({ sort: { medium: given } });
const flat = (given: NonNullable<NonNullable<Tuning['reduce']>['flat']>): Tuning => ({ reduce: { flat: given } });
const large = (tile: number, workgroup: number, longest: number): Tuning => ({
  // No tile is longer than the longest medium segment.
  sort: { large: { tile, workgroup }, medium: { limits: [longest / 4, longest / 2, longest] } },
});

/** What is tried, the weightiest first: the family, then its kernels. */
export const CHOICES: Readonly<Record<'family' | 'cpu' | 'gpu', readonly Choice[]>> = {
  family: [
    { of: 'sort', candidates: [{ family: 'cpu' }, { family: 'gpu' }] },
    { of: 'reduce', candidates: [{ family: 'cpu' }, { family: 'gpu' }] },
  ],
  cpu: [
    { of: 'sort', candidates: [0, 1024, 32768].map((mergedMost) => medium({ mergedMost })) },
    { of: 'sort', candidates: [{ sort: { digitBits: 4 } }] },
    { of: 'reduce', candidates: [flat({ tile: 2032 }), flat({ tile: 8176 })] },
    { of: 'sort', candidates: [small({ workgroup: 64 }), small({ workgroup: 128 })] },
    { of: 'sort', candidates: [small({ itemsWanted: 8 }), small({ itemsWanted: 32 })] },
    { of: 'sort', candidates: [{ sort: { large: { tile: 2032 } } }] },
    { of: 'reduce', candidates: [{ reduce: { workgroup: 16 } }, { reduce: { workgroup: 32 } }] },
    { of: 'sort', candidates: [{ partition: { segmentsPerLane: 240 } }, { partition: { segmentsPerLane: 1008 } }] },
    { of: 'reduce', candidates: [{ reduce: { vectors: 'tiles' } }, { reduce: { vectors: false } }] },
  ],
  gpu: [
    { of: 'sort', candidates: [large(4096, 256, 4096), large(2048, 128, 2048), large(4096, 512, 4096)] },
    { of: 'sort', candidates: [small({ itemsWanted: 2 }), small({ itemsWanted: 8 })] },
    { of: 'sort', candidates: [small({ workgroup: 128 }), small({ workgroup: 256 })] },
    { of: 'reduce', candidates: [flat({ tile: 2048 }), flat({ tile: 8192 })] },
    { of: 'sort', candidates: [{ sort: { digitBits: 4 } }] },
    { of: 'sort', candidates: [{ sort: { large: { scatter: 'direct' } } }] },
    { of: 'reduce', candidates: [{ reduce: { vectors: false } }] },
    { of: 'sort', candidates: [{ sort: { medium: { workgroup: 128 } } }, { sort: { medium: { workgroup: 512 } } }] },
    { of: 'sort', candidates: [{ partition: { segmentsPerLane: 4 } }, { partition: { segmentsPerLane: 16 } }] },
    { of: 'sort', candidates: [{ scan: { perLane: 8 } }, { scan: { perLane: 32 } }] },
    { of: 'sort', candidates: [{ sort: { earlyOut: false } }] },
  ],
};
