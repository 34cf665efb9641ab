// Groups of any size, through workgroup memory: the value of the lane `step` later. Uniform control flow only.
//
// given Acc  WORKGROUP

var<workgroup> neighbourValues: array<Acc, WORKGROUP>;

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  workgroupBarrier();
  neighbourValues[local] = value;
  workgroupBarrier();
  return neighbourValues[min(local + step, WORKGROUP - 1u)];
}
