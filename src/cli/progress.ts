/** The messages of a command while it runs. */
import type { Writable } from 'node:stream';
import type { OnBatch } from './run.ts';

/** On a terminal one line that counts, elsewhere one line of JSON per batch. Nothing without `--progress`. */
export function progressOn(
  stream: Writable & { readonly isTTY?: boolean },
  wanted: boolean,
): { onBatch: OnBatch; end(): void } {
  if (!wanted) return { onBatch: () => undefined, end: () => undefined };
  if (!stream.isTTY) {
    return { onBatch: (done) => stream.write(`${JSON.stringify(done)}\n`), end: () => undefined };
  }
  return {
    onBatch: ({ batches, rows }) => stream.write(`\r${rows.toLocaleString('en')} rows in ${batches} batches`),
    end: () => stream.write('\n'),
  };
}
