/** The linker joins a kernel's modules to one WGSL text, and maps its lines back to the modules. */
import { describe, expect, it } from 'vitest';
import { locator } from '../../src/gpu/compile_error.ts';
import { link, modulesOf, section, type WgslModule } from '../../src/plan/link.ts';

const helper: WgslModule = { name: 'helper', text: 'fn helper() {\n}\n' };
const two: WgslModule = {
  name: 'two',
  text: 'fn two() -> Key {\n  return subgroupShuffleXor(keys[A], 1u);\n}',
  needs: () => [helper],
};
const entry: WgslModule = {
  name: 'one',
  text: '\nvar<storage, read_write> keys: array<Key>;\nvar<uniform> map: array<vec4u, 4>;\nfn main() {\n}\n',
  needs: () => [helper],
};
const kernel = {
  name: 'kernel',
  entry,
  modules: [two],
  aliases: { Key: 'u32', Bits: 'u32' },
  constants: { A: 3, B: [1, 2] },
};

describe('the linker', () => {
  it('joins the entry, its needs and the choices, each once', () => {
    expect(modulesOf(kernel).map(({ name }) => name)).toEqual(['one', 'helper', 'two']);
    const chosen = { ...kernel, modules: [two, helper] };
    expect(modulesOf(chosen).map(({ name }) => name)).toEqual(['one', 'two', 'helper']);
  });

  it('takes sections of files, and knows their lines', () => {
    const both: WgslModule = { name: 'one', text: 'fn both() {}', linesBefore: 12, needs: () => [helper] };
    const file = { ...entry, needs: () => [], choices: { store: { pairs: both } } };
    const chosen = { name: 'kernel', entry: file, modules: [section(file, 'store', 'pairs')] };
    const { code, modules } = link(chosen);
    expect(modulesOf(chosen).map(({ text }) => text)).toEqual([entry.text, helper.text, both.text]);
    const line = code.split('\n').indexOf('fn both() {}') + 1;
    expect(locator({ modules })(line)).toEqual({ module: 'wgsl/one.wgsl', line: 13, text: 'fn both() {}' });
    expect(() => section(file, 'store', 'rows')).toThrow("one.wgsl has no section 'store: rows'");
  });

  it('follows needs that form a cycle', () => {
    const a: WgslModule = { name: 'a', text: '', needs: () => [b] };
    const b: WgslModule = { name: 'b', text: '', needs: () => [a] };
    expect(modulesOf({ name: 'kernel', entry: a }).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('writes directives, the aliases and constants that are used, and numbered bindings before the modules', () => {
    const { code, bindings, subgroups } = link(kernel);
    expect(code.split('\n').slice(0, 9)).toEqual([
      'enable subgroups;',
      'alias Key = u32;',
      'const A = 3u;',
      '@group(0) @binding(0) var<storage, read_write> keys: array<Key>;',
      '@group(0) @binding(1) var<uniform> map: array<vec4u, 4>;',
      '',
      '',
      '',
      'fn main() {',
    ]);
    expect(subgroups).toBe(true);
    expect(bindings).toEqual([
      { name: 'keys', space: 'storage, read_write', type: 'array<Key>' },
      { name: 'map', space: 'uniform', type: 'array<vec4u, 4>' },
    ]);
  });

  it('binds immediate data where a device has it, and a uniform elsewhere', () => {
    const told: WgslModule = { name: 'told', text: 'var<immediate> call: u32;\nvar<uniform> map: u32;\nfn main() {}' };
    const both = { name: 'kernel', entry: told };
    expect(link(both).bindings.map(({ name }) => name)).toEqual(['call', 'map']);
    expect(link(both).immediates).toBe(false);
    const { code, bindings, immediates } = link(both, true);
    expect(bindings.map(({ name }) => name)).toEqual(['map']);
    expect(immediates).toBe(true);
    expect(code).toContain('\nvar<immediate> call: u32;\n'.slice(1));
    expect(code).toContain('@binding(0) var<uniform> map: u32;');
  });

  it('maps every line of the code back to its module and line', () => {
    const { code, modules } = link(kernel);
    const locate = locator({ modules });
    const at = (text: string) => locate(code.split('\n').indexOf(text) + 1);
    expect(at('fn main() {')).toEqual({ module: 'wgsl/one.wgsl', line: 4, text: 'fn main() {' });
    expect(at('fn helper() {')).toMatchObject({ module: 'wgsl/helper.wgsl', line: 1 });
    expect(at('  return subgroupShuffleXor(keys[A], 1u);')).toMatchObject({ module: 'wgsl/two.wgsl', line: 2 });
    expect(locate(1)).toMatchObject({ module: '(prelude)', line: 1 });
  });
});
