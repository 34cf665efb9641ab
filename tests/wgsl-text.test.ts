/** Kernels ship without comments and needless spaces, and nothing else of them changes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wgslText, withoutComments, withoutSpaces } from '../build/wgsl-text.ts';

const files = readdirSync('wgsl', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.wgsl'));

/** The words and signs of a text, comments left out, read character by character; block comments may nest. */
function tokens(wgsl: string): string[] {
  let code = '';
  for (let i = 0, depth = 0; i < wgsl.length; i++) {
    const two = wgsl.slice(i, i + 2);
    if (two === '//' && depth === 0) i = (wgsl.indexOf('\n', i) + 1 || wgsl.length + 1) - 1;
    if (two === '/*' || (two === '*/' && depth > 0)) {
      depth += two === '/*' ? 1 : -1;
      i++;
      code += ' ';
    } else if (depth === 0) code += two === '//' ? '\n' : wgsl[i];
  }
  return code.match(/\w+|\S/g) ?? [];
}

describe('a kernel as it ships', () => {
  it('keeps its lines and its code', () => {
    const given = 'a // one\n/* two\n three */ b /** four */ + c\n\td = 1; // five';
    expect(withoutComments(given)).toBe('a\n\n b + c\n\td = 1;');
  });

  it('keeps spaces that part words or operators', () => {
    const given = '  let a = b - -c;\n\tvar x: array<u32, 4> = y;\n  @compute @workgroup_size(8)\n  p / *q;';
    expect(withoutSpaces(given)).toBe('let a=b- -c;\nvar x:array<u32,4> =y;\n@compute@workgroup_size(8)\np/ *q;');
  });

  it.each(files)('%s', (file) => {
    const source = readFileSync(path.join('wgsl', file), 'utf8');
    const shipped = wgslText(path.join('wgsl', file));
    expect(shipped.split('\n').length).toBe(source.split('\n').length);
    expect(shipped).not.toMatch(/\/\/|\/\*|\*\//);
    expect(shipped.match(/\w+|\S/g) ?? []).toEqual(tokens(source));
    const joined = (wgsl: string) => wgsl.match(/[-+*/%&|^=<>!]{2,}/g) ?? [];
    expect(joined(shipped), 'operators that were apart').toEqual(joined(withoutComments(source)));
    expect(tokens(source).length, 'a file of comments would ship as nothing').toBeGreaterThan(4);
  });
});
