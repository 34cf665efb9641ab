/**
 * Runs the tests of mutants that the parent process names, in one vitest, so that unchanged files are transformed once.
 * A message is `{ index, title }`: a mutant, and a test to try first. An answer is `{ outcome, detail, title }`. See
 * run.mjs.
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
    return { outcome: BROKEN.test(text) ? 'invalid' : 'caught', detail, title: test.fullName };
  }
  const [error] = testModules.flatMap((file) => file.errors());
  if (error) return { outcome: 'invalid', detail: error.message.split('\n')[0] };
  if (unhandledErrors.length > 0) return { outcome: 'caught', detail: `the test process died: ${unhandledErrors[0]}` };
  return { outcome: tests.length > 0 ? 'survived' : 'invalid', detail: `${tests.length} tests passed or skipped` };
}

async function outcomeOfTests(tests, title) {
  if (title) vitest.setGlobalTestNamePattern(title);
  else vitest.resetGlobalTestNamePattern();
  // What earlier runs gave: a result, and its count of failed tests, contain all that vitest knows.
  for (const known of ['filesMap', 'idMap', 'errorsSet']) vitest.state[known].clear();
  return outcomeOf(await vitest.runTestSpecifications(await vitest.globTestSpecifications(tests)));
}

/** Runs the test with the title, which detected the fault before. If it does not detect it, runs all of the mutant's. */
async function run(mutant, title) {
  const file = path.resolve(mutant.file);
  api.mutant = mutant;
  vitest.invalidateFile(file);
  try {
    if (title) {
      const found = await outcomeOfTests(
        mutant.tests,
        new RegExp(`^${title.replaceAll(' > ', ' ').replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')}$`),
      );
      if (found.outcome === 'caught') return found;
    }
    return await outcomeOfTests(mutant.tests, mutant.name && new RegExp(mutant.name));
  } finally {
    api.mutant = undefined;
    vitest.invalidateFile(file);
  }
}

process.on('message', async ({ index, title }) => process.send(await run(MUTANTS[index], title)));
process.on('disconnect', () => process.exit());
process.send('ready');
