/**
 * What a visit to a GPU says, from the rows of run.mjs or a report of the page "Measure this GPU":
 *
 *   node bench/lab/answers.mjs FILE [--base h200.json] [--write FILE] [--page docs/gpu.md]
 *
 * Prints what differs from a file of the model, by default that of the same GPU, else h200.json, and a section with
 * calls and answers.
 *
 *   --write  writes the candidate, a file like h200.json of bench/model
 *   --page   adds the section to a page, or replaces that of the same GPU, driver and day
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { aligned } from '../table.mjs';
import { calibrationOf, calibrations } from './system.mjs';
import { candidateOf, runsOf, sectionOf, withSection } from './visit.mjs';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, write: { type: 'string' }, page: { type: 'string' } },
});

const runs = positionals.flatMap((file) => runsOf(readFileSync(file, 'utf8')));
if (runs.length === 0) {
  console.error('no rows: give a file that bench/lab/run.mjs wrote, or a report with experiments');
  process.exit(2);
}
for (const run of runs) {
  const named = calibrations().find(({ file }) => file === (given.base ?? 'h200.json'));
  const { file: _, ...base } = (given.base ? named : calibrationOf(run.head.name)) ?? named;
  const { file, changes } = candidateOf(run, base);
  const section = sectionOf(run);
  if (run.head.small) console.log('a small run: its times say nothing\n');
  console.log(aligned([['', base.gpu, run.head.name], ...changes]));
  console.log(`\n${section}`);
  if (given.write) writeFileSync(given.write, `${JSON.stringify(file, null, 2)}\n`);
  if (given.page) writeFileSync(given.page, withSection(readFileSync(given.page, 'utf8'), section));
}
