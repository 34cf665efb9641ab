/** Items gathered by rows. */
import type { HostItems } from './arrays.ts';

/** The items of these rows, in their order. Rows may repeat. All rows exist. */
export function gathered<T extends Pick<HostItems, 'itemBytes' | 'bytes'>>(items: T, rows: Uint32Array): T {
  const { itemBytes, bytes } = items;
  const Words = itemBytes % 4 === 0 ? Uint32Array : itemBytes === 2 ? Uint16Array : Uint8Array;
  const words = itemBytes / Words.BYTES_PER_ELEMENT;
  const from = new Words(bytes.buffer);
  const to = new Words(rows.length * words);
  for (let i = 0; i < rows.length; i++) {
    const first = (rows[i] as number) * words;
    for (let k = 0; k < words; k++) to[i * words + k] = from[first + k] as number;
  }
  return { ...items, length: rows.length, bytes: new Uint8Array(to.buffer) };
}
