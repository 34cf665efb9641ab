// The rows of a top-k: how many results a segment has, where they stand, and what is stored for each.

struct Row {
  first: u32,
  count: u32,
}

// ---- part storeTop
// Stores a slot of a top-k's results. `key`: the item's sort key. `index`: of the item, among all items. `begin`: the
// first item of its segment. `isItem`: the slot gets an item. Else it is marked.
//
// import UNWRITTEN from sort/convert/convert
// given Key

fn storeTop(slot: u32, key: Key, index: u32, begin: u32, isItem: bool) {
  keepPicked(slot, select(UNWRITTEN, index, isItem));
  storePicked(slot, select(UNWRITTEN, index - begin, isItem));
  if (isItem) {
    storeKeyOf(slot, key);
  }
}

// ---- choice k: given
// The number k of a top-k is one of the call's numbers.
//
// given Call, MAX_K

var<immediate> call: Call;

fn wantedCount() -> u32 {
  return min(call.k, MAX_K);
}

// ---- choice k: buffer
// An earlier pass wrote the number k of a top-k into a buffer.
//
// given MAX_K

var<storage, read_write> kIn: array<u32>;

fn wantedCount() -> u32 {
  return min(kIn[0], MAX_K);
}

// ---- choice rows: ofK
// The results of a top-k are rows of MAX_K slots, one per segment.
//
// given MAX_K

fn rowOf(id: u32, length: u32) -> Row {
  return Row(id * MAX_K, min(wantedCount(), length));
}

// ---- choice rows: given
// The results of a top-k are rows that the host computed.
//
//   rowOffsets   read: segment count + 1 offsets; row i is rowOffsets[i] to rowOffsets[i + 1]

var<storage, read_write> rowOffsets: array<u32>;

fn rowOf(id: u32, length: u32) -> Row {
  let first = rowOffsets[id];
  return Row(first, min(rowOffsets[id + 1u] - first, length));
}

// ---- choice end: ended
// The kernel of a segment writes all slots of its row, and marks those that get no item.
//
// import UNWRITTEN from sort/convert/convert
// given MAX_K

/** Number of slots that the kernel writes. */
fn slotsOf(row: Row) -> u32 {
  return MAX_K;
}

/** One lane ends the row. The slots before `from` are written. */
fn endRow(id: u32, row: Row, start: u32) {
  for (var j = start; j < MAX_K; j++) {
    keepPicked(row.first + j, UNWRITTEN);
    storePicked(row.first + j, UNWRITTEN);
  }
  storeCount(id, row.count);
}

// ---- choice end: open
// A later kernel marks the slots that get no item.

fn slotsOf(row: Row) -> u32 {
  return row.count;
}

fn endRow(id: u32, row: Row, start: u32) {
}

// ---- choice count: none
// The numbers of results are not written here.

fn storeCount(id: u32, count: u32) {
}

// ---- choice count: stored
// The number of a segment's results is written.

var<storage, read_write> countsOut: array<u32>;

fn storeCount(id: u32, count: u32) {
  countsOut[id] = count;
}

// ---- choice index: none
// The indices of results are not written here.

fn storePicked(slot: u32, index: u32) {
}

// ---- choice index: stored
// The index of a result is written. 0xFFFFFFFF stands for no result.
//
//   indicesOut   written: indices from the segment's start

var<storage, read_write> indicesOut: array<u32>;

fn storePicked(slot: u32, index: u32) {
  indicesOut[slot] = index;
}

// ---- choice key: none
// The keys of results are not written here.
//
// given Key

fn storeKeyOf(slot: u32, key: Key) {
}

// ---- choice key: stored
// The key of a result is written. It is made from the sort key, which has all bits of it.
//
// given keyBits, Key

var<storage, read_write> keysOut: array<Key>;

fn storeKeyOf(slot: u32, key: Key) {
  keysOut[slot] = keyBits(key);
}

// ---- choice picked: none
// No later pass needs the index of a result.

fn keepPicked(slot: u32, index: u32) {
}

// ---- choice picked: stored
// The index of a result among all items is stored, for later passes.

var<storage, read_write> picked: array<u32>;

fn keepPicked(slot: u32, index: u32) {
  picked[slot] = index;
}
