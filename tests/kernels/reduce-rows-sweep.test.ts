/** Rows of features in one sweep on GPUs (wgsl/reduce/rows/sweep.gpu.wgsl): about merge tiles, columns and groups. */
import { describe, expect } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, offsetsOf, Random, repeated, SEED, totalOf } from '../support/cases.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Rows and segments of a merge tile. A workgroup of 32 lanes joins 16 of them. */
const TILE = 128;
const WIDTHS = [1, 3, 16, 31, 32, 40, 70];

describe('rows of features on GPUs', () => {
  // The kernels use no subgroups.
  const variant = { family: 'gpu', subgroups: false } as const;
  const tuning: InternalTuning = { ...SMALL_GPU, subgroups: false };

  async function check(lengths: readonly number[], width: number) {
    const offsets = offsetsOf(lengths);
    const random = new Random(SEED);
    const data = Float32Array.from({ length: totalOf(offsets) * width }, () => random.below(2 ** 24) / 2 ** 20 - 8);
    const rows = { type: 'f32', width, data } as const;
    const ops = ['sum', 'argmax'] as const;
    const [sums, greatest] = await withoutGpuErrors(device(), () =>
      segmentedReduce(device(), rows, offsets, ops, { tuning }),
    );
    // Sums have the bits of calls without a GPU.
    const [expected] = await js.segmentedReduce(null, rows, offsets, ops);
    const what = `${lengths.length} segments, width ${width}`;
    expect(sums, what).toEqual(expected);
    lengths.forEach((length, i) => {
      for (let k = 0; k < width; k++) {
        let found = length > 0 ? 0 : 0xffffffff;
        const at = (row: number) => data[(offsets[i]! + row) * width + k]!;
        for (let row = 1; row < length; row++) if (at(row) > at(found)) found = row;
        expect(greatest.indices[i * width + k], `${what}, segment ${i}, column ${k}`).toBe(found);
      }
    });
  }

  itOnDevice(device, variant, 'of lengths about leaves and merge tiles, in every width', async () => {
    const around = [16, 32, TILE, 2 * TILE, 5 * TILE].flatMap((length) => [-1, 0, 1].map((by) => length + by));
    const lengths = new Random(SEED).shuffled([0, 0, 1, 2, 3, 4, 5, 7, ...around]);
    for (const width of inTurn(WIDTHS, 2)) await check(lengths, width);
  });

  itOnDevice(device, variant, 'of many short segments, and of many that are cut once', async () => {
    for (const width of [3, 40]) {
      await check(repeated(1, 700), width);
      await check([...repeated(0, 300), ...repeated(2, 70), ...repeated(0, 300)], width);
      await check(repeated(TILE + 20, 40), width);
    }
  });

  itOnDevice(device, variant, 'after a call with more merge tiles, in the same scratch memory', async () => {
    const width = 3;
    const data = Float32Array.from({ length: 3600 * width }, (_, i) => i % 17);
    const room = { maxItems: 3600, maxSegments: 4, tuning: tuning as object };
    const plan = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', width, ...room });
    const space = new Workspace(device());
    const input = space.input('input', data);
    // The first call cuts all four segments. The last one begins in merge tile 21. In the second call the sweep writes
    // 20 merge tiles, ten a workgroup, and the join reads 32.
    const calls = [900, 5].map((length) => {
      const offsets = Uint32Array.from({ length: 5 }, (_, i) => length * i);
      const list = space.input('offsets', offsets);
      return { offsets, output: space.output('output', 4 * width), segments: { offsets: list, count: 4 }, length };
    });
    await space.submit((encoder) => {
      for (const { output, segments, length } of calls) {
        plan.encode(encoder, { input, output, segments, itemCount: 4 * length });
      }
    });
    for (const { offsets, output } of calls) {
      const rows = { type: 'f32', width, data } as const;
      const { data: expected } = await js.segmentedReduce(null, rows, offsets, 'sum');
      expect(new Float32Array(Uint32Array.from(output.found).buffer)).toEqual(expected);
    }
    space.destroy();
    plan.destroy();
  });

  itOnDevice(device, variant, 'of segments whose tiles all lanes join', async () => {
    for (const width of [3, 11, 40]) await check([5, 64 * TILE, 64 * TILE + 1, 1, 90 * TILE - 7], width);
  });
});
