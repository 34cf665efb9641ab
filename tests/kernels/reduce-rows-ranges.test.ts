/** Rows of features by begin and end (wgsl/reduce/rows/ranges.wgsl): tiles, slots, overlap, columns. */
import { describe, expect } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, Random, repeated, SEED } from '../support/cases.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Rows of a tile. A segment of more than two is cut. */
const tileOf = (width: number) => 128 / Math.min(4, 2 ** Math.max(0, Math.floor(Math.log2(width / 8))));
const WIDTHS = [1, 3, 16, 31, 32, 40, 70];

interface Ranges {
  readonly begin: readonly number[];
  readonly end: readonly number[];
}

/** Segments of these lengths with gaps between them, in any order. */
function apart(lengths: readonly number[], random: Random): Ranges {
  const begin = new Array<number>(lengths.length);
  let row = 0;
  for (const id of random.shuffled(lengths.map((_, i) => i))) {
    begin[id] = row + random.below(3);
    row = begin[id]! + lengths[id]!;
  }
  return { begin, end: begin.map((first, i) => first + lengths[i]!) };
}

describe('rows by begin and end', () => {
  const variant = { family: 'gpu', subgroups: false } as const;
  const tuning: InternalTuning = { ...SMALL_GPU, subgroups: false };

  async function check({ begin, end }: Ranges, width: number, rows = Math.max(...end)) {
    const random = new Random(SEED);
    const data = Float32Array.from({ length: rows * width }, () => random.below(2 ** 24) / 2 ** 20 - 8);
    const table = { type: 'f32', width, data } as const;
    const segments = { begin: [...begin], end: [...end] };
    const [sums, greatest] = await withoutGpuErrors(
      device(),
      async () =>
        [
          await segmentedReduce(device(), table, segments, 'sum', { tuning }),
          await segmentedReduce(device(), table, segments, 'argmax', { tuning }),
        ] as const,
    );
    const what = `${begin.length} segments, width ${width}`;
    expect(sums, what).toEqual(await js.segmentedReduce(null, table, segments, 'sum'));
    begin.forEach((first, i) => {
      const length = end[i]! - first;
      for (let k = 0; k < width; k++) {
        let found = length > 0 ? 0 : 0xffffffff;
        const at = (row: number) => data[(first + row) * width + k]!;
        for (let row = 1; row < length; row++) if (at(row) > at(found)) found = row;
        expect(greatest.indices[i * width + k], `${what}, segment ${i}, column ${k}`).toBe(found);
      }
    });
  }

  itOnDevice(device, variant, 'of lengths about leaves and tiles, in every width', async () => {
    const around = [16, 32, 64, 128, 256, 512].flatMap((length) => [-1, 0, 1].map((by) => length + by));
    const random = new Random(SEED);
    for (const width of inTurn(WIDTHS, 3)) await check(apart([0, 0, 1, 2, 3, 4, 5, 7, ...around], random), width);
  });

  itOnDevice(device, variant, 'of many segments: short ones, and ones of three tiles', async () => {
    const random = new Random(SEED);
    for (const width of [3, 40]) {
      await check(apart(repeated(1, 700), random), width);
      await check(apart([...repeated(0, 100), ...repeated(2 * tileOf(width) + 1, 40)], random), width);
      // Two single rows are taken together.
      await check(apart(random.shuffled([...repeated(1, 600), ...repeated(2, 100), 3]), random), width);
    }
  });

  itOnDevice(
    device,
    variant,
    'of more chunks of tiles than a lane notes, and of many that workgroups note',
    async () => {
      const random = new Random(SEED);
      await check(apart([70 * 64, 3, 70 * 64], random), 40);
      await check(apart(repeated(34 * 32, 70), random), 33);
    },
  );

  itOnDevice(
    device,
    variant,
    'of segments that overlap: those for which no tiles are left have the same bits',
    async () => {
      for (const width of [3, 40]) {
        const tile = tileOf(width);
        const rows = 9 * tile;
        const begin = Array.from({ length: 30 }, (_, i) => (i * 13) % (2 * tile));
        const end = begin.map((first, i) => (i % 7 === 0 ? first + 5 : rows - ((i * 7) % tile)));
        await check({ begin, end }, width, rows);
        // A leaf of rows more than a group folds, and all lanes share it.
        await check({ begin: repeated(0, 3), end: [64 * 16 + 1, 64 * 16, 64 * 16 + 1] }, width);
      }
    },
  );

  itOnDevice(device, variant, 'in one encoder, of more and of fewer segments, in the same scratch memory', async () => {
    const width = 19;
    const room = { maxItems: 2000, maxSegments: 40, tuning: tuning as object };
    const data = Uint32Array.from({ length: 2000 * width }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0);
    const descriptor = { type: 'u32', op: ['sum', 'max', 'min', 'argmin'], width, rows: true, ...room } as const;
    const plan = await createSegmentedReduce(device(), descriptor);
    const space = new Workspace(device());
    const input = space.input('input', data);
    const rowsIn = space.input(
      'rowsIn',
      Uint32Array.from({ length: 2000 }, (_, i) => (i * 7) % 2000),
    );
    const lists: Ranges[] = [
      { begin: [0, 900, 100, 7], end: [900, 2000, 100, 8] },
      { begin: repeated(0, 40), end: Array.from({ length: 40 }, (_, i) => 50 * i) },
      { begin: [0xffffffff, 5, 30, 0], end: [3, 0xffffffff, 20, 2000] },
    ];
    const outputsOf = (name: string, count: number) =>
      ['sum', 'max', 'min', 'value', 'index'].map((output) => space.output(`${output} ${name}`, count * width));
    // By offsets, with a count on the GPU: kernels bind as many buffers as every device has.
    const offsets = [0, 900, 900, 2000];
    const swept = {
      ...{ begin: offsets.slice(0, 3), end: offsets.slice(1), outputs: outputsOf('by offsets', 3) },
      segments: {
        offsets: space.input('offsets', Uint32Array.from(offsets)),
        count: space.input('n', Uint32Array.of(3)),
      },
    };
    const listed = lists.map(({ begin, end }, i) => {
      const count = begin.length;
      const outputs = outputsOf(`${i}`, count);
      const segments = {
        begin: space.input(`begin ${i}`, Uint32Array.from(begin)),
        end: space.input(`end ${i}`, Uint32Array.from(end)),
        count: space.input(`count ${i}`, Uint32Array.of(count)),
      };
      return { begin, end, outputs, segments };
    });
    const calls = [swept, ...listed];
    await space.submit((encoder) => {
      for (const { outputs, segments } of calls) {
        const [a, b, c, d, e] = outputs;
        const output = [a, b, c, d];
        plan.encode(encoder, {
          input,
          rowsIn,
          output,
          outputIndex: [undefined, undefined, undefined, e],
          segments,
        } as never);
      }
    });
    const gathered = Uint32Array.from(
      data,
      (_, i) => data[((Math.floor(i / width) * 7) % 2000) * width + (i % width)]!,
    );
    for (const { begin, end, outputs } of calls) {
      const ends = end.map((last) => Math.min(last, 2000));
      const segments = { begin: ends.map((last, i) => Math.min(begin[i]!, last)), end: ends };
      const found = await js.segmentedReduce(null, { type: 'u32', width, data: gathered }, segments, [
        'sum',
        'max',
        'min',
        'argmin',
      ]);
      const [sums, most, least, first] = found as never as [
        { data: Uint32Array },
        { data: Uint32Array },
        { data: Uint32Array },
        { values: { data: Uint32Array }; indices: Uint32Array },
      ];
      const wanted = [sums.data, most.data, least.data, first.values.data, first.indices];
      for (const [i, output] of outputs.entries()) {
        expect(Uint32Array.from(output.found), `output ${i}`).toEqual(wanted[i]);
      }
    }
    space.destroy();
    plan.destroy();
  });
});
