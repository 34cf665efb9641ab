// What the caller's `orderBy` tells of each key: a number of one or two words, low word first. One conversion is one item.
//
//   input   read: the call's keys (numberOfKey(i) is written by src/sort/keys/order_by.ts)
//   words   written: NUMBER_WORDS words an item
//
// given numberOfKey  NUMBER_WORDS

var<storage, read_write> words: array<u32>;

fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  let number = numberOfKey(i);
  words[i * NUMBER_WORDS] = number.x;
  if (NUMBER_WORDS > 1u) {
    words[i * NUMBER_WORDS + 1u] = number.y;
  }
}
