/** Checks that a kernel's modules fit: every name has one definer, and every module that a plan chose is used. */
import { type NamesOf, namesOf } from '../../build/wgsl-names.ts';
import { WGSL_NAMES } from '../../src/plan/callers_text.ts';
import { type Kernel, modulesOf, type WgslModule } from '../../src/plan/link.ts';

const KEYWORDS = /^(?:return|if|else|for|while|continue|break|true|false|let|var|const|fn|struct|alias)$/;

interface Part extends NamesOf {
  readonly name: string;
  readonly modules: readonly WgslModule[];
}

const depth = (text: string) => {
  const bare = text.replace(/\/\/[^\n]*/g, '');
  return bare.split(/[{(]/).length - bare.split(/[})]/).length;
};

const read = new Map<string, NamesOf>();

/** Modules that are complete together. A function around a caller's text consists of three modules. */
function partsOf(modules: readonly WgslModule[]): Part[] {
  const parts: Part[] = [];
  let open: WgslModule[] = [];
  for (const module of modules) {
    open.push(module);
    const text = open.map((each) => each.text).join('\n');
    if (depth(text) > 0) continue;
    const names = read.get(text) ?? namesOf(text);
    read.set(text, names);
    parts.push({ ...names, name: open[0]?.name ?? '', modules: open });
    open = [];
  }
  return parts;
}

/** The problems of a kernel's names, one line each. */
export function linkProblems(kernel: Kernel): string[] {
  const parts = partsOf(modulesOf(kernel));
  const problems: string[] = [];
  const definers = new Map<string, Part[]>();
  for (const part of parts) {
    for (const name of part.declared.keys()) definers.set(name, [...(definers.get(name) ?? []), part]);
  }
  for (const [name, found] of definers) {
    if (found.length > 1) problems.push(`${name} is declared by ${found.map((part) => part.name).join(' and ')}`);
  }
  const given = new Set([...Object.keys(kernel.aliases ?? {}), ...Object.keys(kernel.constants ?? {})]);
  const used = new Set<Part>();
  for (const part of parts) {
    for (const [name, line] of part.free) {
      const definer = definers.get(name)?.[0];
      if (definer) used.add(definer);
      else if (!given.has(name) && !WGSL_NAMES.test(name) && !KEYWORDS.test(name)) {
        problems.push(`wgsl/${part.name}.wgsl:${line}: ${name} is declared nowhere`);
      }
    }
  }
  const [entry, ...others] = parts;
  for (const part of others) {
    // A caller may declare names that the kernel does not use.
    if (!used.has(part) && part !== entry && !part.modules.some(({ user }) => user === 'declarations'))
      problems.push(`${part.name} is not used`);
  }
  return problems.map((problem) => `${kernel.name}: ${problem}`);
}
