import { COMMENT, isolated, RESERVED } from './isolate.ts';

/**
 * A part of a kernel: a `.wgsl` file (`build/wgsl-text.ts`), or what TypeScript wrote out where WGSL can't say it (an unrolled
 * network). The first line names it, a path below `wgsl/` or a word in brackets.
 */
export type Piece = string | PartialPiece;

/** A part that is not whole by itself: it begins in one piece and ends in another. */
export interface PartialPiece {
  /** Whose text it is. Named in compile errors. */
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

/** What a whole piece's first line says, behind `// `. */
export function titleOf(piece: string): string {
  return piece.slice(3, piece.indexOf('\n'));
}

function named(piece: Piece): PartialPiece {
  // What WGSL takes for the end of a line is one here, so that lines are counted as its compiler counts them.
  if (typeof piece !== 'string') return { ...piece, text: piece.text.replace(/\r\n|[\v-\r\x85\u2028\u2029]/g, '\n') };
  const title = titleOf(piece);
  const name = title.startsWith('(') ? title : `wgsl/${title}.wgsl`;
  // The line stays, that the others keep their numbers.
  return { name, text: piece.slice(3 + title.length) };
}

/** The pieces with the library's names out of the way of the caller's. */
function apart(pieces: readonly PartialPiece[]): PartialPiece[] {
  const rename = isolated(
    pieces.filter(({ theirs }) => !theirs).map(({ text }) => text),
    pieces.filter(({ theirs }) => theirs === 'declarations'),
  );
  return pieces.map((piece) => (piece.theirs ? piece : { ...piece, text: rename(piece.text) }));
}

/** Joins a prelude and the pieces into one WGSL source that remembers where each line came from. */
export function assemble(parts: ShaderParts): AssembledShader {
  const given = [{ name: '(prelude)', text: preludeText(parts) }, ...parts.pieces].map(named);
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
      return { piece: (all[found] as PartialPiece).name, line: at - (starts[found] as number) + 1, text };
    },
  };
}
