/** Runs tests on sources with one planted fault; see run.mjs. Files on disk do not change. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mergeConfig } from 'vitest/config';
import { wgslModule } from '../../build/wgsl-text.ts';
import base from '../../vitest.config.ts';
import { MUTANTS } from './mutants.mjs';
import { planted } from './planted.mjs';

const { WEBGPU_SEGMENTED_TEST_MUTANT: what } = process.env;
const mutant = MUTANTS.find((one) => one.what === what);
if (!mutant) throw new Error(`WEBGPU_SEGMENTED_TEST_MUTANT is '${what}'; allowed: what a mutant does`);
const file = path.resolve(mutant.file);

const plant = {
  name: 'mutant',
  enforce: 'pre',
  load(id) {
    if (id !== file) return undefined;
    const source = planted(mutant, readFileSync(file, 'utf8'));
    return id.endsWith('.wgsl') ? wgslModule(id, source) : source;
  },
};

export default mergeConfig({ plugins: [plant] }, base);
