// Exclusive scan of the first `count` values in place by one workgroup. Each lane scans an equal run of them, so the
// number of barriers does not depend on `count`.
//
// given scanIdentity, scanCombine, scanned, blockScan, setScanned, WORKGROUP

fn scanLanes(local: u32, count: u32) {
  let perLane = count / WORKGROUP + 1u;
  let first = min(local * perLane, count);
  let end = min(first + perLane, count);
  var sum = scanIdentity();
  for (var i = first; i < end; i++) {
    sum = scanCombine(sum, scanned(i));
  }
  var before = blockScan(local, sum).before;
  for (var i = first; i < end; i++) {
    let value = scanned(i);
    setScanned(i, before);
    before = scanCombine(before, value);
  }
}
