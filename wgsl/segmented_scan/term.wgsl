// The items of a segment in the order of the scan. A reverse scan begins with the segment's last item.
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
