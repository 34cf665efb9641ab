import { SegmentedError } from '../checks.ts';
import { COMMENT } from '../plan/callers_text.ts';
import { type LinkedKernel, linesOf, type WgslModule } from '../plan/link.ts';

/**
 * The error of a kernel that does not compile. It quotes every compiler message with its module, its line number and
 * that line. If the module itself is valid, the error says that the kernel exceeds a limit of the device. Only failed
 * compilations load this file.
 */
export async function compileError(
  shader: LinkedKernel,
  module: GPUShaderModule,
  name: string,
  valid: boolean,
  cause: Error,
): Promise<SegmentedError> {
  const { messages } = await module.getCompilationInfo();
  const locate = locator(shader);
  const reports = messages
    .filter((message) => message.type === 'error')
    .map((message) => {
      const { module: file, line, text } = locate(message.lineNum);
      return `${file}:${line}:${Math.min(message.linePos, text.length + 1)}: ${message.message}\n    ${text}`;
    });
  const [code, what] = valid
    ? (['limit-exceeded', 'does not fit the device'] as const)
    : (['shader-compile', 'does not compile'] as const);
  return new SegmentedError(code, `kernel ${name} ${what}:\n${reports.join('\n') || cause.message}`, { cause });
}

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
