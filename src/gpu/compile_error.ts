import { SegmentedError } from '../errors.ts';
import type { LinkedKernel } from '../plan/link.ts';
import { locator } from '../plan/locate.ts';

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
