/** A number that stands on several pages is the same on all of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ratesOf } from '../../src/auto/work.ts';
import type { DeviceFacts } from '../../src/gpu/device.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { DEVICES } from '../plans/wide-set.ts';
import { reduceOf, sortOf, topKOf } from '../support/plans.ts';

const read = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

/** The numbers that a pattern finds on a page. A page without them is an error: the pattern then tests nothing. */
function found(file: string, pattern: RegExp): string[] {
  const groups = pattern.exec(read(file))?.slice(1);
  if (!groups) throw new Error(`${file} does not say ${pattern}`);
  return groups.map((group) => group.replaceAll(',', ''));
}

/** What the numbers are, and where they stand. */
const FACTS: readonly (readonly [string, readonly (readonly [string, RegExp])[]])[] = [
  [
    'versions of browsers',
    [
      [
        'README.md',
        /from (\d+) on Windows, macOS and ChromeOS; from (\d+) on Android.*Safari \| from (\d+) .*Firefox \| from (\d+) on/,
      ],
      [
        'docs/start.md',
        /from (\d+) on Windows, macOS and ChromeOS; from (\d+) on Android.*Safari \| from (\d+) .*Firefox \| from (\d+) on/,
      ],
      [
        'playground/index.html',
        /from version (\d+) on Windows, macOS and ChromeOS, from (\d+) on Android.*Safari has it from version (\d+)\..*Firefox has it from version (\d+) on/,
      ],
    ],
  ],
  [
    'the least version of Node',
    [
      ['package.json', /"node": ">=(\d+)"/],
      ['README.md', /Node from (\d+) \|/],
      ['docs/start.md', /Node (\d+) or later/],
      ['CONTRIBUTING.md', /Node (\d+) or later/],
    ],
  ],
  [
    'the least version of apache-arrow',
    [
      ['package.json', /"apache-arrow": ">=(\d+)"/],
      ['docs/arrow.md', /optional peer, version (\d+) or later/],
    ],
  ],
  [
    'dispatches of a sort on NVIDIA, of any lengths and of one segment',
    [
      ['docs/performance.md', /a sort of u32 keys takes (\d+) dispatches for any lengths, (\d+) for one segment/],
      ['docs/gpu.md', /\| sort u32, len340 \| (\d+) \|.*\| sort u32, single \| (\d+) \|/],
    ],
  ],
  [
    'dispatches of a large sort and its bytes a key, on NVIDIA',
    [
      [
        'docs/gpu.md',
        /moves (36) bytes a key by one pass a digit, on NVIDIA's GPUs, in 7 dispatches. Elsewhere it moves (\d+)/,
      ],
      ['docs/stages/sort-look-back.md', /u32 keys (\d+) bytes \((\d+)\)/],
    ],
  ],
  [
    'bytes a key of a sort in tiles',
    [
      ['docs/gpu.md', /Elsewhere it moves (\d+)/],
      ['docs/stages/sort-large.md', /So u32 keys take (\d+) bytes/],
    ],
  ],
  [
    "dispatches of a top-k of a long segment on NVIDIA's GPUs",
    [
      ['docs/gpu.md', /\| top-k f32, k 100, single \| (\d+) \|/],
      ['docs/gpu.md', /it takes \d+ for up to 256 items,\s+on NVIDIA's GPUs (\d+)\./],
      ['docs/performance.md', /and a top-k of one segment (\d+)\./],
    ],
  ],
  [
    'dispatches of a top-k of a long segment elsewhere',
    [
      ['docs/gpu.md', /Since 2026-11-29 it takes (\d+) /],
      ['docs/performance.md', /\| top-k of u32 keys, 2\^20 items in one segment, k up to 256 \| [\d to]+ \| (\d+) \|/],
    ],
  ],
  [
    "CUB's sort of one segment over the whole device",
    [
      ['docs/gpu.md', /device-wide radix sort takes ([\d.]+) ms/],
      ['README.md', /CUB's other sort takes ([\d.]+) ms/],
    ],
  ],
];

describe('a number on several pages', () => {
  it.each(FACTS)('%s', (_, places) => {
    const all = places.map(([file, pattern]) => ({ file, numbers: found(file, pattern) }));
    const [first] = all;
    expect(all).toEqual(all.map(({ file }) => ({ file, numbers: first?.numbers })));
  });

  it("ratios to CUB on the H200 are those of the table's times", () => {
    const [, keys] = /\| \| keys u32 \| CUB .*?\n((?:\|.*\n)+)/.exec(readFileSync('docs/gpu.md', 'utf8')) ?? [];
    const rows = [...(keys as string).matchAll(/^\| (\w+) \| ([\d.]+) \| ([\d.]+) \(([\d.]+)\)/gm)];
    expect(rows.length).toBe(7);
    const ratios = new Map(rows.map(([, name, own, cub]) => [name, Number(cub) / Number(own)]));
    for (const [, name, , , said] of rows) {
      expect(Math.abs((ratios.get(name) as number) / Number(said) - 1), name).toBeLessThan(0.03);
    }
    const slower = found(
      'docs/performance.md',
      /keys ([\d.]+) times as fast in segments of about 8, ([\d.]+) times of about 64, ([\d.]+) times of about 65,536/,
    );
    const faster = found(
      'docs/performance.md',
      /library is ([\d.]+) times as fast for about 340, ([\d.]+) for about 1024, ([\d.]+) for `zipf`, (\d+) for a single segment/,
    );
    const near = (names: readonly string[], said: readonly string[], of: (ratio: number) => number) => {
      for (const [i, name] of names.entries()) {
        expect(Math.abs(of(ratios.get(name) as number) / Number(said[i]) - 1), name).toBeLessThan(0.04);
      }
    };
    near(['len8', 'len64', 'len65536'], slower, (ratio) => 1 / ratio);
    near(['len340', 'len1024', 'zipf', 'single'], faster, (ratio) => ratio);
  });
});

it('places.md and the home page have what a call on arrays is taken to cost', () => {
  const rates = [ratesOf('nvidia', true), ratesOf('other', false)];
  const costs = /cost (\d+) ms and ([\d.]+) ns for each byte that moves in Node, (\d+) ms and ([\d.]+) ns in a browser/;
  expect(found('docs/places.md', costs).map(Number)).toEqual(rates.flatMap(({ call, byte }) => [call, byte]));
  // Four million keys of four bytes, there and back.
  const times = rates.map(({ call, byte }) => String(Math.round(call + (8 * 2 ** 22 * byte) / 1e6)));
  expect(found('docs/places.md', /back, costs (\d+) ms in Node and (\d+) ms in a browser/)).toEqual(times);
  expect(found('docs/site/index.md', /\[(\d+) ms in Node, (\d+) ms in a browser\]/)).toEqual(times);
});

/** The calls of performance.md's table of dispatches. */
const ROOM = { maxItems: 2 ** 20, maxSegments: 2 ** 17 };
const CALLS: readonly (readonly [string, (device: DeviceFacts) => Plan])[] = [
  ['sort of u32 keys, any length', (device) => sortOf(device, { keyType: 'u32', ...ROOM })],
  ['the same, `maxSegmentSize: 64`', (device) => sortOf(device, { keyType: 'u32', ...ROOM, maxSegmentSize: 64 })],
  ['the same, `maxSegments: 1`', (device) => sortOf(device, { keyType: 'u32', ...ROOM, maxSegments: 1 })],
  ['sum by offsets', (device) => reduceOf(device, { type: 'f32', op: 'sum', ...ROOM })],
  [
    'top-k of u32 keys, 2^20 items in one segment, k up to 256',
    (device) => topKOf(device, { keyType: 'u32', ...ROOM, maxSegments: 1, maxK: 256 }),
  ],
];

it.each(CALLS)("performance.md has the plans' dispatches: %s", (name, planOf) => {
  const rows = readFileSync('docs/performance.md', 'utf8').split('\n');
  const [, , software, gpu] = rows.find((row) => row.startsWith(`| ${name} |`))?.split('|') ?? [];
  const range = (wanted: (device: DeviceFacts) => boolean) => {
    const counts = Object.values(DEVICES).flatMap((device) => (wanted(device) ? [planOf(device).passes.length] : []));
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  expect(software?.trim()).toBe(range((device) => Boolean(device.software)));
  // The page says what NVIDIA's GPUs have apart.
  expect(gpu?.trim()).toBe(range((device) => !device.software && device.vendor !== 'nvidia'));
});
