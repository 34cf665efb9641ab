/**
 * The laboratory: asks a GPU what the library's design depends on (README.md of this folder):
 *
 *   node bench/lab/run.mjs [--adapter system] [--only rate,lanes] [--json FILE] [--minutes 9] [--small] [--browser]
 *                          [--no-peers] [--list]
 *
 * Prints a table an experiment, most important first, with its question, its rule and its answers, and adds rows to
 * FILE, by default lab.jsonl in out. Each experiment has a bound of seconds, and none starts after `--minutes`. So a run
 * that is cut leaves what matters most.
 *
 *   --adapter   a run of tests/adapters/environments.mjs: system, swiftshader, lavapipe-256
 *   --only      names of experiments, or of the other parts: peers, compiler, browser
 *   --small     few items and variants, for software adapters. Its times say nothing
 *   --browser   also the self-test and four calls in the Chromium of the package, on the system's Vulkan driver
 *   --no-peers  without CUB and PyTorch
 *
 * Fails if a result is wrong. Needs `npm run build`.
 */
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../../tests/adapters/environments.mjs';
import { aligned } from '../table.mjs';
import { browser } from './browser.mjs';
import { compiler } from './compiler.mjs';
import { ALL_EXPERIMENTS, EXPERIMENTS } from './experiments/index.mjs';
import { tableOf } from './lab.mjs';
import { beginPeers, ratioTable } from './peers/peers.mjs';
import { inProcess, jobsOf } from './process.mjs';
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

/** Parts of a visit that no page can run. */
const PEERS = {
  question: 'How do CUB and PyTorch compare, where they are installed? Their time / this time',
  isWanted: () => !given.small && !given['no-peers'],
};
const PARTS = { peers: PEERS, compiler, browser };

const names = [...EXPERIMENTS.map(({ name }) => name), ...Object.keys(PARTS)];
const wanted = given.only?.split(',').map((name) => name.trim());
const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
if (given.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`--only: no ${unknown.join(', ')}`);
  for (const { name, row, seconds, question } of EXPERIMENTS) {
    console.log(`${name.padEnd(11)} row ${`${row}`.padEnd(3)} ${`${seconds}`.padStart(4)} s  ${question}`);
  }
  for (const [name, { question }] of Object.entries(PARTS)) console.log(`${name.padEnd(27)}  ${question}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const start = performance.now();
const until = start + 60000 * Number(given.minutes);
const left = () => until - performance.now();
const isWanted = (name) => (wanted ? wanted.includes(name) : PARTS[name].isWanted(given));
const [run] = chosenRuns([given.adapter]);
if (!run) process.exit(2);
const facts = given.adapter === 'system' ? nvidiaFacts() : undefined;
const totals = { right: 0, wrong: 0, cut: 0 };
const show = (text) => console.log(text);
const known = [];
function keep(row) {
  known.push(row);
  appendFileSync(given.json, `${JSON.stringify(row)}\n`);
}

/** Prints what an experiment found. */
function report(name, rows, end, toggles) {
  const experiment = ALL_EXPERIMENTS.find((one) => one.name === name);
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

/** Runs experiments one after another, each once. Returns all rows. */
async function experimented(todo, toggles) {
  const all = [];
  const on = {
    head: (line) => keep({ ...line, ...facts }),
    row: keep,
    end(name, rows, line, failed) {
      keep(line);
      report(name, rows, line, toggles);
      all.push(...rows);
      if (failed) totals.wrong++;
    },
  };
  for (let rest = todo; rest.length > 0 && left() > 0; ) {
    const settings = { small: given.small, toggles, milliseconds: left(), gpuName: facts?.name };
    rest = await inProcess({ names: rest, env: run.env, ...settings }, on);
  }
  return all;
}

/** The peers' rows, and the library's beside them if there are any. */
async function peersPart(end) {
  const { rows, lines, wrong } = await end({ until });
  totals.wrong += wrong;
  for (const row of rows) keep(row);
  for (const line of lines) show(line);
  if (rows.length === 0) return;
  show(aligned(ratioTable(await experimented(['beside'], ''), rows)));
}

mkdirSync(path.dirname(path.resolve(given.json)), { recursive: true });
if (wanted === undefined && existsSync(given.json)) rmSync(given.json);
const endPeers = isWanted('peers') ? beginPeers({ env: run.env, small: given.small }) : undefined;
const chosen = EXPERIMENTS.filter(({ name }) => !wanted || wanted.includes(name));
for (const { names: todo, toggles } of jobsOf(chosen)) {
  if (toggles && given.adapter === 'swiftshader') {
    show(`\n${todo}: left out without ${toggles}: the unpacked SwiftShader has no toggles`);
    continue;
  }
  await experimented(todo, toggles);
}
if (endPeers) {
  show(`\npeers: ${PEERS.question}`);
  await peersPart(endPeers);
}
for (const [name, part] of Object.entries({ compiler, browser })) {
  if (!isWanted(name)) continue;
  show(`\n${name}: ${part.question}`);
  if (left() < 1000 * part.seconds && !wanted) {
    show('left out: no time is left');
    continue;
  }
  const { lines, rows = [], wrong = 0 } = await part.run({ env: run.env, small: given.small, known });
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
