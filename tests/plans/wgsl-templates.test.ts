/** The build squeezes WGSL that TypeScript writes like `.wgsl` files, and keeps its code. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { squeezedTemplates, squeezedTexts } from '../../build/wgsl-templates.ts';
import { inside, wgsl } from '../../src/plan/link.ts';

/** The tokens of a text. */
const tokens = (text: string) => text.match(/\w+|[-+*/%&|^=<>!]+|\S/g) ?? [];

describe('a wgsl template', () => {
  it('joins its parts and values', () => {
    expect(wgsl`let a${1} = ${'b'};`).toBe('let a1 = b;');
    const block = wgsl`{
  ${inside(['a;', '{\n  b;\n}'])}
}`;
    expect(block).toBe('{\n  a;\n  {\n    b;\n  }\n}');
  });

  it('loses spaces, comments and indentation, and no line', () => {
    expect(squeezedTexts(['fn f(a: u32) {\n  // one\n  let b = a + 1u;\n}'])).toEqual([
      'fn f(a:u32){\n\nlet b=a+1u;\n}',
    ]);
  });

  it('keeps a space next to a value, which may be a word, an operator or empty', () => {
    expect(squeezedTexts(['let ', ' = a - ', ' ;'])).toEqual(['let ', ' =a- ', ';']);
    expect(squeezedTexts(['f( ', ', ', ' )'])).toEqual(['f(', ',', ')']);
    expect(squeezedTexts(['a ', ' ', ' b'])).toEqual(['a ', ' ', ' b']);
    expect(squeezedTexts(['r', 'x = r', ';'])).toEqual(['r', 'x=r', ';']);
  });

  it('loses the spaces between a value and the end of its line', () => {
    expect(squeezedTexts(['{\n  ', '  \n  ', '\n}'])).toEqual(['{\n', '\n', '\n}']);
  });

  it('has no value in a comment, which would be left as code, and no backslash', () => {
    expect(() => squeezedTexts(['a; // ', ' items'])).toThrow(/comment/);
    expect(() => squeezedTexts(['a;\\n'])).toThrow(/backslash/);
  });

  it('is found in a source by its tag, also inside the values of another one', () => {
    const source = 'const a = "x  y"; const b = wgsl`( 1 )@{f(wgsl`a  +  b`, `c  d`)}  ;`; // wgsl`  `';
    const squeezed = 'const a = "x  y"; const b = wgsl`(1)@{f(wgsl`a+b`, `c  d`)};`; // wgsl`  `';
    expect(squeezedTemplates(source.replace('@', '$'))).toBe(squeezed.replace('@', '$'));
  });

  it('has the same tokens after a build squeezed it, in every source', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const using = files
      .map((file) => readFileSync(path.join('src', file), 'utf8'))
      .filter((source) => squeezedTemplates(source) !== source);
    expect(using.length).toBeGreaterThan(1);
    for (const source of using) {
      const squeezed = squeezedTemplates(source);
      expect(tokens(squeezed)).toEqual(tokens(source));
      expect(squeezed.split('\n').length).toBe(source.split('\n').length);
      expect(squeezed.length).toBeLessThan(source.length);
    }
  });
});
