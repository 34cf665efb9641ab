/** `webgpu-segmented/js/worker` as it is built: its threads are files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Options } from 'tsup';
import { afterAll, beforeAll } from 'vitest';
import { JS_ENTRIES, lazyEntries, THREAD_ENTRIES, WORKER_ENTRIES } from '../../build/entries.ts';
import { threadEntry } from '../../build/js-entries.ts';
import type { createJsWorker, JsWorker } from '../../src/js/worker/index.ts';

export interface BuiltWorker {
  /** The folder of the built files. */
  readonly folder: string;
  /** Makes a worker that is closed after the tests of the file. */
  made(options?: Parameters<typeof createJsWorker>[0]): JsWorker;
}

/** Builds the worker before the tests of the calling file. */
export function useBuiltWorker(): () => BuiltWorker {
  let folder = '';
  let create: typeof createJsWorker;
  const workers: JsWorker[] = [];
  beforeAll(async () => {
    const parent = path.resolve('node_modules', '.cache', 'webgpu-segmented');
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(path.join(parent, 'js-worker-'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const options: Options = {
      ...{ config: false, outDir: folder, format: ['esm'], silent: true },
      ...{ target: 'es2022', platform: 'neutral', loader: { '.wgsl': 'text' } },
    };
    await build({ ...options, entry: { ...JS_ENTRIES, ...WORKER_ENTRIES, ...lazyEntries('js') } });
    await build({ ...options, entry: THREAD_ENTRIES, splitting: false, esbuildPlugins: [threadEntry] });
    ({ createJsWorker: create } = await import(path.join(folder, 'js-worker.js')));
  });
  afterAll(() => {
    for (const worker of workers) worker.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => ({
    folder,
    made(options) {
      const worker = create(options);
      workers.push(worker);
      return worker;
    },
  });
}
