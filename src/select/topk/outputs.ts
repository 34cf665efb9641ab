/** The rows of a top-k's results, and the passes that write its outputs. */

import eachSlot from '../../../wgsl/select/topk/each_slot.wgsl';
import indices from '../../../wgsl/select/topk/indices.wgsl';
import rowsFile from '../../../wgsl/select/topk/rows.wgsl';
import rowsRest from '../../../wgsl/select/topk/rows_rest.wgsl';
import convertFile from '../../../wgsl/sort/convert/convert.wgsl';
import { type Kernel, section, type WgslModule } from '../../plan/module.ts';
import { counted, type Pass, type Resource, type Resources } from '../../plan/plan.ts';
import { CALL_MEMBERS, callModule, STATE } from '../../plan/state.ts';

import type { ValueBytes } from '../../sort/context.ts';
import type { SmallShape } from '../../sort/network_form.ts';
import { hasLarge, keyBytesOf, packing, type SelectAccess, type SelectContext, type SelectSpec } from '../context.ts';
import { segmentsModule } from '../small/plan.ts';

export interface TopKSpec extends SelectSpec {
  /** The largest k. */
  readonly maxK: number;
  readonly valueBytes: ValueBytes | 0;
  /** Slots of all rows, if the host computes the rows. Undefined: rows have `maxK` slots, and outputs are written. */
  readonly slots?: number;
}

/** How a call gives its segments, and which outputs it has. */
export interface TopKAccess extends SelectAccess {
  /** Whether a buffer holds k. */
  readonly kOnGpu: boolean;
  readonly keys: boolean;
  readonly values: boolean;
  readonly indices: boolean;
  readonly counts: boolean;
}

/** Numbers of a top-k's calls. */
export const TOP_K_MEMBERS: readonly string[] = [...CALL_MEMBERS, 'k'];
export const CALL: Resource = { kind: 'call', members: TOP_K_MEMBERS };

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

export interface TopKContext {
  readonly spec: TopKSpec;
  readonly access: TopKAccess;
  readonly context: SelectContext;
  readonly direct: boolean;
  /** The network that orders the selected items of large segments, if one holds them. */
  readonly network: SmallShape | undefined;
}

/** The modules that find a segment's row. */
export function rowModules({ spec, access }: TopKContext): WgslModule[] {
  if (spec.slots !== undefined) return [section(rowsFile, 'rows', 'given')];
  return [
    section(rowsFile, 'rows', 'ofK'),
    ...(access.kOnGpu
      ? [section(rowsFile, 'k', 'buffer')]
      : [section(rowsFile, 'k', 'given'), callModule(TOP_K_MEMBERS)]),
  ];
}

export const rowConstants = ({ spec }: TopKContext) => ({ ...STATE, MAX_K: spec.maxK });

/** Whether the kernels of segments write the outputs, so that no pass goes over all slots for that. */
const endsRows = ({ spec, context, direct, network }: TopKContext) =>
  spec.slots === undefined && (direct || context.best > 0 || network !== undefined || !hasLarge(context));

/** Whether empty segments are in no list, so that a pass ends their rows and writes the counts. */
const hasRest = ({ context, direct }: TopKContext) => !direct && context.bins[0]?.minLength !== 0;

/** Whether they write keys as well: whole words, of sort keys that hold all bits of a key. */
export const copiesKeys = (topK: TopKContext) =>
  endsRows(topK) &&
  topK.access.keys &&
  !topK.context.orderBy &&
  topK.context.key.lossless &&
  keyBytesOf(topK.context) >= 4;

/** Whether a later pass, or the host, needs the indices of the items. */
const keepsPicked = (topK: TopKContext) =>
  !endsRows(topK) || topK.access.values || (topK.access.keys && !copiesKeys(topK));

/** The modules that store a result and end a row. */
export function resultModules(topK: TopKContext, counts = !hasRest(topK)): WgslModule[] {
  const { access } = topK;
  const ended = endsRows(topK);
  return [
    section(rowsFile, 'picked', keepsPicked(topK) ? 'kept' : 'none'),
    section(rowsFile, 'index', ended && access.indices ? 'stored' : 'none'),
    section(rowsFile, 'key', copiesKeys(topK) ? 'stored' : 'none'),
    ...(ended
      ? [section(rowsFile, 'end', 'ended'), section(rowsFile, 'count', counts && access.counts ? 'stored' : 'none')]
      : [section(rowsFile, 'end', 'open')]),
  ];
}

/** A pass over the slots of all rows. */
function slotsPass(topK: TopKContext, name: string, modules: WgslModule[], perTask: number, more: Partial<Pass>): Pass {
  const { spec, context } = topK;
  const { workgroup, perLane } = context.table.convert;
  const { constants = {} } = (more.kernel ?? {}) as Kernel;
  return {
    ...more,
    kernel: {
      name: `select/${name}`,
      entry: eachSlot,
      modules,
      constants: { ...rowConstants(topK), WORKGROUP: workgroup, PER_LANE: perLane, ...constants },
    },
    grid: counted('segments', 1, workgroup * perLane * perTask, { rows: spec.maxK }),
  };
}

/** The pass that fetches keys or values by the picked indices. */
function gatherPass(topK: TopKContext, what: 'keys' | 'values', bytes: number): Pass {
  const narrow = bytes < 4;
  const constants = narrow ? packing(bytes) : { VALUE_WORDS: bytes / 4 };
  const resources: Resources = {
    sorted: region('picked'),
    gatherFrom: argument(`${what}In`),
    gatherTo: argument(`${what}Out`),
  };
  const kernel = { constants } as unknown as Kernel;
  const module = section(convertFile, 'convert', narrow ? 'gather_packed' : 'gather');
  return slotsPass(topK, `gather ${what}`, [module], narrow ? 4 / bytes : 1, { kernel, resources });
}

/** The pass that ends the rows of empty segments, which no list has, and writes the counts. */
function restPass(topK: TopKContext): Pass {
  const { workgroup } = topK.context.table.convert;
  const modules = [...rowModules(topK), ...resultModules(topK, true), segmentsModule(topK.access)];
  const keyModules = ['stored', 'none'].map((member) => section(rowsFile, 'key', member));
  return {
    kernel: {
      name: 'select/rows rest',
      entry: rowsRest,
      modules: modules.filter((module) => !keyModules.includes(module)),
      constants: { ...rowConstants(topK), WORKGROUP: workgroup },
    },
    grid: counted('segments', 1, workgroup),
    resources: { call: CALL },
  };
}

/** The pass over all slots that writes indices and counts. */
function slotPass(topK: TopKContext): Pass {
  const { access } = topK;
  const outputs = [
    section(rowsFile, 'index', access.indices ? 'stored' : 'none'),
    section(rowsFile, 'count', access.counts ? 'stored' : 'none'),
  ];
  const modules = [indices, ...rowModules(topK), ...outputs, segmentsModule(access)];
  return slotsPass(topK, 'indices', modules, 1, { resources: { call: CALL } });
}

/** The passes that write what is left of the outputs of a recorded call. */
export function outputPasses(topK: TopKContext): Pass[] {
  const { spec, access, context } = topK;
  if (spec.slots !== undefined) return [];
  return [
    ...(hasRest(topK) ? [endsRows(topK) ? restPass(topK) : slotPass(topK)] : []),
    ...(access.keys && !copiesKeys(topK) ? [gatherPass(topK, 'keys', keyBytesOf(context))] : []),
    ...(access.values ? [gatherPass(topK, 'values', spec.valueBytes)] : []),
  ];
}
