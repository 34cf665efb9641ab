/**
 * Counts of a vitest run, from its JSON report. As a program: `node tally.mjs <exit code> <report>` prints
 * `<passed> <failed>`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @param {string} report path of what `--reporter=json` wrote
 * @param {number} exitCode vitest's own
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function tally(report, exitCode) {
  // No report: vitest came down before its end. Whatever broke, it must show in the counts.
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that fails outside its tests (an import, a hook) has no failed test to be counted by.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return {
    passed: numPassedTests,
    // Errors outside every file only show in the exit code.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = tally(process.argv[3], Number(process.argv[2]));
  console.log(passed, failed);
}
