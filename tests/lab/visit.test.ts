import { afterEach, describe, expect, it, vi } from 'vitest';

/** The laboratory is JavaScript without types. */
const load = (file: string) => import(new URL(`../../bench/lab/${file}`, import.meta.url).href);
const { candidateOf, runsOf, sectionOf, withSection } = await load('visit.mjs');
const { beginPeers, ratioTable } = await load('peers/peers.mjs');
const { browser, compared } = await load('browser.mjs');
const { compiler } = await load('compiler.mjs');

const HEAD = {
  ...{ lab: 1, date: '2026-12-01', name: 'NVIDIA B0', driver: '600.1', small: false },
  adapter: { vendor: 'nvidia', description: 'a description' },
};
const ok = (experiment: string, variant: object, us: number, more = {}) => ({
  experiment,
  variant,
  us,
  ok: true,
  ...more,
});
const idle = (workgroups: number, buffers: string, us: number) =>
  ok('dispatch', { workgroups, lanes: 256, buffers, kilobytes: 0 }, us);
const strided = (access: string, apart: number, us: number, surplusMillions: number) =>
  ok('access', { access, words: 1, apart }, us, { surplusMillions });

const CASE = 'sort u32, len64';
const LINES = [
  HEAD,
  ok('rows', { case: CASE }, 100, {
    dispatches: 3,
    passes: [
      { kernel: 'partition/count', times: 2, us: 40 },
      { kernel: 'sort/small 4 to 64', times: 1, us: 81 },
    ],
  }),
  { ...ok('rows', { case: 'sum u32, single' }, 1), ok: false },
  ...[idle(1, 'apart', 2), idle(1024, 'apart', 3), idle(1024, 'shared', 3.5)],
  ...[ok('rate', { form: 'select' }, 9, { perClock: 1.5 }), ok('rate', { form: 'xor, add' }, 9, { perClock: 1.9 })],
  ...[strided('store', 64, 70, 5), strided('store', 0, 20, 0)],
  ok('barrier', { lanes: 256, groups: 1 }, 2 + 256 / 1000),
  { experiment: 'rows', answers: [`${CASE}: 100.0 µs`], ran: 2, of: 2 },
  { experiment: 'rate', answers: ['select: 1 · 10^12 a second', 'xor, add: 2 · 10^12 a second'], ran: 2, of: 2 },
  { experiment: 'access', answers: [], ran: 2, of: 2 },
  ok('beside', { case: 'sort u32', length: 'single', size: 22 }, 200),
  ok('beside', { case: 'mean f32', length: 64, size: 22 }, 50),
  { peer: 'CUB', op: 'sort u32', length: 'single', size: 22, method: 'DeviceSegmentedSort', us: 5000, ok: true },
  { peer: 'CUB', op: 'sort u32', length: 'single', size: 22, method: 'DeviceRadixSort', us: 100, ok: true },
  { peer: 'PyTorch', op: 'mean f32', length: 64, size: 22, us: 75, ok: true },
  { peer: 'PyTorch', op: 'sort u32', length: 'single', size: 22, us: 1, ok: false },
];
const TEXT = LINES.map((line) => JSON.stringify(line)).join('\n');

const BASE = {
  ...{ gpu: 'NVIDIA A0', names: ['A0'], source: [], commit: 'abc', clockGHz: 2, instructionsPerClock: 2 },
  launch: { one: 1, full: 2, fullLanes: 262144, gap: 0.6, instructions: 350 },
  microsecondsPerMillion: { surplusStoreSectors: 12, surplusLoadSectors: 0.25 },
  latencies: { global: 300, barrier: 20 },
  measured: { [CASE]: { us: 120 } },
  kernels: [
    { case: CASE, kernel: 'sort/small', us: [33, 40] },
    { case: CASE, kernel: 'sort/large', us: [80, 80] },
    { case: CASE, kernel: 'sort/small', target: 24, us: [90, 90] },
  ],
};

describe('what a visit says', () => {
  it('has one run of the lines of a file, whatever its toggles', () => {
    const other = JSON.stringify({ ...HEAD, toggles: 'disable_robustness' });
    const runs = runsOf(`${TEXT}\n${other}\n${JSON.stringify(ok('checks', { case: CASE }, 5))}`);
    expect(runs).toHaveLength(1);
    expect(runs[0].head).toMatchObject({ name: 'NVIDIA B0', driver: '600.1' });
    expect(runs[0].lines).toHaveLength(LINES.length);
  });

  it('has the run of a report of the page, and none of a report without experiments', () => {
    const report = { adapter: { name: 'Some GPU' }, browser: 'Chrome 150, Linux', lab: LINES };
    const [run] = runsOf(JSON.stringify(report, null, 2));
    expect(run.head).toMatchObject({ name: 'Some GPU', browser: 'Chrome 150, Linux' });
    expect(run.lines).toHaveLength(LINES.length - 1);
    expect(runsOf(JSON.stringify({ ...report, lab: undefined }))).toEqual([]);
    expect(runsOf('no rows')).toEqual([]);
  });

  it('gives candidates for a file of the model', () => {
    const { file, changes } = candidateOf(runsOf(TEXT)[0], BASE);
    expect(file).toMatchObject({
      ...{ gpu: 'NVIDIA B0', commit: 'abc', instructionsPerClock: 1.9 },
      launch: { one: 2, full: 3, fullLanes: 262144, gap: 0.5, instructions: 350 },
      // (70 - 20) µs for 5 million sectors; loads were not measured.
      microsecondsPerMillion: { surplusStoreSectors: 10, surplusLoadSectors: 0.25 },
      // 256 ns / 256 barriers at 2 GHz.
      latencies: { global: 300, barrier: 2 },
    });
    // A wrong row is in no file.
    expect(file.measured).toEqual({ [CASE]: { us: 100 } });
    // The profile adds (121 - 100) / 3 µs a pass; the gap is no part of a kernel.
    expect(file.kernels).toEqual([{ case: CASE, kernel: 'sort/small', us: [73.5, 73.5] }]);
    expect(changes).toContainEqual([CASE, '120', '100']);
    expect(changes).toContainEqual([`${CASE}: sort/small`, '33 to 40', '73.5']);
    expect(changes.map(([name]: string[]) => name)).not.toContain('latencies.global');
  });

  it('gives a dated section of a page, by adapter and driver', () => {
    const section = sectionOf(runsOf(TEXT)[0]);
    expect(section.split('\n')[0]).toBe('### NVIDIA B0, driver 600.1, 2026-12-01');
    expect(section).toContain(`| ${CASE} | 100.0 | 3 |`);
    expect(section).not.toContain('sum u32, single');
    expect(section).toContain('| sort u32, single | 2^22 | 200.0 | 0.50 |  |');
    expect(section).toContain('| mean f32, 64 | 2^22 | 50.0 |  | 1.50 |');
    expect(section).toContain('- rate: select: 1 · 10^12 a second; xor, add: 2 · 10^12 a second.');
    const long = { experiment: 'lanes', answers: Array.from({ length: 20 }, (_, i) => `step ${i}: 12.5 adds`) };
    const lines = sectionOf(runsOf(`${TEXT}\n${JSON.stringify(long)}`)[0]).split('\n');
    expect(Math.max(...lines.map((line: string) => line.length))).toBeLessThanOrEqual(120);
  });

  it('replaces the section of the same GPU, driver and day, and keeps others', () => {
    const page = 'a\n<!-- lab -->\n\nNone yet.\n\n<!-- lab end -->\nb\n';
    const once = withSection(page, '### One, today\n\nfirst');
    expect(once).toBe('a\n<!-- lab -->\n\n### One, today\n\nfirst\n\n<!-- lab end -->\nb\n');
    const both = withSection(withSection(once, '### Two, today\n\nx'), '### One, today\n\nsecond');
    expect(both).toContain('### Two, today\n\nx\n\n### One, today\n\nsecond');
    expect(both).not.toContain('first');
    expect(() => withSection('no marks', '### One')).toThrow('<!-- lab -->');
  });
});

describe('what runs beside the experiments', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('names peers that are not installed', async () => {
    const end = beginPeers({ env: { PATH: '/nowhere' }, small: true });
    expect(await end({ until: Number.POSITIVE_INFINITY })).toEqual({
      rows: [],
      lines: ['CUB: left out: no nvcc', 'PyTorch: left out: no python3'],
      wrong: 0,
    });
  });

  it('gives ratios to the fastest right row of a peer', () => {
    const own = LINES.filter((line) => 'experiment' in line && line.experiment === 'beside');
    const table = ratioTable(own, LINES);
    expect(table[1]).toEqual(['sort u32', 'single', '2^22', '200.0', '0.50 ×', '']);
    expect(table[2]).toEqual(['mean f32', '64', '2^22', '50.0', '', '1.50 ×']);
  });

  it('names a browser that does not start', async () => {
    vi.stubEnv('WEBGPU_SEGMENTED_CHROMIUM', '/nowhere/chromium');
    const { lines, rows } = await browser.run({ env: {}, small: true });
    expect(rows).toBeUndefined();
    expect(lines).toEqual([expect.stringMatching(/^left out: .*\/nowhere\/chromium/)]);
  });

  it('compares calls in a browser with those in Node, and fails for wrong ones', () => {
    const report = {
      ...{ adapter: { name: 'A GPU', software: true }, browser: 'Chrome 150, Linux' },
      selfTest: { calls: 30, wrong: [{ call: 'sort, u32', says: 'key 3' }] },
      lab: [ok('rows', { case: CASE }, 150), { ...ok('rows', { case: 'other' }, 1), ok: false }],
    };
    const { lines, wrong } = compared(report, LINES);
    expect(wrong).toBe(2);
    expect(lines.slice(0, 3)).toEqual([
      'Chrome 150, Linux: A GPU; 30 calls of the self-test, 1 wrong',
      'this is no adapter of the system: its times say nothing',
      'wrong: sort, u32: key 3',
    ]);
    expect(lines[3].split('\n')[1]).toMatch(/^sort u32, len64 +100\.0 +150\.0 +1\.50 ×$/);
  });

  it('names why the driver’s compiler was not asked', async () => {
    vi.stubEnv('CC', '/nowhere/cc');
    const { lines } = await compiler.run({ env: {} });
    expect(lines).toEqual([expect.stringMatching(/^left out: the layer does not build: .*not found/)]);
  });
});
