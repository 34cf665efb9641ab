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
  throw new Error(`wgsl/${name}.wgsl has no section '${choice}: ${member}'; there are: ${Object.keys(members)}`);
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
  /** The module that has `main` and calls `task`. Default: each workgroup does one task (wgsl/plan/once.wgsl). */
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
