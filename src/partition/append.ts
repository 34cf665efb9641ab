/**
 * Lists that kernels append to, GPUs whose workgroups repeat: one kernel lists segments, or the blocks of a sort do.
 * The kernels of the lists count their tasks themselves (wgsl/partition/append.wgsl).
 */
import appendFile from '../../wgsl/partition/append.wgsl';
import countFile from '../../wgsl/partition/count.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import { type ConstantValue, type Kernel, section, type WgslModule, written } from '../plan/link.ts';
import { counted, type Pass } from '../plan/plan.ts';
import { type Appending, ARGS, classModules, gridsModule, type PartitionSpec, partitionConstants } from './plan.ts';

type ListSpec = Pick<PartitionSpec, 'bins' | 'minLength' | 'singleton' | 'unbinned'>;

/** The first bin with a list, and the least lengths of all bins' segments. */
function listsOf({ bins, minLength, singleton, unbinned }: ListSpec) {
  const least = singleton ? 2 : minLength;
  // Without a partition the first bin's segments are found, not listed.
  return { first: unbinned ? 1 : 0, lengths: bins.map((bin) => Math.max(least, bin.minLength)) };
}

/** The constants of the lists. */
export function appendedConstants(spec: ListSpec): Record<string, ConstantValue> {
  const { first, lengths } = listsOf(spec);
  return { BINS: spec.bins.length, FIRST_LIST: first, LIST_LENGTHS: lengths };
}

function appendPass(spec: PartitionSpec): Pass {
  const { singleton, form, table, listIds, bins } = spec;
  const hasTable = listIds && bins.at(-1)?.name === 'large';
  const [tiles, counts] = classModules(spec) as [WgslModule, WgslModule];
  const kernel: Kernel = {
    name: 'partition/append',
    entry: appendFile,
    modules: [
      section(appendFile, 'numbers', 'atomicState'),
      section(appendFile, 'segments', form),
      section(blockFile, 'scan', 'raked'),
      section(valuesFile, 'combine', 'add'),
      ...(singleton?.modules ?? [section(countFile, 'singleton', 'none')]),
      section(appendFile, 'ids', listIds ? 'stored' : 'none'),
      ...(hasTable ? [section(appendFile, 'large', 'table'), tiles] : [section(appendFile, 'large', 'listed')]),
      counts,
    ],
    aliases: { Scanned: 'vec4u', ...singleton?.aliases },
    constants: { ...partitionConstants(spec), MIN_LENGTH: singleton ? 2 : spec.minLength },
  };
  const read = form === 'ranges' ? 8 : 4;
  return {
    kernel,
    grid: counted('segments', table.partition.workgroup * table.partition.segmentsPerLane, 1),
    resources: { atomicState: { kind: 'region', name: 'state' } },
    traffic: { segment: 2 * read + 8 + (listIds ? 4 : 0) },
  };
}

/** The module of `taskCount`: the tasks of a grid. The numbers of large segments and of tiles are known. */
function taskCountModule({ grids, large }: PartitionSpec, slot: number): WgslModule {
  const grid = grids[slot - ARGS.firstGrid];
  if (grid) return written('tasks', 'fn taskCount()->u32{\nreturn gridWorkgroups(0);\n}', gridsModule([grid]));
  const word = slot === ARGS.tiles ? 'TILE_COUNT' : 'LARGE_COUNT';
  const { perWorkgroup } = large;
  const count = perWorkgroup > 1 ? `(state[${word}]+${perWorkgroup - 1})/${perWorkgroup}` : `state[${word}]`;
  const text = `var<storage, read_write> state: array<u32>;
fn taskCount()->u32{
return ${count};
}`;
  return written('tasks', text);
}

export const APPENDING: Appending = {
  setup: (spec, kernel) => ({
    kernel: {
      ...kernel,
      entry: section(appendFile, 'setup', 'lists'),
      modules: [...(kernel.modules ?? []), section(appendFile, 'clear', spec.clears ? 'counts' : 'none')],
      constants: { ...kernel.constants, ...appendedConstants(spec), ...(spec.clears ?? { WORKGROUP: 1 }) },
    },
    // A workgroup clears the counts for some tiles.
    grid: spec.clears
      ? counted('items', 4 * spec.large.tile, 1, { additional: 1 })
      : ({ kind: 'direct', workgroups: 1 } as const),
  }),
  pass: appendPass,
  repeated: (spec, kernel, slot) => ({
    ...kernel,
    around: section(appendFile, 'entry', 'counted'),
    modules: [...(kernel.modules ?? []), ...(kernel.entry.task ? [taskCountModule(spec, slot)] : [])],
  }),
  entries: (spec, maxItems) => {
    const { first, lengths } = listsOf(spec);
    const rooms = lengths.slice(first).map((length) => Math.min(spec.maxSegments, Math.floor(maxItems / length)));
    return rooms.reduce((sum, room) => sum + room, 0);
  },
};
