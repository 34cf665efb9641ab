// The value of a later lane of a group of lanes.

// ---- choice neighbour: none
// The value of a later lane, for groups of one lane. There is no such lane, and the fold never uses the result.
//
// given Acc

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}

// ---- choice neighbour: subgroup
// The value of the lane that is `step` lanes later, for groups inside a subgroup.
//
// given Acc, shuffledDown

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return shuffledDown(value, step);
}

// ---- choice neighbour: workgroup
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
