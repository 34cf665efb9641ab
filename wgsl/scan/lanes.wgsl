// Exclusive scan of the first `count` counters in place by one workgroup. Each lane takes an equal run of them, so any number
// costs the same few barriers.
//
// takes blockScan (scan/ block.gpu | block.software)
// given WORKGROUP

var<storage, read_write> counters: array<u32>;

fn scanLanes(local: u32, count: u32) {
  let perLane = count / WORKGROUP + 1u;
  let first = min(local * perLane, count);
  let end = min(first + perLane, count);
  var sum = 0u;
  for (var i = first; i < end; i++) {
    sum += counters[i];
  }
  var before = blockScan(local, sum).before;
  for (var i = first; i < end; i++) {
    let value = counters[i];
    counters[i] = before;
    before += value;
  }
}
