import type { DeviceFacts } from '../gpu/facts.ts';
import type { PartitionVariant } from '../partition/plan.ts';
import type { WgslModule } from '../plan/module.ts';
import type { Pass } from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { BinKind, GridOf, SortBin, SortContext } from './context.ts';
import type { deliveryPasses } from './convert/deliver.ts';
import type { conversions } from './convert/plan.ts';
import type { NetworkForm } from './network_form.ts';
import type { joinedBins, joinedPass } from './small/joined.ts';

/** How medium segments are sorted: those too long for a network and too short for tiles. */
export interface MediumStage {
  /** The small and medium bins. `networks` are the small bins that networks sort. */
  bins(context: SortContext, networks: readonly BinKind[]): BinKind[];
  /** The passes of the bins that neither networks nor tiles sort. */
  passes(context: SortContext, bins: readonly SortBin[], gridOf: GridOf): Pass[];
  /** Whether the passes use scratch memory for items. */
  usesScratch(context: SortContext): boolean;
}

/** How the large segments are sorted: all together, as tiles. */
export interface LargeStage {
  readonly methodText: string;
  passes(context: SortContext, bin: SortBin, index: number): Pass[];
  /** Counters of a tile: the length of a counter row. */
  tileCounters(context: SortContext): number;
  /** The largest number of counter rows. */
  counterRows(bounds: { readonly tiles: number; readonly segments: number }): number;
  /** The module of `finishTiles(tiles)`, and its constants. */
  readonly finish: WgslModule;
  finishConstants(context: SortContext): Readonly<Record<string, number>>;
  /** Tasks per segment of a kernel whose grid is over segments. */
  readonly tasksPerSegment: number;
  /** Tiles, or such tasks, per workgroup. */
  perWorkgroup(context: SortContext): number;
}

/** The modules of items that kernels compute: indices, by where they count from. */
export interface ComputedModules {
  /** A key under a comparator. */
  readonly key: WgslModule;
  readonly value: Readonly<Record<'array' | 'segment', WgslModule>>;
  /** The singletons of a custom order. */
  readonly singleton: Readonly<Record<'array' | 'segment', WgslModule>>;
}

/** All parts of a sort that depend on the kind of adapter. */
export interface SortStages {
  readonly partition: PartitionVariant;
  /** The parts of networks. Undefined: a lane loads and stores consecutive items, each by a separate line. */
  readonly networkParts?: NetworkForm['parts'];
  readonly medium: MediumStage;
  readonly large: LargeStage;
  /** Joins small bins in one kernel. Undefined: each has a separate kernel. */
  readonly join?: {
    bins: typeof joinedBins;
    pass: typeof joinedPass;
  };
  /** Converts items that kernels cannot read directly, through scratch memory. Undefined: the sort needs none. */
  readonly conversions?: typeof conversions;
  /** The modules of items that kernels compute. Undefined: the sort has none. */
  readonly computed?: ComputedModules;
  /** Writes indices in segments under a custom order. Undefined: the sort does not. */
  readonly deliver?: typeof deliveryPasses;
  /** The table of parameters of a device. */
  deviceTable(facts: DeviceFacts): FamilyTuning;
  /** The table for keys of one or two words, and plans of up to `maxItems` items. */
  tableFor(table: FamilyTuning, keyWords: 1 | 2, maxItems: number): FamilyTuning;
}
