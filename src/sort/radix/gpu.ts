import block from '../../../wgsl/scan/block.gpu.wgsl';
import values from '../../../wgsl/scan/values.wgsl';
import rank from '../../../wgsl/sort/radix/rank.gpu.wgsl';
import { type Kernel, section, type WgslModule } from '../../plan/module.ts';
import { digitConstants, digitsOf, type SortContext } from '../context.ts';

/** A scan over the workgroup. */
export const scanModules = ({ subgroups }: SortContext) =>
  subgroups
    ? [section(block, 'scan', 'subgroups')]
    : [section(block, 'scan', 'raked'), section(values, 'combine', 'add')];

/** How a workgroup ranks the items of its tile. */
type Ranking = (
  context: SortContext,
  workgroup: number,
) => {
  /** The most bits of a digit that it ranks by at once: a power of two. */
  readonly bits: number;
  readonly modules: readonly WgslModule[];
  readonly constants: Kernel['constants'];
};

/**
 * By counters of each lane and digit. Swizzled counters make the ranking faster. With fewer than 128 lanes they slow
 * the scan down by as much. For pairs, Intel's compiler would spill more registers.
 */
const byCounters: Ranking = (context, workgroup) => ({
  // A lane has 16 counters of 16 bits then.
  bits: 4,
  modules: [
    section(rank, 'rank', 'counters'),
    section(rank, 'counters', context.pairs || workgroup < 128 ? 'gapped' : 'swizzled'),
    ...scanModules(context),
  ],
  constants: { GROUP: 1, PACKED_RANKS: context.table.sort.packedRanks === true },
});

/** By ballots, for subgroups of at most 32 lanes. */
const byBallots: Ranking = (context, workgroup) => {
  // A group is the smallest subgroup of the device, or a whole workgroup that is smaller.
  const group = Math.min(context.lanes, workgroup);
  return {
    // Each digit has a lane that counts it.
    bits: group < 16 ? 2 : 4,
    modules: [section(rank, 'rank', 'ballots')],
    constants: { GROUP: group, PACKED_RANKS: false, SUBGROUP_MAX: context.maxLanes },
  };
};

/** How a tile of a large segment is ranked. A ballot of up to 32 lanes has one word. */
export const tileRanking = ({ subgroups, maxLanes, table }: SortContext): Ranking =>
  subgroups && maxLanes <= 32 && table.sort.large.ranking === 'ballots' ? byBallots : byCounters;

/** The parts of a kernel that ranks a tile (wgsl/sort/radix/rank.gpu.wgsl). Default: by counters. */
export function rankParts(
  context: SortContext,
  workgroup: number,
  ranking: Ranking = byCounters,
): Required<Pick<Kernel, 'modules' | 'constants'>> {
  const { bits, modules, constants } = ranking(context, workgroup);
  return {
    modules,
    constants: {
      ...digitConstants(context),
      LOCAL_BITS: Math.min(digitsOf(context).bits, bits),
      PAIRS: context.pairs,
      SUBGROUP_MIN: context.lanes,
      ...constants,
    },
  };
}
