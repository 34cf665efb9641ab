/** Times of sorts of 2^22 u32 keys, read from the tables of docs/gpu.md and docs/without-gpu.md, for pictures. */
import { readFileSync } from 'node:fs';

const textOf = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The rows of the first table after a text: each a list of cells. */
function tableAfter(file, text) {
  const page = textOf(file);
  const [, table] = page.slice(page.indexOf(text)).match(/\n\n(\|[\s\S]*?)\n\n/) ?? [];
  if (!page.includes(text) || !table) throw new Error(`docs/${file} has no table after '${text}'`);
  return table.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const WORKLOADS = {
  len8: ['4 to 12 keys', 'about 8 keys'],
  len64: ['32 to 96', 'about 64'],
  len340: ['170 to 510', 'about 340'],
  len1024: ['512 to 1536', 'about 1024'],
  len65536: ['32768 to 98304', 'about 65,536'],
  single: ['one', 'one segment'],
};

/**
 * In milliseconds, by workload. `plain`: subarray().sort() a segment, one core. `js`: this library without a GPU, from
 * arrays to arrays. `h200` and `cub`: on an NVIDIA H200, data already there, kernels of 2026-11-26. `predicted`: those of
 * now, without a GPU. `torch`: PyTorch's sorts of f32 with indices on the H200, where it was timed.
 */
export function sortTimes() {
  const [, , ...host] = tableAfter('without-gpu.md', 'The table compares a whole call');
  const [, , ...measured] = tableAfter('gpu.md', '**Compared with CUB.**');
  const [, , ...predicted] = tableAfter('gpu.md', '**Sorts,** µs at 2^22.');
  const torch = new Map(
    Array.from(
      textOf('gpu.md').matchAll(/sort u32 with indices, (\w+) \| [\d.]+ \| ([\d.]+) \(f32\)/g),
      ([, name, time]) => [name, Number(time)],
    ),
  );
  const rowOf = (rows, name) => rows.find(([first]) => first === name) ?? [];
  return Object.entries(WORKLOADS).map(([name, [lengths, title]]) => {
    const [, , , plain, js] = rowOf(host, lengths).map(Number);
    const [, h200, cub] = rowOf(measured, name).map((cell) => Number(cell.split(' ')[0]));
    const now = Number(rowOf(predicted, name)[2]) / 1000;
    const times = { plain, js, h200, cub, predicted: now };
    for (const [what, time] of Object.entries(times)) if (!(time > 0)) throw new Error(`${name} has no time: ${what}`);
    return { name, title, ...times, torch: torch.get(name) };
  });
}
