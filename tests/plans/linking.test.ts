/** Kernels are linked by name: every name has one definer, and every module is used. */
import { afterAll, describe, expect, it } from 'vitest';
import { staleHeads } from '../../build/wgsl-heads.ts';
import { definersOf, readLibrary } from '../../build/wgsl-names.ts';
import { WGSL_FOLDER } from '../../build/wgsl-text.ts';
import { COPY } from '../../src/gpu/copy_rate.ts';
import { LANES } from '../../src/gpu/lanes.ts';
import { WGSL_NAMES } from '../../src/plan/isolate.ts';
import { modulesOf } from '../../src/plan/link.ts';
import type { Kernel } from '../../src/plan/module.ts';
import { countPass } from '../../src/plan/profile.ts';
import { distinctKernels, partsKey } from '../support/kernel-parts.ts';
import { linkProblems } from '../support/linked.ts';
import { FACTS, reduceOf } from '../support/plans.ts';
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
    ...[...reduces.flatMap(({ passes }) => passes), ...reduces.map(countPass)].map(({ kernel }) => kernel),
  ];
}

describe('a .wgsl file', () => {
  it('opens with what it uses from elsewhere (npm run wgsl:heads writes it)', () => {
    if (process.env.UPDATE_WGSL === '1') staleHeads(WGSL_FOLDER, WGSL_NAMES, true);
    expect(staleHeads(WGSL_FOLDER, WGSL_NAMES)).toEqual([]);
  });

  it('declares a buffer as every other file does', () => {
    const declared = new Map<string, string>();
    for (const { name, bound } of readLibrary(WGSL_FOLDER).values()) {
      for (const [buffer, text] of bound) {
        expect(text, name).toBe(declared.get(buffer) ?? text);
        declared.set(buffer, text);
      }
    }
  });

  it('has a name that no other file has, unless a plan chooses between files', () => {
    const library = readLibrary(WGSL_FOLDER);
    const shared = [...definersOf(library)].filter(([, files]) => files.length > 1);
    const kernels = all().flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel));
    const texts = distinctKernels(kernels, partsKey).flatMap(({ modules = [] }) => modules);
    // Texts that TypeScript writes use names as well.
    const ofWritten = texts
      .filter(({ name }) => name.startsWith('('))
      .flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []);
    const used = new Set([...ofWritten, ...[...library.values()].flatMap(({ free }) => [...free.keys()])]);
    const choices = shared.filter(([name]) => used.has(name)).map(([, files]) => files);
    const isChoice = (files: readonly string[]) =>
      choices.some((choice) => files.every((file) => choice.includes(file)));
    expect(shared.filter(([, files]) => !isChoice(files))).toEqual([]);
  });
});

describe('a kernel', () => {
  it.each(Object.keys(DEVICES))('has one definer for every name, and no unused module: %s', (device) => {
    const plans = all().filter(([title]) => title.startsWith(`${device}: `));
    const kernels = plans.flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel));
    expect(kernels.length).toBeGreaterThan(0);
    expect(distinctKernels(kernels, partsKey).flatMap(linkProblems)).toEqual([]);
  });

  it('has one definer for every name, and no unused module: rare kernels', () => {
    expect(rareKernels().flatMap(linkProblems)).toEqual([]);
  });

  it('has only files of plans, and every file is in a plan: a new file needs one in tests/plans/wide-set.ts', () => {
    const kernels = [...all().flatMap(([, { passes }]) => passes.map(({ kernel }) => kernel)), ...rareKernels()];
    const used = new Set(
      distinctKernels(kernels, partsKey)
        .flatMap(modulesOf)
        .map(({ name }) => name),
    );
    expect([...readLibrary(WGSL_FOLDER).keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
