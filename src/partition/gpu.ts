import entryFile from '../../wgsl/plan/entry.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import { type Kernel, section } from '../plan/link.ts';
import type { Grid, Pass } from '../plan/plan.ts';
import { scanBlock, scanPasses, scanSums } from '../scan/plan.ts';
import { ARGS, type PartitionSpec, type PartitionVariant } from './plan.ts';

/** A block is a workgroup. */
export const partitionGpu: PartitionVariant = {
  block: /* @__PURE__ */ section(blockFile, 'scan', 'raked'),
  lanes: (workgroup) => workgroup,
  // The lanes count the segments again before they write.
  reads: 2,
  finishLanes: 256,
  // A lane scans up to 128 of them. That is for 5 million segments in 11 bins.
  finishScans: 2 ** 15,
  scan: (table, scan, gridOf) => scanPasses(table, { ...scan, grid: gridOf(scanBlock(table)) }),
  scanSums,
};

type Bounded = Extract<Grid, { kind: 'bounded' }>;

/** What the host knows of the tasks of a grid that the GPU writes. */
function boundOf(spec: PartitionSpec, slot: number): Omit<Bounded, 'kind' | 'maxWorkgroups' | 'overflow'> {
  const { bins, grids, large, form } = spec;
  // Segments by begin and end may overlap, so their lengths do not bound their number.
  const shortestOf = (length = 0) => (form === 'ranges' ? 0 : length);
  const grid = grids[slot - ARGS.firstGrid];
  if (grid) {
    const listed = Object.entries(grid.tasksPerSegment).map(([bin, rows]) => ({ ...bins[Number(bin)], rows }));
    return {
      slot,
      shortest: shortestOf(Math.min(...listed.map(({ minLength = 0 }) => minLength))),
      rows: Math.max(...listed.map(({ rows }) => rows)),
      perWorkgroup: grid.tasksPerWorkgroup,
      additional: grid.additional ?? 0,
    };
  }
  const ofTiles = slot === ARGS.tiles;
  return {
    slot,
    shortest: shortestOf(bins.at(-1)?.minLength),
    rows: ofTiles ? 1 : large.tasksPerSegment,
    ...(ofTiles ? { tile: large.tile } : {}),
    perWorkgroup: large.perWorkgroup,
    additional: 0,
  };
}

/**
 * The passes with grids that the host knows in place of indirect ones, if the table says so. A kernel's workgroup has
 * WORKGROUP lanes.
 */
export function boundedPasses(spec: PartitionSpec, passes: readonly Pass[]): Pass[] {
  const { lanes, overflow } = spec.table.lists ?? { lanes: 0 };
  if (!overflow) return [...passes];
  // Passes that share a kernel keep doing so.
  const kernels = new Map<Kernel, Kernel>();
  const repeated = (kernel: Kernel, slot: number): Kernel =>
    spec.appended?.repeated(spec, kernel, slot) ?? {
      ...kernel,
      around: section(entryFile, 'entry', 'repeated'),
      constants: { ...kernel.constants, GRID_SLOT: slot },
    };
  return passes.map((pass) => {
    if (pass.grid.kind !== 'indirect') return pass;
    const { slot } = pass.grid;
    const known = overflow === 'indirect' ? pass.kernel : kernels.get(pass.kernel);
    const kernel = known ?? repeated(pass.kernel, slot);
    kernels.set(pass.kernel, kernel);
    const maxWorkgroups = Math.max(1, Math.floor(lanes / Number(pass.kernel.constants?.WORKGROUP)));
    return { ...pass, kernel, grid: { kind: 'bounded', ...boundOf(spec, slot), maxWorkgroups, overflow } };
  });
}

/** The partition of operations whose kernels over lists have such grids. */
export const partitionBounded: PartitionVariant = { ...partitionGpu, bounded: boundedPasses };
