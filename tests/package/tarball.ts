/** The package as npm would publish it, and projects with the installed package. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'webgpu-segmented-package-'));
  folders.push(folder);
  return folder;
}

/** Packs the result of `npm run build` in dist. */
export async function pack(): Promise<Packed> {
  if (!existsSync(path.join(ROOT, 'dist/index.js'))) throw new Error('dist is empty: npm run build comes first');
  const folder = temporaryFolder();
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error(`npm pack named no package: ${stdout}`);
  return { tarball: path.join(folder, packed.filename), files: packed.files.map((file) => file.path).sort() };
}

/** A project with the tarball as its only installed package. */
export async function project(packed: Packed): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', private: true }),
  );
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', packed.tarball], {
    cwd: folder,
  });
  return folder;
}

/** Gives a project packages that this repository has. */
export function link(folder: string, ...names: string[]): void {
  for (const name of names) {
    const to = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(to), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), to, 'dir');
  }
}

/** Runs a command in a project. If it fails, the error has all that it printed. */
export async function runIn(folder: string, command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, {
      cwd: folder,
      env: { ...process.env, WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' },
    });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause });
  }
}

/** Runs a program of a project in Node. */
export function runProgram(folder: string, name: string, code: string, flags: readonly string[] = []): Promise<string> {
  writeFileSync(path.join(folder, name), code);
  return runIn(folder, process.execPath, [...flags, name]);
}

/** A file of the installed package. */
export function installed(folder: string, file: string): string {
  return readFileSync(path.join(folder, 'node_modules/webgpu-segmented', file), 'utf8');
}

/** A command of the repository's packages. */
export function tool(name: string): string {
  return path.join(ROOT, 'node_modules/.bin', name);
}
