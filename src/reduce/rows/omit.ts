/**
 * Plans of reduces of rows that leave out NaNs: columns become arrays, one after another, and a nested plan reduces
 * their numbers. A column of a segment is a segment of it. Loaded for these only.
 */
import columnsFile from '../../../wgsl/omit/columns.wgsl';
import keptFile from '../../../wgsl/omit/kept.wgsl';
import termsFile from '../../../wgsl/reduce/rows/terms.wgsl';
import { type DeviceFacts, deviceFacts } from '../../gpu/device.ts';
import { memoized, type OperationOptions, PlannedOperation } from '../../gpu/operation.ts';
import { countModule, eachPass, givenSegments, ITEMS, type OmitSpec, omittingPlan } from '../../omit/plan.ts';
import { elementOf, numberModule } from '../../operators/elements.ts';
import { section } from '../../plan/link.ts';
import {
  type CallNumbers,
  counted,
  type KernelFragment,
  type Pass,
  type Plan,
  type Resource,
} from '../../plan/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import type { LoadedRequest, ReduceSpec } from '../descriptor.ts';
import { reduceFacts } from '../kernels.ts';
import { loadedRequest } from '../load.ts';
import type { LoadedReduce } from '../operation.ts';
import { type ReduceStages, reducePlan } from '../plan.ts';
import type { RowsAccess, RowsSpec } from './context.ts';
import { COMMON, type RowsOperation } from './operation.ts';

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** The numbers of the call on rows. `items` and `segments` are those of columns. */
const OF_ROWS: Resource = { kind: 'call', members: ['givenRows', 'givenSegments', 'givenSize'] };

/** Lanes that write neighbouring words of a column: `convert: columns` of wgsl/omit/columns.wgsl. */
const BLOCK_WORDS = 8;

/** Elements of a word of the columns. Products have words of their own. */
const packedOf = ({ type, weighted }: Pick<RowsSpec, 'type' | 'weighted'>) => (type === 'f16' && !weighted ? 2 : 1);

/** Items of all columns. */
export function columnItems(spec: Pick<RowsSpec, 'type' | 'weighted' | 'width'>, rows: number): number {
  const block = BLOCK_WORDS * packedOf(spec);
  return spec.width * Math.ceil(rows / block) * block;
}

/** A pass of conversions that reads the numbers of the call on rows. */
function ofRows(
  spec: RowsSpec,
  table: FamilyTuning,
  name: string,
  { modules = [], ...more }: KernelFragment,
  grid: Parameters<typeof eachPass>[3],
): Pass {
  const shared = {
    ...more,
    modules: [section(columnsFile, 'convert', name as 'columns'), ...modules],
    constants: { WIDTH: spec.width, BLOCK: BLOCK_WORDS * packedOf(spec), ...more.constants },
  };
  const pass = eachPass(table, name, [shared], grid);
  return { ...pass, resources: { ...pass.resources, call: OF_ROWS } };
}

/** The pass that writes the columns. */
function columnsPass(spec: RowsSpec, table: FamilyTuning): Pass {
  const { type, width, gathers, weighted } = spec;
  const element = elementOf(type);
  const packed = packedOf(spec);
  const weights = [
    section(columnsFile, 'element', 'weighted'),
    section(keptFile, 'nan', type as OmitSpec['type']),
    section(termsFile, 'weight', 'given'),
    numberModule(element),
  ];
  const fragment: KernelFragment = {
    modules: [
      ...(ITEMS.modules ?? []),
      element.load,
      section(termsFile, 'row', gathers ? 'listed' : 'own'),
      ...(weighted ? weights : [section(columnsFile, 'element', 'plain')]),
    ],
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    constants: {
      ...element.constants,
      PER_WORD: 4 / element.bytes,
      PACKED: packed,
      LEFT_OUT: packed === 2 ? 0x7fff : 0xffffffff,
    },
    resources: { input: argument('input'), columns: region('columns') },
  };
  const pass = ofRows(spec, table, 'columns', fragment, (perLane, workgroup) =>
    counted('items', packed * perLane, workgroup),
  );
  const own = (gathers ? 4 : 0) + (weighted ? 4 : 0);
  return { ...pass, traffic: { item: element.bytes + 4 / packed + own / width } };
}

/** The pass that writes the segments of the nested plan. */
function segmentsPass(spec: RowsSpec, access: RowsAccess, table: FamilyTuning): Pass {
  const modules = [countModule(access), ...givenSegments(access)];
  return ofRows(spec, table, 'segments', { modules }, (perLane, workgroup) => counted('segments', perLane, workgroup));
}

function indicesPass(spec: RowsSpec, access: RowsAccess, table: FamilyTuning, name: string): Pass {
  const fragment = { modules: givenSegments(access), resources: { indices: argument(name) } };
  return ofRows(spec, table, 'indices', fragment, (perLane, workgroup) => counted('segments', perLane, workgroup));
}

/** Makes the plan. `reduced`: what the nested plan reduces, in which products are f32. */
export function omittingRowsPlan(
  stages: ReduceStages,
  spec: RowsSpec,
  reduced: LoadedRequest,
  access: RowsAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const { width, weighted, maxItems, maxSegments, maxSegmentSize, phase } = spec;
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const bounds = { maxItems: columnItems(spec, maxItems), maxSegments: width * maxSegments, maxSegmentSize };
  const ofColumns: ReduceSpec = { ...reduced, ...bounds, phase };
  // Any column of any segment may be anywhere.
  const ofKept = { form: 'ranges', countOnGpu: access.countOnGpu } as const;
  const inner = reducePlan(stages, ofColumns, { ...ofKept, wholeVectors: true }, facts, tuning);
  const type = reduced.type as OmitSpec['type'];
  const ofIndices = reduceFacts(ofColumns).results.outputs.filter(({ name }) => name === 'outputIndex');
  return omittingPlan(inner, { ...bounds, type, argument: 'input' }, ofKept, {
    table,
    regions: { columns: elementOf(type).bytes * bounds.maxItems },
    source: {
      items: region('columns'),
      ...(weighted ? { nan: 'marked' } : {}),
      before: [columnsPass(spec, table)],
      segments: segmentsPass(spec, access, table),
    },
    after: ofIndices.map((output) => indicesPass(spec, access, table, output.argument)),
  });
}

/** Compiles the reduce. */
export async function omittingRows(
  device: GPUDevice,
  { request, stages }: LoadedReduce,
  spec: RowsSpec,
  tuning: InternalTuning,
  options: OperationOptions,
): Promise<RowsOperation> {
  const { width, weighted } = spec;
  const reduced = weighted ? await loadedRequest({ ...request, type: 'f32' }) : request;
  const facts = deviceFacts(device);
  const planFor = memoized((access: RowsAccess) => omittingRowsPlan(stages, spec, reduced, access, facts, tuning));
  const operation = await PlannedOperation.create(device, 'segmented reduce of rows', planFor(COMMON), options);
  const numbers = ({ items, segments, size }: CallNumbers): CallNumbers => {
    const given = { givenRows: items, givenSegments: segments, givenSize: size };
    const columns = columnItems(spec, items);
    return { items: columns, givenItems: columns, segments: width * segments, size: 0, ...given };
  };
  return { spec, operation, planFor, numbers };
}
