/**
 * A top-k of long segments on GPUs. A sift copies the items up to a pivot, and one kernel a segment chooses among them
 * and orders the row. If a sift copied too few or too many, each tile gives its first items instead.
 */
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import values from '../../wgsl/scan/values.wgsl';
import ofRows from '../../wgsl/select/firsts/of_rows.gpu.wgsl';
import ofTiles from '../../wgsl/select/firsts/of_tiles.gpu.wgsl';
import pivots from '../../wgsl/select/firsts/pivots.gpu.wgsl';
import sift from '../../wgsl/select/firsts/sift.gpu.wgsl';
import sifted from '../../wgsl/select/firsts/sifted.wgsl';
import sourceFile from '../../wgsl/select/radix/source.wgsl';
import itemFile from '../../wgsl/sort/small/item.wgsl';
import { type ConstantValue, type Kernel, section, type WgslModule } from '../plan/link.ts';
import { type Pass, type Resources, STATE } from '../plan/plan.ts';
import {
  DIGIT_BITS,
  DIGITS,
  type FirstsSelect,
  type FirstsUse,
  keyed,
  largeGrids,
  type SelectContext,
} from './kernels.ts';
import { levelWords } from './radix.ts';

/** Most items of a segment's sample. */
const SAMPLE = 8192;

/** Items of a segment for each that a sift has room for. */
const ITEMS_PER_SIFTED = 8;

const siftRoom = ({ maxItems }: SelectContext, sifts: boolean) => (sifts ? Math.ceil(maxItems / ITEMS_PER_SIFTED) : 0);

/** Sizes of the scratch ranges, in bytes. */
function regions(context: SelectContext, maxK: number, sifts: boolean): Record<string, number> {
  const { room, key } = context;
  const itemBytes = key.words === 1 ? 8 : 16;
  return {
    ...(sifts ? { sifts: 16 * room.segments } : {}),
    candidates: itemBytes * (siftRoom(context, sifts) + room.tiles * maxK),
  };
}

const CANDIDATES: Resources = { candidates: { kind: 'region', name: 'candidates' } };

function passes(context: SelectContext, { maxK, sifts, rows, results, resources }: FirstsUse): Pass[] {
  const { key, prefixes, keyModules } = context;
  const { workgroup, tile, lookBackWorkgroup } = context.table.sort.large;
  const grids = largeGrids(context);
  const constants: Record<string, ConstantValue> = {
    ...STATE,
    WORKGROUP: workgroup,
    TILE: tile,
    LARGE_BIN: context.bins.length - 1,
    MAX_K: maxK,
    DIGITS,
    KEY_DIGITS: Math.ceil(key.bits / DIGIT_BITS),
    SAMPLE,
    SIFT_ROOM: siftRoom(context, sifts),
  };
  const ordered = [section(itemFile, 'item', 'tagged'), section(itemFile, 'form', 'sortKey'), keyModules.item];
  const input = section(sourceFile, 'source', 'input');
  const bounds = [
    prefixes,
    section(blockFile, 'scan', 'raked'),
    section(values, 'combine', 'add'),
    section(sifted, 'sifted', sifts ? 'counted' : 'none'),
  ];
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[], more?: typeof constants): Kernel =>
    keyed(
      context,
      { name: `select/${name}`, entry, modules, constants: { ...constants, ...more }, aliases: { Scanned: 'u32' } },
      !more,
    );
  const level = levelWords(context, 0);
  const traffic = { item: 4 * key.words };
  return [
    ...(sifts
      ? [
          {
            kernel: kernel('pivots', pivots, [...rows, input, prefixes]),
            grid: grids.segments,
            resources: { ...resources, level },
          },
          {
            kernel: kernel('sift', sift, [keyModules.item, input, prefixes]),
            grid: grids.tiles,
            resources: { ...CANDIDATES, level },
            traffic,
          },
        ]
      : []),
    {
      kernel: kernel('firsts of tiles', ofTiles, [...bounds, ...rows, keyModules.item, input]),
      grid: grids.tiles,
      resources: { ...resources, ...CANDIDATES, level },
      ...(sifts ? {} : { traffic }),
    },
    {
      // Few workgroups have work, so each has many lanes.
      kernel: kernel('firsts of rows', ofRows, [...bounds, ...rows, ...results, ...ordered], {
        WORKGROUP: lookBackWorkgroup || workgroup,
      }),
      grid: grids.segments,
      resources: { ...resources, ...CANDIDATES, level },
    },
  ];
}

/** An item of a row is compared with all others, so there are few. */
export const firstsGpu: FirstsSelect = { most: 256, regions, passes };
