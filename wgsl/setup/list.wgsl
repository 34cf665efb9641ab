// A call that lists its long segments in any order (reduce/flat/list.wgsl): the list begins empty.

fn resetList() {
  atomicStore(&longSpans[listLength()], 0u);
  atomicStore(&longSpans[longest()], 0u);
}
