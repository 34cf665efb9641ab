/** Recorded calls that arrays do otherwise: NaNs left out, windows, and each row's group, beside their definitions. */
import { expect } from 'vitest';
import {
  createGroupBy,
  createSegmentedQuantile,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedTopK,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { Random, SEED } from './cases.ts';
import { f16Bits } from './reduce-items.ts';
import { type Range, Workspace } from './run.ts';

const ITEMS = 2600;
const CUTS = [0, 700, 700, 703, 1500, ITEMS];
const PARTS = CUTS.slice(1).map((end, i) => [CUTS[i]!, end] as const);
const WINDOWS = [...PARTS, [600, 1400], [0, 2500], [650, 655]] as const;
const MAX_K = 20;

// biome-ignore lint/suspicious/noExplicitAny: plans of several operations
type Any = any;

/** Encodes one call and returns its outputs as words. */
async function encoded(
  device: GPUDevice,
  made: Promise<Any>,
  inputs: Readonly<Record<string, ArrayBufferView>>,
  outputs: Readonly<Record<string, number>>,
  segments?: (space: Workspace) => object,
): Promise<Record<string, Uint32Array>> {
  const plan = await made;
  const space = new Workspace(device);
  const ranges = Object.entries(outputs).map(([name, words]) => [name, space.output(name, words)] as const);
  const given = Object.entries(inputs).map(([name, words]) => [name, space.input(name, words)] as const);
  const args = {
    ...Object.fromEntries<Range>([...ranges, ...given]),
    ...{ itemCount: ITEMS, temporary: space.scratch('temporary', plan.temporaryBytes) },
    ...(segments ? { segments: segments(space) } : {}),
  };
  await space.submit((encoder) => plan.encode(encoder, args));
  const found = Object.fromEntries(ranges.map(([name, { found }]) => [name, found.slice()]));
  space.destroy();
  plan.destroy();
  return found;
}

const list =
  (bounds: readonly (readonly [number, number])[]) =>
  (space: Workspace): object => ({
    begin: space.input(
      'begin',
      Uint32Array.from(bounds, ([begin]) => begin),
    ),
    end: space.input(
      'end',
      Uint32Array.from(bounds, ([, end]) => end),
    ),
    count: bounds.length,
  });
const cut = (space: Workspace) => ({ offsets: space.input('offsets', Uint32Array.from(CUTS)), count: PARTS.length });
const floats = (words: Uint32Array | undefined) => [...new Float32Array((words as Uint32Array).slice().buffer)];

/** A third of the items are NaN, the others small whole numbers, whose sums are exact. */
function someNumbers(): number[] {
  const random = new Random(SEED);
  return Array.from({ length: ITEMS }, () => (random.below(3) === 0 ? Number.NaN : random.below(500)));
}

/** Checks reduces, scans and selections without NaNs, and selections of windows. */
export async function checkOmitted(device: GPUDevice, tuning: InternalTuning): Promise<void> {
  const numbers = someNumbers();
  const input = Float32Array.from(numbers);
  const room = { maxItems: ITEMS, maxSegments: WINDOWS.length, tuning: tuning as Any };
  const least = createSegmentedReduce(device, { type: 'f32', op: 'argmin', nan: 'omit', ...room });
  const rows = { output: WINDOWS.length, outputIndex: WINDOWS.length };
  const { outputIndex } = await encoded(device, least, { input }, rows, list(WINDOWS));
  const kept = WINDOWS.map(([begin, end]) =>
    Array.from({ length: end - begin }, (_, i) => i).filter((i) => !Number.isNaN(numbers[begin + i])),
  );
  const sorted = kept.map((items, s) => {
    const at = (i: number) => numbers[WINDOWS[s]![0] + i]!;
    return [...items].sort((a, b) => at(a) - at(b) || a - b);
  });
  expect([...outputIndex!]).toEqual(sorted.map(([first]) => first ?? 0xffffffff));

  // The same numbers as the second of three columns.
  const table = Float32Array.from({ length: 3 * ITEMS }, (_, i) =>
    i % 3 === 1 ? numbers[Math.floor(i / 3)]! : i % 3 === 0 ? Number.NaN : i,
  );
  const ofRows = createSegmentedReduce(device, { type: 'f32', width: 3, op: 'argmin', nan: 'omit', ...room });
  const wide = { output: 3 * WINDOWS.length, outputIndex: 3 * WINDOWS.length };
  const columns = await encoded(device, ofRows, { input: table }, wide, list(WINDOWS));
  expect([...columns.outputIndex!]).toEqual(
    sorted.flatMap(([first], s) => [0xffffffff, first ?? 0xffffffff, WINDOWS[s]![0] < WINDOWS[s]![1] ? 0 : 0xffffffff]),
  );

  const sums = createSegmentedScan(device, { type: 'f32', op: 'sum', nan: 'omit', ...room });
  const halves = createSegmentedScan(device, { type: 'f16', op: 'max', nan: 'omit', reverse: true, ...room });
  const summed = floats((await encoded(device, sums, { input }, { output: ITEMS }, cut)).output);
  const bits = Uint16Array.from(numbers, (x) => (Number.isNaN(x) ? 0x7e00 : f16Bits(x)));
  const maxima = await encoded(device, halves, { input: bits }, { output: ITEMS / 2 }, list(PARTS));
  const greatest = new Uint16Array(maxima.output!.buffer);
  for (const [begin, end] of PARTS) {
    let sum = 0;
    for (let i = begin; i < end; i++) {
      if (!Number.isNaN(numbers[i])) sum += numbers[i]!;
      expect(summed[i]).toBe(sum);
    }
    let max = Number.NEGATIVE_INFINITY;
    for (let i = end - 1; i >= begin; i--) {
      if (!Number.isNaN(numbers[i])) max = Math.max(max, numbers[i]!);
      expect(greatest[i]).toBe(f16Bits(max));
    }
  }

  const windows = { ...room, maxWindowItems: 3 * ITEMS };
  const ascending = { order: 'ascending', nan: 'omit' } as const;
  const top = createSegmentedTopK(device, { keyType: 'f32', valueType: 'u8', maxK: MAX_K, ...ascending, ...windows });
  const given = { keysIn: input, valuesIn: Uint8Array.from(numbers, (_, i) => i) };
  const outputs = { indicesOut: MAX_K * WINDOWS.length, valuesOut: (MAX_K * WINDOWS.length) / 4 };
  const { indicesOut, valuesOut } = await encoded(device, top, given, outputs, list(WINDOWS));
  const values = new Uint8Array(valuesOut!.buffer);
  sorted.forEach((items, s) => {
    const first = items.slice(0, MAX_K);
    expect([...indicesOut!.subarray(s * MAX_K, s * MAX_K + first.length)]).toEqual(first);
    const [begin] = WINDOWS[s]!;
    expect([...values.subarray(s * MAX_K, s * MAX_K + first.length)]).toEqual(first.map((i) => (begin + i) & 255));
  });
  const medians = createSegmentedQuantile(device, { keyType: 'f32', quantiles: [0.5], nan: 'omit', ...windows });
  const low = floats((await encoded(device, medians, { keysIn: input }, { keysLow: 8 }, list(WINDOWS))).keysLow);
  sorted.forEach((items, s) => {
    if (items.length === 0) return;
    expect(low[s]).toBe(numbers[WINDOWS[s]![0] + items[Math.floor((items.length - 1) / 2)]!]);
  });
}

/** Checks the group of each row. */
export async function checkGroups(device: GPUDevice, tuning: InternalTuning): Promise<void> {
  const random = new Random(SEED);
  const ids = Uint32Array.from({ length: ITEMS }, () => 7 * random.below(150));
  const group = createGroupBy(device, { keyType: 'u32', maxItems: ITEMS, maxGroups: 200, tuning: tuning as Any });
  const outputs = { offsetsOut: 201, rowsOut: ITEMS, countOut: 1, groupOut: ITEMS };
  const { groupOut, countOut } = await encoded(device, group, { idsIn: ids }, outputs);
  const distinct = [...new Set(ids)].sort((a, b) => a - b);
  expect([...countOut!]).toEqual([distinct.length]);
  expect([...groupOut!]).toEqual(Array.from(ids, (id) => distinct.indexOf(id)));
}
