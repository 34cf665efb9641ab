import gridFile from '../../../wgsl/plan/grid.wgsl';
import state from '../../../wgsl/plan/state.wgsl';
import joinedKernel from '../../../wgsl/sort/small/joined.wgsl';
import { inside, type Kernel, section, type WgslModule, wgsl, written } from '../../plan/module.ts';
import type { Pass } from '../../plan/plan.ts';
import type { GridOf, SortBin, SortContext } from '../context.ts';

/** A bin with its index. */
interface IndexedBin {
  readonly bin: SortBin;
  readonly index: number;
}

/** Lanes up to which bins are joined with those of one lane. Longer networks would take as much code again. */
const FEW_LANES = 8;

/**
 * The bins that share a kernel: networks of few lanes, then those of many. A lane of a joined bin has at most
 * `itemsWanted` items, so registers are about as many in all of them. Where lanes exchange through workgroup memory,
 * their barriers must not be in a branch, so nothing is joined.
 */
export function joinedBins({ subgroups, table }: SortContext, networks: readonly IndexedBin[]): IndexedBin[][] {
  const { itemsWanted } = table.sort.small;
  const joins = ({ bin }: IndexedBin) => subgroups && bin.items <= itemsWanted;
  const few = networks.filter((each) => joins(each) && each.bin.lanes <= FEW_LANES);
  const many = networks.filter((each) => joins(each) && each.bin.lanes > FEW_LANES);
  const rest = networks.filter((each) => !joins(each));
  return [few, many, ...rest.map((each) => [each])].filter((group) => group.length > 0);
}

const NETWORK = 'sortRegisters';
const isNetwork = ({ name }: WgslModule) => name === `(${NETWORK})`;

/** A bin's network under a separate name. */
function named(module: WgslModule, index: number): WgslModule {
  const text = module.text.replace(`fn ${NETWORK}(`, `fn ${NETWORK}${index}(`);
  return { ...module, name: `(${NETWORK}${index})`, text };
}

/** WGSL that sorts segments of the bin, if the workgroup is one of the bin's. Then `number` counts the others. */
function branch({ bin, index }: IndexedBin): string {
  return wgsl`{
  let workgroups = ceilDiv(binCount(${index}u) * ${bin.lanes}u, WORKGROUP);
  if (number < workgroups) {
    let slot = (number * WORKGROUP + local) / ${bin.lanes}u;
    let live = slot < binCount(${index}u);
    let segment = listedSegment(${index}u, select(0u, slot, live));
    sortRegisters${index}(segment.begin, select(0u, segment.length, live), local);
    return;
  }
  number -= workgroups;
}`;
}

/** One pass in place of the passes of several bins. */
export function joinedPass(passes: readonly Pass[], group: readonly IndexedBin[], gridOf: GridOf): Pass {
  const [first] = passes as [Pass];
  const text = wgsl`fn sortJoined(workgroup: u32, local: u32) {
  var number = workgroup;
  ${inside(group.map(branch))}
}`;
  const networks = passes.flatMap(({ kernel }, i) =>
    (kernel.modules ?? []).filter(isNetwork).map((module) => named(module, (group[i] as IndexedBin).index)),
  );
  // The last pass has all choices, with the key map at their end.
  const modules = [...passes]
    .reverse()
    .flatMap(({ kernel }) => (kernel.modules ?? []).filter((one) => !isNetwork(one)));
  const bins = group.map(({ bin }) => bin);
  const kernel: Kernel = {
    ...first.kernel,
    ...(passes.at(-1) as Pass).kernel,
    name: `sort/small ${bins[0]?.maxLength} to ${bins.at(-1)?.maxLength}`,
    entry: joinedKernel,
    modules: [
      written('joined', text, section(gridFile, 'part', 'ceilDiv'), section(state, 'part', 'listedSegment')),
      ...networks,
      ...new Set(modules),
    ],
  };
  const grid = gridOf({
    tasksPerSegment: Object.fromEntries(group.map(({ bin, index }) => [index, bin.lanes])),
    tasksPerWorkgroup: Number(first.kernel.constants?.WORKGROUP),
    // Each bin may have a workgroup that is not full.
    extra: group.length - 1,
  });
  return { ...first, kernel, grid, bins: group.map(({ index }) => index) };
}
