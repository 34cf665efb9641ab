import entryFile from '../../wgsl/plan/entry.wgsl';

/**
 * A module of WGSL: a `.wgsl` file (build/wgsl-text.ts), or text that TypeScript writes where WGSL cannot express it
 * (an unrolled network). It declares the buffers that it binds without numbers: `var<storage, read_write> name: type;`.
 */
export interface WgslModule {
  /** A path below `wgsl/`, or a word in brackets. Compile errors quote it. */
  readonly name: string;
  readonly text: string;
  /** The text that compile errors quote, where it differs. It has the same lines and columns. */
  readonly quoted?: string;
  /** The files that it imports from. The linker adds them. */
  readonly needs?: () => readonly WgslModule[];
  /** The sections of its file, by choice and member: see `section`. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, WgslModule>>>>;
  /** For a section: the number of lines before it in its file. */
  readonly linesBefore?: number;
  /** Whether it declares `task`. Then the linker adds the entry. */
  readonly task?: boolean;
  /** Whether it closes a block of the module before it. A compile error here belongs to the end of that module. */
  readonly closes?: boolean;
  /** For a user's text. The names that it declares outside functions are separated from the library's. */
  readonly user?: 'declarations' | 'body';
  /** For a user's text: the function that separates its names from the library's (link.ts). */
  readonly isolate?: Isolate;
}

/**
 * Makes a function that renames within a text of the library. It takes the library's texts and the user's declarations.
 */
export type Isolate = (
  library: readonly string[],
  user: readonly { readonly name: string; readonly text: string }[],
) => (text: string) => string;

/** The prefix of every name of the library in a kernel that holds a user's text. */
export const RESERVED = 'segmented_';

/** A module that TypeScript wrote. `needs` are files that its text uses. Choices belong to the plan. */
export function written(name: string, text: string, ...needs: readonly WgslModule[]): WgslModule {
  return { name: `(${name})`, text, needs: () => needs };
}

/** The section of a file that is a member of a choice: `section(downsweep, 'store', 'pairs')`. */
export function section({ name, choices = {} }: WgslModule, choice: string, member: string): WgslModule {
  const members = choices[choice] ?? {};
  const found = members[member];
  if (found) return found;
  throw new Error(`${name}.wgsl has no section '${choice}: ${member}'`);
}

/**
 * WGSL that TypeScript writes: literal parts and values, joined. The build removes needless spaces
 * (build/wgsl-templates.ts), so the source may be formatted for readers.
 */
export function wgsl({ raw }: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw }, ...values);
}

/** Joins lines for a block of a `wgsl` text. Each line after the first gets two spaces of indentation. */
export function inside(lines: readonly string[]): string {
  return lines.join('\n').replaceAll('\n', '\n  ');
}

/** The declaration of a buffer that kernels bind. All storage is `read_write`: see docs/architecture.md. */
export function storage(name: string, type = 'array<u32>'): string {
  return `var<storage, read_write> ${name}: ${type};`;
}

/** A number becomes a `u32` constant, a list of numbers an array of them, a boolean a `bool`. */
export type ConstantValue = number | boolean | readonly number[];

/** One shader with its entry point `main`, before it is linked. */
export interface Kernel {
  /** Names its stage of the algorithm, for example `sort/small 16`. */
  readonly name: string;
  /** The module that has `main`, or `task`: the work of one workgroup. */
  readonly entry: WgslModule;
  /** The module that has `main` and calls `task`. Default: each workgroup does one task (wgsl/plan/entry.wgsl). */
  readonly around?: WgslModule;
  /** Sections and files that the plan decides between, and modules that TypeScript wrote. */
  readonly modules?: readonly WgslModule[];
  /** Becomes `alias name = type;`, where the name is used. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Becomes `const name = value;`, where the name is used. A kernel with subgroups asks for the size SUBGROUP_SIZE. If
   * it is 0 or absent, the driver chooses.
   */
  readonly constants?: Readonly<Record<string, ConstantValue>>;
}

/** A buffer that a kernel binds, in group 0. */
export interface BindingDeclaration {
  readonly name: string;
  readonly space: 'storage, read_write' | 'uniform';
  readonly type: string;
}

/** A binding, or immediate data, which has no binding. */
type ResourceDeclaration = Omit<BindingDeclaration, 'space'> & {
  readonly space: BindingDeclaration['space'] | 'immediate';
};

/** A kernel as one text, with the modules that its lines come from. */
export interface LinkedKernel {
  readonly code: string;
  readonly entryPoint: string;
  /** In binding order: `@group(0) @binding(i)`. */
  readonly bindings: readonly BindingDeclaration[];
  readonly subgroups: boolean;
  /** Whether it has immediate data. */
  readonly immediates: boolean;
  /** The modules of its lines, in order: see src/gpu/compile_error.ts. */
  readonly modules: readonly WgslModule[];
}

/** Matches a buffer's declaration. The linker numbers the buffers. */
const BOUND = /^[ \t]*var\s*<\s*(storage|uniform|immediate)\s*(?:,\s*read_write\s*)?>\s*(\w+)\s*:\s*([^;]+);/gm;
const SUBGROUPS = /\bsubgroup[A-Z]/;
const WORD = /[A-Za-z_]\w*/g;

function constantText(name: string, value: ConstantValue): string {
  if (typeof value === 'boolean') return `const ${name} = ${value};`;
  if (typeof value === 'number') return `const ${name} = ${value >>> 0}u;`;
  return `const ${name} = array<u32, ${value.length}>(${value.map((item) => `${item >>> 0}u`).join(', ')});`;
}

/**
 * The modules of a kernel, each once: the entry, all modules that files import, then the sections, files and texts that
 * the plan gives. A user's text is among the last.
 */
export function modulesOf(kernel: Kernel): WgslModule[] {
  const { task } = kernel.entry;
  const entry = task ? (kernel.around ?? section(entryFile, 'entry', 'once')) : kernel.entry;
  const modules = [...(task ? [kernel.entry] : []), ...(kernel.modules ?? [])];
  const given = new Set(modules);
  const needed = new Set<WgslModule>([entry]);
  const follow = (module: WgslModule) => {
    for (const need of module.needs?.() ?? []) {
      if (given.has(need) || needed.has(need)) continue;
      needed.add(need);
      follow(need);
    }
  };
  for (const module of [entry, ...modules]) follow(module);
  return [...needed, ...given];
}

/**
 * The resources of the modules, each once, in the order of their first declarations. Without immediate data,
 * `var<immediate>` becomes a uniform.
 */
function resourcesOf(modules: readonly WgslModule[], immediates: boolean): ResourceDeclaration[] {
  const bindings = new Map<string, ResourceDeclaration>();
  for (const { text, user } of modules) {
    if (user) continue;
    for (const [, space, name = '', type = ''] of text.matchAll(BOUND)) {
      const kind = space === 'immediate' && !immediates ? 'uniform' : space;
      const known = kind === 'storage' ? 'storage, read_write' : (kind as 'uniform' | 'immediate');
      if (!bindings.has(name)) bindings.set(name, { name, space: known, type: type.replace(/,\s*/g, ', ') });
    }
  }
  return [...bindings.values()];
}

function isBound(resource: ResourceDeclaration): resource is BindingDeclaration {
  return resource.space !== 'immediate';
}

/** The lines that no module holds: directives, bindings, and the aliases and constants that the kernel uses. */
function preludeText(
  { aliases = {}, constants = {} }: Kernel,
  resources: readonly ResourceDeclaration[],
  code: string,
) {
  const bound = resources.filter(isBound);
  const buffers = resources.map((resource) => {
    const { name, space, type } = resource;
    const number = isBound(resource) ? `@group(0) @binding(${bound.indexOf(resource)}) ` : '';
    return `${number}var<${space}> ${name}: ${type};`;
  });
  const used = new Set([...buffers, code].join('\n').match(WORD));
  const inUse = <T>(table: Readonly<Record<string, T>>) => Object.entries(table).filter(([name]) => used.has(name));
  return [
    ...(SUBGROUPS.test(code) ? ['enable subgroups;'] : []),
    ...inUse(aliases).map(([name, type]) => `alias ${name} = ${type};`),
    ...inUse(constants).map(([name, value]) => constantText(name, value)),
    ...buffers,
  ].join('\n');
}

/** Renames the library's names in the modules, so that they differ from the user's. */
function withRenamed(modules: readonly WgslModule[], isolate: Isolate): WgslModule[] {
  const rename = isolate(
    modules.filter(({ user }) => !user).map(({ text }) => text),
    modules.filter(({ user }) => user === 'declarations'),
  );
  return modules.map((module) => (module.user ? module : { ...module, text: rename(module.text) }));
}

/** Turns every line break of WGSL into \n. So lines are counted as a WGSL compiler counts them. */
const withPlainLines = (text: string) => text.replace(/\r\n|[\v-\r\x85\u2028\u2029]/g, '\n');

/** The lines of a module in a kernel. */
export function linesOf({ text }: WgslModule): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** A kernel with subgroups asks for its size. Lines keep their numbers. The first `@compute` is the entry's. */
function withSize(code: string, size: ConstantValue | undefined): string {
  const sized = `$1, subgroup_size_control$2 @subgroup_size(${size})`;
  return size ? code.replace(/^(enable subgroups)(;[\s\S]*?@compute)/, sized) : code;
}

function joined(kernel: Kernel, immediates: boolean): LinkedKernel {
  const given = modulesOf(kernel).map((module) => ({ ...module, text: withPlainLines(module.text) }));
  const resources = resourcesOf(given, immediates);
  // Line breaks stay, so that other lines keep their numbers.
  const bare = given.map((module) => (module.user ? module : { ...module, text: module.text.replace(BOUND, '') }));
  const prelude = preludeText(kernel, resources, bare.map(({ text }) => text).join('\n'));
  const all = [{ name: '(prelude)', text: prelude }, ...bare];
  const isolate = given.find((module) => module.isolate)?.isolate;
  const modules = isolate ? withRenamed(all, isolate) : all;
  return {
    code: withSize(`${modules.flatMap(linesOf).join('\n')}\n`, kernel.constants?.SUBGROUP_SIZE),
    entryPoint: isolate ? `${RESERVED}main` : 'main',
    bindings: resources.filter(isBound),
    subgroups: prelude.startsWith('enable subgroups'),
    immediates: !resources.every(isBound),
    modules,
  };
}

/** Linked kernels: without immediate data, and with it. */
const LINKED = [new WeakMap<Kernel, LinkedKernel>(), new WeakMap<Kernel, LinkedKernel>()] as const;

/**
 * The kernel as one WGSL text: its modules and all modules that they need, joined by name.
 *
 * @param immediates whether `var<immediate>` stays; otherwise it becomes a uniform with a binding
 */
export function link(kernel: Kernel, immediates = false): LinkedKernel {
  const linked = LINKED[immediates ? 1 : 0];
  const made = linked.get(kernel) ?? joined(kernel, immediates);
  linked.set(kernel, made);
  return made;
}

/** Removes repeated modules. Operators may share files and the user's declarations. */
export function eachOnce(modules: readonly WgslModule[]): WgslModule[] {
  const once = new Map<unknown, WgslModule>();
  for (const module of modules) {
    const key = module.user === 'declarations' ? module.text : module;
    if (!once.has(key)) once.set(key, module);
  }
  return [...once.values()];
}
