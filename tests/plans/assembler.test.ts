/** The assembler: one WGSL text of a kernel’s parts, and the way back from its lines to the parts. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/template/assemble.ts';

describe('the assembler', () => {
  const parts = {
    enables: ['subgroups'],
    aliases: { Key: 'u32' },
    constants: { A: 3, B: [1, 2], C: true },
    bindings: [{ name: 'keys', space: 'storage, read_write', type: 'array<Key>' }],
    pieces: [
      { name: 'one.wgsl', text: 'fn one() {\n}\n' },
      { name: 'two.wgsl', text: 'fn two() {\n}' },
    ],
  } as const;

  it('writes directives, aliases, constants and numbered bindings before the pieces', () => {
    expect(assemble(parts).code.split('\n').slice(0, 7)).toEqual([
      'enable subgroups;',
      'alias Key = u32;',
      'const A = 3u;',
      'const B = array<u32, 2>(1u, 2u);',
      'const C = true;',
      '@group(0) @binding(0) var<storage, read_write> keys: array<Key>;',
      'fn one() {',
    ]);
  });

  it('maps every line of the code back to its piece and line', () => {
    const { code, locate } = assemble(parts);
    code.split('\n').forEach((text, i) => {
      if (text === 'fn one() {') expect(locate(i + 1)).toMatchObject({ piece: 'one.wgsl', line: 1 });
      if (text === 'fn two() {') expect(locate(i + 1)).toMatchObject({ piece: 'two.wgsl', line: 1 });
    });
    expect(locate(1)).toMatchObject({ piece: '(prelude)', line: 1 });
  });
});
