/**
 * The table of docs/memory.md agrees with the library. `npm run docs:tables` writes it. If this test fails after a
 * change of the plans, run that command and look at the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createSegmentedHistogram,
  createSegmentedMode,
  createSegmentedRank,
  createSegmentedReduce,
  createSegmentedSort,
  createSegmentedTopK,
  createSegmentedTransform,
  createSegmentedUnique,
} from '../../src/index.ts';

const PAGE = new URL('../../docs/memory.md', import.meta.url);
const MARKED = /(?<=<!-- table -->\n)[\s\S]*(?=<!-- end of table -->)/;

/** A device that compiles and makes nothing. The memory of a plan is known without a GPU. */
function hollowDevice(): GPUDevice {
  // It has every method, each of which returns it.
  const own = new Map<unknown, unknown>([
    ['then', undefined],
    ['getMappedRange', () => new ArrayBuffer(2 ** 20)],
  ]);
  const thing: object = new Proxy({}, { get: (_, name) => (own.has(name) ? own.get(name) : () => thing) });
  const many = 2 ** 40;
  const device = {
    features: new Set(['subgroups']),
    adapterInfo: { vendor: 'a GPU', subgroupMinSize: 32, subgroupMaxSize: 32 },
    limits: {
      ...{ maxStorageBufferBindingSize: many, maxBufferSize: many },
      ...{ maxComputeWorkgroupStorageSize: 32_768, maxComputeInvocationsPerWorkgroup: 1024 },
    },
    lost: new Promise(() => {}),
    queue: thing,
    createCommandEncoder: () => thing,
    createBindGroup: () => thing,
    pushErrorScope() {},
    popErrorScope: async () => null,
    createBuffer: () => thing,
    createBindGroupLayout: () => thing,
    createPipelineLayout: () => thing,
    createShaderModule: () => thing,
    createComputePipelineAsync: async () => thing,
  };
  return device as unknown as GPUDevice;
}

const CONSTANTS = {
  GPUMapMode: { READ: 1 },
  GPUShaderStage: { COMPUTE: 4 },
  GPUBufferUsage: { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 64, STORAGE: 128, INDIRECT: 256 },
};

type Room = { maxItems: number; maxSegments: number; maxSegmentSize?: number };
type Make = (device: GPUDevice, room: Room) => Promise<{ temporaryBytes: number }>;

const PLANS: readonly (readonly [string, Make])[] = [
  ['sort u32', (device, room) => createSegmentedSort(device, { keyType: 'u32', ...room })],
  [
    'sort u32, u32 values',
    (device, room) => createSegmentedSort(device, { keyType: 'u32', valueType: 'u32', ...room }),
  ],
  ['sort u64', (device, room) => createSegmentedSort(device, { keyType: 'u64', ...room })],
  ['sort u8', (device, room) => createSegmentedSort(device, { keyType: 'u8', ...room })],
  [
    'sort f32, 16-byte values',
    (device, room) => createSegmentedSort(device, { keyType: 'f32', valueType: { bytes: 16 }, ...room }),
  ],
  [
    'sort u32 by `compare`',
    (device, room) => createSegmentedSort(device, { keyType: 'u32', compare: { wgsl: 'return a < b;' }, ...room }),
  ],
  ['reduce f32, sum', (device, room) => createSegmentedReduce(device, { type: 'f32', op: 'sum', ...room })],
  ['reduce f32, argmax', (device, room) => createSegmentedReduce(device, { type: 'f32', op: 'argmax', ...room })],
  [
    "reduce f32, sum, `nan: 'omit'`",
    (device, room) => createSegmentedReduce(device, { type: 'f32', op: 'sum', nan: 'omit', ...room }),
  ],
  ['softmax f32', (device, room) => createSegmentedTransform(device, { type: 'f32', transform: 'softmax', ...room })],
  ['rank u32', (device, room) => createSegmentedRank(device, { keyType: 'u32', ...room })],
  ["rank u32, `ties: 'min'`", (device, room) => createSegmentedRank(device, { keyType: 'u32', ties: 'min', ...room })],
  ['distinct keys u32', (device, room) => createSegmentedUnique(device, { keyType: 'u32', ...room })],
  ['mode u32', (device, room) => createSegmentedMode(device, { keyType: 'u32', ...room })],
  [
    'histogram f32, 64 bins',
    (device, room) => createSegmentedHistogram(device, { type: 'f32', bins: 64, range: [0, 1], ...room }),
  ],
  ['top-k f32, k 10', (device, room) => createSegmentedTopK(device, { keyType: 'f32', maxK: 10, ...room })],
  [
    'the same of windows with 4 N items',
    (device, room) =>
      createSegmentedTopK(device, { keyType: 'f32', maxK: 10, maxWindowItems: 4 * room.maxItems, ...room }),
  ],
];

const ROOMS: readonly (readonly [string, Room])[] = [
  ['N 2^16, S 2^10', { maxItems: 2 ** 16, maxSegments: 2 ** 10 }],
  ['N 2^20, S 1', { maxItems: 2 ** 20, maxSegments: 1 }],
  ['N 2^20, S 2^17', { maxItems: 2 ** 20, maxSegments: 2 ** 17 }],
  ['the same, none longer than 64', { maxItems: 2 ** 20, maxSegments: 2 ** 17, maxSegmentSize: 64 }],
  ['N 2^24, S 2^20', { maxItems: 2 ** 24, maxSegments: 2 ** 20 }],
];

async function memoryTable(): Promise<string> {
  const device = hollowDevice();
  const rows = [
    ['N items, S segments at most', ...ROOMS.map(([name]) => name)],
    ['---', ...ROOMS.map(() => '---:')],
  ];
  for (const [name, make] of PLANS) {
    const bytes = await Promise.all(ROOMS.map(([, room]) => make(device, room)));
    rows.push([name, ...bytes.map(({ temporaryBytes }) => temporaryBytes.toLocaleString('en'))]);
  }
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

describe('the table of temporary memory', () => {
  beforeAll(() => {
    // Node has these constants only once a device is open. Files of one worker share globals, so the test removes them.
    for (const [name, values] of Object.entries(CONSTANTS)) if (!(name in globalThis)) vi.stubGlobal(name, values);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  it('agrees with the library', async () => {
    const page = readFileSync(PAGE, 'utf8');
    const table = `\n${await memoryTable()}\n`;
    if (process.env.UPDATE_DOCS) writeFileSync(PAGE, page.replace(MARKED, table));
    expect(readFileSync(PAGE, 'utf8').match(MARKED)?.[0]).toBe(table);
  });
});
