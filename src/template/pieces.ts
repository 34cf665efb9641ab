import blockCooperative from '../../wgsl/block/cooperative.wgsl';
import blockLone from '../../wgsl/block/lone.wgsl';
import partitionBins from '../../wgsl/partition/bins.wgsl';
import partitionClassify from '../../wgsl/partition/classify.wgsl';
import partitionCount from '../../wgsl/partition/count.wgsl';
import partitionFinish from '../../wgsl/partition/finish.wgsl';
import partitionFixedLarge from '../../wgsl/partition/fixed_large.wgsl';
import partitionScatter from '../../wgsl/partition/scatter.wgsl';
import profileCount from '../../wgsl/profile/count.wgsl';
import reduceNumberF16 from '../../wgsl/reduce/number/f16.wgsl';
import scanApply from '../../wgsl/scan/apply.wgsl';
import scanLanes from '../../wgsl/scan/lanes.wgsl';
import scanReduce from '../../wgsl/scan/reduce.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import segmentsOffsets from '../../wgsl/segments/offsets.wgsl';
import segmentsRanges from '../../wgsl/segments/ranges.wgsl';
import setupCountBuffer from '../../wgsl/setup/count_buffer.wgsl';
import setupCountGiven from '../../wgsl/setup/count_given.wgsl';
import setupKernel from '../../wgsl/setup/kernel.wgsl';
import setupNoList from '../../wgsl/setup/no_list.wgsl';
import stateGrid from '../../wgsl/state/grid.wgsl';
import stateLayout from '../../wgsl/state/layout.wgsl';
import stateLists from '../../wgsl/state/lists.wgsl';
import stateWorkgroupIndex from '../../wgsl/state/workgroup_index.wgsl';
import type { Piece } from './assemble.ts';

const TEXTS = {
  'block/cooperative': blockCooperative,
  'block/lone': blockLone,
  'partition/bins': partitionBins,
  'partition/classify': partitionClassify,
  'partition/count': partitionCount,
  'partition/finish': partitionFinish,
  'partition/fixed_large': partitionFixedLarge,
  'partition/scatter': partitionScatter,
  'profile/count': profileCount,
  'reduce/number/f16': reduceNumberF16,
  'scan/apply': scanApply,
  'scan/lanes': scanLanes,
  'scan/reduce': scanReduce,
  'scan/spine': scanSpine,
  'segments/offsets': segmentsOffsets,
  'segments/ranges': segmentsRanges,
  'setup/count_buffer': setupCountBuffer,
  'setup/count_given': setupCountGiven,
  'setup/kernel': setupKernel,
  'setup/no_list': setupNoList,
  'state/grid': stateGrid,
  'state/layout': stateLayout,
  'state/lists': stateLists,
  'state/workgroup_index': stateWorkgroupIndex,
} as const;

/** Pieces that sorts and reduces share. Each has its own beside these, so that a bundle holds only what it may run. */
export type SharedPieceName = keyof typeof TEXTS;

/** A lookup of pieces by their path below `wgsl/` without the ending: an area's own texts, and the shared ones. */
export function pieceLookup<Name extends string>(texts: Readonly<Record<Name, string>>) {
  return (name: Name | SharedPieceName): Piece => {
    const text = name in texts ? texts[name as Name] : TEXTS[name as SharedPieceName];
    return { name: `wgsl/${name}.wgsl`, text };
  };
}

// The marks of a pure call: without them a bundler keeps an area's texts whether its kernels are wanted or not.
export const piece = /* @__PURE__ */ pieceLookup(TEXTS);
export const pieces = (...names: SharedPieceName[]): Piece[] => names.map(piece);
