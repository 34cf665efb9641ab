/** Plans of transforms: a reduce, if segments need numbers, then a kernel over all items. */
import segmentsFile from '../../wgsl/partition/segments.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import mapFile from '../../wgsl/transform/map.wgsl';
import mapLongFile from '../../wgsl/transform/map_long.wgsl';
import placeFile from '../../wgsl/transform/place.wgsl';
import type { Bounds } from '../api/array_call.ts';
import type { DeviceFacts } from '../gpu/device.ts';
import { argsSlots, callFragment, PARTITION_RESOURCES, partitionPasses } from '../partition/plan.ts';
import { section } from '../plan/link.ts';
import {
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
import { type LoadedRequest, NOT_RARE, type ReduceSpec } from '../reduce/descriptor.ts';
import { parameterWords } from '../reduce/kernels.ts';
import { type ReduceStages, reduceContext, reducePlan } from '../reduce/plan.ts';
import { segmentsFragment, startsPasses, startsSums } from '../segmented_scan/kernels.ts';
import { setupSpec } from '../segmented_scan/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import { fillWords } from './fill.ts';
import { type LoadedTransform, resultBytes, type Step } from './kernels.ts';
import { keepsNumbers, sweptFragment } from './swept.ts';

/** How a call gives its segments and its buffers. */
export interface TransformAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the results replace the items of the input. */
  readonly inPlace: boolean;
  /** Whether the input's binding includes the whole of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** The data that a plan depends on, besides the device, the tuning and the form of the segments. */
export interface TransformSpec extends LoadedTransform, Bounds {}

/** Items of a workgroup, TILE in the kernel: its two searches take as long as their loads. */
const TILE_ITEMS = 2048;
/** The same where only long segments are left. */
const LONG_TILE_ITEMS = 4096;

const NUMBERS: Resource = { kind: 'region', name: 'numbers' };
const OUTPUT: Resource = { kind: 'argument', name: 'output' };

/** What a plan of a transform is made from. */
interface TransformContext {
  readonly stages: ReduceStages;
  readonly spec: TransformSpec;
  readonly access: TransformAccess;
  readonly facts: DeviceFacts;
  readonly tuning: InternalTuning;
  readonly table: FamilyTuning;
}

/** What kernels over all items need to find the segment of an item. */
function segmentFragment({ form, countOnGpu }: TransformAccess): KernelFragment {
  if (form === 'ranges') return { modules: [NUMBERS_OF_STATE, ...(segmentsFragment({ form }).modules ?? [])] };
  const { modules = [] } = callFragment({ countOnGpu });
  return { modules: [...modules, section(scanSegments, 'base', 'contiguous')] };
}

/** Where a step's items are: the caller's input, or the results of the step before. */
function itemsOf({ reads }: Step, { inPlace }: TransformAccess): Resources {
  return reads === 'results' && !inPlace ? { input: OUTPUT } : {};
}

/** The part that stores results. */
function storeFragment({ spec, access }: TransformContext, step: Step): KernelFragment {
  const bytes = resultBytes(spec);
  const out = { Out: bytes === 8 ? 'vec2u' : 'u32' };
  if (bytes < 4) {
    const packed = section(placeFile, 'store', 'packed');
    return { modules: [packed], aliases: out, resources: { packedResults: OUTPUT } };
  }
  if (access.inPlace || step.reads === 'results')
    return { modules: [section(placeFile, 'store', 'inPlace')], aliases: out };
  return { modules: [section(placeFile, 'store', 'results')], aliases: out, resources: { transforms: OUTPUT } };
}

/** The part that finds an item in its segment, and the item before it. */
function placeFragment({ readsOthers, element }: TransformSpec, of: 'whole' | 'part'): KernelFragment {
  const fill = section(placeFile, 'fill', element.bytes === 8 ? 'twoWords' : 'word');
  const before = [section(placeFile, 'before', of), ...(of === 'whole' ? [fill] : [])];
  return { modules: [section(placeFile, 'place', of), ...(readsOthers ? before : [])] };
}

const lanesOfMap = ({ table }: TransformContext) => Math.min(table.reduce.workgroup, TILE_ITEMS / 16);

/** The parts of a kernel that makes the results of a step. */
function mapFragments(context: TransformContext, step: Step, of: 'whole' | 'part'): KernelFragment[] {
  const { spec, access } = context;
  const { element, map, numbers } = step;
  // Behind the numbers of a part are other words.
  const isPair = of === 'whole' && numbers === 2;
  return [
    { constants: { WORKGROUP: lanesOfMap(context), NUMBER_WORDS: Math.max(numbers, 1) } },
    {
      aliases: { InputWord: element.inputWord, Bits: element.bits, NumberWord: isPair ? 'vec2u' : 'u32' },
      constants: element.constants,
      modules: [element.load, section(placeFile, 'numbers', isPair ? 'two' : numbers > 0 ? 'stored' : 'none')],
      resources: of === 'part' ? {} : { ...itemsOf(step, access), ...(numbers > 0 ? { numbers: NUMBERS } : {}) },
    },
    placeFragment(spec, of),
    storeFragment(context, of === 'part' ? { ...step, reads: 'items' } : step),
    map,
  ];
}

function trafficOf({ spec }: TransformContext, { element, numbers }: Step) {
  const item = element.bytes * (spec.readsOthers ? 2 : 1) + resultBytes(spec);
  return { item, segment: 4 + 4 * numbers };
}

/** The pass that makes the results of a step. `of`: whether a call has whole segments, or a part of one. */
function mapPass(context: TransformContext, step: Step, of: 'whole' | 'part' = 'whole'): Pass {
  const fragments = [segmentFragment(context.access), ...mapFragments(context, step, of)];
  const kernel = composed('transform/map', mapFile, fragments);
  return { ...kernel, grid: counted('items', TILE_ITEMS, 1), traffic: trafficOf(context, step) };
}

/** The pass that makes the results of segments with more items than `longest`. The sweep has made all others. */
function mapLongPass(context: TransformContext, step: Step, longest: number): Pass {
  const tile = Math.min(longest, LONG_TILE_ITEMS);
  const kernel = composed('transform/map long', mapLongFile, [
    { constants: { MAP_TILE: tile, LONGEST_SWEPT: longest } },
    callFragment(context.access),
    ...mapFragments(context, step, 'whole'),
  ]);
  // The bytes include items of short segments, which this pass does not read.
  return { ...kernel, grid: counted('items', tile, 1), traffic: trafficOf(context, step) };
}

/** The reduce of a step. */
export function requestOf({ element, operators }: Step): LoadedRequest {
  const plain = { listed: false, accuracy: 'pairwise', rare: undefined, ...NOT_RARE } as const;
  return { type: element.type, ops: [], operators, ...plain };
}

/** The plan of a step's reduce. */
interface StepReduce {
  readonly plan: Plan;
  /** The longest segment whose results it makes as well, or 0. */
  readonly swept: number;
}

function reduceOfStep(context: TransformContext, step: Step): StepReduce | undefined {
  const { stages, spec, access, facts, tuning } = context;
  if (step.operators.length === 0) return undefined;
  const { maxItems, maxSegments, maxSegmentSize } = spec;
  const request: ReduceSpec = { ...requestOf(step), phase: 'whole', ...{ maxItems, maxSegments, maxSegmentSize } };
  // The binding of results has whole vectors only by chance.
  const wholeVectors = step.reads === 'items' && access.wholeVectors;
  const { form, countOnGpu } = access;
  const reduceAccess = { form, countOnGpu, wholeVectors };
  const ofWords = resultBytes(spec) === 4 && !spec.readsOthers && keepsNumbers(step);
  const { sweep } = stages;
  const reduce = reduceContext(stages, request, reduceAccess, facts, tuning);
  const swept = ofWords && form === 'offsets' && sweep.maps?.(reduce) ? sweep.longest(reduce) : 0;
  const mapped = swept > 0 ? { mapped: sweptFragment(step, access.inPlace || step.reads === 'results') } : {};
  const plan = reducePlan(stages, { ...request, ...mapped }, reduceAccess, facts, tuning);
  return { plan, swept };
}

/** The passes that make the results of a step which its reduce has not made. */
function mapPasses(context: TransformContext, step: Step, swept = 0): Pass[] {
  if (swept === 0) return [mapPass(context, step)];
  const { maxItems, maxSegmentSize } = context.spec;
  return swept < Math.min(maxItems, maxSegmentSize) ? [mapLongPass(context, step, swept)] : [];
}

/** The class of a plan without a reduce. */
const WHOLE: ClassDescription = {
  name: 'small',
  minLength: 1,
  maxLength: Number.POSITIVE_INFINITY,
  methodText: 'item by item',
};

/** The larger of the sizes of each scratch range. */
function joinedSizes(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const [name, size] of all.flatMap(Object.entries<number>)) sizes[name] = Math.max(sizes[name] ?? 0, size);
  return sizes;
}

const sizesOf = ({ regions }: Plan) =>
  Object.fromEntries(Object.entries(regions).map(([name, { size }]) => [name, size]));

/** The words of `parameters`, as wgsl/transform reads them. `elements`: as in `parameterWords`. */
export function parametersOf({ element, lag, fill, ddof }: TransformSpec, elements?: number): number[] {
  const bits = new Uint32Array(Float32Array.of(ddof).buffer)[0] as number;
  return parameterWords([[Math.abs(lag), lag < 0 ? 1 : 0, ...fillWords(element.type, fill), bits]], elements);
}

/** How a profile counts segments that are in no list. */
function unlistedOf(access: TransformAccess, reduce: Plan | undefined): Pick<Plan, 'unlisted'> {
  if (reduce) return reduce.unlisted ? { unlisted: reduce.unlisted } : {};
  const listed = [NUMBERS_OF_STATE, section(segmentsFile, 'segments', 'ranges')];
  const modules = access.form === 'ranges' ? listed : (callFragment(access).modules ?? []);
  return { unlisted: { maxLength: 2 ** 32 - 1, modules } };
}

/** Makes the plan of a transform: all that a call records, as plain data. Needs no GPU. */
export function transformPlan(
  stages: ReduceStages,
  spec: TransformSpec,
  access: TransformAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const context: TransformContext = { stages, spec, access, facts, tuning, table };
  const { maxItems, maxSegments, steps, element } = spec;
  const setup = setupSpec({ table, maxSegments }, access, stages, [WHOLE]);
  const reduces = steps.map((step) => reduceOfStep(context, step));
  const first = reduces[0]?.plan;
  const listed = access.form === 'ranges';
  const words = Math.max(...steps.map(({ numbers }) => numbers));
  const sizes = joinedSizes([
    { state: 4 * STATE.FIRST_ID, starts: 4 * maxSegments, sums: 4 * startsSums({ table, maxSegments }) },
    ...reduces.flatMap((reduce) => (reduce ? [sizesOf(reduce.plan)] : [])),
    ...(words > 0 ? [{ numbers: 4 * words * maxSegments }] : []),
  ]);
  const { regions, bytes } = layOut(sizes);
  const starts = listed ? startsPasses({ table }) : [];
  const passes = steps.flatMap((step, i) => {
    const { plan, swept } = reduces[i] ?? {};
    const instead = { ...itemsOf(step, access), output: NUMBERS, transforms: OUTPUT };
    const before = plan ? nested(plan.passes, instead) : listed ? partitionPasses(setup) : [];
    return [...before, ...(i === 0 ? starts : []), ...mapPasses(context, step, swept)];
  });
  return {
    passes,
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: maxItems * Math.max(element.bytes, resultBytes(spec)),
    argsSlots: Math.max(argsSlots(setup), ...reduces.map((reduce) => reduce?.plan.argsSlots ?? 0)),
    classes: first?.classes ?? [WHOLE],
    ...unlistedOf(access, first),
    parameters: parametersOf(spec),
  };
}

/** The plan that makes results of a part of one segment: its arguments are `input`, `numbers` and `output`. */
export function partPlan(
  stages: ReduceStages,
  spec: TransformSpec,
  step: Step,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const access = { form: 'offsets', countOnGpu: false, inPlace: false, wholeVectors: false } as const;
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const { regions, bytes } = layOut({ starts: 4 });
  return {
    passes: [mapPass({ stages, spec, access, facts, tuning, table }, step, 'part')],
    regions,
    resources: { ...PARTITION_RESOURCES, parameters: { kind: 'parameters' } },
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(step.element.bytes, resultBytes(spec)),
    argsSlots: 0,
    classes: [WHOLE],
    parameters: parametersOf(spec),
  };
}
