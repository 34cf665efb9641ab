// Medium segments, GPUs: a workgroup sorts a segment that fits its memory, LOCAL_BITS bits a pass
// (workgroup/radix_tile.wgsl).
//
//   state, spans                           read: the bin's list
//   keysIn, keysOut; valuesIn, valuesOut   read once, written once: a segment can be sorted in place

var<workgroup> listLength: u32;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  if (local == 0u) {
    listLength = binCount(BIN);
  }
  let slot = workgroupIndex(workgroup, grid);
  if (slot >= workgroupUniformLoad(&listLength)) {
    return;
  }
  let segment = listedSegment(BIN, slot);
  for (var place = local; place < segment.length; place += WORKGROUP) {
    loadPlace(segment.begin + place, bank(place));
  }
  workgroupBarrier();
  for (var shift = 0u; shift < sortKeyBits(); shift += LOCAL_BITS) {
    sortTileByBits(local, segment.length, shift);
  }
  for (var place = local; place < segment.length; place += WORKGROUP) {
    storePlace(bank(place), segment.begin + place);
  }
}
