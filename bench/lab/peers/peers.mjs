/** CUB and PyTorch, where they are installed, beside the library's figures of `beside.mjs`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { K, LENGTHS, SIZES, SMALL_SPARSE, SPARSE } from './beside.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const RUN_SECONDS = 120;
/** A call of CUB with 2^24 keys, sorted by the host as well. */
const CUB_SECONDS = 30;

/** Runs a program to its end: { status, stdout, stderr }. A program that is missing has the status null. */
function ended(program, args, { env, seconds }) {
  return new Promise((resolve) => {
    let [stdout, stderr] = ['', ''];
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 1000 * seconds });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', ({ code, message }) =>
      resolve({ status: null, stdout, stderr: code === 'ENOENT' ? '' : message }),
    );
    child.on('close', (status, signal) =>
      resolve({ status: status ?? 1, stdout, stderr: signal ? `it took more than ${seconds} s` : stderr }),
    );
  });
}

const lines = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const firstLine = (text) => text.trim().split('\n')[0];
const lengthOf = (length) => (length === 'single' ? 0 : length);

/** Builds the program of CUB, a minute of the compiler. Gives { program }, or { missing } in a line. */
export async function buildCub(env, folder) {
  const program = path.join(folder, 'cub');
  const args = ['-O3', '-std=c++17', '-arch=native', '-o', program, here('cub.cu')];
  const { status, stderr } = await ended('nvcc', args, { env, seconds: 300 });
  if (status === 0) return { program };
  const why = status === null ? 'no nvcc' : `nvcc: ${firstLine(stderr.replace(/^nvcc warning.*$/gm, ''))}`;
  return { missing: why };
}

async function cubRows(built, { env, sizes, lengths, until }) {
  const { program, missing } = await built;
  if (missing) return { missing };
  const rows = [];
  for (const size of sizes) {
    for (const length of lengths) {
      if (performance.now() > until) return { rows };
      const args = [`${size}`, `${lengthOf(length)}`];
      const { status, stdout, stderr } = await ended(program, args, { env, seconds: CUB_SECONDS });
      rows.push(...lines(stdout));
      if (status !== 0 && rows.length === 0) return { missing: firstLine(stderr) };
    }
  }
  return { rows };
}

async function torchRows({ env, sizes, lengths, sparse }) {
  const given = JSON.stringify({ sizes, lengths: lengths.map(lengthOf), k: K, sparse });
  const { status, stdout, stderr } = await ended('python3', [here('pytorch.py'), given], { env, seconds: RUN_SECONDS });
  if (status === null) return { missing: 'no python3' };
  const [head, ...rows] = lines(stdout);
  if (head?.missing) return { missing: head.missing };
  if (rows.length === 0) return { missing: stderr.trim().split('\n').pop() };
  return { version: head.version, rows };
}

export const PEERS = ['CUB', 'PyTorch'];

/**
 * Starts what takes long before it is needed. `end` times the peers and gives their rows, and a line a peer that is
 * missing.
 */
export function beginPeers({ env, small }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lab-cub-'));
  const built = buildCub(env, folder);
  return async ({ until }) => {
    const what = {
      env,
      until,
      sizes: small ? [12] : SIZES,
      lengths: small ? [64] : LENGTHS,
      sparse: small ? SMALL_SPARSE : SPARSE,
    };
    try {
      const found = [await cubRows(built, what), await torchRows(what)];
      const rows = found.flatMap(({ rows: list = [], version }, i) =>
        list.map(({ length, ...row }) => ({ peer: PEERS[i], version, length: length || 'single', ...row })),
      );
      const missing = found.flatMap(({ missing: why }, i) => (why ? [`${PEERS[i]}: left out: ${why}`] : []));
      return { rows, lines: missing, wrong: rows.filter(({ ok }) => ok === false).length };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** The fastest row of a peer for a case. */
export function peerTime(rows, peer, { case: name, length, size }) {
  const times = rows
    .filter((row) => row.peer === peer && row.op === name && row.length === length && row.size === size && row.ok)
    .map(({ us }) => us);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** A line a call: the library's µs, and each peer's time / the library's. */
export function ratioTable(own, rows) {
  const head = ['call', 'rows of', 'items', 'µs', ...PEERS];
  const cells = own
    .filter(({ ok }) => ok)
    .map(({ variant, us }) => [
      ...[variant.case, `${variant.length}`, `2^${variant.size}`, us.toFixed(1)],
      ...PEERS.map((peer) => {
        const theirs = peerTime(rows, peer, variant);
        return theirs === undefined ? '' : `${(theirs / us).toFixed(2)} ×`;
      }),
    ]);
  return [head, ...cells];
}
