// Whether a scan has a whole call, or one window of a segment longer than a binding.

// ---- choice window: whole
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

// ---- choice window: part
// For a call that holds one window of a segment longer than a batch. A window is a whole subtree of the segment's tree.
//
//   windowed   read: leaves before the window; the index of the window's first item; 1 or -1, the step of indices
//   carries    read: accumulators of the subtrees before the window, the last and shortest first
//
// given Acc, loadCarry

var<storage, read_write> windowed: array<u32>;

fn leavesBefore() -> u32 {
  return windowed[0];
}

fn givenSubtree(k: u32) -> Acc {
  return loadCarry(k);
}

fn indexOf(position: u32, length: u32) -> u32 {
  return windowed[1] + windowed[2] * position;
}
