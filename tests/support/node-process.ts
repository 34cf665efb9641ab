/** Programs that use the built `webgpu-segmented/node`, each run in a separate Node process. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'tsup';

export interface ProgramResult {
  /** Exit code, or null if the program was killed after `PROGRAM_TIMEOUT_MS`. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program that hangs fails its test after this time, long before the test's own timeout. */
const PROGRAM_TIMEOUT_MS = 30_000;

/** Builds the node entry as the package has it, inside the repository, so that its packages are found. */
export async function buildNodeEntry(): Promise<string> {
  const parent = path.resolve('node_modules', '.cache', 'webgpu-segmented');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'node-entry-'));
  await build({
    config: false,
    entry: { node: 'src/node/index.ts' },
    outDir: folder,
    format: ['esm', 'cjs'],
    target: 'es2022',
    platform: 'neutral',
    external: ['webgpu', '@sparticuz/chromium', /^node:/],
    // A device needs none of the kernels that its files import.
    loader: { '.wgsl': 'text' },
    outExtension: ({ format }) => ({ js: format === 'esm' ? '.mjs' : '.cjs' }),
    esbuildOptions: (options) => {
      options.logOverride = { 'empty-import-meta': 'silent' };
    },
    silent: true,
  });
  return folder;
}

export function removeNodeEntry(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

let programs = 0;

/**
 * Runs a program in the folder of the built entry. Its environment has none of this process's variables for the adapter
 * and the cache, so that only `env` sets them.
 *
 * @param wrapper words of a command that starts the program in a changed environment
 */
export function runProgram(
  folder: string,
  program: { code: string; type?: 'mjs' | 'cjs'; env?: Record<string, string>; wrapper?: string[] },
): Promise<ProgramResult> {
  programs += 1;
  const file = path.join(folder, `program-${programs}.${program.type ?? 'mjs'}`);
  writeFileSync(file, program.code);
  const clean = Object.entries(process.env).filter(([name]) => !/^(VK_|LP_|WEBGPU_SEGMENTED_)/.test(name));
  const [command, ...args] = [...(program.wrapper ?? []), process.execPath, file];
  const options = { env: { ...Object.fromEntries(clean), ...program.env }, timeout: PROGRAM_TIMEOUT_MS };
  return new Promise((resolve) => {
    execFile(command!, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
  });
}
