// For a call that lists its long segments in any order: the list begins empty.
//
// uses  longListLength longest (reduce/sweep/long_list.gpu)

var<storage, read_write> longSpans: array<atomic<u32>>;

fn resetList() {
  atomicStore(&longSpans[longListLength()], 0u);
  atomicStore(&longSpans[longest()], 0u);
}
