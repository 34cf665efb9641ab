/**
 * Makes the tables and plots of the documentation from rows of the benchmark:
 * `node bench/report.mjs [--into docs/performance.md] [--plots docs/plots] FILE.jsonl...`
 *
 * Tables go between the lines `<!-- bench:begin -->` and `<!-- bench:end -->`, which are appended where they are missing;
 * what stands outside of them stays. Rows that were wrong are listed, not counted.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { adapterSection, preamble } from './report/markdown.mjs';
import { PICTURE_TEXTS, pictures } from './report/plots.mjs';
import { readAdapters } from './report/rows.mjs';

const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string', default: path.join(docs, 'performance.md') },
    plots: { type: 'string', default: path.join(docs, 'plots') },
  },
});

/** Writes the pictures of an adapter; returns the Markdown that shows them. */
function written(adapter) {
  const file = (name) => `${adapter.name}-${name}.svg`.toLowerCase().replace(/[^a-z0-9.-]+/g, '-');
  const folder = path.relative(path.dirname(options.into), options.plots).split(path.sep).join('/') || '.';
  const shown = {};
  for (const [name, svg] of Object.entries(pictures(adapter))) {
    mkdirSync(options.plots, { recursive: true });
    writeFileSync(path.join(options.plots, file(name)), svg);
    shown[name] = `![${PICTURE_TEXTS[name]}, ${adapter.name}](${folder}/${file(name)})`;
  }
  return shown;
}

/** The page with the text between the markers replaced. */
function replaced(page, text) {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  const block = `${BEGIN}\n\n${text}\n\n${END}`;
  if (begin < 0 && end < 0) return `${page.trimEnd()}\n\n${block}\n`.trimStart();
  if (begin < 0 || end < begin) throw new Error(`${options.into}: one marker without the other, or in the wrong order`);
  return page.slice(0, begin) + block + page.slice(end + END.length);
}

function main() {
  if (files.length === 0) {
    console.error('usage: node bench/report.mjs [--into FILE.md] [--plots FOLDER] FILE.jsonl...');
    process.exit(2);
  }
  const adapters = readAdapters(files);
  const sections = adapters.map((adapter) => adapterSection(adapter, written(adapter)));
  const page = existsSync(options.into) ? readFileSync(options.into, 'utf8') : '';
  writeFileSync(options.into, replaced(page, ['## Benchmarks', preamble(adapters), ...sections].join('\n\n')));
  for (const { name, rows, wrong } of adapters) {
    console.log(`${name}: ${rows.length} rows${wrong.length > 0 ? `, ${wrong.length} wrong` : ''}`);
  }
}

main();
