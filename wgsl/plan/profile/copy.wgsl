// Copies a buffer: the rate that the passes of a profiled call are compared with.
//
//   copiedFrom, copiedTo   read, written
//
// given WORKGROUP, VECTORS

var<storage, read_write> copiedFrom: array<vec4u>;
var<storage, read_write> copiedTo: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) invocation: vec3u) {
  let first = workgroup.x * WORKGROUP * VECTORS + invocation.x;
  for (var k = 0u; k < VECTORS; k++) {
    copiedTo[first + k * WORKGROUP] = copiedFrom[first + k * WORKGROUP];
  }
}
