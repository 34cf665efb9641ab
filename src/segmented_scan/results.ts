/** How kernels write results: to the output, over the input, or as words that a last pass packs. */

import convertEach from '../../wgsl/sort/convert/convert.wgsl';
import { wordsType } from '../operators/elements.ts';
import { section, storage, type WgslModule, written } from '../plan/module.ts';
import { counted, type Pass, type Resource } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { KernelPart } from '../reduce/kernel.ts';
import type { ScanContext } from './context.ts';

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
function storeModule(context: ScanContext, inPlace: boolean): WgslModule {
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

/** The function `initialValue`, from the plan's uniform. */
function initialModule({ component, initial }: ScanContext): WgslModule {
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

/** The part of a kernel that stores results. */
export function resultsPart(context: ScanContext, inPlace: boolean): KernelPart {
  const packed = isPacked(context);
  return {
    constants: { HAS_INITIAL: context.initial !== undefined, ...(packed ? packing(context) : {}) },
    resources: packed || !inPlace ? { results: packed ? RESULTS : OUTPUT } : {},
    modules: [storeModule(context, inPlace), initialModule(context)],
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
    grid: counted('items', itemsEach * perLane, workgroup, { extra: 4 }),
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
