/** Compares a column of results with the one that plain JavaScript has. */
import type { Column, Workload } from '../columns.ts';
import { numberAt } from '../items.ts';

const bytes = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The entry of an index, in words. */
function place({ per }: Column, i: number, { offsets, names }: Workload): string {
  if (per === 'segment') return names ? `group '${names[i]}'` : `segment ${i}`;
  if (per !== 'item') return `entry ${i}`;
  let segment = 0;
  while (segment + 2 < offsets.length && (offsets[segment + 1] as number) <= i) segment++;
  return `item ${i - (offsets[segment] as number)} of segment ${segment}`;
}

function isNear(found: Column, wanted: Column, i: number): boolean {
  const [a, b] = [found.array[i] as number | bigint, wanted.array[i] as number | bigint];
  if (a === b) return true;
  const [x, y] = [numberAt(found.type, found.array, i), numberAt(wanted.type, wanted.array, i)];
  if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return typeof a !== 'bigint';
  if (!wanted.tolerance) return false;
  const allowed = wanted.tolerance[i] as number;
  return Number.isNaN(allowed) || (Number.isFinite(y) && Math.abs(x - y) <= allowed);
}

/** What differs first, in words. */
export function difference(found: Column | undefined, wanted: Column, workload: Workload): string | undefined {
  const { array, name, type } = wanted;
  if (!found) return `${name} is missing`;
  if (found.array.length !== array.length) return `${name}: ${found.array.length} results, not ${array.length}`;
  if (wanted.equal === 'numbers' || wanted.tolerance) {
    for (let i = 0; i < array.length; i++) {
      if (isNear(found, wanted, i)) continue;
      const has = `${numberAt(found.type, found.array, i)}, plain JS has ${numberAt(type, array, i)}`;
      return `${name} of ${place(wanted, i, workload)}: ${has}`;
    }
    return undefined;
  }
  const [a, b] = [bytes(found.array), bytes(array)];
  const at = a.length === b.length ? a.findIndex((byte, i) => byte !== b[i]) : 0;
  if (at < 0) return undefined;
  return `${name} differ at ${place(wanted, Math.floor(at / array.BYTES_PER_ELEMENT), workload)}`;
}
