/** The messages of a command while it runs. */
import type { Writable } from 'node:stream';
import type { OnBatch } from './run.ts';

/** Characters of a bar. */
const WIDTH = 24;

function bar(fraction: number): string {
  const full = Math.round(fraction * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(fraction * 100)).padStart(3)} %  `;
}

/**
 * On a terminal one line that counts rows, with a bar if the input's size is known. Elsewhere a line of JSON a batch.
 * Nothing without `--progress`.
 *
 * @param fraction the fraction of the input that was read, 0 to 1
 */
export function progressOn(
  stream: Writable & { readonly isTTY?: boolean },
  wanted: boolean,
  fraction?: () => number,
): { onBatch: OnBatch; end(): void } {
  if (!wanted) return { onBatch: () => undefined, end: () => undefined };
  if (!stream.isTTY) {
    return { onBatch: (done) => stream.write(`${JSON.stringify(done)}\n`), end: () => undefined };
  }
  return {
    onBatch: ({ batches, rows }) =>
      stream.write(`\r${fraction ? bar(fraction()) : ''}${rows.toLocaleString('en')} rows in ${batches} batches`),
    end: () => stream.write('\n'),
  };
}
