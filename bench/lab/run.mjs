/**
 * The laboratory: asks a GPU what the library's design depends on (README.md of this folder):
 *
 *   node bench/lab/run.mjs [--adapter system] [--only rate,lanes] [--json FILE] [--minutes 9] [--small] [--browser]
 *                          [--no-peers] [--list]
 *
 * Prints a table an experiment, most important first, with its question, its rule and its answers, and adds rows to
 * FILE, by default out/lab.jsonl. Each experiment has a bound of seconds, and none starts after `--minutes`. So a run
 * that is cut leaves what matters most.
 *
 *   --adapter   a run of tests/adapters/environments.mjs: system, swiftshader, lavapipe-256
 *   --only      names of experiments, or of the other parts: compiler, peers, browser
 *   --small     few items and variants, for software adapters. Its times say nothing
 *   --browser   also the self-test and four calls in the Chromium of the package, on the system's Vulkan driver
 *   --no-peers  without CUB and PyTorch
 *
 * Fails if a result is wrong. Needs `npm run build`.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../../tests/adapters/environments.mjs';
import { aligned } from '../table.mjs';
import { EXPERIMENTS } from './experiments/index.mjs';
import { boundOf, tableOf } from './lab.mjs';
import { OTHER_PARTS } from './parts.mjs';
import { nvidiaFacts } from './system.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'system' },
    only: { type: 'string' },
    json: { type: 'string', default: path.join(ROOT, 'out/lab.jsonl') },
    minutes: { type: 'string', default: '9' },
    small: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** Seconds that a process takes to start, and that an experiment may exceed its bound by: a variant that compiles. */
const GRACE = 45;

const names = [...EXPERIMENTS.map(({ name }) => name), ...Object.keys(OTHER_PARTS)];
const wanted = given.only?.split(',').map((name) => name.trim());
const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
if (given.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`--only: no ${unknown.join(', ')}`);
  for (const { name, row, seconds, question } of EXPERIMENTS) {
    console.log(`${name.padEnd(11)} row ${`${row}`.padEnd(3)} ${`${seconds}`.padStart(4)} s  ${question}`);
  }
  for (const [name, { question }] of Object.entries(OTHER_PARTS)) console.log(`${name.padEnd(27)}  ${question}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const start = performance.now();
const left = () => 60000 * Number(given.minutes) - (performance.now() - start);
const [run] = chosenRuns([given.adapter]);
if (!run) process.exit(2);
const facts = given.adapter === 'system' ? nvidiaFacts() : undefined;
const totals = { right: 0, wrong: 0, cut: 0 };
const show = (text) => console.log(text);

function keep(row) {
  appendFileSync(given.json, `${JSON.stringify(row)}\n`);
}

/** Prints what an experiment found. */
function report(name, rows, end, toggles) {
  const experiment = EXPERIMENTS.find((one) => one.name === name);
  const without = toggles ? `, without: ${toggles}` : '';
  show(`\n${name} (row ${experiment.row})${without}: ${experiment.question}`);
  show(`µs of ${experiment.measures}; ${rows[0]?.clock ?? 'no clock'}`);
  if (rows.length > 0) show(aligned(tableOf(rows)));
  show(`decides: ${experiment.decides}`);
  for (const answer of end.answers ?? []) show(`  ${answer}`);
  if (end.skipped) show(`left out: ${end.skipped}`);
  if (end.ran < end.of) show(`cut: ${end.ran} of ${end.of} variants`);
  if (end.skipped || end.ran < end.of) totals.cut++;
  for (const { ok } of rows) totals[ok ? 'right' : 'wrong']++;
}

/**
 * One process for experiments of one device. Ends it if an experiment takes much longer than its bound. Returns the
 * names that are still to do.
 */
function inProcess(todo, toggles) {
  const settings = { names: todo, small: given.small, toggles, milliseconds: left(), gpuName: facts?.name };
  const file = fileURLToPath(new URL('child.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], { env: run.env });
  let [text, errors, rows, current, reason] = ['', '', [], undefined, undefined];
  const rest = [...todo];
  let timer;
  const watch = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reason = `ended after ${seconds} s`;
      child.kill('SIGKILL');
    }, 1000 * seconds);
  };
  const take = (row) => {
    if (row.lab) keep({ ...row, ...facts });
    else if (row.begins) {
      [current, rows] = [row.begins, []];
      const experiment = EXPERIMENTS.find(({ name }) => name === current);
      watch(boundOf(experiment, given.small) + GRACE);
    } else if (row.variant) {
      rows.push(row);
      keep(row);
    } else {
      keep(row);
      report(row.experiment, rows, row, toggles);
      rest.shift();
      current = undefined;
    }
  };
  watch(GRACE);
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop();
    for (const line of lines) if (line.startsWith('{')) take(JSON.parse(line));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      if (rest.length > 0 && (status !== 0 || reason)) {
        const why = reason ?? (errors.trim().split('\n').pop() || `the process ended with ${status}`);
        const end = { experiment: current ?? rest[0], skipped: why };
        keep(end);
        report(end.experiment, rows, end, toggles);
        if (!reason) totals.wrong++;
        rest.shift();
      }
      resolve(rest);
    });
  });
}

/** Experiments that share a device, in order: one after another that need no other toggles. */
function jobsOf(list) {
  const jobs = [];
  for (const { name, toggles = [''] } of list) {
    for (const each of toggles) {
      const last = jobs.at(-1);
      if (last && last.toggles === each) last.names.push(name);
      else jobs.push({ names: [name], toggles: each });
    }
  }
  return jobs;
}

mkdirSync(path.dirname(path.resolve(given.json)), { recursive: true });
if (wanted === undefined && existsSync(given.json)) rmSync(given.json);
const chosen = EXPERIMENTS.filter(({ name }) => !wanted || wanted.includes(name));
for (const { names: todo, toggles } of jobsOf(chosen)) {
  if (toggles && given.adapter === 'swiftshader') {
    show(`\n${todo}: left out without ${toggles}: the unpacked SwiftShader has no toggles`);
    continue;
  }
  for (let rest = todo; rest.length > 0 && left() > 0; ) rest = await inProcess(rest, toggles);
}
for (const [name, part] of Object.entries(OTHER_PARTS)) {
  if (wanted ? !wanted.includes(name) : !part.isWanted(given)) continue;
  show(`\n${name}: ${part.question}`);
  if (left() < 1000 * part.seconds && !wanted) {
    show('left out: no time is left');
    continue;
  }
  const { lines, rows = [], wrong = 0 } = await part.run({ env: run.env, small: given.small, facts, left: left() });
  for (const row of rows) keep(row);
  for (const line of lines) show(line);
  totals.wrong += wrong;
}
show(`\n${((performance.now() - start) / 1000).toFixed(0)} s; rows in ${path.relative(process.cwd(), given.json)}`);
if (totals.cut > 0) show(`${totals.cut} experiments cut or left out`);
// A small run shows that all of them run.
const failed = totals.wrong + (given.small ? totals.cut : 0);
show(`${totals.right} passed, ${failed} failed`);
process.exitCode = failed > 0 || (totals.right === 0 && chosen.length > 0) ? 1 : 0;
