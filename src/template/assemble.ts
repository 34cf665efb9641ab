import { COMMENT, isolated, RESERVED } from './isolate.ts';

/** One `.wgsl` file, or a text that TypeScript wrote out where WGSL can't say it (an unrolled network). */
export interface Piece {
  /** Path below `wgsl/`, or what wrote the text. Named in compile errors. */
  readonly name: string;
  readonly text: string;
  /** Closes what the piece before left open: what a compiler finds here is for that piece's end. */
  readonly closes?: boolean;
  /** The caller's own text: names that it declares outside of functions and the library's are kept apart. */
  readonly theirs?: 'declarations' | 'body';
}

/** A number becomes a `u32` constant, a list of numbers an array of them, a boolean a `bool`. */
export type ConstantValue = number | boolean | readonly number[];

/** The parts of one shader: plain data. */
export interface ShaderParts {
  readonly enables: readonly string[];
  /** `alias name = type;` */
  readonly aliases: Readonly<Record<string, string>>;
  /** `const name = value;` */
  readonly constants: Readonly<Record<string, ConstantValue>>;
  /** `@group(0) @binding(i) var<space> name: type;`, numbered in this order. */
  readonly bindings: readonly BindingDeclaration[];
  readonly pieces: readonly Piece[];
}

export interface BindingDeclaration {
  readonly name: string;
  readonly space: 'storage, read_write' | 'uniform';
  readonly type: string;
}

export interface AssembledShader {
  readonly code: string;
  readonly entryPoint: string;
  /** The piece and the line in it (from 1) that a line of the code (from 1) came from, and that line's text. */
  locate(line: number): { piece: string; line: number; text: string };
}

function constantText(name: string, value: ConstantValue): string {
  if (typeof value === 'boolean') return `const ${name} = ${value};`;
  if (typeof value === 'number') return `const ${name} = ${value >>> 0}u;`;
  return `const ${name} = array<u32, ${value.length}>(${value.map((item) => `${item >>> 0}u`).join(', ')});`;
}

/** The lines that no file holds: directives, constants, aliases and bindings. */
function preludeText(parts: ShaderParts): string {
  const lines = parts.enables.map((name) => `enable ${name};`);
  for (const [name, type] of Object.entries(parts.aliases)) lines.push(`alias ${name} = ${type};`);
  for (const [name, value] of Object.entries(parts.constants)) lines.push(constantText(name, value));
  parts.bindings.forEach(({ name, space, type }, index) => {
    lines.push(`@group(0) @binding(${index}) var<${space}> ${name}: ${type};`);
  });
  return lines.join('\n');
}

/** The pieces with the library's names out of the way of the caller's. */
function apart(pieces: readonly Piece[]): Piece[] {
  const rename = isolated(
    pieces.filter(({ theirs }) => !theirs).map(({ text }) => text),
    pieces.filter(({ theirs }) => theirs === 'declarations'),
  );
  return pieces.map((piece) => (piece.theirs ? piece : { ...piece, text: rename(piece.text) }));
}

/** Joins a prelude and the pieces into one WGSL source that remembers where each line came from. */
export function assemble(parts: ShaderParts): AssembledShader {
  const given: Piece[] = [{ name: '(prelude)', text: preludeText(parts) }, ...parts.pieces];
  const shared = given.some(({ theirs }) => theirs);
  const all = shared ? apart(given) : given;
  const starts: number[] = [];
  let code = '';
  let nextLine = 1;
  for (const piece of all) {
    const text = piece.text.endsWith('\n') ? piece.text : `${piece.text}\n`;
    starts.push(nextLine);
    code += text;
    nextLine += text.split('\n').length - 1;
  }
  return {
    code,
    entryPoint: shared ? `${RESERVED}main` : 'main',
    locate(line) {
      let index = 0;
      while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= line) index++;
      // What is found behind a caller's brace that nothing closes is for the end of their text.
      const open = all.findIndex(({ theirs, text }) => {
        const bare = text.replace(COMMENT, '');
        return theirs && bare.split('{').length > bare.split('}').length;
      });
      const closed = all[index]?.closes ? index - 1 : index;
      const found = open < 0 ? closed : Math.min(open, closed);
      const at = found < index ? (starts[found + 1] as number) - 1 : line;
      const text = code.split('\n')[at - 1] ?? '';
      return { piece: (all[found] as Piece).name, line: at - (starts[found] as number) + 1, text };
    },
  };
}
