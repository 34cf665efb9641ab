/**
 * Plans that leave out NaNs: passes that copy the items that are numbers, with segments of their own, for a nested
 * plan, and passes that put back what it found. So results have the bits of a call on items without NaNs.
 */
import runsFile from '../../wgsl/keys/runs.wgsl';
import keptFile from '../../wgsl/omit/kept.wgsl';
import setupFile from '../../wgsl/partition/setup.wgsl';
import numbersFile from '../../wgsl/plan/numbers.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import convertFile from '../../wgsl/sort/convert/convert.wgsl';
import type { Bounds } from '../api/array_call.ts';
import { elementOf } from '../operators/elements.ts';
import { callFragment } from '../partition/plan.ts';
import { section, type WgslModule } from '../plan/link.ts';
import {
  CALL_MEMBERS,
  callModule,
  composed,
  counted,
  type Grid,
  type KernelFragment,
  layOut,
  nested,
  type Pass,
  type Plan,
  type Resource,
  type Resources,
} from '../plan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';

/** The items of a call. Those of other types have no NaNs. */
export interface OmitSpec extends Bounds {
  readonly type: 'f16' | 'f32' | 'f64';
  /** The argument that holds them. */
  readonly argument: string;
}

/** How a call gives its segments. */
export interface OmitAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

/** Items of a workgroup: TILE in wgsl/segmented_scan/owners.wgsl. */
const TILE_ITEMS = 2048;
/** Lanes of the one workgroup that scans the tiles' sums. */
const SPINE_WORKGROUP = 256;

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/**
 * The numbers of a call. In the nested plan `size` is 0, since it has offsets also of segments of one size, and `items`
 * may be more (src/select/window_plan.ts).
 */
export const CALL: Resource = { kind: 'call', members: ['givenItems', 'segments', 'givenSize'] };

/** What kernels need that read only the number of items. */
export const ITEMS: KernelFragment = {
  modules: [callModule(CALL_MEMBERS), section(numbersFile, 'numbers', 'call'), section(setupFile, 'count', 'given')],
};

/** What kernels need that find the caller's segments. */
export function givenSegments({ form, countOnGpu }: OmitAccess): WgslModule[] {
  const modules = [...(callFragment({ countOnGpu }).modules ?? [])];
  return form === 'ranges' ? [...modules.slice(0, -1), section(keptFile, 'segments', 'ranges')] : modules;
}

/** A pass of conversions. */
export function eachPass(
  { convert: { workgroup, perLane } }: FamilyTuning,
  name: string,
  fragments: readonly KernelFragment[],
  grid: (perLane: number, workgroup: number) => Grid,
): Pass {
  const own: KernelFragment = { constants: { WORKGROUP: workgroup, PER_LANE: perLane } };
  const pass = composed(`omit/${name}`, keptFile, [own, ...fragments]);
  return { ...pass, resources: { ...pass.resources, call: CALL }, grid: grid(perLane, workgroup) };
}

/** The pass that copies items of `bytes` bytes by their places, to the scratch range `to`. */
function gatherPass(table: FamilyTuning, bytes: number, from: Resource, to: string): Pass {
  const narrow = bytes < 4;
  const perWord = narrow ? 4 / bytes : 1;
  const constants = narrow
    ? { PER_WORD: perWord, ITEM_BITS: 8 * bytes, ITEM_MASK: 2 ** (8 * bytes) - 1 }
    : { VALUE_WORDS: bytes / 4 };
  const gather: KernelFragment = {
    modules: [section(convertFile, 'convert', narrow ? 'gather_packed' : 'gather')],
    constants,
    resources: { sorted: region('places'), gatherFrom: from, gatherTo: region(to) },
  };
  const pass = eachPass(table, `gather ${to}`, [ITEMS, gather], (perLane, workgroup) =>
    counted('items', perWord * perLane, workgroup),
  );
  return { ...pass, traffic: { item: 4 + 2 * bytes } };
}

/** The pass that finds which items are kept. */
function tilesPass({ type }: OmitSpec, table: FamilyTuning, { items, nan = type }: Source): Pass {
  const { load, constants, inputWord, bits, bytes } = elementOf(type);
  const pass = composed('omit/tiles', section(keptFile, 'entry', 'tiles'), [
    ITEMS,
    {
      modules: [load, section(keptFile, 'nan', nan)],
      constants: { ...constants, WORKGROUP: Math.min(table.reduce.workgroup, TILE_ITEMS / 16) },
      aliases: { InputWord: inputWord, Bits: bits },
      resources: { input: items, call: CALL },
    },
  ]);
  return { ...pass, grid: counted('items', TILE_ITEMS, 1, { additional: 1 }), traffic: { item: bytes } };
}

/** The pass that scans the numbers of kept items of all tiles. */
function spinePass(): Pass {
  const pass = composed('omit/spine', section(runsFile, 'entry', 'spine'), [
    ITEMS,
    {
      modules: [
        section(valuesFile, 'values', 'sums'),
        section(blockFile, 'scan', 'raked'),
        section(valuesFile, 'combine', 'add'),
      ],
      aliases: { Scanned: 'u32' },
      constants: { WORKGROUP: SPINE_WORKGROUP },
      resources: { sums: region('headSums'), call: CALL },
    },
  ]);
  return { ...pass, grid: { kind: 'direct', workgroups: 1 } };
}

/** The module that writes the number of segments of the nested plan. */
export const countModule = ({ countOnGpu }: OmitAccess) => section(keptFile, 'count', countOnGpu ? 'buffer' : 'given');

/** The pass that writes the segments of the nested plan. */
function segmentsPass(access: OmitAccess, table: FamilyTuning): Pass {
  const modules = [
    section(keptFile, 'convert', 'segments'),
    section(keptFile, 'end', access.form),
    countModule(access),
    ...givenSegments(access),
  ];
  return eachPass(table, 'segments', [{ modules }], (perLane, workgroup) => counted('segments', perLane, workgroup));
}

/** The passes before a nested plan. `values`: bytes of values beside the items, in the argument `valuesIn`. */
function passesBefore(spec: OmitSpec, table: FamilyTuning, source: Source, values: number): Pass[] {
  const places = { modules: [section(keptFile, 'convert', 'places')] };
  return [
    ...(source.before ?? []),
    tilesPass(spec, table, source),
    spinePass(),
    // A word is 32 items. There is one for the position after the last.
    eachPass(table, 'places', [ITEMS, places], (perLane, workgroup) =>
      counted('items', 32 * perLane, workgroup, { additional: 1 }),
    ),
    gatherPass(table, elementOf(spec.type).bytes, source.items, 'keptItems'),
    ...(values > 0 ? [gatherPass(table, values, argument('valuesIn'), 'keptValues')] : []),
    source.segments,
  ];
}

/** The pass that makes indices of kept items those of all items. A segment has `slots` of them. */
export function indicesPass(access: OmitAccess, table: FamilyTuning, name: string, slots: number): Pass {
  const fragment: KernelFragment = {
    modules: [
      section(keptFile, 'convert', 'indices'),
      section(keptFile, 'kept', access.form),
      ...givenSegments(access),
    ],
    constants: { SLOTS: slots },
    resources: { indices: argument(name) },
  };
  return eachPass(table, 'indices', [fragment], (perLane, workgroup) =>
    counted('segments', 1, perLane * workgroup, { rows: slots }),
  );
}

/** Bytes of the scratch ranges besides those of the nested plan. */
function ownRegions({ type, maxItems, maxSegments }: OmitSpec, values: number): Record<string, number> {
  const tiles = Math.floor(maxItems / TILE_ITEMS) + 1;
  return {
    headWords: (8 * tiles * TILE_ITEMS) / 32,
    headSums: 4 * tiles,
    places: 4 * maxItems,
    keptItems: elementOf(type).bytes * maxItems,
    ...(values > 0 ? { keptValues: values * maxItems } : {}),
    // Offsets, or begins beside the ends.
    keptBegins: 4 * (maxSegments + 1),
    keptEnds: 4 * maxSegments,
    keptCount: 4,
  };
}

const INSTEAD: Resources = {
  offsets: region('keptBegins'),
  begins: region('keptBegins'),
  ends: region('keptEnds'),
  countIn: region('keptCount'),
};

/** Where the items of a call are. */
interface Source {
  readonly items: Resource;
  /** How kernels know those that are left out. Default: by their type. */
  readonly nan?: OmitSpec['type'] | 'marked';
  /** Passes that write the items. */
  readonly before?: readonly Pass[];
  /** The pass that writes the segments of the nested plan. */
  readonly segments: Pass;
}

/** What surrounds a nested plan. */
export interface Surrounding {
  readonly table: FamilyTuning;
  /** Bytes of values beside the items: the scratch ranges have room for them, and calls with `values` copy them. */
  readonly valueBytes?: number;
  readonly values?: boolean;
  /** Resources for other arguments of the nested plan, and scratch ranges for them. */
  readonly instead?: Resources;
  readonly regions?: Readonly<Record<string, number>>;
  readonly after: readonly Pass[];
  /** Default: items of the argument, in the segments of the call. */
  readonly source?: Source;
}

/** The plan that runs `inner` on the items that are numbers. */
export function omittingPlan(
  inner: Plan,
  spec: OmitSpec,
  access: OmitAccess,
  { table, valueBytes = 0, values = false, instead = {}, regions: more = {}, after, source }: Surrounding,
): Plan {
  const sizes = Object.fromEntries(Object.entries(inner.regions).map(([name, { size }]) => [name, size]));
  const { regions, bytes } = layOut({ ...sizes, ...ownRegions(spec, valueBytes), ...more });
  const call: Resource = { kind: 'call', members: CALL_MEMBERS };
  const { call: _, ...resources } = inner.resources;
  const replaced: Resources = {
    ...INSTEAD,
    [spec.argument]: region('keptItems'),
    ...(values ? { valuesIn: region('keptValues') } : {}),
    ...instead,
  };
  const passes = inner.passes.map((pass) => ({ ...pass, resources: { call, ...pass.resources } }));
  const from = source ?? { items: argument(spec.argument), segments: segmentsPass(access, table) };
  return {
    ...inner,
    passes: [...passesBefore(spec, table, from, values ? valueBytes : 0), ...nested(passes, replaced), ...after],
    regions,
    resources,
    temporaryBytes: bytes,
    ...(inner.unlisted ? { unlisted: { ...inner.unlisted, resources: { call, ...replaced } } } : {}),
  };
}
