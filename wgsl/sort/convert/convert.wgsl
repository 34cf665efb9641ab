// Entry point of the conversions. A lane does PER_LANE conversions, WORKGROUP apart, so that neighbouring lanes access
// neighbouring words. A module of the kernel defines one conversion: an item, or a word of several items.
//
//   state   read: the item count
//
// import workgroupIndex from plan/grid
// given ITEM_COUNT, WORKGROUP, PER_LANE

var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let items = state[ITEM_COUNT];
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + local;
  for (var k = 0u; k < PER_LANE; k++) {
    convert(first + k * WORKGROUP, items);
  }
}

// ---- part unwritten
// A word that differs from every widened item and every index. A slot that has it after the sort is outside every
// segment.

const UNWRITTEN = 0xFFFFFFFFu;

// ---- choice convert: widen
// Widens packed 8- and 16-bit items to one word each. One conversion is one packed word.
//
//   packed    read: PER_WORD items per word, lowest bits first
//   words     written: one item per word, upper bits 0
//   sorted    written: UNWRITTEN, until the sort writes words to it
//
// given PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> packed: array<u32>;
var<storage, read_write> words: array<u32>;
var<storage, read_write> sorted: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD >= items) {
    return;
  }
  let bits = packed[word];
  for (var k = 0u; k < PER_WORD; k++) {
    words[word * PER_WORD + k] = (bits >> (k * ITEM_BITS)) & ITEM_MASK;
    sorted[word * PER_WORD + k] = UNWRITTEN;
  }
}

// ---- choice convert: narrow
// Packs sorted words to 8- and 16-bit items. One conversion is one whole output word, so that no two lanes write the
// same word, also where a segment begins or ends inside it. Items outside every segment are unchanged.
//
//   sorted   read: one item per word, or UNWRITTEN. Slots past the last item are UNWRITTEN too.
//   packed   read and written: PER_WORD items per word, lowest bits first
//
// given PER_WORD, ITEM_MASK, ITEM_BITS

var<storage, read_write> packed: array<u32>;
var<storage, read_write> sorted: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD >= items) {
    return;
  }
  let before = packed[word];
  var after = before;
  for (var k = 0u; k < PER_WORD; k++) {
    let bits = sorted[word * PER_WORD + k];
    if (bits != UNWRITTEN) {
      after = (after & ~(ITEM_MASK << (k * ITEM_BITS))) | (bits << (k * ITEM_BITS));
    }
  }
  if (after != before) {
    packed[word] = after;
  }
}

// ---- choice convert: copy
// Copies wide values, so that a gather may overwrite the original. One conversion is one item.
//
//   gatherFrom, gatherTo   values of VALUE_WORDS words: read, written
//
// given VALUE_WORDS

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  for (var k = 0u; k < VALUE_WORDS; k++) {
    gatherTo[i * VALUE_WORDS + k] = gatherFrom[i * VALUE_WORDS + k];
  }
}

// ---- choice convert: copy_packed
// Copies 8- and 16-bit items, so that a gather may overwrite the original. One conversion is one packed word.
//
//   gatherFrom, gatherTo   PER_WORD items per word: read, written
//
// given PER_WORD

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(word: u32, items: u32) {
  if (word * PER_WORD < items) {
    gatherTo[word] = gatherFrom[word];
  }
}

// ---- choice convert: gather
// Moves wide values once, after the sort of their indices. One conversion is one item.
//
//   sorted                 read: the source index of each item, or UNWRITTEN
//   gatherFrom, gatherTo   values of VALUE_WORDS words: read, written
//
// given VALUE_WORDS

var<storage, read_write> sorted: array<u32>;
var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(i: u32, items: u32) {
  if (i >= items) {
    return;
  }
  let source = sorted[i];
  if (source != UNWRITTEN) {
    for (var k = 0u; k < VALUE_WORDS; k++) {
      gatherTo[i * VALUE_WORDS + k] = gatherFrom[source * VALUE_WORDS + k];
    }
  }
}

// ---- choice convert: gather_packed
// Moves 8- and 16-bit items once, after the sort of their indices. One conversion is one whole output word, so that no
// two lanes write the same word, also where a segment begins or ends inside it.
//
//   sorted                 read: the source index of each item, or UNWRITTEN
//   gatherFrom, gatherTo   PER_WORD items per word, lowest bits first: read, read and written
//
// given PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> gatherTo: array<u32>;
var<storage, read_write> sorted: array<u32>;
var<storage, read_write> gatherFrom: array<u32>;

fn convert(word: u32, items: u32) {
  let first = word * PER_WORD;
  if (first >= items) {
    return;
  }
  let before = gatherTo[word];
  var after = before;
  for (var i = first; i < min(first + PER_WORD, items); i++) {
    let source = sorted[i];
    if (source != UNWRITTEN) {
      let bits = (gatherFrom[source / PER_WORD] >> (source % PER_WORD * ITEM_BITS)) & ITEM_MASK;
      let shift = (i - first) * ITEM_BITS;
      after = (after & ~(ITEM_MASK << shift)) | (bits << shift);
    }
  }
  if (after != before) {
    gatherTo[word] = after;
  }
}

// ---- choice convert: mapped
// Computes the number of each key with the user's `orderBy`. A number has one or two words, low word first. One
// conversion is one item.
//
//   input   read: the call's keys, by numberOfKey(i), which src/sort/custom.ts writes
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

// ---- choice convert: reset
// Resets the permutation before a sort that moves indices. One conversion is one item.
//
//   permutation   written: UNWRITTEN, until the sort writes indices to it

var<storage, read_write> permutation: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items) {
    permutation[i] = UNWRITTEN;
  }
}

// ---- choice convert: deliver
// Writes the indices of a permutation to the output. One conversion is one item.
//
//   permutation   read: the source index of each item, or UNWRITTEN
//   indicesOut    written where the permutation is

var<storage, read_write> permutation: array<u32>;
var<storage, read_write> indicesOut: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items) {
    let source = permutation[i];
    if (source != UNWRITTEN) {
      indicesOut[i] = source;
    }
  }
}

// ---- choice convert: resetResults
// Marks each word of `results` as unwritten, before a scan with results of 8 or 16 bits. Items outside every segment
// stay so, and `narrow` does not change them in the output.
//
//   results   written: a word an item, and the words that fill up the last packed word

var<storage, read_write> results: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items + 3u && i < arrayLength(&results)) {
    results[i] = UNWRITTEN;
  }
}
