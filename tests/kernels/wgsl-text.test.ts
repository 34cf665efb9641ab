/** Kernels ship without comments and needless spaces, and with short names in functions. Nothing else changes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withShortLocals } from '../../build/wgsl-locals.ts';
import { namesOf } from '../../build/wgsl-names.ts';
import { wgslModule, wgslText, withoutComments, withoutSpaces } from '../../build/wgsl-text.ts';

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

/**
 * The new names in each function. Fails if a name has two new names, if two names have the same one, or if a member or
 * an attribute has a new one.
 */
function renamings(before: readonly string[], after: readonly string[]): Map<string, string>[] {
  expect(after.length).toBe(before.length);
  const all: Map<string, string>[] = [];
  let names = new Map<string, string>();
  let inAttribute = false;
  before.forEach((token, i) => {
    const found = after[i] as string;
    if (token === 'fn') names = all[all.push(new Map()) - 1] as Map<string, string>;
    if (token === '@') inAttribute = true;
    else if (token === ')' || (inAttribute && before[i - 2] === '@' && token !== '(')) inAttribute = false;
    if (inAttribute || before[i - 1] === '.' || !/^[A-Za-z_]/.test(token)) {
      expect(found, `${token}, no name of a function's`).toBe(token);
      return;
    }
    const known = names.get(token) ?? found;
    expect(found, `${token}, which is ${known} before`).toBe(known);
    names.set(token, found);
  });
  for (const each of all) expect(new Set(each.values()).size, 'names for as many others').toBe(each.size);
  return all;
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

  it('has short names for what functions declare, and for nothing else', () => {
    const given =
      'struct S{left:u32,}\n@compute@workgroup_size(left)fn main(@builtin(workgroup_id)left:vec3u,a:S)->u32{\n' +
      'var right=a.left+left.x+b;for(var i=0u;i<right;i++){let right=twice(right);}return right;}\nfn twice(x:u32)->u32{return x*left;}';
    expect(withShortLocals(given)).toBe(
      'struct S{left:u32,}\n@compute@workgroup_size(left)fn main(@builtin(workgroup_id)a:vec3u,c:S)->u32{\n' +
        'var d=c.left+a.x+b;for(var e=0u;e<d;e++){let d=twice(d);}return d;}\nfn twice(a:u32)->u32{return a*left;}',
    );
  });

  it('is refused if a name has another meaning', () => {
    const renamed = (before: string, after: string) => () => renamings(tokens(before), tokens(after));
    expect(renamed('fn f(one: u32) { two(one); }', 'fn f(a: u32) { two(a); }')()[0]?.get('one')).toBe('a');
    expect(renamed('fn f(one: u32) { two(one); }', 'fn f(two: u32) { two(two); }')).toThrow();
    expect(renamed('fn f(one: u32) { two(one); }', 'fn f(a: u32) { two(one); }')).toThrow();
    expect(renamed('fn f(x: vec2u) { x.x; }', 'fn f(a: vec2u) { a.a; }')).toThrow();
    expect(renamed('fn f(@builtin(x) x: u32) {}', 'fn f(@builtin(a) a: u32) {}')).toThrow();
  });

  it('is refused if a loop declares a variable without a value', () => {
    const loop = 'for (var i = 0u; i < 4u; i++) { if (a) { var b: u32; } var c = 1u; }';
    expect(unsetInLoops(tokens(`fn f() { var d: u32; { var e: u32; } ${loop} var g: u32; }`))).toEqual(['b']);
  });

  it.each(files)('%s', (file) => {
    const source = readFileSync(path.join('wgsl', file), 'utf8');
    const shipped = wgslText(path.join('wgsl', file));
    const module = wgslModule(path.resolve('wgsl', file));
    expect(module).toContain(`name: ${JSON.stringify(file.replace(/\.wgsl$/, ''))}, text: ${JSON.stringify(shipped)}`);
    expect(shipped.split('\n').length).toBe(source.split('\n').length);
    expect(shipped).not.toMatch(/\/\/|\/\*|\*\//);
    const renamed = renamings(tokens(source), shipped.match(/\w+|\S/g) ?? []);
    // A name that a function declares and that the file calls must keep its name, because one is local and one is not.
    const called = new Set(Array.from(source.matchAll(/(\w+)\(/g), ([, name]) => name));
    const local = renamed.flatMap((names) => [...names].flatMap(([name, short]) => (name === short ? [] : [name])));
    expect(local.filter((name) => called.has(name))).toEqual([]);
    for (const name of namesOf(source).declared.keys()) expect(local).not.toContain(name);
    const joined = (wgsl: string) => wgsl.match(/[-+*/%&|^=<>!]{2,}/g) ?? [];
    expect(joined(shipped), 'operators that were apart').toEqual(joined(withoutComments(source)));
    expect(unsetInLoops(tokens(source)), 'Dawn zeroes these once, not in every turn').toEqual([]);
    expect(tokens(source).length, 'a file of comments would ship as nothing').toBeGreaterThan(4);
  });
});
