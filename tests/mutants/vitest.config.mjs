/** Runs tests on sources with one planted fault; see server.mjs. Files on disk do not change. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mergeConfig } from 'vitest/config';
import { wgslModule } from '../../build/wgsl-text.ts';
import base from '../../vitest.config.ts';
import { planted } from './planted.mjs';

/** `api.mutant`: the fault that the sources have. */
const api = { mutant: undefined };

const plant = {
  name: 'mutant',
  enforce: 'pre',
  api,
  load(id) {
    if (!api.mutant || id !== path.resolve(api.mutant.file)) return undefined;
    const source = planted(api.mutant, readFileSync(id, 'utf8'));
    return id.endsWith('.wgsl') ? wgslModule(id, source) : source;
  },
};

// A process for each file of tests, since a fault may break the device that other files would share.
export default mergeConfig({ plugins: [plant], test: { isolate: true } }, { ...base, test: { ...base.test } });
