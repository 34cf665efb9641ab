import type { PartitionVariant } from '../partition/plan.ts';
import type { WgslModule } from '../plan/module.ts';
import type { Pass } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { BinKind, GridOf, SortBin, SortContext } from './context.ts';
import type { conversions } from './convert/plan.ts';

/** How segments too long for a network are sorted, and too short for tiles. */
export interface MediumStage {
  /** The small and medium bins, `networks` being the small ones that networks make. */
  bins(context: SortContext, networks: readonly BinKind[]): BinKind[];
  /** The passes that sort the medium bins, and those of `bins` that are no networks. */
  passes(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[];
  /** Whether items pass through scratch memory. */
  usesScratch(context: SortContext): boolean;
}

/** How all large segments are sorted together, as tiles. */
export interface LargeStage {
  readonly methodText: string;
  passes(context: SortContext, bin: SortBin, index: number): Pass[];
  /** Counters of each tile, and rows of so many counters in all. */
  tileCounters(context: SortContext): number;
  counterRows(bounds: { readonly tiles: number; readonly segments: number }): number;
  /** `finishTiles(tiles)`, and what it is given. */
  readonly finish: WgslModule;
  finishConstants(context: SortContext): Readonly<Record<string, number>>;
  /** Tasks that a kernel of whole segments makes of one. */
  readonly tasksPerSegment: number;
  /** Tiles, or such tasks, that a workgroup takes. */
  perWorkgroup(context: SortContext): number;
}

/** All that a sort needs of a kind of adapter. */
export interface SortStages {
  readonly partition: PartitionVariant;
  readonly medium: MediumStage;
  readonly large: LargeStage;
  /** Brings items through scratch memory, where kernels can't take them as they are. Left out: there is no need. */
  readonly conversions?: typeof conversions;
  /** The table for keys of so many words. */
  tableFor(table: FamilyTuning, keyWords: 1 | 2): FamilyTuning;
}
