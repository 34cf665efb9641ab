import { describe, expect, it } from 'vitest';

/** The model is JavaScript without types. */
const load = (file: string) => import(new URL(`../../bench/model/${file}`, import.meta.url).href);
const { kernelOf } = await load('listing.mjs');
const { Kernel } = await load('machine.mjs');
const { broken, EXCEPTIONS, loopFaults } = await load('rules.mjs');

const LATENCIES = { global: 300, shared: 30, other: 20, constant: 40, operandsRead: 15, barrier: 20 };
const LANE = 'r0 = s2r sr[0x21]';
const BASE = [LANE, 'ur0 = ldc.b32 c[0x1][+0x0]', 'ur1 = ldc.b32 c[0x1][+0x4]', 'r2 = mov ur0', 'r3 = mov ur1'];
const LOAD = 'r6 = ld.global.a64.constant.b32 [r2..4], pT';
const CODE = 'for(var i=0u;i<ITEMS;i++){}';

/** A case whose only kernel has these blocks and this text, as it ran on 64 lanes. */
function ran(blocks: string[][], { name = 'planted', code = CODE } = {}) {
  const text = blocks.map((lines, i) => [`block ${i} L${i} [] -> {`, ...lines.map((line) => ` ${line}`), '} -> []']);
  const kernel = new Kernel(
    kernelOf(`NAK assembly\n${text.flat().join('\n')}`),
    64,
    new Int32Array(2048),
    LATENCIES,
    64,
  );
  const counts = kernel.run({ buffers: [{ address: 4096, size: 1024 }], grid: [1] });
  return { name: 'a case', items: 64, kernels: [{ name, dispatches: [{ kernel, counts, code }] }] };
}

/** Branches of single lanes, each with what it does. */
const branches = (...lanes: [number, string][]) => [
  [...BASE],
  ...lanes.flatMap(([lane, does], i) => [[`p0 = isetp.eq.i32 r0 ${lane}`, `@!p0 bra pT L${2 * i + 3}`], [does]]),
  ['exit'],
];

describe('the rules of the model', () => {
  it('find two branches of single lanes that both load', () => {
    const found = [ran(branches([0, LOAD], [1, LOAD]))];
    expect(broken(found, false)).toEqual(['a case: planted: lanes 0 and 1 load one after another']);
  });

  it.each<[string, [number, string][]]>([
    [
      'loads of one lane, twice',
      [
        [1, LOAD],
        [1, LOAD],
      ],
    ],
    [
      'one that only computes',
      [
        [0, LOAD],
        [1, 'r6 = mov 0x5'],
      ],
    ],
    [
      'lanes of two warps, which do not wait for each other',
      [
        [0, LOAD],
        [33, LOAD],
      ],
    ],
  ])('allow %s', (_, lanes) => {
    expect(broken([ran(branches(...lanes))], false)).toEqual([]);
  });

  it('allow loads of all lanes', () => {
    expect(broken([ran([[...BASE, LOAD, LOAD, 'exit']])], false)).toEqual([]);
  });

  it.each([
    'for(var i=local;i<tile.count;i+=WORKGROUP){',
    'for(var i=local;i<count;i+=WORKGROUP){',
    'for(var i=blockLane(local);i<length;i+=BLOCK_LANES){',
    'for(var i=tile.start+local;i<tile.start+tile.count;i+=WORKGROUP){',
    'for (var i = local; i < min(COUNT, count); i += WORKGROUP) {',
  ])('find a loop over items without a constant end: %s', (loop) => {
    expect(loopFaults(`fn f(){${loop}}}`)).toEqual([`${loop.slice(0, -1).trimEnd()} has no constant end`]);
    const found = [ran([['exit']], { code: loop })];
    expect(broken(found, false)).toHaveLength(1);
  });

  it.each([
    'for(var digit=local;digit<DIGITS;digit+=WORKGROUP){',
    'for(var i=local;i<COUNTERS+1u;i+=WORKGROUP){',
    'for(var i=local;i<4u*(COUNTERS+1u);i+=WORKGROUP){',
    // A grid's tasks, a search and a lane's own items are no items of the workgroup.
    'for(var number=workgroup.x;number<tasks;number+=grid.x){',
    'while(low<high){',
    'for(var i=first;i<end;i++){',
  ])('allow the loop %s', (loop) => {
    expect(loopFaults(`fn f(){${loop}}}`)).toEqual([]);
  });

  const LOOP = 'for(var i=0u;i<last;i+=WORKGROUP) has no constant end';

  it('allow an exception, and name one that nothing needs', () => {
    const { fault } = EXCEPTIONS.find(({ fault: text }: { fault: RegExp }) => text.test(`reduce/sweep tiles: ${LOOP}`));
    const found = [ran([['exit']], { name: 'reduce/sweep tiles', code: 'for(var i=0u;i<last;i+=WORKGROUP){' })];
    expect(broken(found, false)).toEqual([]);
    const left = broken(found, true);
    expect(left).toHaveLength(EXCEPTIONS.length - 1);
    expect(left.join('\n')).not.toContain(`${fault}`);
  });
});
