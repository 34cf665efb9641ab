import type { Bin } from '../partition/plan.ts';
import type { ConstantValue, Piece } from '../template/assemble.ts';
import { pieces } from '../template/pieces.ts';
import type { Family, FamilyTuning } from '../tuning.ts';

export type ReduceType = 'u32' | 'i32' | 'f32';
export type ReduceOp = 'sum' | 'min' | 'max';

/** What a segmented reduce is, all that its kernels depend on but the buffers. */
export interface ReduceSpec {
  readonly type: ReduceType;
  readonly op: ReduceOp;
  readonly maxItems: number;
  readonly maxSegments: number;
  /** No segment is longer; Infinity where unknown. */
  readonly maxSegmentSize: number;
}

/** How a call's segments lie in memory. */
export interface ReduceAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

export interface ReduceContext extends ReduceSpec {
  readonly family: Family;
  readonly table: FamilyTuning;
  readonly subgroups: boolean;
  /** A subgroup has at least so many lanes. */
  readonly lanes: number;
}

/** One bin of the reduce's partition: how many lanes fold a segment. */
export interface ReduceBin extends Bin {
  readonly lanes: number;
}

/** Items that a lane folds left to right before the pairwise tree begins. Part of the results' bits: never tuned. */
export const LEAF = 16;

/** Bits of the identity of min and max. */
const EXTREME_IDENTITY = {
  min: { u32: 0xffffffff, i32: 0x7fffffff, f32: 0x7f800000 },
  max: { u32: 0, i32: 0x80000000, f32: 0xff800000 },
} as const;

/** Pieces and constants of an operator: `Acc`, `IDENTITY`, `combine`. */
export function operatorParts(spec: ReduceSpec): { pieces: Piece[]; constants: Record<string, ConstantValue> } {
  const { op, type } = spec;
  if (op === 'sum') {
    return { pieces: pieces(type === 'f32' ? 'reduce/operator/sum_f32' : 'reduce/operator/sum_int'), constants: {} };
  }
  return {
    pieces: pieces('reduce/operator/extreme', `reduce/operator/rank_${type}`),
    constants: { EXTREME_MAX: op === 'max', IDENTITY: EXTREME_IDENTITY[op][type] },
  };
}

/** How `lanes` lanes of a workgroup fold together. */
export interface Group {
  readonly lanes: number;
  readonly workgroup: number;
  readonly leaf: number;
  /** Longest range, in terms: fixes the rounds of groups inside a subgroup. */
  readonly longest: number;
}

/** Pieces and constants of a fold by one group of lanes; `subgroups` says whether it shuffles. */
export function groupParts(context: ReduceContext, group: Group) {
  const { lanes, workgroup, leaf, longest } = group;
  const whole = lanes > 1 && lanes === workgroup;
  const shuffles = lanes > 1 && !whole && context.subgroups && lanes <= context.lanes;
  const neighbour = lanes === 1 ? 'none' : shuffles ? 'subgroup' : 'workgroup';
  const rounds = lanes === 1 ? 'own' : whole ? 'workgroup' : 'fixed';
  const constants: Record<string, ConstantValue> = { WORKGROUP: workgroup, GROUP_LANES: lanes, LEAF: leaf };
  if (rounds === 'fixed') constants.ROUNDS = Math.ceil(longest / (lanes * leaf));
  return {
    subgroups: shuffles,
    constants,
    pieces: pieces('reduce/fold', `reduce/neighbour/${neighbour}`, `reduce/rounds_${rounds}`),
  };
}
