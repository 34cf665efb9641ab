/** How a sorting network of the small class is written as WGSL. */

/** The shape of a network: `lanes` lanes that hold `items` items each. */
export interface SmallShape {
  readonly lanes: number;
  readonly items: number;
}

/** The parts of a network that differ between kinds of adapters. */
export interface NetworkParts {
  /** Declarations outside the function. */
  readonly declared?: string;
  /** The slot of a lane's first item, from `lane`. */
  readonly first: string;
  readonly loads: readonly string[];
  /** The merges of the lanes' sorted registers. */
  readonly merges: readonly string[];
  readonly stores: readonly string[];
}

/** The form of a network's WGSL. */
export interface NetworkForm {
  /** Items that are loaded or stored at once, a power of two. If it is fewer than all, loads and stores are loops. */
  readonly itemsAtOnce?: number | undefined;
  /** Slots past a segment's end are not skipped by a branch: they store the segment's last item again. */
  readonly branchless?: boolean | undefined;
  /** Items are u32 in numeric order, so exchanges use `min` and `max`. */
  readonly minMax?: boolean;
  /** Networks of up to this number of items are striped (src/sort/small/striped.ts). */
  readonly maxStriped?: number | undefined;
  /** A lane computes the slots of its stores anew, instead of keeping those of its loads. */
  readonly slotsTwice?: boolean | undefined;
  /** Default: each register is loaded and stored by a separate line. */
  readonly parts?: ((shape: SmallShape, form: NetworkForm) => NetworkParts) | undefined;
}
