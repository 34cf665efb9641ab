// For calls that hold whole segments: nothing comes before a segment. Same names as window/part.wgsl.
//
// given Acc, identity, REVERSE

fn leavesBefore() -> u32 {
  return 0u;
}

fn givenSubtree(k: u32) -> Acc {
  return identity();
}

/** The index of an item from its segment's start. `position` counts from where the scan begins. */
fn indexOf(position: u32, length: u32) -> u32 {
  return select(position, length - 1u - position, REVERSE);
}
