// The index of a result among all items is kept, for later passes.

var<storage, read_write> picked: array<u32>;

fn keepPicked(slot: u32, index: u32) {
  picked[slot] = index;
}
