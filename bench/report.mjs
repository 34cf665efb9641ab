/**
 * Makes the tables and plots of the documentation from rows of the benchmark:
 * `node bench/report.mjs [--into FILE.md] [--summary FILE.md] [--plots FOLDER] FILE...`
 *
 * A file has JSON lines of the benchmark, or a measurement that the playground's page for GPUs saved. Several measurements
 * are laid side by side.
 *
 * All tables go into the first page (docs/benchmarks.md), a summary into the second (docs/performance.md). They stand
 * between the lines `<!-- bench:begin -->` and `<!-- bench:end -->`, which are appended where they are missing. The rest
 * of a page stays. Rows that were wrong are listed, not counted. With `--into` only, no summary is written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { adapterSection, measurementsSection, preamble, summary } from './report/markdown.mjs';
import { PICTURE_TEXTS, pictures } from './report/plots.mjs';
import { readAdapters, readMeasurement } from './report/rows.mjs';

const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const { values: given, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string' }, summary: { type: 'string' }, plots: { type: 'string' } },
});
const options = {
  into: given.into ?? path.join(docs, 'benchmarks.md'),
  summary: given.summary ?? (given.into ? undefined : path.join(docs, 'performance.md')),
  plots: given.plots ?? path.join(docs, 'plots'),
};

const pictureFile = (adapter, name) => `${adapter.name}-${name}.svg`.toLowerCase().replace(/[^a-z0-9.-]+/g, '-');

/** Writes the pictures of an adapter. Returns their names. */
function drawn(adapter) {
  const made = Object.entries(pictures(adapter));
  mkdirSync(options.plots, { recursive: true });
  for (const [name, svg] of made) writeFileSync(path.join(options.plots, pictureFile(adapter, name)), svg);
  return made.map(([name]) => name);
}

/** Markdown of a picture, for a page in that folder. */
function shownIn(page, adapter, name) {
  const folder = path.relative(path.dirname(page), options.plots).split(path.sep).join('/') || '.';
  return `![${PICTURE_TEXTS[name]}, ${adapter.name}](${folder}/${pictureFile(adapter, name)})`;
}

/** The page with the text between the markers replaced. */
function replaced(page, text) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  const block = `${BEGIN}\n\n${text}\n\n${END}`;
  if (begin < 0 && end < 0) return `${page.trimEnd()}\n\n${block}\n`.trimStart();
  if (begin < 0 || end < begin) throw new Error('one marker without the other, or in the wrong order');
  return page.slice(0, begin) + block + page.slice(end + END.length);
}

function write(file, text) {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  try {
    writeFileSync(file, replaced(page, text));
  } catch (cause) {
    throw new Error(`${file}: ${cause.message}`, { cause });
  }
}

function main() {
  if (files.length === 0) {
    console.error('usage: node bench/report.mjs [--into FILE.md] [--summary FILE.md] [--plots FOLDER] FILE...');
    process.exit(2);
  }
  const adapters = readAdapters(files);
  const names = new Map(adapters.map((adapter) => [adapter, drawn(adapter)]));
  const pictureOf = (page) => (adapter, name) =>
    names.get(adapter).includes(name) ? shownIn(page, adapter, name) : undefined;
  const sections = adapters.map((adapter) => {
    const plots = names.get(adapter).map((name) => [name, pictureOf(options.into)(adapter, name)]);
    return adapterSection(adapter, Object.fromEntries(plots));
  });
  const beside = measurementsSection(files.flatMap((file) => readMeasurement(file) ?? []));
  write(options.into, [preamble(adapters), ...(beside ? [beside] : []), ...sections].join('\n\n'));
  if (options.summary) write(options.summary, summary(adapters, pictureOf(options.summary)));
  for (const { name, rows, wrong } of adapters) {
    console.log(`${name}: ${rows.length} rows${wrong.length > 0 ? `, ${wrong.length} wrong` : ''}`);
  }
}

main();
