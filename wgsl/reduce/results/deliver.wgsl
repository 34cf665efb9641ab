// Results that no fold could write where they belong: items of 8 and 16 bits, of which a word holds several segments',
// and those for which a kernel had no binding left. A lane an output word.
//
//   results      read: result after result, words of all segments
//   packed       written: items of ITEM_BITS bits, PER_WORD a word, lowest bits first; bits of segments past the last
//                one stay as they are
//   BEFORE       words a segment of the results before this one
//   ITEMS        items a segment: words of a wide result
//
// uses  workgroupIndex (plan/workgroup_index)
// given WORKGROUP  SEGMENT_COUNT  ITEMS  PER_WORD  BEFORE  ITEM_BITS

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
