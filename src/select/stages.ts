import type { DeviceFacts } from '../gpu/facts.ts';
import type { PartitionVariant } from '../partition/plan.ts';
import type { Kernel, WgslModule } from '../plan/module.ts';
import type { BinKind, SortContext } from '../sort/context.ts';
import type { NetworkForm } from '../sort/network_form.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** Medium segments: a workgroup sorts one in its memory. */
export interface MediumSelect {
  /** The bins of segments longer than `longest`, the items of the longest network. */
  bins(context: SortContext, longest: number): BinKind[];
  /** The parts of a kernel that sort a segment. */
  parts(context: SortContext, lanes: number): Required<Pick<Kernel, 'modules' | 'constants'>>;
  readonly entries: { readonly top: WgslModule; readonly quantile: WgslModule };
}

/** All parts of a selection that depend on the kind of adapter. */
export interface SelectStages {
  readonly partition: PartitionVariant;
  /** The parts of networks. Undefined: a lane loads and stores consecutive items, each by a separate line. */
  readonly networkParts?: NetworkForm['parts'];
  /** Undefined: segments longer than all networks are in tiles. */
  readonly medium?: MediumSelect;
  /** A block takes a tile or a segment of the large class: a workgroup, or an invocation. */
  readonly block: WgslModule;
  /** The number of blocks in a workgroup of a given size. */
  blocks(workgroup: number): number;
  /** Lanes that share the work of one lane that would have this number of rounds. A power of two. */
  lanesForRounds(rounds: number): number;
  /** Items that a lane takes at a time to find its best ones, by their number and the words of a key. */
  bestRound(best: number, keyWords: 1 | 2, table: FamilyTuning): number;
  /** Lines that find a lane's best items. */
  bestItems(lanes: number, best: number, round: number, table: FamilyTuning): string[];
  /** The module that finds a segment's first item, where keys are read as vectors. Undefined: none are. */
  readonly firstItem?: WgslModule;
  /** Items that a lane of a network loads at once, by its number of items. */
  loadsAtOnce(items: number): number;
  /** The kernel that counts the digits of a tile. */
  readonly count: WgslModule;
  /** The kernel that stores the kept items of a tile, and whether it scans over its lanes. */
  readonly keep: WgslModule;
  readonly keepScans: boolean;
  /** The module that finds the pivot of a sift, and the kernel of the sift. */
  readonly pivot: WgslModule;
  readonly sift: WgslModule;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** The table for keys of one or two words. */
  tableFor(table: FamilyTuning, keyWords: 1 | 2): FamilyTuning;
}
