/** npm run test:soak: random calls for a given time. Not part of npm test. */
import { defineConfig, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

const config = mergeConfig(shared, defineConfig({}));
config.test = { ...config.test, include: ['tests/soak/*.check.ts'], maxWorkers: 1 };

export default config;
