/**
 * Recorded calls whose offsets, counts and k are garbage on the GPU. Results are unspecified. Guards, inputs and GPU
 * errors are checked, and the call must end.
 */
import fc from 'fast-check';
import {
  createGroupBy,
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedQuantile,
  createSegmentedRank,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  createSegmentedTransform,
  createSegmentedUnique,
} from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { type Range, Workspace, withoutGpuErrors } from '../support/run.ts';
import type { SoakRow } from './call.ts';
import { seeds, tunings } from './draw.ts';

const ITEMS = 1500;
const SEGMENTS = 30;
const MAX_K = 5;

interface Plan {
  readonly temporaryBytes: number;
  encode(encoder: GPUCommandEncoder, args: never): void;
  destroy(): void;
}

interface Operation {
  create(device: GPUDevice, room: object): Promise<Plan>;
  /** Arguments besides the segments. */
  args(space: Workspace, random: Random): Record<string, unknown>;
}

const words = (random: Random, count: number) => Uint32Array.from({ length: count }, () => random.word());
const keysAnd = (outputs: Record<string, number>) => (space: Workspace, random: Random) => ({
  keysIn: space.input('keysIn', words(random, ITEMS)),
  ...Object.fromEntries(Object.entries(outputs).map(([name, count]) => [name, space.output(name, count)])),
});

const fromInput = (count: number) => (space: Workspace, random: Random) => ({
  itemCount: ITEMS,
  input: space.input('input', words(random, ITEMS)),
  output: space.output('output', count),
});

/** Any word. Small ones and the largest are more frequent. */
function garbage(random: Random): number {
  const kinds = [random.word(), random.below(4), ITEMS + random.below(3), 0xffffffff - random.below(3)];
  return kinds[random.below(kinds.length)] as number;
}

const OPERATIONS: Record<string, Operation> = {
  sort: {
    create: (device, room) => createSegmentedSort(device, { keyType: 'u32', ...room } as never),
    args: keysAnd({ keysOut: ITEMS }),
  },
  'sort of pairs': {
    create: (device, room) => createSegmentedSort(device, { keyType: 'u32', valueType: 'index', ...room } as never),
    args: keysAnd({ keysOut: ITEMS, valuesOut: ITEMS }),
  },
  reduce: {
    create: (device, room) => createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room } as never),
    args: (space, random) => ({
      input: space.input('input', words(random, ITEMS)),
      output: space.output('output', SEGMENTS),
    }),
  },
  scan: {
    create: (device, room) => createSegmentedScan(device, { type: 'u32', op: 'sum', ...room } as never),
    args: (space, random) => ({
      input: space.input('input', words(random, ITEMS)),
      output: space.output('output', ITEMS),
    }),
  },
  'top-k': {
    create: (device, room) => createSegmentedTopK(device, { keyType: 'u32', maxK: MAX_K, ...room } as never),
    args: (space, random) => ({
      ...keysAnd({ keysOut: SEGMENTS * MAX_K, indicesOut: SEGMENTS * MAX_K, countsOut: SEGMENTS })(space, random),
      k: space.input('k', Uint32Array.of(garbage(random))),
    }),
  },
  quantile: {
    create: (device, room) =>
      createSegmentedQuantile(device, { keyType: 'u32', quantiles: [0.5, 0.9], ...room } as never),
    args: keysAnd({ keysLow: 2 * SEGMENTS, keysHigh: 2 * SEGMENTS }),
  },
  'top-k of windows': {
    create: (device, room) =>
      createSegmentedTopK(device, { keyType: 'u32', maxK: MAX_K, maxWindowItems: 2 * ITEMS, ...room } as never),
    args: keysAnd({ keysOut: SEGMENTS * MAX_K, indicesOut: SEGMENTS * MAX_K, countsOut: SEGMENTS }),
  },
  'quantile of windows': {
    create: (device, room) =>
      createSegmentedQuantile(device, {
        ...{ keyType: 'f32', quantiles: [0.5], maxWindowItems: 2 * ITEMS, nan: 'omit', ...room },
      } as never),
    args: keysAnd({ keysLow: SEGMENTS, keysHigh: SEGMENTS, countsOut: SEGMENTS }),
  },
  softmax: {
    create: (device, room) => createSegmentedTransform(device, { type: 'f32', transform: 'softmax', ...room } as never),
    args: fromInput(ITEMS),
  },
  shift: {
    create: (device, room) => createSegmentedTransform(device, { type: 'u8', transform: 'shift', ...room } as never),
    args: fromInput(ITEMS / 4),
  },
  rank: {
    create: (device, room) => createSegmentedRank(device, { keyType: 'f32', ties: 'average', ...room } as never),
    args: keysAnd({ ranksOut: 2 * ITEMS }),
  },
  unique: {
    create: (device, room) => createSegmentedUnique(device, { keyType: 'u32', ...room } as never),
    args: keysAnd({ keysOut: ITEMS, countsOut: ITEMS, offsetsOut: SEGMENTS + 1 }),
  },
  mode: {
    create: (device, room) => createSegmentedMode(device, { keyType: 'f32', nan: 'omit', ...room } as never),
    args: keysAnd({ valuesOut: SEGMENTS, countsOut: SEGMENTS }),
  },
  histogram: {
    create: (device, room) =>
      createSegmentedHistogram(device, { type: 'f32', bins: 9, range: [-4, 4], ...room } as never),
    args: fromInput(9 * SEGMENTS),
  },
  'reduce without NaNs': {
    create: (device, room) => createSegmentedReduce(device, { type: 'f32', op: 'max', nan: 'omit', ...room } as never),
    args: fromInput(SEGMENTS),
  },
  'scan without NaNs': {
    create: (device, room) => createSegmentedScan(device, { type: 'f32', op: 'sum', nan: 'omit', ...room } as never),
    args: fromInput(ITEMS),
  },
  'top-k without NaNs': {
    create: (device, room) =>
      createSegmentedTopK(device, { keyType: 'f32', maxK: MAX_K, nan: 'omit', ...room } as never),
    args: keysAnd({ keysOut: SEGMENTS * MAX_K, indicesOut: SEGMENTS * MAX_K, countsOut: SEGMENTS }),
  },
  'reduce of rows': {
    create: (device, room) =>
      createSegmentedReduce(device, { type: 'f32', width: 3, op: 'mean', rows: true, ...room } as never),
    args: (space, random) => ({
      input: space.input('input', words(random, 3 * ITEMS)),
      rowsIn: space.input(
        'rowsIn',
        Uint32Array.from({ length: ITEMS }, () => garbage(random)),
      ),
      output: space.output('output', 3 * SEGMENTS),
    }),
  },
};

/** Segments whose offsets, ends and count are garbage. */
function garbageSegments(space: Workspace, random: Random) {
  const list = (name: string, count: number) =>
    space.input(
      name,
      Uint32Array.from({ length: count }, () => garbage(random)),
    );
  const count: Range | number = random.below(2) ? list('count', 1) : SEGMENTS;
  if (random.below(2)) return { offsets: list('offsets', SEGMENTS + 1), count };
  return { begin: list('begin', SEGMENTS), end: list('end', SEGMENTS), count };
}

async function runGarbage(device: GPUDevice, { create, args }: Operation, tuning: object, seed: number) {
  const random = new Random(seed);
  const room = { maxItems: ITEMS, maxSegments: SEGMENTS, tuning };
  const plan = await withoutGpuErrors(device, () => create(device, room));
  const space = new Workspace(device, seed);
  try {
    const temporary = plan.temporaryBytes > 0 ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {};
    const given = { ...args(space, random), segments: garbageSegments(space, random), ...temporary };
    await space.submit((encoder) => plan.encode(encoder, given as never));
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Ids that are not the number of a group, and fewer groups than the ids have. */
async function runGroups(device: GPUDevice, tuning: object, seed: number) {
  const random = new Random(seed);
  const maxGroups = 1 + random.below(20);
  const plan = await createGroupBy(device, { keyType: 'u32', maxItems: ITEMS, maxGroups, tuning } as never);
  const space = new Workspace(device, seed);
  try {
    const args = {
      idsIn: space.input('idsIn', words(random, ITEMS)),
      ...{ offsetsOut: space.output('offsetsOut', maxGroups + 1), rowsOut: space.output('rowsOut', ITEMS) },
      countOut: space.output('countOut', 1),
      itemCount: random.below(2) ? ITEMS : random.below(ITEMS),
    };
    await space.submit((encoder) => plan.encode(encoder, args as never));
  } finally {
    space.destroy();
    plan.destroy();
  }
}

export const garbageRows: fc.Arbitrary<SoakRow> = fc
  .record({ name: fc.constantFrom(...Object.keys(OPERATIONS), 'group by'), tuning: tunings })
  .map(({ name, tuning: { maxBindingBytes: _, ...tuning } }) => ({
    what: `garbage ${name}, ${JSON.stringify(tuning)}`,
    calls: seeds.map((seed) => ({
      name: `garbage ${name}`,
      segments: SEGMENTS,
      run: (device: GPUDevice) => {
        const operation = OPERATIONS[name];
        return operation ? runGarbage(device, operation, tuning, seed) : runGroups(device, tuning, seed);
      },
      program: () => `// garbage ${name}: ${JSON.stringify({ tuning, seed })}\n`,
    })),
  }));
