// Copies results from scratch memory to their output. These are results that a fold cannot write itself. Either their
// items have 8 or 16 bits, so that a word holds items of several segments, or the fold had no further binding for them.
// Each lane writes one output word.
//
//   results      read: the words of all segments, one result after another
//   packed       written: items of ITEM_BITS bits, PER_WORD a word, lowest bits first; bits after the last segment's
//                item are unchanged
//   BEFORE       words a segment of the results before this one
//   ITEMS        items a segment: the number of words of a result wider than a word
//
// import workgroupIndex from plan/grid
// given WORKGROUP, SEGMENT_COUNT, ITEMS, PER_WORD, BEFORE, ITEM_BITS

var<storage, read_write> state: array<u32>;
var<storage, read_write> packed: array<u32>;
var<storage, read_write> results: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let word = workgroupIndex(workgroup, grid) * WORKGROUP + local;
  let segments = state[SEGMENT_COUNT];
  let items = segments * ITEMS;
  if (word * PER_WORD >= items) {
    return;
  }
  var bits = packed[word];
  for (var k = 0u; k < PER_WORD; k++) {
    let item = word * PER_WORD + k;
    if (item < items) {
      bits = insertBits(bits, results[BEFORE * segments + item], k * ITEM_BITS, ITEM_BITS);
    }
  }
  packed[word] = bits;
}
