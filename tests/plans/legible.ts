/** A kernel as one text: its files as written but without comments, each below its name. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WGSL_FOLDER, withoutComments } from '../../build/wgsl-text.ts';
import { link } from '../../src/plan/link.ts';
import { locator } from '../../src/plan/locate.ts';
import type { Kernel, WgslModule } from '../../src/plan/module.ts';

const asWritten = new Map<WgslModule, WgslModule>();

/** The module with the text of its file. The tests load modules without needless spaces. */
function withFileText(module: WgslModule): WgslModule {
  const known = asWritten.get(module);
  if (known) return known;
  const file = path.join(WGSL_FOLDER, `${module.name}.wgsl`);
  const isFile = !module.user && existsSync(file);
  const made: WgslModule = {
    ...module,
    ...(isFile ? { text: withoutComments(readFileSync(file, 'utf8')) } : {}),
    needs: () => (module.needs?.() ?? []).map(withFileText),
  };
  asWritten.set(module, made);
  return made;
}

/** The kernel's text, with a comment before the lines of each module. */
export function legibleKernel(kernel: Kernel): string {
  const { entry, modules = [] } = kernel;
  const shader = link({ ...kernel, entry: withFileText(entry), modules: modules.map(withFileText) });
  const locate = locator(shader);
  const lines: string[] = [`// ${kernel.name}`];
  let before = '';
  for (const [i, line] of shader.code.split('\n').entries()) {
    if (line.trim() === '' && (lines.at(-1) === '' || lines.at(-1)?.startsWith('// '))) continue;
    const { module } = locate(i + 1);
    if (module !== before && line.trim() !== '') {
      if (lines.at(-1) !== '') lines.push('');
      lines.push(`// ${module}`);
      before = module;
    }
    lines.push(line.trimEnd());
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
