// The last pass of a scan that leaves out NaNs: each item gets the result of a kept item. Kept items have been scanned
// inclusively. The result of an item that is left out, and of every item in an exclusive scan, is that of the kept item
// before it in the order of the scan, or the start value.

// ---- choice visit: scanned
//
//   keptBounds   read: where the scan of each segment begins among the kept items
//
// import Visited from keys/each
// import runsBefore from keys/runs
// given REVERSE, EXCLUSIVE, AFTER, storeResultOf, storeStart

var<storage, read_write> keptBounds: array<u32>;

fn visit(at: Visited) {
  // Kept items before the item in the array, or up to it.
  let before = runsBefore(at.item + select(0u, 1u, REVERSE == EXCLUSIVE));
  let bound = keptBounds[at.segment + AFTER];
  if (REVERSE && before < bound) {
    storeResultOf(at.item, before);
  } else if (!REVERSE && before > bound) {
    storeResultOf(at.item, before - 1u);
  } else {
    storeStart(at.item);
  }
}

// ---- choice store: words
// Results of whole words.
//
//   scanned   read: results of kept items
//
// given WORDS, startWord

var<storage, read_write> scanned: array<u32>;
var<storage, read_write> output: array<u32>;

fn storeResultOf(item: u32, kept: u32) {
  for (var k = 0u; k < WORDS; k++) {
    output[item * WORDS + k] = scanned[kept * WORDS + k];
  }
}

fn storeStart(item: u32) {
  for (var k = 0u; k < WORDS; k++) {
    output[item * WORDS + k] = startWord(k);
  }
}

// ---- choice store: packed
// Results of 16 bits. Another lane writes the rest of a word, so each changes its own bits only.
//
// given startWord

var<storage, read_write> scanned: array<u32>;
var<storage, read_write> packedOutput: array<atomic<u32>>;

fn storeHalf(item: u32, half: u32) {
  let shift = item % 2u * 16u;
  atomicAnd(&packedOutput[item / 2u], ~(0xFFFFu << shift));
  atomicOr(&packedOutput[item / 2u], half << shift);
}

fn storeResultOf(item: u32, kept: u32) {
  storeHalf(item, (scanned[kept / 2u] >> (kept % 2u * 16u)) & 0xFFFFu);
}

fn storeStart(item: u32) {
  storeHalf(item, startWord(0u) & 0xFFFFu);
}
