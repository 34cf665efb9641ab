/** Kernels ship without comments and needless spaces. Nothing else changes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedText, wgslModule, withoutComments, withoutSpaces } from '../../build/wgsl-text.ts';

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

/** Variables that are declared inside a loop without a value. */
function unsetInLoops(code: readonly string[]): string[] {
  const blocks: boolean[] = [];
  const found: string[] = [];
  let loop = false;
  code.forEach((token, i) => {
    if (/^(for|while|loop)$/.test(token)) loop = true;
    if (token === '{') {
      blocks.push(loop);
      loop = false;
    }
    if (token === '}') blocks.pop();
    const isUnset = token === 'var' && !code.slice(i, code.indexOf(';', i)).includes('=');
    if (isUnset && blocks.includes(true)) found.push(code[i + 1] as string);
  });
  return found;
}

describe('a kernel as it ships', () => {
  it('keeps its lines and its code', () => {
    const given = 'a // one\n/* two\n three */ b /** four */ + c\n\td = 1; // five';
    expect(withoutComments(given)).toBe('a\n\n b + c\n\td = 1;');
  });

  it('keeps spaces that separate words or operators', () => {
    const given = '  let a = b - -c;\n\tvar x: array<u32, 4> = y;\n  @compute @workgroup_size(8)\n  p / *q;';
    expect(withoutSpaces(given)).toBe('let a=b- -c;\nvar x:array<u32,4> =y;\n@compute@workgroup_size(8)\np/ *q;');
  });

  it('is refused if a loop declares a variable without a value', () => {
    const loop = 'for (var i = 0u; i < 4u; i++) { if (a) { var b: u32; } var c = 1u; }';
    expect(unsetInLoops(tokens(`fn f() { var d: u32; { var e: u32; } ${loop} var g: u32; }`))).toEqual(['b']);
  });

  it.each(files)('%s', (file) => {
    const source = readFileSync(path.join('wgsl', file), 'utf8');
    const shipped = shippedText(source);
    expect(wgslModule(path.resolve('wgsl', file))).toContain(`name: "${file.replace(/\.wgsl$/, '')}", text: `);
    expect(shipped.split('\n').length).toBe(source.split('\n').length);
    expect(shipped).not.toMatch(/\/\/|\/\*|\*\//);
    expect(shipped.match(/\w+|\S/g)).toEqual(tokens(source));
    const joined = (wgsl: string) => wgsl.match(/[-+*/%&|^=<>!]{2,}/g) ?? [];
    expect(joined(shipped), 'operators that were apart').toEqual(joined(withoutComments(source)));
    expect(unsetInLoops(tokens(source)), 'Dawn zeroes these once, not in every turn').toEqual([]);
    expect(tokens(source).length, 'a file of comments would ship as nothing').toBeGreaterThan(4);
  });
});
