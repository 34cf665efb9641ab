import rankByBallots from '../../../wgsl/sort/radix/rank_by_ballots.gpu.wgsl';
import type { Ranking } from '../context.ts';

/** By ballots of groups of lanes. It needs subgroups. */
export const byBallots: Ranking = (context, workgroup) => {
  // A word of a ballot, where subgroups are that wide.
  const group = Math.min(context.lanes, workgroup, 32);
  return {
    // Each digit has a lane that counts it.
    bits: group < 16 ? 2 : 4,
    modules: [rankByBallots],
    constants: { GROUP: group, PACKED_RANKS: false, SUBGROUP_MAX: context.maxLanes },
  };
};
