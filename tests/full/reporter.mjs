/** A reporter of vitest that puts each file on record as it ends (outcomes.mjs), so that a run can be cut. */
import path from 'node:path';
import { outcomesOf, root, writeOutcomes } from './outcomes.mjs';

export default class OutcomeReporter {
  onTestModuleEnd(module) {
    const {
      WEBGPU_SEGMENTED_FULL_RUN: run,
      WEBGPU_SEGMENTED_FULL_KEY: key,
      WEBGPU_SEGMENTED_FULL_COMMIT: commit,
    } = process.env;
    const name = `${run} ${path.relative(root, module.moduleId).split(path.sep).join('/')}`;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of module.children.allTests()) counts[test.result().state]++;
    const { passed, failed, skipped } = counts;
    const seconds = Math.round(module.diagnostic().duration / 1000);
    // A file whose tests are all skipped on this adapter passes.
    const isRight = failed === 0 && module.errors().length === 0 && passed + skipped > 0;
    if (isRight) writeOutcomes(outcomesOf(key).set(name, { key, commit, name, passed, skipped, seconds }));
    console.log(
      `${name}: ${passed} passed, ${isRight ? 0 : Math.max(failed, 1)} failed, ${skipped} skipped, ${seconds} s`,
    );
  }
}
