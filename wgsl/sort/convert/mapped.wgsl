// Computes the number of each key with the user's `orderBy`. A number has one or two words, low word first. One
// conversion is one item.
//
//   input   read: the call's keys, by numberOfKey(i), which src/sort/keys/order_by.ts writes
//   words   written: NUMBER_WORDS words per item
//
// given numberOfKey, NUMBER_WORDS

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
