/**
 * Recorded selections of windows: segments by begin and end that share items. Networks and workgroups only read a
 * segment, and need no copy. Tiles and sorts want each item in one segment. So passes before them copy the items of all
 * segments, one segment after another, and the nested plan gets offsets of these copies.
 */
import eachFile from '../../wgsl/keys/each.wgsl';
import keptFile from '../../wgsl/omit/kept.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import windowsFile from '../../wgsl/select/windows.wgsl';
import convertFile from '../../wgsl/sort/convert/convert.wgsl';
import { type PartitionVariant, partitionPasses } from '../partition/plan.ts';
import { section } from '../plan/link.ts';
import {
  CALL_MEMBERS,
  type ClassDescription,
  composed,
  counted,
  type KernelFragment,
  layOut,
  NUMBERS_OF_STATE,
  nested,
  type Pass,
  type Plan,
  type Resource,
  type Resources,
  STATE,
} from '../plan/plan.ts';
import { startsPasses, startsSums } from '../segmented_scan/kernels.ts';
import { setupSpec } from '../segmented_scan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import { packing, type SelectAccess, type SelectSpec, windowRoom } from './kernels.ts';

/** What a selection of windows is made from. */
export interface Windowing<A> {
  readonly partition: PartitionVariant;
  readonly table: FamilyTuning;
  readonly keyBytes: number;
  /** Of values beside the keys. `values`: whether this call has them. */
  readonly valueBytes: number;
  readonly values: boolean;
  /** Whether the plan sorts whole segments. */
  readonly sorts: boolean;
  /** How the nested plan finds its copies, besides by offsets. */
  readonly ofCopies: Partial<A>;
}

/** Items of a workgroup that visits items: TILE in wgsl/segmented_scan/owners.wgsl. */
const TILE_ITEMS = 2048;

const WHOLE: ClassDescription = {
  name: 'small',
  minLength: 1,
  maxLength: Number.POSITIVE_INFINITY,
  methodText: 'windows',
};

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** Scratch ranges that have other names in the nested plan. */
const OWN: Resources = {
  state: region('windowState'),
  sums: region('windowSums'),
  starts: region('windowStarts'),
  args: { kind: 'args' },
  grids: { kind: 'grids' },
};

/** The numbers of a call. Grids count `items`, for which the plan has room; the input has `givenItems`. */
const membersOf = (members: readonly string[]) => members.map((name) => (name === 'items' ? 'givenItems' : name));
const CALL: Resource = { kind: 'call', members: membersOf(CALL_MEMBERS) };

/** The segments in the order of the list. */
const listed = /* @__PURE__ */ section(scanSegments, 'base', 'overlapping');

/** The passes that find where each segment's items begin among those of all segments, and how many there are. */
function startsOf<A>({ maxSegments }: SelectSpec, access: SelectAccess, { partition, table }: Windowing<A>): Pass[] {
  const setup = setupSpec({ table, maxSegments }, access, { partition }, [WHOLE]);
  const total = composed('select/window items', windowsFile, [
    { modules: [NUMBERS_OF_STATE, listed, section(windowsFile, 'items', access.windowItems ? 'stored' : 'none')] },
  ]);
  return [...partitionPasses(setup), ...startsPasses({ table }), { ...total, grid: { kind: 'direct', workgroups: 1 } }];
}

/** The passes that copy the items of all segments. */
function copyPasses<A>(room: number, { table, keyBytes, valueBytes, values }: Windowing<A>): Pass[] {
  const numbers: KernelFragment = {
    modules: [section(windowsFile, 'numbers', 'windows')],
    constants: { WINDOW_ROOM: room },
  };
  const place = composed('select/window places', eachFile, [
    numbers,
    {
      modules: [listed, section(windowsFile, 'visit', 'place'), section(eachFile, 'finish', 'none')],
      constants: { WORKGROUP: Math.min(table.reduce.workgroup, TILE_ITEMS / 16) },
    },
  ]);
  const gather = (what: 'keys' | 'values', bytes: number): Pass => {
    const { workgroup, perLane } = table.convert;
    const narrow = bytes < 4;
    const pass = composed(`select/window ${what}`, keptFile, [
      numbers,
      {
        modules: [section(convertFile, 'convert', narrow ? 'gather_packed' : 'gather')],
        constants: {
          ...{ WORKGROUP: workgroup, PER_LANE: perLane },
          ...(narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 }),
        },
        resources: {
          sorted: region('windowPlaces'),
          gatherFrom: argument(`${what}In`),
          gatherTo: region(what === 'keys' ? 'windowKeys' : 'windowValues'),
        },
      },
    ]);
    return {
      ...pass,
      grid: counted('items', (narrow ? 4 / bytes : 1) * perLane, workgroup),
      traffic: { item: 4 + 2 * bytes },
    };
  };
  return [
    { ...place, grid: counted('items', TILE_ITEMS, 1), traffic: { item: 4 } },
    gather('keys', keyBytes),
    ...(values ? [gather('values', valueBytes)] : []),
  ];
}

/** Passes with `resources`, and those of the plan. */
const withResources = (passes: readonly Pass[], resources: Resources): Pass[] =>
  passes.map((pass) => ({ ...pass, resources: { ...pass.resources, ...resources } }));

/** A plan that reads windows where they are: its grids have room for all items, and ends are clamped to the input. */
function inPlace(plan: Plan): Plan {
  const { call, ...resources } = plan.resources;
  const given = (all: Resources = {}): Resources =>
    Object.fromEntries(
      Object.entries({ ...(call ? { call } : {}), ...all }).map(([name, each]) => [
        name,
        each.kind === 'call' ? { ...each, members: membersOf(each.members) } : each,
      ]),
    );
  return {
    ...plan,
    passes: plan.passes.map((pass) => ({ ...pass, resources: given(pass.resources) })),
    resources,
    ...(plan.unlisted ? { unlisted: { ...plan.unlisted, resources: { call: CALL, ...plan.unlisted.resources } } } : {}),
  };
}

/** A plan that reads copies. */
function ofCopies(plan: Plan, before: readonly Pass[], values: boolean): Plan {
  const call: Resource = { kind: 'call', members: CALL_MEMBERS };
  const { call: _, ...resources } = plan.resources;
  const instead: Resources = {
    offsets: region('windowStarts'),
    keysIn: region('windowKeys'),
    ...(values ? { valuesIn: region('windowValues') } : {}),
  };
  const passes = plan.passes.map((pass) => ({ ...pass, resources: { call, ...pass.resources } }));
  return {
    ...plan,
    passes: [...before, ...nested(passes, instead)],
    resources,
    ...(plan.unlisted ? { unlisted: { ...plan.unlisted, resources: { call, ...instead } } } : {}),
  };
}

/** Makes the plan of a selection whose segments by begin and end may share items. `make` makes one for others. */
export function windowedPlan<S extends SelectSpec, A extends SelectAccess>(
  make: (spec: S, access: A) => Plan,
  spec: S,
  access: A,
  windowing: Windowing<A>,
): Plan {
  const { keyBytes, valueBytes, values, sorts, table } = windowing;
  const room = { ...spec, maxItems: windowRoom(spec) };
  const plain = make(room, access);
  const copies = sorts || plain.classes.at(-1)?.name === 'large';
  const isListed = access.form === 'ranges';
  const made = isListed && copies ? make(room, { ...access, ...windowing.ofCopies, form: 'offsets' }) : plain;
  const { maxSegments, maxItems } = room;
  const { regions, bytes } = layOut({
    ...Object.fromEntries(Object.entries(made.regions).map(([name, { size }]) => [name, size])),
    windowState: 4 * STATE.FIRST_ID,
    windowSums: 4 * startsSums({ table, maxSegments }),
    windowStarts: 4 * (maxSegments + 1),
    // Calls of all forms need the same size of scratch memory.
    ...(copies ? { windowPlaces: 4 * maxItems, windowKeys: keyBytes * maxItems } : {}),
    ...(copies && valueBytes > 0 ? { windowValues: valueBytes * maxItems } : {}),
  });
  const sized = { ...made, regions, temporaryBytes: bytes, itemBytes: spec.maxItems * Math.max(keyBytes, valueBytes) };
  if (!isListed) return sized;
  const own = { ...OWN, call: CALL };
  const starts = withResources(startsOf(spec, access, windowing), own);
  if (copies) {
    const copying = withResources(copyPasses(maxItems, windowing), own);
    return ofCopies(sized, [...starts, ...copying], values);
  }
  const plan = inPlace(sized);
  return access.windowItems ? { ...plan, passes: [...starts, ...plan.passes] } : plan;
}
