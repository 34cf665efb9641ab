/** A folder for the files of one test file. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

let folders = 0;

/**
 * The path of a folder that exists while the tests of the calling file or group run, and is removed after them, also if
 * one fails. `vitest list`, which runs no test, makes none.
 */
export function scratchFolder(name: string): string {
  const folder = path.join(os.tmpdir(), `webgpu-segmented-${name}-${process.pid}-${++folders}`);
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
