/**
 * Counts of a vitest run, from its JSON report. As a program: `node tally.mjs <exit code> <report>` prints
 * `<passed> <failed>`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * @param {string} report path of the file that `--reporter=json` wrote
 * @param {number} exitCode exit code of vitest
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function tally(report, exitCode) {
  // Without a report, vitest ended early. The counts must show a failure.
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that fails outside its tests (an import, a hook) has no failed test in the report.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const none = numPassedTests + numFailedTests + numPendingTests + numTodoTests === 0;
  const failed = numFailedTests + brokenFiles + (none ? 1 : 0);
  return {
    passed: numPassedTests,
    // Errors outside all files show only in the exit code.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = tally(process.argv[3], Number(process.argv[2]));
  console.log(passed, failed);
}
