import { COMMENT } from './isolate.ts';
import { type LinkedKernel, linesOf } from './link.ts';
import type { WgslModule } from './module.ts';

/** Whether a user's text has an unclosed brace. */
function hasOpenBrace({ user, text }: WgslModule): boolean {
  const bare = text.replace(COMMENT, '');
  return user !== undefined && bare.split('{').length > bare.split('}').length;
}

/**
 * Finds where a line of a kernel's code comes from: the module, the line's number in it and its text. Numbers count
 * from 1. After an unclosed brace in a user's text, everything is attributed to the end of that text.
 */
export function locator({ modules }: Pick<LinkedKernel, 'modules'>) {
  const starts: number[] = [];
  const lines: string[] = [];
  for (const module of modules) {
    starts.push(lines.length + 1);
    lines.push(...linesOf(module));
  }
  const open = modules.findIndex(hasOpenBrace);
  return (line: number) => {
    let index = 0;
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= line) index++;
    const closed = modules[index]?.closes ? index - 1 : index;
    const found = open < 0 ? closed : Math.min(open, closed);
    const at = found < index ? (starts[found + 1] as number) - 1 : line;
    const { name, user, quoted, linesBefore = 0 } = modules[found] as WgslModule;
    const module = user || name.startsWith('(') ? name : `wgsl/${name}.wgsl`;
    const within = at - (starts[found] as number);
    const text = quoted === undefined ? lines[at - 1] : linesOf({ name, text: quoted })[within];
    return { module, line: linesBefore + within + 1, text: text ?? '' };
  };
}
