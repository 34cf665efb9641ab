// The terms of a scan: a segment's items in the order of the scan, the initial value, and what comes before a window of
// a longer segment. A reverse scan begins with the segment's last item.
//
//   REVERSE   whether positions count from the segment's end
//
// import bitsAt from operators/element
// given indexOf, REVERSE, Acc, elementTerm

/** The item at a position of the segment that lies at `base`. */
fn itemOf(base: u32, length: u32, position: u32) -> u32 {
  return base + select(position, length - 1u - position, REVERSE);
}

fn termAt(base: u32, length: u32, position: u32) -> Acc {
  return elementTerm(bitsAt(itemOf(base, length, position)), indexOf(position, length));
}

// ---- part initial
// The initial value of a scan, which is combined with every result on the left.
//
// given Acc, HAS_INITIAL, initialValue, identity, combine

/** The result before the first item of a segment. */
fn emptyResult() -> Acc {
  if (HAS_INITIAL) {
    return initialValue();
  }
  return identity();
}

fn withInitial(value: Acc) -> Acc {
  if (HAS_INITIAL) {
    return combine(initialValue(), value);
  }
  return value;
}

// ---- choice window: whole
// The call holds whole segments: nothing comes before a segment.
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
// The call holds one window of a segment longer than a batch. A window is a whole subtree of the segment's tree.
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
