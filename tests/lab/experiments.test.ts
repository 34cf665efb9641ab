import { describe, expect, it } from 'vitest';
import { useDevice } from '../support/use-device.ts';

/** The laboratory is JavaScript without types. */
const load = (file: string) => import(new URL(`../../bench/lab/${file}`, import.meta.url).href);
const { best, fewer, headOf, laboratory, runExperiment, tableOf } = await load('lab.mjs');
const { withTexts } = await load('kernels.mjs');
const { EXPERIMENTS } = await load('experiments/index.mjs');
const { Clock } = await load('clock.mjs');

interface Row {
  readonly variant?: Record<string, string | number>;
  readonly ok?: boolean;
  readonly fault?: string;
  readonly us?: number;
  readonly answers?: string[];
  readonly ran?: number;
  readonly of?: number;
  readonly skipped?: string;
}

const device = useDevice();

/** An experiment that records nothing. */
const planted = (more: object) => ({
  ...{ name: 'planted', seconds: 60, variants: () => [{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }] },
  prepare: async () => ({ encode: () => undefined }),
  answers: (rows: Row[]) => rows.map(({ variant }) => `${variant?.kind}`),
  ...more,
});

async function rowsOf(experiment: object, more: { until?: number; on?: GPUDevice; small?: boolean } = {}) {
  const { on = device(), small = false, ...how } = more;
  const rows: Row[] = [];
  const lab = laboratory({ device: on, small });
  await runExperiment(lab, experiment, { emit: (row: Row) => rows.push(row), ...how });
  return { rows: rows.slice(0, -1), end: rows.at(-1) as Row };
}

/** A device without some features. */
const lean = (...without: string[]) =>
  new Proxy(device(), {
    get(target, name) {
      if (name === 'features') return new Set([...target.features].filter((feature) => !without.includes(feature)));
      const value = target[name as keyof GPUDevice];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

describe('the laboratory', () => {
  it('has an experiment for each row of the table, with all that a reader needs', () => {
    const rows = EXPERIMENTS.map(({ row }: { row: number }) => row).sort((a: number, b: number) => a - b);
    // Row 1 is a part of its own.
    expect(rows).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    for (const { name, question, measures, decides, seconds } of EXPERIMENTS) {
      expect(
        [question, measures, decides].every((text) => text.length > 10),
        name,
      ).toBe(true);
      expect(seconds, name).toBeGreaterThan(0);
    }
  });

  it('takes less than nine minutes by its bounds, with five for what goes beside it', () => {
    const bounds = EXPERIMENTS.map(({ seconds, toggles = [''] }: { seconds: number; toggles?: string[] }) => {
      return seconds * toggles.length;
    });
    expect(bounds.reduce((sum: number, each: number) => sum + each, 0)).toBeLessThanOrEqual(9 * 60);
  });

  it('times each variant, and answers from those that are right', async () => {
    const prepare = async (_: unknown, { kind }: { kind: string }) => ({
      encode: () => undefined,
      wrong: async () => (kind === 'b' ? 'word 3 is 1, not 2' : undefined),
      figures: (us: number) => ({ twice: 2 * us }),
    });
    const { rows, end } = await rowsOf(planted({ prepare }));
    expect(rows.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(rows[1]).toMatchObject({ fault: 'word 3 is 1, not 2', variant: { kind: 'b' } });
    expect(rows[0]).toMatchObject({ clock: 'timestamps', repeats: 10, twice: 2 * (rows[0]?.us ?? Number.NaN) });
    expect(end).toMatchObject({ answers: ['a', 'c'], ran: 3, of: 3 });
    expect(tableOf(rows)[2].at(-1)).toBe('word 3 is 1, not 2');
  });

  it('goes on after a variant that throws, or that the GPU rejects', async () => {
    const prepare = async (_: unknown, { kind }: { kind: string }) => {
      if (kind === 'a') throw new Error('no room\nand more');
      if (kind === 'b') device().createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
      return { encode: () => undefined };
    };
    const { rows, end } = await rowsOf(planted({ prepare }));
    expect(rows.map(({ fault }) => fault?.slice(0, 20))).toEqual(['no room', 'the GPU rejected the', undefined]);
    expect(end.answers).toEqual(['c']);
  });

  it('ends at its bound, and says what is missing', async () => {
    expect(await rowsOf(planted({}), { until: performance.now() - 1 })).toMatchObject({
      rows: [],
      end: { ran: 0, of: 3 },
    });
    const prepare = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { encode: () => undefined };
    };
    const { end } = await rowsOf(planted({ prepare, seconds: 0.02 }));
    expect(end).toMatchObject({ answers: ['a'], ran: 1, of: 3 });
  });

  it('skips what a device lacks', async () => {
    const { rows, end } = await rowsOf(planted({ needs: ['subgroups'] }), { on: lean('subgroups') });
    expect({ rows, end }).toMatchObject({ rows: [], end: { skipped: 'the device has no subgroups' } });
  });

  it('uses the wall where a device has no timestamps', async () => {
    const { rows } = await rowsOf(planted({}), { on: lean('timestamp-query') });
    expect(rows.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(rows[0]).toMatchObject({ clock: 'wall', repeats: 10 });
  });

  it('takes the first and the last variant, or the first few, in a small run', () => {
    expect(fewer(['a', 'b', 'c'], undefined)).toEqual(['a', 'c']);
    expect(fewer(['a', 'b', 'c'], 1)).toEqual(['a']);
    expect(fewer(['a'], undefined)).toEqual(['a']);
  });

  it('names the best variant of a group, and how much longer the next takes', () => {
    const row = (of: string, form: string, us: number) => ({ variant: { of, form }, us });
    const rows = [row('keys', 'x', 12), row('keys', 'y', 10), row('keys', 'z', 30), row('pairs', 'x', 5)];
    const lines = best(
      rows,
      ({ of }: { of: string }) => of,
      ({ form }: { form: string }) => form,
    );
    expect(lines).toEqual(['keys: y, 10.0 µs; then x, 1.20 ×', 'pairs: x, 5.0 µs']);
  });

  it('names the adapter in the head of its rows', () => {
    const head = headOf(laboratory({ device: device(), small: true }), { driver: 'one' });
    expect(head).toMatchObject({
      lab: 1,
      small: true,
      driver: 'one',
      adapter: { vendor: device().adapterInfo.vendor },
    });
    expect(head.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('texts of kernels that an experiment replaces', () => {
  const made = (code: string, changes: [RegExp, string][]) => {
    let seen = '';
    const plain = {
      createShaderModule(descriptor: { code: string }) {
        seen = descriptor.code;
      },
      limits: { a: 1 },
    };
    const { device: changed, missing } = withTexts(plain, changes);
    changed.createShaderModule({ code });
    return { seen, missing: missing(), limits: changed.limits };
  };

  it('are replaced', () => {
    expect(made('a||b', [[/\|\|/g, '|']])).toEqual({ seen: 'a|b', missing: undefined, limits: { a: 1 } });
  });

  it('must be there', () => {
    expect(made('a+b', [[/\|\|/g, '|']]).missing).toEqual(/\|\|/g);
  });
});

describe('the clock', () => {
  it('repeats more where timestamps come in steps', async () => {
    // Timestamps of a browser: multiples of 2^16 ns. A repeat takes 20 µs.
    let repeats = 0;
    const pass = { end: () => undefined };
    const encoder = () => ({ beginComputePass: () => pass, resolveQuerySet: () => undefined, finish: () => ({}) });
    const now = () => BigInt(Math.round((20_000 * repeats) / 65536)) * 65536n;
    const buffer = () => ({
      mapAsync: async () => undefined,
      getMappedRange: () => new BigUint64Array([0n, now()]).buffer,
      destroy: () => undefined,
    });
    const fake = {
      features: new Set(['timestamp-query']),
      queue: { submit: () => undefined, onSubmittedWorkDone: async () => undefined },
      createQuerySet: () => ({}),
      createBuffer: buffer,
      createCommandEncoder: () => ({ ...encoder(), copyBufferToBuffer: () => undefined }),
    };
    const clock = new Clock(fake);
    const time = await clock.timed((_: unknown, i: number) => {
      repeats = i + 1;
    });
    expect(time.repeats).toBe(160);
    expect(time.us).toBeGreaterThan(19);
    expect(time.us).toBeLessThan(21);
  });
});
