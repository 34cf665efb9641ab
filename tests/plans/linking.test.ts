/** Files import names from files. In a kernel every name has one definer, and every module is used. */
import { afterAll, describe, expect, it } from 'vitest';
import { readLibrary, type WgslFile, wgslFile } from '../../build/wgsl-files.ts';
import { wgslModule } from '../../build/wgsl-text.ts';
import type { DeviceFacts } from '../../src/gpu/device.ts';
import { LANES } from '../../src/gpu/host_call.ts';
import { COPY } from '../../src/gpu/profiler.ts';
import { WGSL_NAMES } from '../../src/plan/callers_text.ts';
import { type Kernel, link, modulesOf, type WgslModule } from '../../src/plan/link.ts';

import { countPass } from '../../src/plan/profile.ts';
import { distinctKernels, modulesKey } from '../support/distinct-kernels.ts';
import { linkProblems } from '../support/linked.ts';
import { FACTS, reduceOf, sortOf } from '../support/plans.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { DEVICES, wideSet } from './wide-set.ts';

/** The wide set, from its first use to the end of this file. It has hundreds of megabytes. */
let made: ReturnType<typeof wideSet> | undefined;
function all(): ReturnType<typeof wideSet> {
  made ??= wideSet();
  return made;
}
afterAll(() => {
  made = undefined;
});

/** Kernels that the wide set does not have: of other types, of a caller's tuning, of a profile. */
function rareKernels(): Kernel[] {
  const reduces = [
    reduceOf(FACTS, { type: 'f16', op: 'sum' }),
    reduceOf(FACTS, { type: 'u32', op: ['max', 'mean'] }),
    reduceOf(FACTS, { type: 'f32', op: 'max' }),
    reduceOf(FACTS, { type: 'u64', op: 'max' }),
    reduceOf(FACTS, { type: 'u32', op: 'sum', form: 'ranges' }, { tuning: SMALL_GPU }),
  ];
  return [
    COPY,
    LANES,
    countPass(sortOf(DEVICES.nvidia as DeviceFacts)).kernel,
    ...[...reduces.flatMap(({ passes }) => passes), ...reduces.map(countPass)].map(({ kernel }) => kernel),
  ];
}

/** What a file's head says wrongly: imports of names that are not there or not used, and names that nobody gives. */
function headProblems({ name: file, parts, declared }: WgslFile, library: ReadonlyMap<string, WgslFile>): string[] {
  const [head] = parts;
  return parts.flatMap((part) => {
    const where = part.choice ? `${file}, ${part.choice}: ${part.members.join(' | ')}` : file;
    const isHead = part === head;
    const imported = new Map([...part.imports].flatMap(([from, names]) => names.map((name) => [name, from] as const)));
    const said = new Set([...imported.keys(), ...part.given]);
    // A section may use what its file declares, imports and is given.
    const known = new Set([
      ...declared,
      ...said,
      ...[...(head?.imports.values() ?? [])].flat(),
      ...(head?.given ?? []),
    ]);
    const usedLater = new Set(parts.flatMap(({ free }) => [...free.keys()]));
    const uses = (name: string) => part.free.has(name) || (isHead && usedLater.has(name));
    return [
      ...[...imported].flatMap(([name, from]) =>
        library.get(from)?.declared.has(name) ? [] : [`${where}: ${from} does not declare ${name}`],
      ),
      ...[...said].filter((name) => !uses(name)).map((name) => `${where}: ${name} is not used`),
      ...[...part.free.keys()]
        .filter((name) => !known.has(name) && !WGSL_NAMES.test(name) && !KEYWORDS.test(name))
        .map((name) => `${where}: ${name} is neither imported nor given`),
    ];
  });
}

const KEYWORDS =
  /^(?:return|if|else|for|while|continue|break|true|false|let|var|const|fn|struct|alias|loop|switch|case|default)$/;

describe('a .wgsl file', () => {
  it('names what it imports from other files and what a plan gives', () => {
    const library = readLibrary();
    expect([...library.values()].flatMap((file) => headProblems(file, library))).toEqual([]);
  });

  it.each([
    ['// import a from two\nfn f() { a(); b(); }', 'one: b is neither imported nor given'],
    ['// import a, c from two\nfn f() { a(); }', 'one: c is not used', 'one: two does not declare c'],
    ['// given a, b\nfn f() { a(); }', 'one: b is not used'],
    [
      '// given a\nfn f() {}\n// ---- choice x: y | z\nfn g() { a(); f(); h(); }',
      'one, x: y | z: h is neither imported nor given',
    ],
  ])('is refused if they do not agree: %s', (text, ...problems) => {
    const library = new Map([['two', wgslFile('two', 'fn a() {}')]]);
    expect(headProblems(wgslFile('one', text), library).sort()).toEqual(problems);
  });

  it('has parts, which are linked where a name of theirs is used', () => {
    const text = 'const A = 1u;\n// ---- part one\nfn one() { two(); }\n// ---- part two\nfn two() { let a = A; }';
    expect(wgslModule('wgsl/plan/parts.wgsl', text).split('\n')).toEqual([
      'const s1 = { name: "plan/parts", text: "\\nfn one(){two();}\\n", needs: () => [s2], linesBefore: 1 };',
      'const s2 = { name: "plan/parts", text: "\\nfn two(){let a=A;}", needs: () => [file], linesBefore: 3 };',
      'const file = { name: "plan/parts", text: "const A=1u;\\n", choices: { part: { one: s1, two: s2 } } };',
      'export default file;',
      '',
    ]);
  });

  it('has sections, which know their lines', () => {
    const { parts } = wgslFile(
      'one',
      'fn f() {}\n\n// ---- choice store: keys\nfn g() {}\n// ---- choice store: pairs | indices\nfn g() {}\n',
    );
    expect(parts.map(({ choice, members, linesBefore, text }) => [choice, members, linesBefore, text])).toEqual([
      [undefined, [], 0, 'fn f() {}\n\n'],
      ['store', ['keys'], 2, '// ---- choice store: keys\nfn g() {}\n'],
      ['store', ['pairs', 'indices'], 4, '// ---- choice store: pairs | indices\nfn g() {}\n'],
    ]);
  });

  it('becomes a module with its sections', () => {
    const text =
      '// import ceilDiv from plan/grid\nfn main() {}\n// ---- choice store: keys | pairs\nfn g() { ceilDiv(); }';
    expect(wgslModule('wgsl/plan/one.wgsl', text).split('\n')).toEqual([
      'import n0 from "./grid.wgsl";',
      'const s1 = { name: "plan/one", text: "\\nfn g(){ceilDiv();}", linesBefore: 2 };',
      'const file = { name: "plan/one", text: "\\nfn main(){}\\n", needs: () => [n0.choices.part.ceilDiv], choices: { store: { keys: s1, pairs: s1 } } };',
      'export default file;',
      '',
    ]);
  });

  it('declares a buffer as every other file does', () => {
    const declared = new Map<string, string>();
    for (const { name, parts } of readLibrary().values()) {
      for (const [buffer, text] of parts.flatMap(({ bound }) => [...bound])) {
        expect(text, name).toBe(declared.get(buffer) ?? text);
        declared.set(buffer, text);
      }
    }
  });
});

describe('a kernel', () => {
  it.each(Object.keys(DEVICES))('has one definer for every name, and no unused module: %s', (device) => {
    const plans = all().filter(([title]) => title.startsWith(`${device}: `));
    const kernels = plans.flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel));
    expect(kernels.length).toBeGreaterThan(0);
    expect(distinctKernels(kernels, modulesKey).flatMap(linkProblems)).toEqual([]);
  });

  it('has one definer for every name, and no unused module: rare kernels', () => {
    expect(rareKernels().flatMap(linkProblems)).toEqual([]);
  });

  it('has only files of plans, and every file and section is in a plan: a new file needs one in tests/plans/wide-set.ts', () => {
    const kernels = [...all().flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel)), ...rareKernels()];
    const part = ({ name, linesBefore = 0 }: WgslModule) => `${name}:${linesBefore + 1}`;
    const used = new Set(distinctKernels(kernels, modulesKey).flatMap(modulesOf).map(part));
    const there = [...readLibrary().values()].flatMap(({ name, parts }) =>
      parts.flatMap((each) => (each.declared.size > 0 ? part({ ...each, name }) : [])),
    );
    expect(there.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('a plan', () => {
  it('has kernels with at most eight buffers, which every device has', () => {
    const kernels = all().flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel));
    for (const kernel of distinctKernels(kernels, modulesKey)) {
      const { bindings } = link(kernel);
      const storage = bindings.filter(({ space }) => space !== 'uniform').map(({ name }) => name);
      expect(storage.length, `${kernel.name}: ${storage}`).toBeLessThanOrEqual(8);
    }
  });

  it('has no two ranges of scratch memory that overlap', () => {
    for (const [name, { regions, temporaryBytes }] of all()) {
      const ranges = Object.values(regions).sort((a, b) => a.offset - b.offset);
      const ends = ranges.map(({ offset, size }) => offset + size);
      for (const [i, { offset }] of ranges.entries()) expect(offset, name).toBeGreaterThanOrEqual(ends[i - 1] ?? 0);
      expect(ends.at(-1) ?? 0, name).toBeLessThanOrEqual(temporaryBytes);
    }
  });
});
