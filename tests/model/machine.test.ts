import { describe, expect, it } from 'vitest';

/** The machine of bench/model is JavaScript without types. */
const load = (file: string) => import(new URL(`../../bench/model/${file}`, import.meta.url).href);
const { kernelOf } = await load('listing.mjs');
const { Kernel, siteOf } = await load('machine.mjs');

const LATENCIES = { global: 300, shared: 30, other: 20, constant: 40, operandsRead: 15, barrier: 20 };
const OUTPUT = 4096;
const SIZE = 1024;

/** Runs a listing, by default in one workgroup. Lane i of its output is word i. */
function run(blocks: string[][], lanes = 32, more = {}) {
  const text = blocks.map((lines, i) => [`block ${i} L${i} [] -> {`, ...lines.map((line) => ` ${line}`), '} -> []']);
  const heap = new Int32Array((OUTPUT + SIZE) / 4);
  const kernel = new Kernel(kernelOf(`NAK assembly\n${text.flat().join('\n')}`), lanes, heap, LATENCIES, 1024);
  const counts = kernel.run({ buffers: [{ address: OUTPUT, size: SIZE }], grid: [1], ...more });
  return { kernel, counts, output: new Uint32Array(heap.buffer, OUTPUT, SIZE / 4) };
}

const LANE = 'r0 = s2r sr[0x21]';
/** Stores r9 of each lane. */
const STORE = [
  'ur0 = ldc.b32 c[0x1][+0x0]',
  'ur1 = ldc.b32 c[0x1][+0x4]',
  'r2 = mov ur0',
  'r3 = mov ur1',
  'r2 = lea r0 2 r2',
  'st.global.a64.strong.gpu.b32 [r2..4] r9',
];

/** What lanes have in r9 after these instructions. r0 is the lane, r1 a large number of it. */
function valuesOf(...lines: string[]): number[] {
  const { output } = run([[LANE, 'r1 = imad r0 0x9e3779b1 0x7f4a7c15', ...lines, ...STORE, 'exit']]);
  return [...output.subarray(0, 32)];
}

const large = (l: number) => (Math.imul(l, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
const each = (value: (l: number) => number) => Array.from({ length: 32 }, (_, l) => value(l) >>> 0);
const float = (x: number) => new Uint32Array(Float32Array.of(x).buffer)[0] as number;
const wide = (l: number) => BigInt(large(l)) * BigInt(large(l)) + 0xfffffffffn;

const MEANINGS: readonly [string[], (l: number) => number][] = [
  [['r9 = iadd3 r1 -r0 0x7'], (l) => large(l) - l + 7],
  [['r9 p0 = iadd3 r1 r1 rZ', 'r9 = iadd3.x rZ rZ rZ p0 pF'], (l) => Math.floor((2 * large(l)) / 2 ** 32)],
  // A difference has a carry if nothing is borrowed.
  [['r9 p0 = iadd3 r0 -r0 rZ', 'r9 = sel p0 0x1 rZ'], () => 1],
  [['r9 p0 = iadd3 0x5 -r0 rZ', 'r9 = sel p0 0x1 rZ'], (l) => Number(l <= 5)],
  [['r9 = iadd3 r1 -0x10 rZ'], (l) => large(l) - 16],
  [['r9 = lea r0 3 0x11'], (l) => 8 * l + 17],
  [['r4 = mov 0xffffffff', 'r5 = mov 0xf', 'r4..6 = imad64 r1 r1 r4..6', 'r9 = mov r5'], (l) => Number(wide(l) >> 32n)],
  [
    ['r4 = mov 0xffffffff', 'r5 = mov 0xf', 'r4..6 = imad64 r1 r1 r4..6', 'r9 = mov r4'],
    (l) => Number(wide(l) & 0xffffffffn),
  ],
  [['r9 = imnmx.u32 r1 0x80000000 pT'], (l) => Math.min(large(l), 2 ** 31)],
  [['r9 = imnmx.i32 r1 rZ pF'], (l) => Math.max(large(l) | 0, 0)],
  [['p0 = isetp.ge.u32 r1 0x80000000', 'r9 = sel p0 0x2 0x3'], (l) => (large(l) >= 2 ** 31 ? 2 : 3)],
  [
    ['p0 = isetp.lt.i32 r1 rZ', 'p1 = isetp.gt.u32.and r0 0x9 p0', 'r9 = sel !p1 0x2 0x3'],
    (l) => ((large(l) | 0) < 0 && l > 9 ? 3 : 2),
  ],
  [['r9 = lop3.LUT[0x3c] r1 r0 rZ'], (l) => large(l) ^ l],
  [['r9 = lop3.LUT[0xf6] r1 0xff r0'], (l) => large(l) | (255 ^ l)],
  [['r9 = lop3.LUT[0xca] r1 0xff r0'], (l) => (large(l) & 255) | (~large(l) & l)],
  [
    ['p0 = isetp.gt.u32 r0 0x7', 'p1 p2 = plop3 pT !p0 p0 LUT[0x30] LUT[0xaa]', 'r9 = sel p1 0x1 rZ'],
    (l) => Number(l > 7),
  ],
  [['r9 = shf.l.w.i32 r1 rZ r0'], (l) => large(l) << l],
  [['r9 = shf.r.w.u32.hi rZ r1 r0'], (l) => large(l) >>> l],
  [['r9 = shf.r.w.i32.hi rZ r1 r0'], (l) => large(l) >> l],
  [['r9 = shf.l.w.u64.hi r1 0x1234 0x4'], (l) => (large(l) >>> 28) | 0x12340],
  [['r9 = shf.r.w.u32 r1 0x1234 0x8'], (l) => (large(l) >>> 8) | (0x34 << 24)],
  [['r9 = sgxt r1 0x9'], (l) => (large(l) << 23) >> 23],
  [['r9 = sgxt.u32 r1 0x9'], (l) => large(l) & 511],
  [['r9 = s2r sr[0x3a]'], (l) => 2 ** (l + 1) - 1],
  [['r9 = bmsk.wrap 0x3 r0'], (l) => (2 ** l - 1) << 3],
  [
    ['r9 = prmt r1 [0x4025] 0xabcd'],
    (l) => (((large(l) >>> 16) & 255) << 8) | ((large(l) & 255) << 16) | 0xcd000000 | 0xab,
  ],
  [['r9 = popc r1'], (l) => large(l).toString(2).replaceAll('0', '').length],
  [['r9 = flo r0'], (l) => 31 - Math.clz32(l)],
  [['r9 = flo.samt r1'], (l) => Math.clz32(large(l))],
  [['r9 = brev r1'], (l) => Number.parseInt([...large(l).toString(2).padStart(32, '0')].reverse().join(''), 2)],
  [['r9 = i2f.f32.u32.re r1'], (l) => float(large(l))],
  [['r9 = i2f.f32.u32.re r0', 'r9 = fmul.ftz r9 0x40200000', 'r9 = f2i.u32.f32.rz.ftz r9'], (l) => Math.trunc(2.5 * l)],
  [
    ['r9 = i2f.f32.u32.re r0', 'r9 = fmul.ftz r9 0xc0200000', 'r9 = f2i.i32.f32.rz.ftz r9'],
    (l) => Math.trunc(-2.5 * l) >>> 0,
  ],
  // Halves go to the even neighbour.
  [
    ['r9 = i2f.f32.u32.re r0', 'r9 = fmul.ftz r9 0x3f000000', 'r9 = frnd.f32.f32.re.ftz r9'],
    (l) => float(l % 2 === 0 ? l / 2 : 2 * Math.round(l / 4)),
  ],
  [['r4 = i2f.f32.u32.re r0', 'r9 = fmnmx.ftz r4 0x40400000 pT'], (l) => float(Math.min(l, 3))],
  [['r4 = i2f.f32.u32.re r0', 'r9 = fmnmx.ftz r4 0x40400000 pF'], (l) => float(Math.max(l, 3))],
  [['r9 = fmnmx.ftz 0x7fc00000 0x40400000 pF'], () => float(3)],
  [
    ['r4 = i2f.f32.u32.re r0', 'r9 = mov 0x6', 'p1 = fsetp.gt.ftz r4 0x40400000', '@p1 r9 = mov 0x7'],
    (l) => (l > 3 ? 7 : 6),
  ],
  [['r9 = fadd.ftz 0x3f800000 0x33800000'], () => float(1)],
  [['r4 = i2f.f32.u32.re r0', 'r9 = fadd.ftz 0x3f800000 -r4'], (l) => float(1 - l)],
  [['r4 = mov 0xc0400000', 'r9 = fadd.ftz -rZ -|r4|'], () => float(-3)],
  [['r4 = i2f.f32.u32.re r0', 'r5 = mov 0x40000000', 'r9 = ffma.ftz -r4 r5 r5'], (l) => float(2 - 2 * l)],
  [['r9 = mov 0x5', '@p7 r9 = mov 0x6', 'p7 = isetp.eq.i32 r0 0x3', '@p7 r9 = mov 0x7'], (l) => (l === 3 ? 7 : 5)],
  [['r9 = shfl.bfly r1 0x1 0x1c03'], (l) => large(l ^ 1)],
  [['r9 = shfl.up r1 0x2 rZ'], (l) => large(l < 2 ? l : l - 2)],
  [['r9 = shfl.idx r1 0x5 0x1f'], () => large(5)],
  [['p0 = isetp.gt.u32 r0 0x1d', 'ur9 = vote.any p0', 'r9 = mov ur9'], () => 0xc0000000],
  [['p0 = isetp.gt.u32 r0 0x1d', 'up0 = vote.all p0', 'r9 = sel up0 0x1 0x2'], () => 2],
];

describe('the machine of the model', () => {
  it.each(MEANINGS)('executes %j', (lines, expected) => {
    expect(valuesOf(...lines)).toEqual(each(expected));
  });

  it('refuses an instruction and a form that it does not know', () => {
    expect(() => valuesOf('r9 = frob r0')).toThrow('frob');
    expect(() => valuesOf('r9 = shf.l.i32 r1 rZ 0x2')).toThrow('.w');
  });

  it('parts lanes at a branch, and lets them meet where the compiler says', () => {
    // Lane i runs the loop i times. Those that leave it go on to a block before the loop's end, and wait there.
    const { output, counts } = run([
      [LANE, 'r9 = mov rZ', 'r8 = mov r0', 'b0 = bssy b0 pT L9'],
      ['p0 = isetp.eq.i32 r8 rZ', '@!p0 bra pT L4'],
      ['bra pT L3'],
      ['bsync b0 pT', 'nop L9', 'ur9 = vote.any pT', 'r9 = iadd3 r9 ur9 rZ', ...STORE, 'exit'],
      ['r8 = iadd3 r8 0xffffffff rZ', 'r9 = iadd3 r9 0x2 rZ', 'bra pT L1'],
    ]);
    expect([...output.subarray(0, 32)]).toEqual(each((l) => 2 * l - 1));
    // The block where lanes meet runs once for all of them.
    expect([...counts.blocks]).toEqual([1, 32, 32, 1, 31]);
  });

  it('keeps the warps of a workgroup together at barriers', () => {
    const { output, kernel, counts } = run(
      [
        [LANE, 'r9 = mov r0', 'r4 = iadd3 0x3f -r0 rZ', 'st.shared.strong.cta.b32 [r0.x4] r0', 'bar.sync'],
        ['r9 = ld.shared.strong.cta.b32 [r4.x4], pT', ...STORE, 'exit'],
      ],
      64,
    );
    expect([...output.subarray(0, 64)]).toEqual(Array.from({ length: 64 }, (_, l) => 63 - l));
    expect(kernel.sharedBytes).toBe(256);
    expect([...counts.blocks]).toEqual([2, 2]);
  });

  it.each([
    ['ld.shared.strong.cta.b32 [r0.x4], pT', 1, 1],
    ['ld.shared.strong.cta.b32 [r0.x8], pT', 2, 1],
    ['ld.shared.strong.cta.b32 [r0.x64], pT', 16, 1],
    ['ld.shared.strong.cta.b32 [rZ+0x10], pT', 1, 1],
  ])('counts passes of %s through the banks', (load, touched, ideal) => {
    const { counts } = run([[LANE, `r9 = ${load}`, 'exit']]);
    expect(siteOf(counts, 0)).toMatchObject({ requests: 1, touched, ideal });
  });

  it.each([
    ['r2 = lea r0 2 r2', 4],
    ['r2 = lea r0 4 r2', 16],
    ['r2 = lea r0 5 r2', 32],
    ['r2 = iadd3 r2 rZ rZ', 1],
  ])('counts the sectors of a store after %s', (at, touched) => {
    const { counts } = run([[LANE, ...STORE.slice(0, 4), at, STORE[5] as string, 'exit']]);
    expect(siteOf(counts, 0)).toMatchObject({ requests: 1, active: 32, touched, ideal: Math.min(touched, 4) });
  });

  it('lets a workgroup wait for another', () => {
    const base = STORE.slice(0, 4);
    const flag = 'ld.global.a64.strong.gpu.b32 [r2..4+0x100], pT';
    const blocks = [
      [LANE, ...base, 'ur5 = s2r sr[0x25]', 'up0 = isetp.eq.i32 ur5 rZ', 'bra !up0 L3'],
      [`r8 = ${flag}`, 'p0 = isetp.eq.i32 r8 rZ', '@p0 bra pT L1'],
      ['r9 = iadd3 r8 0x1 rZ', ...STORE, 'exit'],
      ['r9 = mov 0x6', 'st.global.a64.strong.gpu.b32 [r2..4+0x100] r9', 'exit'],
    ];
    const { output, counts } = run(blocks, 32, { grid: [2], inFlight: 2 });
    expect([...output.subarray(0, 32)]).toEqual(each(() => 7));
    expect(counts.blocks[1]).toBeGreaterThan(1);
    expect([...counts.stores]).toEqual([1, 1]);
  });

  it('adds atomically, and gives each lane the word before', () => {
    const { output } = run([
      [LANE, 'st.shared.strong.cta.b32 [rZ] rZ', 'r9 = atom.add.u32.shared.strong.cta [rZ] r0', ...STORE, 'exit'],
    ]);
    expect([...output.subarray(0, 32)]).toEqual(each((l) => (l * (l - 1)) / 2));
  });

  const BASE = STORE.slice(0, 4);
  const LOAD = (to: string) => `${to} = ld.global.a64.constant.b32 [r2..4], pT`;
  it.each<[string, number, string[][]]>([
    ['no load', 0, [[LANE, ...BASE, 'exit']]],
    [
      'loads that do not wait for each other',
      1,
      [[LANE, ...BASE, LOAD('r6'), LOAD('r7'), 'r9 = iadd3 r6 r7 rZ', 'exit']],
    ],
    ['loads by addresses that were loaded', 3, [[LANE, ...BASE, LOAD('r2'), LOAD('r2'), LOAD('r2'), 'exit']]],
    [
      'a load after a branch by a word that was loaded',
      2,
      [
        [LANE, ...BASE, LOAD('r6'), 'p0 = isetp.eq.i32 r6 rZ', '@!p0 bra pT L1'],
        [LOAD('r7'), 'exit'],
      ],
    ],
    [
      'a load whose guard was loaded',
      2,
      [[LANE, ...BASE, LOAD('r6'), 'p0 = isetp.eq.i32 r6 rZ', `@p0 ${LOAD('r7')}`, 'exit']],
    ],
    [
      'a load by an address from workgroup memory',
      2,
      [
        [LANE, ...BASE, LOAD('r6'), 'st.shared.strong.cta.b32 [r0.x4] r6', 'bar.sync'],
        ['r4 = ld.shared.strong.cta.b32 [r0.x4], pT', 'r2 = iadd3 r2 r4 rZ', LOAD('r7'), 'exit'],
      ],
    ],
    [
      'each turn of a loop through addresses',
      5,
      [
        [LANE, ...BASE, 'r8 = mov 0x5'],
        [LOAD('r6'), 'r2 = iadd3 r2 r6 rZ', 'r8 = iadd3 r8 -0x1 rZ', 'p0 = isetp.gt.i32 r8 rZ', '@p0 bra pT L1'],
        ['exit'],
      ],
    ],
  ])('follows chains of loads: %s', (_, expected, blocks) => {
    expect(run(blocks).counts.chain).toBe(expected);
  });

  it('lets a warp wait at a barrier for what another one has loaded', () => {
    // Only the second warp loads before the barrier, and branches by what it loads.
    const blocks = [
      [LANE, ...BASE, 'p1 = isetp.lt.u32 r0 0x20', '@p1 bra pT L2'],
      [LOAD('r6'), 'p0 = isetp.eq.i32 r6 rZ', '@!p0 bra pT L2'],
      ['bar.sync'],
      ['p2 = isetp.lt.u32 r0 0x20', '@!p2 bra pT L5'],
      [LOAD('r7')],
      ['exit'],
    ];
    expect(run(blocks, 64).counts.chain).toBe(2);
  });

  it('knows the lane of a site that only one lane reaches', () => {
    const blocks = [[LANE, ...BASE, LOAD('r6'), 'p0 = isetp.eq.i32 r0 0x21', '@!p0 bra pT L2'], [LOAD('r7')], ['exit']];
    const { kernel, counts } = run(blocks, 64);
    const loads = kernel.sites.flatMap(({ kind }: { kind: string }, i: number) =>
      kind === 'ld' ? [counts.lanes[i]] : [],
    );
    expect(loads).toEqual([-2, 33]);
  });
});
