// This library used like a program without segments: one sort of all items by (segment, key) as u64.
//
// The host makes the wide keys, and its time is not counted, which favours this method. On the GPU they would cost one
// more pass, and the same memory again.
import { ours } from '../ours.mjs';

export async function peer(device) {
  const wide = ours(device);
  return {
    name: 'global-sort',
    canDo: ({ kind, type, order }) => kind === 'sort' && type === 'u32' && order === 'ascending',
    async prepare(operation, keys, offsets) {
      const everything = Uint32Array.of(0, keys.length);
      const call = await wide.prepare({ ...operation, type: 'u64' }, wideKeys(keys, offsets), everything);
      const result = async () => {
        const { keys: sorted, ...rest } = await call.result();
        const words = new Uint32Array(sorted.buffer);
        return { keys: Uint32Array.from(keys, (_, i) => words[2 * i]), ...rest };
      };
      return { ...call, result };
    },
  };
}

/** The segment in the high word, the key in the low one. */
function wideKeys(keys, offsets) {
  const words = new Uint32Array(2 * keys.length);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      words[2 * i] = keys[i];
      words[2 * i + 1] = s;
    }
  }
  return new BigUint64Array(words.buffer);
}
