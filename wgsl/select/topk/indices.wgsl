// Top-k, recorded: the indices and the counts of the results. An invocation takes a slot.
//
//   picked       read; written: UNWRITTEN past the row's items, for the kernels that gather
//
// import UNWRITTEN from sort/convert/convert
// import rowOf, storePicked, storeCount from select/topk/rows
// given segmentAt, MAX_K

var<storage, read_write> picked: array<u32>;

fn convert(slot: u32, items: u32) {
  if (slot >= items) {
    return;
  }
  let id = slot / MAX_K;
  let segment = segmentAt(id);
  let row = rowOf(id, segment.length);
  let isFilled = slot - row.first < row.count;
  if (!isFilled) {
    picked[slot] = UNWRITTEN;
  }
  storePicked(slot, select(UNWRITTEN, picked[slot] - segment.begin, isFilled));
  if (slot == row.first) {
    storeCount(id, row.count);
  }
}
