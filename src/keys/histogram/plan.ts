/** The plan of histograms: all passes that it records, as plain data. */
import histogramFile from '../../../wgsl/keys/histogram.wgsl';
import elementFile from '../../../wgsl/operators/element.wgsl';
import segmentsFile from '../../../wgsl/partition/segments.wgsl';
import scanSegments from '../../../wgsl/segmented_scan/segments.wgsl';
import type { Bounds } from '../../api/array_call.ts';
import type { DeviceFacts } from '../../gpu/device.ts';
import { argsSlots, callFragment, PARTITION_RESOURCES, partitionPasses } from '../../partition/plan.ts';
import { section, type WgslModule } from '../../plan/link.ts';
import {
  type ClassDescription,
  composed,
  counted,
  type KernelFragment,
  layOut,
  NUMBERS_OF_STATE,
  type Pass,
  type Plan,
  type Resources,
  STATE,
} from '../../plan/plan.ts';
import { startsPasses, startsSums } from '../../segmented_scan/kernels.ts';
import { setupSpec } from '../../segmented_scan/plan.ts';
import { type KeyOrder, keyModulesOf, keyResources, keyTraits } from '../../sort/kernels.ts';
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import type { HistogramStages } from '../load.ts';
import type { LeastKeys } from './least_keys.ts';

/** A checked request. */
export interface HistogramRequest {
  readonly order: KeyOrder;
  readonly bins: number;
  readonly least: LeastKeys;
}

/** The data that a plan depends on, besides the device, the tuning and the form of the segments. */
export interface HistogramSpec extends HistogramRequest, Bounds {}

/** How a call gives its segments. */
export interface HistogramAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

/** Items of a tile: TILE in wgsl/segmented_scan/owners.wgsl. */
const TILE_ITEMS = 2048;

/** Bytes of workgroup memory that the segments of a tile take, rounded up. */
const OWNERS_BYTES = 9216;

/** The most counters in workgroup memory: 32 KiB with the segments of a tile, so that two workgroups share 64 KiB. */
const MAX_COUNTERS = 5888;

/** The class of a plan without lists. */
const WHOLE: ClassDescription = {
  name: 'small',
  minLength: 1,
  maxLength: Number.POSITIVE_INFINITY,
  methodText: 'tile by tile',
};

const wordsOf = (value: bigint) => [Number(value & 0xffffffffn), Number(value >> 32n)];

function binResources({ bins, least }: HistogramSpec): Resources {
  const { first, span, keys, even } = least;
  const guess = even ? new Uint32Array(Float32Array.of(even.begin, even.perUnit).buffer) : [];
  const words = [bins, keys.length, 0, 0, ...wordsOf(first), ...wordsOf(span), ...guess];
  return { binNumbers: { kind: 'words', words: Array.from({ length: 16 }, (_, i) => words[i] ?? 0) } };
}

/** The part that finds segments, and the numbers of the call. */
function segmentsPart({ form, countOnGpu }: HistogramAccess): KernelFragment {
  if (form === 'ranges') return { modules: [NUMBERS_OF_STATE, section(scanSegments, 'base', 'overlapping')] };
  const { modules = [] } = callFragment({ countOnGpu });
  return { modules: [...modules, section(scanSegments, 'base', 'contiguous')] };
}

/** The modules that find the bin of an item by its key. */
function binModules({ order: { keyType }, least: { even } }: HistogramSpec, words: number): WgslModule[] {
  if (words === 2) return [section(histogramFile, 'bin', 'twoWords')];
  const bin = section(histogramFile, 'bin', 'word');
  if (!even) return [bin, section(histogramFile, 'around', 'all')];
  const guess = [bin, section(histogramFile, 'around', 'guess')];
  if (keyType[0] !== 'f') return [...guess, section(histogramFile, 'near', 'key')];
  const number = section(elementFile, 'number', keyType === 'f16' ? 'f16' : 'f32');
  return [...guess, section(histogramFile, 'near', 'float'), number];
}

/** The part that finds the bin of an item. */
function binFragment(spec: HistogramSpec): KernelFragment {
  const { bytes, words, plain, lossless } = keyTraits(spec.order);
  const bits = words === 2 ? 'vec2u' : 'u32';
  return {
    modules: [
      section(elementFile, 'element', bytes < 4 ? 'packed' : 'word'),
      ...binModules(spec, words),
      keyModulesOf(words).keyMap,
    ],
    aliases: { InputWord: bits, Bits: bits },
    constants: { PLAIN_KEYS: plain, LOSSLESS_KEYS: lossless, ...(bytes < 4 ? { ELEMENT_BITS: 8 * bytes } : {}) },
    resources: { ...keyResources(spec.order), leastKeys: { kind: 'parameters' } },
  };
}

/** How a profile finds segments. */
function unlistedModules(access: HistogramAccess): readonly WgslModule[] {
  if (access.form === 'ranges') return [NUMBERS_OF_STATE, section(segmentsFile, 'segments', 'ranges')];
  return callFragment(access).modules ?? [];
}

/** Makes the plan: all that a call records, as plain data. It needs no GPU. */
export function histogramPlan(
  stages: HistogramStages,
  spec: HistogramSpec,
  access: HistogramAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const { maxItems, maxSegments, order, bins, least } = spec;
  const { bytes, words } = keyTraits(order);
  const setup = setupSpec({ table, maxSegments }, access, stages, [WHOLE]);
  const { workgroup, perLane } = table.convert;
  const listed = access.form === 'ranges';
  const numbers: KernelFragment = { resources: binResources(spec) };
  const finds = section(segmentsFile, 'segments', 'ofCall');
  const ofCall = callFragment(access).modules?.filter((module) => module !== finds);
  const clear: Pass = {
    ...composed('keys/clear histogram', section(histogramFile, 'entry', 'clear'), [
      numbers,
      { modules: (listed ? [NUMBERS_OF_STATE] : ofCall) ?? [], constants: { WORKGROUP: workgroup, PER_LANE: perLane } },
    ]),
    grid: counted('segments', 1, workgroup * perLane, { rows: bins }),
    traffic: { segment: 4 * bins },
  };
  const shared = Math.min(MAX_COUNTERS, Math.floor((facts.workgroupStorageBytes - OWNERS_BYTES) / 4));
  const lanes = Math.min(table.reduce.workgroup, TILE_ITEMS / 16);
  const count: Pass = {
    ...composed('keys/histogram', histogramFile, [
      numbers,
      { constants: { WORKGROUP: lanes, SHARED_COUNTS: shared } },
      segmentsPart(access),
      binFragment(spec),
    ]),
    grid: counted('items', TILE_ITEMS, 1),
    traffic: { item: bytes, segment: 4 },
  };
  const { regions, bytes: temporaryBytes } = layOut({
    state: 4 * STATE.FIRST_ID,
    starts: 4 * maxSegments,
    sums: 4 * startsSums({ table, maxSegments }),
  });
  const keys = least.keys.flatMap((key) => wordsOf(key).slice(0, words));
  return {
    passes: [...(listed ? [...partitionPasses(setup), ...startsPasses({ table })] : []), clear, count],
    regions,
    resources: PARTITION_RESOURCES,
    temporaryBytes,
    itemBytes: maxItems * bytes,
    argsSlots: argsSlots(setup),
    classes: [WHOLE],
    unlisted: { maxLength: 2 ** 32 - 1, modules: unlistedModules(access) },
    // WebGPU binds no empty buffer.
    parameters: keys.length > 0 ? keys : [0, 0],
  };
}
