import { SegmentedError } from '../errors.ts';
import type { LinkedKernel } from '../plan/link.ts';
import { locator } from '../plan/locate.ts';

/**
 * Every compiler message with the module and line it points at, and that line; of a module that compiles, what it
 * exceeds. Loaded where a kernel does not compile.
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
  const told = messages
    .filter((message) => message.type === 'error')
    .map((message) => {
      const { module: file, line, text } = locate(message.lineNum);
      return `${file}:${line}:${Math.min(message.linePos, text.length + 1)}: ${message.message}\n    ${text}`;
    });
  const [code, what] = valid
    ? (['limit-exceeded', 'does not fit the device'] as const)
    : (['shader-compile', 'does not compile'] as const);
  return new SegmentedError(code, `kernel ${name} ${what}:\n${told.join('\n') || cause.message}`, { cause });
}
