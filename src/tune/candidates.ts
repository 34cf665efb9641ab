import type { InternalTuning } from '../tuning/tuning.ts';

/** An operation to tune for. */
export type TunedOperation = 'sort' | 'reduce';

/** Candidates of one choice: the best one is kept, or the tuning before them. */
export interface Choice {
  readonly of: TunedOperation;
  readonly candidates: readonly InternalTuning[];
}

/** A tuning that sets one parameter, given by its path. */
function setting(path: string, value: unknown): InternalTuning {
  return path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value) as InternalTuning;
}

const choice =
  (of: TunedOperation) =>
  (path: string, ...values: readonly unknown[]): Choice => ({
    of,
    candidates: values.map((value) => setting(path, value)),
  });
const sort = choice('sort');
const reduce = choice('reduce');

/** A tuning for large segments. A medium segment may be as long as a tile. */
const large = (tile: number, workgroup: number): InternalTuning => ({
  sort: { large: { tile, workgroup }, medium: { limits: [tile / 4, tile / 2, tile] } },
});

/** A tuning in which networks sort keys up to a length. A lane holds at most `maxItemsPerLane` items. */
const networks = (maxLength: number, maxItemsPerLane: number): InternalTuning => ({
  sort: { small: { maxLength, maxItemsPerLane } },
});

/** All choices, the most important first: the family, then parameters of its kernels. */
export const CHOICES: Readonly<Record<'family' | 'software' | 'gpu', readonly Choice[]>> = {
  family: [sort('family', 'software', 'gpu'), reduce('family', 'software', 'gpu')],
  software: [
    sort('sort.medium.maxMerged', 0, 1024, 32768),
    sort('sort.medium.mergeWays', 4, 8),
    sort('sort.digitBits', 4),
    reduce('reduce.sweep.tile', 2048, 8192),
    sort('sort.small.workgroup', 64, 128),
    sort('sort.small.itemsWanted', 8, 16),
    reduce('reduce.workgroup', 16, 32),
    sort('partition.segmentsPerLane', 240),
    reduce('reduce.vectors', true, false),
  ],
  gpu: [
    { of: 'sort', candidates: [large(2048, 128), large(4096, 512)] },
    sort('sort.large.maxTile', 4096, 16384),
    sort('sort.small.itemsWanted', 4, 8, 16),
    sort('subgroupSize', 0, 16, 32, 64),
    sort('sort.small.workgroup', 128, 256),
    { of: 'sort', candidates: [networks(256, 8), networks(512, 16), networks(1024, 32)] },
    reduce('reduce.sweep.tile', 2048, 8192),
    sort('sort.digitBits', 4),
    sort('sort.large.scatter', 'direct'),
    sort('sort.large.ranking', 'counters', 'ballots'),
    reduce('reduce.vectors', false),
    sort('sort.small.maxStriped', 0, 64, 1024),
    sort('sort.medium.workgroup', 128, 512),
    sort('sort.small.threeQuarterBins', [64, 128, 256, 512]),
    sort('partition.segmentsPerLane', 16),
    sort('sort.earlyOut', false),
  ],
};
