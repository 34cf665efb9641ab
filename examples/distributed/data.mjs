/**
 * Data for the examples: `node data.mjs make FOLDER PARTS ROWS` writes parts of flat rows (key, amount) with one giant
 * segment; `node data.mjs hash FILE` prints a hash of a stream's columns, however its rows are cut into batches.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Table, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow';

/** A small generator of pseudorandom numbers (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function make(folder, parts, rows) {
  mkdirSync(folder, { recursive: true });
  const random = randomFrom(7);
  for (let part = 0; part < parts; part++) {
    const first = part * rows;
    // Key 1 has half of all rows, in several parts. The keys before it have 10 rows each.
    const keys = Int32Array.from({ length: rows }, (_, i) => {
      const row = first + i;
      if (row < 0.3 * parts * rows) return Math.floor(row / 10) - parts * rows;
      return row < 0.8 * parts * rows ? 1 : row;
    });
    const amounts = Float32Array.from({ length: rows }, () => random() * 100 - 20);
    const table = new Table({ key: vectorFromArray(keys), amount: vectorFromArray(amounts) });
    writeFileSync(path.join(folder, `rows${part}.arrow`), tableToIPC(table, 'stream'));
  }
}

function hash(file) {
  const table = tableFromIPC(readFileSync(file));
  const sum = createHash('sha256');
  for (const { name } of table.schema.fields) {
    sum.update(name);
    for (const value of table.getChild(name)) sum.update(`${value},`);
  }
  return sum.digest('hex');
}

const [command, ...args] = process.argv.slice(2);
if (command === 'make') make(args[0], Number(args[1]), Number(args[2]));
else if (command === 'hash') console.log(hash(args[0]));
else throw new Error(`unknown command: ${command}`);
