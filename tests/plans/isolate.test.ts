/** A caller's text inside a kernel: its names never conflict with those of the library. */
import { afterAll, describe, expect, it } from 'vitest';
import { locator } from '../../src/gpu/compile_error.ts';
import { callersText, WGSL_NAMES } from '../../src/plan/callers_text.ts';
import { link, type WgslModule } from '../../src/plan/link.ts';

import { linkedOnce } from '../support/distinct-kernels.ts';
import { EVERY_DEVICE, forgetPlans } from '../support/plans.ts';

afterAll(forgetPlans);

/** The names that a kernel calls or puts between angle brackets and does not declare. */
function usedOfWgsl(kernel: string): string[] {
  const code = kernel.replace(/@\w+/g, '');
  const declarations = /\b(?:fn|const|alias|struct|let|var(?:\s*<[^>]*>)?)\s+(\w+)|(\w+)\s*:/g;
  const declared = new Set(Array.from(code.matchAll(declarations), ([, a, b]) => a ?? b));
  const called = Array.from(code.matchAll(/\b([a-z]\w*)\s*(?:<[^<>()]*>)?\(/gi), ([, name]) => name!);
  const spaces = [...code.matchAll(/<(\w+)(?:,\s*(\w+))?/g)].flatMap(([, a, b]) => [a!, b ?? a!]);
  return [...called, ...spaces].filter(
    (name) => !declared.has(name) && !/^\d|^(?:if|for|while|return|switch)$/.test(name),
  );
}

describe('a kernel with a text of the caller’s', () => {
  const entry = { name: 'own', text: 'var<workgroup>shared:u32;\nfn main() {\n  let size = max(SIZE, shared);\n}\n' };
  const linked = (...modules: WgslModule[]) => link({ name: 'kernel', entry, modules, constants: { SIZE: 4 } });
  const user = (text: string) => callersText('op.declarations', text, 'declarations');

  it('has a prefix on every name of the library', () => {
    const text = 'const SIZE = 1u;\nfn helper(x: u32) -> u32 { return SIZE + x; }\nfn main() {}\n';
    const { code, entryPoint } = linked(user(text));
    expect(code).toContain('const segmented_SIZE = 4u;');
    expect(code).toContain('let size = max(segmented_SIZE, segmented_shared);');
    expect(code).toContain(text);
    expect(entryPoint).toBe('segmented_main');
  });

  it('reports an unfinished text at its last line', () => {
    const left = user('fn f() {\n  let a = 1u +');
    const { code, modules } = linked(left, { name: '(end)', text: ';\n}', closes: true });
    const line = code.split('\n').indexOf(';') + 1;
    expect(locator({ modules })(line)).toEqual({ module: 'op.declarations', line: 2, text: '  let a = 1u +' });
  });

  it.each([
    'fn max(a: u32) -> u32 { return a; }',
    'const segmented_x = 1;',
    'struct /* ! */ vec3u { a: u32 }',
    'const uniform = 1u;',
    // It is refused in every kernel, whether or not the kernel uses the function.
    'fn subgroupShuffleXor(a: u32, b: u32) -> u32 { return a; }',
  ])('is refused if it declares a name that the library uses: %s', (text) => {
    expect(() => linked(user(text))).toThrow(/op\.declarations: declares/);
  });

  it('may declare functions whose locals have names of the library', () => {
    const text = 'fn f() { var max = 1u; let vec3u = max; }';
    const body = callersText('op.wgsl', 'var min = a; const max = 3u;', 'body');
    expect(() => linked(user(text), body)).not.toThrow();
  });

  it.each([
    'fn group(a: u32) -> u32 { return a; }',
    'const binding = 1u;',
    'var<private> builtin: u32;',
    'const atomicNumber = 6u;',
  ])('may have names that kernels don’t use: %s', (text) => expect(() => linked(user(text))).not.toThrow());

  const seen = new Set<string>();
  it.each(EVERY_DEVICE)('can’t have names of WGSL that kernels use: $device', ({ plans }) => {
    for (const [name, { passes }] of plans) {
      for (const { kernel: planned } of passes) {
        const { code } = linkedOnce(planned);
        if (seen.has(code)) continue;
        seen.add(code);
        const used = usedOfWgsl(code);
        expect(used.length, `${name}, ${planned.name}`).toBeGreaterThan(0);
        const unknown = used.filter((own) => !WGSL_NAMES.test(own));
        expect(unknown, `${name}, ${planned.name}`).toEqual([]);
      }
    }
  });
});
