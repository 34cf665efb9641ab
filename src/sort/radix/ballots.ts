import rank from '../../../wgsl/sort/radix/rank.gpu.wgsl';
import { section } from '../../plan/module.ts';
import type { Ranking } from '../context.ts';

/** By ballots, for subgroups of at most 32 lanes. */
export const byBallots: Ranking = (context, workgroup) => {
  // A group is the smallest subgroup of the device, or a whole workgroup that is smaller.
  const group = Math.min(context.lanes, workgroup);
  return {
    // Each digit has a lane that counts it.
    bits: group < 16 ? 2 : 4,
    modules: [section(rank, 'rank', 'ballots')],
    constants: { GROUP: group, PACKED_RANKS: false, SUBGROUP_MAX: context.maxLanes },
  };
};
