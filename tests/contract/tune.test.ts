/** `tune` times and checks candidates on the device. Its result is plain data that plans take. */
import { describe, expect, it } from 'vitest';
import { deviceFacts } from '../../src/gpu/device.ts';
import { createSegmentedReduce, type TuneProgress, tune } from '../../src/index.ts';
import { CHOICES } from '../../src/tune/candidates.ts';
import { trialOf, workloads } from '../../src/tune/trial.ts';

import { requireTuning } from '../../src/tuning/check.ts';
import { type InternalTuning, laidOver } from '../../src/tuning/tuning.ts';

import { countingDevice } from '../support/device.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('tune', () => {
  it('tries candidates within its budget, and gives what plans take', async () => {
    const told: TuneProgress[] = [];
    const options = { operations: ['reduce'], items: 3000, budget: 400, from: { family: 'software' } } as const;
    const tuning = await tune(device(), { ...options, onProgress: (progress) => told.push(progress) });
    expect(told.length).toBeGreaterThan(0);
    expect(tuning.family).toBe('software');
    expect(JSON.parse(JSON.stringify(tuning))).toEqual(tuning);
    told.forEach(({ done, total, elapsed, ratio, failed, taken }, i) => {
      expect(done).toBe(i + 1);
      expect(total).toBeGreaterThanOrEqual(done);
      expect(elapsed).toBeGreaterThan(0);
      expect(failed).toBeUndefined();
      expect(ratio).toBeGreaterThan(0);
      if (taken) expect(ratio).toBeLessThan(0.97);
    });
    const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', maxItems: 9, maxSegments: 2, tuning });
    plan.destroy();
  });

  it('measures no family against itself', async () => {
    const told: TuneProgress[] = [];
    const controller = new AbortController();
    const onProgress = (progress: TuneProgress) => {
      told.push(progress);
      controller.abort();
    };
    const options = { operations: ['reduce'], items: 1000, signal: controller.signal, onProgress } as const;
    await expectRefusal(() => tune(device(), options), 'aborted', []);
    // The device's own family is not tried again. The only candidate is the other family.
    const other = deviceFacts(device()).software ? 'gpu' : 'software';
    expect(told.map(({ candidate }) => candidate)).toEqual([{ family: other }]);
  });

  it('tries no candidate with the kernels of the tuning that it begins with', async () => {
    const told: TuneProgress[] = [];
    const from: InternalTuning = { family: 'software', reduce: { workgroup: 8, sweep: { tile: 4096 } } };
    const onProgress = (progress: TuneProgress) => told.push(progress);
    await tune(device(), { operations: ['reduce'], items: 1000, from, onProgress });
    // One of the two values of `vectors` is the device's default.
    expect(told).toMatchObject([{ done: 1, total: 1, candidate: { reduce: { vectors: expect.any(Boolean) } } }]);
  });

  it('gives back what it was given, and tries nothing without a budget', async () => {
    const from: InternalTuning = { family: 'software', sort: { digitBits: 4 } };
    expect(await tune(device(), { budget: 0, items: 100, from })).toEqual(from);
  });

  it('finds wrong answers', async () => {
    for (const workload of workloads(2000, ['reduce'])) {
      const wrong = { ...workload, expected: workload.expected.map((word, i) => (i === 0 ? word + 1 : word)) };
      for (const [given, right] of [
        [workload, true],
        [wrong, false],
      ] as const) {
        const trial = await trialOf(device(), given, { family: 'software' });
        expect(await trial.isRight(), 'before a run').toBe(false);
        expect(await trial.run()).toBeGreaterThanOrEqual(0);
        expect(await trial.isRight()).toBe(right);
        trial.end();
      }
    }
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const options = {
      operations: ['reduce'],
      items: 1000,
      from: { family: 'software' },
      signal: controller.signal,
    } as const;
    const onProgress = () => controller.abort('enough');
    await expectRefusal(() => tune(device(), { ...options, onProgress }), 'aborted', [/enough/]);
  });

  it('ends between two runs of a candidate when it is aborted, and frees its buffers', async () => {
    for (const after of [3, 0]) {
      const { device, state } = await countingDevice();
      const controller = new AbortController();
      if (after === 0) controller.abort('enough');
      let submits = 0;
      const submit = device.queue.submit.bind(device.queue);
      device.queue.submit = (commands) => {
        if (++submits === after) controller.abort('enough');
        return submit(commands);
      };
      const told: TuneProgress[] = [];
      const onProgress = (progress: TuneProgress) => told.push(progress);
      const from = { family: 'software' } as const;
      const options = { operations: ['reduce'], items: 1000, from, signal: controller.signal, onProgress } as const;
      await expectRefusal(() => tune(device, options), 'aborted', [/enough/]);
      expect(submits).toBe(after);
      expect(told).toEqual([]);
      expect(state()).toEqual({ buffers: 0, bytes: 0 });
      device.destroy();
    }
  });

  it('refuses options that are not allowed', async () => {
    const refused = (options: object, says: RegExp) =>
      expectRefusal(() => tune(device(), options), 'invalid-option', [says]);
    await refused({ operations: ['scan'] }, /operations: scan/);
    await refused({ budget: 'long' }, /budget: 'long'/);
    await refused({ items: -1 }, /items: -1/);
    await refused({ from: { sort: { digitBits: 5 } } }, /tuning\.sort\.digitBits: 5/);
    // The value is allowed, but not with the rest of the table.
    await refused({ from: { family: 'gpu', reduce: { workgroup: 8 } } }, /tuning\.reduce\.workgroup: 8/);
    await refused({ onProgress: 5 }, /onProgress: 5/);
  });
});

describe('the candidates', () => {
  it('are all allowed tunings', () => {
    for (const { candidates } of Object.values(CHOICES).flat()) {
      for (const candidate of candidates) expect(() => requireTuning(candidate)).not.toThrow();
    }
  });

  it('are combined with the values that were chosen before', () => {
    const before: InternalTuning = {
      family: 'gpu',
      sort: { small: { workgroup: 64 }, medium: { limits: [512, 1024] } },
    };
    expect(laidOver(before, { sort: { small: { itemsWanted: 8 }, medium: { limits: [256] } } })).toEqual({
      family: 'gpu',
      sort: { small: { workgroup: 64, itemsWanted: 8 }, medium: { limits: [256] } },
    });
  });
});
