/**
 * Checks the GPU kernels with the compilers of five vendors, without a GPU:
 *
 *   npm run test:compilers -- [--drivers amd,intel] [--ids navi31,tgl] [--configs roomy,lean,nosub] [--wide]
 *                             [--plans 'reduce f64,scan'] [--root DIR] [--figures] [--table]
 *
 * Prints violations of rules (rules.mjs), then `N passed, N failed`. A kernel on a GPU counts as one test. `--figures`
 * prints registers, instructions and cycles of each kernel. `--table` writes the table of docs/gpu.md. `--root` names an
 * unpacked Debian with drivers that this machine lacks (debian-root.sh). A driver that is not installed is named in one
 * line and left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DRIVERS } from './drivers.mjs';
import { CONFIGS } from './plans.mjs';
import { failuresOf, figuresText } from './rules.mjs';
import { writeTable } from './table.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const LIBRARIES = 'usr/lib/x86_64-linux-gnu';
const list = (text) => text.split(',').filter(Boolean);
const { values: options } = parseArgs({
  options: {
    drivers: { type: 'string', default: Object.keys(DRIVERS).join(',') },
    ids: { type: 'string', default: '' },
    configs: { type: 'string', default: CONFIGS.join(',') },
    plans: { type: 'string', default: '' },
    figures: { type: 'boolean', default: false },
    root: { type: 'string' },
    wide: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
});
const work = mkdtempSync(path.join(os.tmpdir(), 'compilers-'));
const root = options.root && path.resolve(options.root);

/** The path of a library on this machine, else in the root. Undefined if neither has it. */
const libraryAt = (file) =>
  [work, `/${LIBRARIES}`, ...(root ? [path.join(root, LIBRARIES)] : [])]
    .map((folder) => path.join(folder, file))
    .find((file) => existsSync(file));

/** Builds the Vulkan layer and Intel's shim. Says why if it can't. */
function build() {
  const { status, stderr } = spawnSync('sh', [path.join(HERE, 'build.sh'), work], { encoding: 'utf8' });
  return status === 0 ? undefined : (stderr.split('\n').find((line) => /error|not found/.test(line)) ?? stderr.trim());
}

/** Runs compile.mjs for one GPU and configuration. Returns its rows. */
function compile(driver, id, config) {
  const { so, shim, env } = DRIVERS[driver];
  const out = path.join(work, 'figures.json');
  const stats = path.join(work, 'stats');
  for (const file of [out, stats]) rmSync(file, { force: true });
  const icd = path.join(work, `${driver}.json`);
  const ICD = { library_path: libraryAt(so), api_version: '1.3.0' };
  writeFileSync(icd, JSON.stringify({ file_format_version: '1.0.0', ICD }));
  const args = [
    path.join(HERE, 'compile.mjs'),
    config,
    out,
    ...(options.wide ? ['--wide'] : []),
    '--plans',
    options.plans,
  ];
  const shimFile = libraryAt(shim);
  // The root's loader runs programs of the root, so that this machine's libraries stay unchanged.
  const folder = root && path.join(root, LIBRARIES);
  const inRoot = root && libraryAt(so).startsWith(root);
  const [program, ...before] = inRoot
    ? [path.join(folder, 'ld-linux-x86-64.so.2'), '--library-path', folder, '--preload', shimFile, process.execPath]
    : [process.execPath];
  const { status, signal, stderr } = spawnSync(program, [...before, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      ...(inRoot ? {} : { LD_PRELOAD: shimFile }),
      ...env(id),
      PAPER_STATS: stats,
      VK_ICD_FILENAMES: icd,
      VK_DRIVER_FILES: icd,
      VK_LAYER_PATH: work,
      VK_INSTANCE_LAYERS: 'VK_LAYER_PAPER_stats',
      MESA_SHADER_CACHE_DISABLE: 'true',
      XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? os.tmpdir(),
    },
  });
  if (existsSync(out)) return JSON.parse(readFileSync(out, 'utf8')).rows;
  const error = `ended with ${signal ?? status}: ${stderr.trim().split('\n').at(-1) ?? ''}`;
  return [{ config, plan: 'all plans', kernel: 'none', error }];
}

/** The rows of each GPU that was run. */
const rowsOf = new Map();
const isWhole = options.configs === CONFIGS.join(',') && !options.wide && !options.plans;
let passed = 0;
let failed = 0;
const reason = build();
if (reason) console.log(`the compilers are left out: ${reason}`);
for (const driver of reason ? [] : list(options.drivers)) {
  const { so, shim, ids } = DRIVERS[driver];
  const missing = [so, shim].find((file) => !libraryAt(file));
  if (missing) {
    console.log(`${driver} is left out: no ${missing}`);
    continue;
  }
  for (const id of options.ids ? list(options.ids).filter((each) => ids.includes(each)) : ids) {
    const start = performance.now();
    const rows = list(options.configs).flatMap((config) => compile(driver, id, config));
    const failures = failuresOf(driver, id, rows, isWhole);
    rowsOf.set(id, rows);
    failed += failures.length;
    passed += Math.max(rows.length - failures.length, 0);
    for (const line of failures) console.log(line);
    if (options.figures) process.stdout.write(figuresText(rows));
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${driver} ${id}: ${rows.length} kernels, ${failures.length} failed (${seconds} s)`);
  }
}
if (options.table) writeTable(rowsOf);
rmSync(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
