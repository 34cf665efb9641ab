/** Batches of a bounded size: large ones are cut between rows. */
import type { Data, RecordBatch } from 'apache-arrow';
import { itemBytes, itemNumbers, listBounds } from './columns.ts';
import type { Located } from './input.ts';
import type { Values } from './options.ts';

/** About 4 MB of 32-bit items. A smaller call costs more per item, a larger one more memory. */
const DEFAULT_ITEMS = 2 ** 20;

/** The maximum number of items of a slice. */
export function itemLimit({ counts }: Values, { type }: Data): number {
  const items = counts.get('batch-items') ?? Math.floor(DEFAULT_ITEMS / itemNumbers(type));
  const bytes = counts.get('max-batch-bytes');
  return Math.max(1, bytes === undefined ? items : Math.min(items, Math.floor(bytes / itemBytes(type))));
}

/** Cuts a batch between rows, so that slices have up to `limit` items of a column. A longer row is one slice. */
export function* slices(batch: RecordBatch, column: number, limit: number, isList: boolean): Generator<RecordBatch> {
  const { numRows } = batch;
  const bound = isList ? listBounds(batch.data.children[column] as Data) : (row: number) => row;
  let begin = 0;
  for (let row = 1; row < numRows; row++) {
    if (bound(row + 1) - bound(begin) <= limit) continue;
    yield batch.slice(begin, row);
    begin = row;
  }
  yield begin === 0 ? batch : batch.slice(begin, numRows);
}

/** The batches of an input, each cut if it is too large. */
export async function* bounded(
  batches: AsyncIterable<Located>,
  values: Values,
  column: number,
  isList: boolean,
): AsyncGenerator<Located> {
  for await (const { batch, where } of batches) {
    // Arrow's batches of no rows may lack the children of lists.
    if (batch.numRows === 0) continue;
    const limit = itemLimit(values, batch.data.children[column] as Data);
    for (const slice of slices(batch, column, limit, isList)) yield { batch: slice, where };
  }
}
