/**
 * A result of ArgMin or ArgMax: `value` is the extreme item, and `key` its index from the segment's start. With handles
 * or arrays as members it names the outputs of such calls: one array of keys and one of values.
 *
 * @example
 * const found: key_value_pair<number, number>[] = [];
 * await segmented_reduce_argmin({ device }, Float32Array.of(3, 1, 2), found, 1, [0], [3]);
 * console.log(found[0].key, found[0].value); // 1 1
 */
export class key_value_pair<Key, Value> {
  key: Key;
  value: Value;

  constructor(key: Key, value: Value) {
    this.key = key;
    this.value = value;
  }
}
