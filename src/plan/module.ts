/**
 * A module of WGSL: a `.wgsl` file (build/wgsl-text.ts), or what TypeScript wrote where WGSL can't say it (an unrolled
 * network). It declares the buffers that it binds, as `var<storage, read_write> name: type;` without numbers.
 */
export interface WgslModule {
  /** A path below `wgsl/`, or a word in brackets. Named in compile errors. */
  readonly name: string;
  readonly text: string;
  /** Modules that alone declare what this one uses: they come with it. */
  readonly needs?: () => readonly WgslModule[];
  /** Closes what the module before left open: what a compiler finds here is for that module's end. */
  readonly closes?: boolean;
  /** The caller's own text: names that it declares outside of functions and the library's are kept apart. */
  readonly user?: 'declarations' | 'body';
  /** With a caller's text: what keeps its names and the library's apart (isolate.ts). */
  readonly isolate?: Isolate;
}

/** Gives what renames a text of the library's, of the library's texts and the caller's declarations. */
export type Isolate = (
  library: readonly string[],
  user: readonly { readonly name: string; readonly text: string }[],
) => (text: string) => string;

/** What every name of the library begins with in a kernel that holds a caller's text. */
export const RESERVED = 'segmented_';

/** A module that TypeScript wrote. `needs`: files that its text uses; choices are the plan's. */
export function written(name: string, text: string, ...needs: readonly WgslModule[]): WgslModule {
  return { name: `(${name})`, text, needs: () => needs };
}

/**
 * WGSL that TypeScript writes: literal parts and values, joined. The build takes out the spaces that part nothing
 * (build/wgsl-templates.ts), so that the text may be written to be read.
 */
export function wgsl({ raw }: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw }, ...values);
}

/** Lines as they stand inside a block of a `wgsl` text: behind the spaces before the first one. */
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
  /** Says where it stands in the algorithm, as `sort/small 16`. */
  readonly name: string;
  /** The module that has `main`. */
  readonly entry: WgslModule;
  /** Choices, where a name has several definers, and what TypeScript wrote. All else comes by name. */
  readonly modules?: readonly WgslModule[];
  /** `alias name = type;`, where the name is used. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** `const name = value;`, where the name is used. */
  readonly constants?: Readonly<Record<string, ConstantValue>>;
}
