// Groups of any size, through workgroup memory: the value of the lane `step` later. Uniform control flow only.

var<workgroup> laneValues: array<Acc, WORKGROUP>;

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  workgroupBarrier();
  laneValues[local] = value;
  workgroupBarrier();
  return laneValues[min(local + step, WORKGROUP - 1u)];
}
