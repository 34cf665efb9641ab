/**
 * Checks the GPU kernels with the compilers of five vendors, without a GPU:
 *
 *   npm run test:compilers -- [--drivers amd,intel] [--ids navi31,tgl] [--configs roomy,minimal,nosub] [--wide]
 *                             [--plans 'reduce f64,scan'] [--root DIR] [--figures] [--table]
 *
 * Prints violations of rules (rules.mjs), then `N passed, N failed`. A kernel on a GPU counts as one test. `--figures`
 * prints registers, instructions and cycles of each kernel. `--table` writes the table of docs/gpu.md. `--root` names
 * an unpacked Debian with drivers that this machine lacks (debian-root.sh). A driver that is not installed is named in
 * one line and left out.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DRIVERS } from './drivers.mjs';
import { Paper } from './paper.mjs';
import { CONFIGS } from './plans.mjs';
import { failuresOf, figuresText } from './rules.mjs';
import { writeTable } from './table.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
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
const paper = new Paper(work, options.root);

/** Runs compile.mjs for one GPU and configuration. Returns its rows. */
function compile(driver, id, config) {
  const out = path.join(work, 'figures.json');
  const stats = path.join(work, 'stats');
  for (const file of [out, stats]) rmSync(file, { force: true });
  const args = [
    path.join(HERE, 'compile.mjs'),
    config,
    out,
    ...(options.wide ? ['--wide'] : []),
    '--plans',
    options.plans,
  ];
  const { status, signal, stderr } = paper.run(driver, id, stats, args);
  if (existsSync(out)) return JSON.parse(readFileSync(out, 'utf8')).rows;
  const error = `ended with ${signal ?? status}: ${stderr.trim().split('\n').at(-1) ?? ''}`;
  return [{ config, plan: 'all plans', kernel: 'none', error }];
}

/** The rows of each GPU that was run. */
const rowsOf = new Map();
const isWhole = options.configs === CONFIGS.join(',') && !options.wide && !options.plans;
let passed = 0;
let failed = 0;
const reason = paper.build();
if (reason) console.log(`the compilers are left out: ${reason}`);
for (const driver of reason ? [] : list(options.drivers)) {
  const { ids } = DRIVERS[driver];
  const missing = paper.missing(driver);
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
