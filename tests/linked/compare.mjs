/**
 * Compares the linked kernels of the wide set with those of another commit:
 * `npm run test:linked -- [REF]`, by default HEAD. Each kernel is a set of declarations, as tokens. So white space, files
 * and the order of declarations do not count. Prints kernels that differ, with the declarations that only one has.
 * A change of the structure has none; so it needs no other check of its kernels.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ref = process.argv[2] ?? 'HEAD';
const work = mkdtempSync(path.join(os.tmpdir(), 'linked-'));
const other = path.join(work, 'other');
const git = (...args) => {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

/** The kernels of a checkout. */
function kernelsOf(folder) {
  const out = path.join(work, 'linked.json');
  rmSync(out, { force: true });
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'tests/linked/vitest.config.mjs'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, LINKED_OUT: out } },
  );
  if (!existsSync(out)) throw new Error(`${folder}:\n${stdout}${stderr}`);
  return JSON.parse(readFileSync(out, 'utf8'));
}

let differing = 0;
try {
  git('worktree', 'add', '--detach', other, ref);
  symlinkSync(path.join(root, 'node_modules'), path.join(other, 'node_modules'));
  cpSync(path.join(root, 'tests/linked'), path.join(other, 'tests/linked'), { recursive: true });
  const [now, before] = [kernelsOf(root), kernelsOf(other)];
  const shown = new Set();
  for (const title of new Set([...Object.keys(now.kernels), ...Object.keys(before.kernels)])) {
    const [is, was] = [now, before].map(({ distinct, kernels }) => distinct[kernels[title]]?.split('\n') ?? []);
    const [come, gone] = [is.filter((line) => !was.includes(line)), was.filter((line) => !is.includes(line))];
    if (come.length + gone.length === 0) continue;
    differing++;
    const lines = [
      ...gone.map((line) => `  - ${line.slice(0, 300)}`),
      ...come.map((line) => `  + ${line.slice(0, 300)}`),
    ];
    const text = lines.slice(0, 12).join('\n');
    if (shown.size < 20 && !shown.has(text)) console.log(`${title}\n${text}`);
    shown.add(text);
  }
  console.log(`${Object.keys(now.kernels).length} kernels, ${differing} differ from ${ref} in ${shown.size} ways`);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = differing > 0 ? 1 : 0;
