// The value of the lane that is `step` lanes later, for groups of any size, through workgroup memory. Only for uniform
// control flow.
//
// given Acc, WORKGROUP

var<workgroup> neighbourValues: array<Acc, WORKGROUP>;

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  workgroupBarrier();
  neighbourValues[local] = value;
  workgroupBarrier();
  return neighbourValues[min(local + step, WORKGROUP - 1u)];
}
