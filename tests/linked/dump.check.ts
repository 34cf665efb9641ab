/** Writes the linked kernels of the wide set to the file LINKED_OUT, for compare.mjs. */
import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { type Kernel, link } from '../../src/plan/link.ts';

import { declarationsOf } from '../plans/declarations.ts';
import { wideSet } from '../plans/wide-set.ts';

/** A name that the build made unique is compared by the name in its file. */
const asWritten = (declaration: string) => declaration.replace(/\b(\w+?)_of_\w+/g, '$1');

it('writes the declarations of every kernel', () => {
  const texts = new Map<string, string>();
  const known = new Map<string, string>();
  const textOf = (kernel: Kernel) => {
    const { code, bindings } = link(kernel);
    const sorted = known.get(code) ?? [...new Set(declarationsOf(code).map(asWritten))].sort().join('\n');
    known.set(code, sorted);
    return `${bindings.length}\n${sorted}`;
  };
  for (const [title, { passes }] of wideSet()) {
    for (const [i, { kernel }] of passes.entries()) texts.set(`${title}, pass ${i}, ${kernel.name}`, textOf(kernel));
  }
  const distinct = [...new Set(texts.values())];
  const at = new Map(distinct.map((text, i) => [text, i]));
  const kernels = Object.fromEntries([...texts].map(([title, text]) => [title, at.get(text)]));
  writeFileSync(process.env.LINKED_OUT as string, JSON.stringify({ distinct, kernels }));
});
