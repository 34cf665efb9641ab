/** A reporter of vitest: one line for each file as it ends. */
import path from 'node:path';

export default class FileReporter {
  onTestModuleEnd(module) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of module.children.allTests()) counts[test.result().state]++;
    const { passed, failed, skipped } = counts;
    const seconds = Math.round(module.diagnostic().duration / 1000);
    // A file whose tests are all skipped on this adapter passes.
    const isRight = failed === 0 && module.errors().length === 0 && passed + skipped > 0;
    const file = path.relative('.', module.moduleId).split(path.sep).join('/');
    console.log(
      `${process.env.WEBGPU_SEGMENTED_FULL_RUN} ${file}: ${passed} passed, ` +
        `${isRight ? 0 : Math.max(failed, 1)} failed, ${skipped} skipped, ${seconds} s`,
    );
  }
}
