/**
 * Listings of kernels by NAK, Mesa's compiler for NVIDIA (`tests/compilers`). Those of known texts are kept in
 * out/model/listings.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRIVERS } from '../../tests/compilers/drivers.mjs';
import { Paper } from '../../tests/compilers/paper.mjs';
import { kernelOf } from './listing.mjs';

const ROOT = fileURLToPath(new URL('../../out/debian-forky', import.meta.url));
const LISTINGS = fileURLToPath(new URL('../../out/model/listings', import.meta.url));
const DRIVER = 'nvidia';
/** The newest GPU that NAK has on paper and whose instructions the machine knows. */
const GPU = 'ampere';

/** A folder for what is built, until the process ends. */
const work = mkdtempSync(path.join(os.tmpdir(), 'model-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const paper = new Paper(work, ROOT);

/** Why there are no listings on this machine, in a line; undefined where there are. */
export function missingCompiler() {
  const missing = existsSync(ROOT) ? paper.missing(DRIVER) : 'out/debian-forky';
  if (missing) return `no ${missing}: sh tests/compilers/debian-root.sh unpacks Mesa's compiler for NVIDIA`;
  return paper.build();
}

/** Compiles kernels in a process of its own. */
function compiled(kernels) {
  const list = path.join(work, 'kernels.json');
  writeFileSync(list, JSON.stringify(kernels.map(({ code, entryPoint }) => ({ code, entryPoint }))));
  const args = [fileURLToPath(new URL('compile.mjs', import.meta.url)), list];
  const { status, stderr } = paper.run(DRIVER, GPU, path.join(work, 'stats'), args, { PAPER_TEXT: '1' });
  const texts = stderr.split(/^@@@ \d+$/m).slice(1);
  const failed = texts.findIndex((text) => text.includes('\nERROR ') || !text.includes('##TEXT NAK assembly'));
  if (status === 0 && failed < 0 && texts.length === kernels.length) {
    return texts.map((text) => text.slice(text.indexOf('##TEXT NAK assembly')).replace(/^\S*Warning.*$/gm, ''));
  }
  const at = failed < 0 ? Math.max(0, texts.length - 1) : failed;
  throw new Error(`${kernels[at].label}: ${(texts[at] ?? stderr).slice(-2000)}`);
}

/** The listings of kernels, each { label, code, entryPoint }, in their order. */
export function listingsOf(kernels) {
  const driver = statSync(paper.libraryAt(DRIVERS[DRIVER].so));
  const files = kernels.map(({ code, entryPoint }) => {
    const text = [driver.size, driver.mtimeMs, GPU, entryPoint, code].join('\n');
    return path.join(LISTINGS, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.txt`);
  });
  const wanted = kernels.map((kernel, i) => ({ kernel, file: files[i] })).filter(({ file }) => !existsSync(file));
  if (wanted.length > 0) {
    mkdirSync(LISTINGS, { recursive: true });
    const texts = compiled(wanted.map(({ kernel }) => kernel));
    for (const [i, text] of texts.entries()) writeFileSync(wanted[i].file, text);
  }
  return files.map((file) => kernelOf(readFileSync(file, 'utf8')));
}
