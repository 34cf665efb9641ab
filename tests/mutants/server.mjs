/**
 * Runs the tests of mutants that the parent process names, in one vitest, so that unchanged files are transformed once.
 * A message is `{ index }`. An answer is `{ outcome, detail }`. See run.mjs.
 */
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { MUTANTS } from './mutants.mjs';

const config = 'tests/mutants/vitest.config.mjs';
const vitest = await createVitest('test', { config, watch: false, bail: 1, isolate: true, reporters: [{}] });
/** Plants the fault of `api.mutant`. */
const { api } = vitest.vite.config.plugins.find(({ name }) => name === 'mutant');

/** A fault that does not compile proves nothing about the tests. */
const BROKEN = /shader-compile|does not compile|SyntaxError|TypeError|ReferenceError/;

function outcomeOf({ testModules, unhandledErrors }) {
  const tests = testModules.flatMap((file) => [...file.children.allTests()]);
  for (const test of tests.filter((each) => each.result().state === 'failed')) {
    const text = test
      .result()
      .errors.map(({ message, stack }) => stack ?? message)
      .join('\n');
    const detail = `${test.fullName}: ${text.split('\n')[0]}`;
    return { outcome: BROKEN.test(text) ? 'invalid' : 'caught', detail };
  }
  const [error] = testModules.flatMap((file) => file.errors());
  if (error) return { outcome: 'invalid', detail: error.message.split('\n')[0] };
  if (unhandledErrors.length > 0) return { outcome: 'caught', detail: `the test process died: ${unhandledErrors[0]}` };
  return { outcome: tests.length > 0 ? 'survived' : 'invalid', detail: `${tests.length} tests passed or skipped` };
}

/** Runs a mutant's tests. */
async function run(mutant) {
  const file = path.resolve(mutant.file);
  api.mutant = mutant;
  vitest.invalidateFile(file);
  if (mutant.name) vitest.setGlobalTestNamePattern(new RegExp(mutant.name));
  else vitest.resetGlobalTestNamePattern();
  // What earlier runs gave: a result, and its count of failed tests, contain all that vitest knows.
  for (const known of ['filesMap', 'idMap', 'errorsSet']) vitest.state[known].clear();
  try {
    return outcomeOf(await vitest.runTestSpecifications(await vitest.globTestSpecifications(mutant.tests)));
  } finally {
    api.mutant = undefined;
    vitest.invalidateFile(file);
  }
}

process.on('message', async ({ index }) => process.send(await run(MUTANTS[index])));
process.on('disconnect', () => process.exit());
process.send('ready');
