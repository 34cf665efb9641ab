import segmentsFile from '../../wgsl/partition/segments.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import termsFile from '../../wgsl/segmented_scan/terms.wgsl';
import scanTotal from '../../wgsl/segmented_scan/total.wgsl';
import convertEach from '../../wgsl/sort/convert/convert.wgsl';
import { typeBytes } from '../item_types.ts';
import { type Accumulator, accumulatorOf, elementModules, loadModule, storeModule } from '../operators/accumulator.ts';
import type { Component, Operator, Result } from '../operators/components.ts';
import { type Element, elementOf, wordsType } from '../operators/elements.ts';
import { section, storage, type WgslModule, written } from '../plan/link.ts';
import {
  type ClassDescription,
  composed,
  counted,
  type KernelFragment,
  type Pass,
  type Resource,
  STATE,
} from '../plan/plan.ts';
import { LEAF } from '../reduce/descriptor.ts';
import { scanPasses } from '../scan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { LoadedScan, ScanSpec } from './descriptor.ts';

/** How a call gives its segments and its buffers. */
export interface ScanAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** Whether the results replace the items of the input. */
  readonly inPlace: boolean;
  /** Whether the input's binding includes the whole of its last vector of four words. */
  readonly wholeVectors: boolean;
}

/** What kernels need of the element type and of the operator. */
export interface ScanFacts {
  readonly element: Element;
  readonly component: Component;
  readonly accumulator: Accumulator;
  readonly result: Result;
  /** Bytes of a result. */
  readonly resultBytes: number;
  /** Words of the initial value; undefined where there is none. */
  readonly initial: readonly number[] | undefined;
}

export function scanFacts({ reduce }: LoadedScan): ScanFacts {
  const [operator] = reduce.operators as readonly [Operator & { readonly component: Component }];
  const [result] = operator.results as readonly [Result];
  return {
    element: elementOf(reduce.type),
    component: operator.component,
    accumulator: accumulatorOf([operator]),
    result,
    resultBytes: typeBytes(result.type),
    initial: reduce.initial[0],
  };
}

export interface ScanContext extends ScanSpec, ScanFacts {
  readonly table: FamilyTuning;
  /** Workgroup memory of the device, in bytes. */
  readonly workgroupBytes: number;
  readonly subgroups: boolean;
  /** Minimum number of lanes in a subgroup; 1 without subgroups. */
  readonly lanes: number;
}

/** A class of segments: scanned in one go, or in pieces. */
export type ScanClass = ClassDescription;

// Parts of kernels that several stages share.

/** The part that finds segments, in the order in which merge tiles count them. */
export function segmentsFragment({ form }: Pick<ScanAccess, 'form'>): KernelFragment {
  return {
    modules:
      form === 'ranges'
        ? [section(scanSegments, 'base', 'listed')]
        : [section(segmentsFile, 'segments', 'offsetsOrSize')],
  };
}

/** The part that finds segments and also their first items. */
export function basesFragment(access: Pick<ScanAccess, 'form'>): KernelFragment {
  const { modules = [] } = segmentsFragment(access);
  return { modules: access.form === 'ranges' ? modules : [...modules, section(scanSegments, 'base', 'contiguous')] };
}

/** The part that reads items in the order of the scan. */
export function inputFragment({ element, accumulator, phase, reverse }: ScanContext): KernelFragment {
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    // The host reverses the items of a segment longer than a batch.
    constants: { ...element.constants, REVERSE: reverse && phase === 'whole' },
    modules: [element.load, ...elementModules(accumulator, element)],
  };
}

/** The part that gives the subtrees before the call's items in their segment. */
export function windowFragmentOf({ phase, accumulator }: ScanContext): KernelFragment {
  if (phase === 'whole') return { modules: [section(termsFile, 'window', 'whole')] };
  return { modules: [section(termsFile, 'window', 'part'), loadModule(accumulator, 'carries', 'loadCarry')] };
}

/** Levels of a tree over the leaves of the longest segment. */
export const LEVELS = 32 - Math.log2(LEAF);

/** The pass that gives the subtree which ends with a window of a segment longer than a batch. */
export function totalPass(context: ScanContext, common: KernelFragment): Pass {
  const { accumulator, element, maxItems } = context;
  const kernel = composed('segmented_scan/total', scanTotal, [
    common,
    { constants: { WINDOW_LEVEL: Math.max(0, Math.ceil(Math.log2(maxItems / LEAF))) } },
    { aliases: { Bits: element.bits }, modules: [loadModule(accumulator, 'partials')] },
    windowFragmentOf(context),
    { modules: [storeModule(accumulator, 'storeTotal', 'accumulators')] },
  ]);
  return { ...kernel, grid: { kind: 'direct', workgroups: 1 } };
}

/** The internal scan of a family without a table for it. */
const STARTS_SCAN = { workgroup: 32, perLane: 64 };

const startsTable = (table: FamilyTuning) => ({ ...table, scan: table.scan ?? STARTS_SCAN });

const startsBlock = ({ workgroup, perLane }: { workgroup: number; perLane: number }) => workgroup * perLane;

/** The passes that give segments by begin and end their starts in the order of their list. */
export function startsPasses(context: Pick<ScanContext, 'table'>): Pass[] {
  const table = startsTable(context.table);
  const block = startsBlock(table.scan);
  return scanPasses(table, {
    values: section(scanSegments, 'values', 'starts'),
    combine: section(scanSegments, 'combine', 'addSaturated'),
    type: 'u32',
    length: STATE.SEGMENT_COUNT,
    grid: counted('segments', 1, block),
    counted: 'segment',
  }).map((pass) => ({ ...pass, form: 'listed' }));
}

/** Words of the scratch range `sums` of these passes. */
export function startsSums({ table, maxSegments }: Pick<ScanContext, 'table' | 'maxSegments'>): number {
  return Math.ceil(maxSegments / startsBlock(startsTable(table).scan));
}

// How kernels write results: to the output, over the input, or as words that a last pass packs.

/** Whether results have 8 or 16 bits. Then no kernel can write one without its neighbours in the word. */
export function isPacked({ resultBytes }: Pick<ScanContext, 'resultBytes'>): boolean {
  return resultBytes < 4;
}

/** Items of 1 or 2 bytes in a word. */
function packing({ resultBytes }: ScanContext) {
  return { PER_WORD: 4 / resultBytes, ITEM_BITS: 8 * resultBytes, ITEM_MASK: 2 ** (8 * resultBytes) - 1 };
}

/** WGSL lines that store the words of item `i`. */
function storeLines(context: ScanContext, inPlace: boolean): string[] {
  const { result, resultBytes, element } = context;
  if (isPacked(context)) return [`results[i] = (${result.words}) & ITEM_MASK;`];
  const count = resultBytes / 4;
  if (inPlace && element.inputWord !== 'u32') return [`input[i] = ${result.words};`];
  const name = inPlace ? 'input' : 'results';
  if (count === 1) return [`${name}[i] = ${result.words};`];
  const each = Array.from({ length: count }, (_, k) => `${name}[i * ${count}u + ${k}u] = words.${'xyzw'[k]};`);
  return [`let words = ${result.words};`, ...each];
}

/** The function `storeResult`, which stores the result of one item. */
function storeResultModule(context: ScanContext, inPlace: boolean): WgslModule {
  const binding = inPlace && !isPacked(context) ? storage('input', 'array<InputWord>') : storage('results');
  const lines = storeLines(context, inPlace).map((line) => `  ${line}`);
  return written(
    'results',
    `${binding}

fn storeResult(i: u32, value: Acc) {
  let total = value.c0;
${lines.join('\n')}
}`,
  );
}

/** The functions `resultWord` and `storeWord`, for results of one word that a workgroup stores together. */
function resultWordModule({ result }: ScanContext, inPlace: boolean): WgslModule {
  const name = inPlace ? 'input' : 'results';
  return written(
    'words of results',
    `${inPlace ? storage('input', 'array<InputWord>') : storage('results')}

fn resultWord(value: Acc) -> u32 {
  let total = value.c0;
  return ${result.words};
}

fn storeWord(i: u32, word: u32) {
  ${name}[i] = word;
}`,
  );
}

/** The function `initialValue`, from the plan's uniform. */
export function initialModule({ component, initial }: Pick<ScanFacts, 'component' | 'initial'>): WgslModule {
  if (!initial) return written('initial value', 'fn initialValue() -> Acc {\n  return identity();\n}');
  const words = initial.map((_, k) => `parameters[${k >> 2}].${'xyzw'[k & 3]}`);
  const bits = words.length === 1 ? words[0] : `${wordsType(words.length)}(${words.join(', ')})`;
  return written(
    'initial value',
    `var<uniform> parameters: array<vec4u, 16>;

fn initialValue() -> Acc {
  return Acc(bitcast<${component.type}>(${bits}));
}`,
  );
}

const RESULTS: Resource = { kind: 'region', name: 'results' };
const OUTPUT: Resource = { kind: 'argument', name: 'output' };

/** The part of a kernel that stores results. `byWord`: a workgroup stores them together, a word each. */
export function resultsFragment(context: ScanContext, inPlace: boolean, byWord = false): KernelFragment {
  const packed = isPacked(context);
  return {
    constants: { HAS_INITIAL: context.initial !== undefined, ...(packed ? packing(context) : {}) },
    resources: packed || !inPlace ? { results: packed ? RESULTS : OUTPUT } : {},
    modules: [(byWord ? resultWordModule : storeResultModule)(context, inPlace), initialModule(context)],
  };
}

const narrow = /* @__PURE__ */ section(convertEach, 'convert', 'narrow');

function convertPass(context: ScanContext, name: string, module: WgslModule, itemsEach: number, bytes: number): Pass {
  const { workgroup, perLane } = context.table.convert;
  return {
    kernel: {
      name,
      entry: convertEach,
      modules: [module],
      constants: { ...STATE, WORKGROUP: workgroup, PER_LANE: perLane, ...packing(context) },
    },
    grid: counted('items', itemsEach * perLane, workgroup, { additional: 4 }),
    resources: { results: RESULTS, sorted: RESULTS, packed: OUTPUT },
    traffic: { item: bytes },
  };
}

/** The passes before and after a scan with packed results. */
export function packedPasses(context: ScanContext): { readonly before: Pass[]; readonly after: Pass[] } {
  if (!isPacked(context)) return { before: [], after: [] };
  return {
    before: [convertPass(context, 'segmented_scan/unwritten', section(convertEach, 'convert', 'resetResults'), 1, 4)],
    after: [convertPass(context, 'sort/convert/narrow', narrow, 4 / context.resultBytes, context.resultBytes + 4)],
  };
}

/** Bytes of the scratch range `results`. The last packed word is filled up. */
export function resultsRoom(context: ScanContext): number {
  return isPacked(context) ? 4 * (context.maxItems + 4) : 0;
}
