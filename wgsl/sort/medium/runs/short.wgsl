// Sorts a run by one of two networks. A network also compares the slots past a segment's end, which may be nearly all
// slots of a segment's last run. The shorter network, sortShort, holds a quarter of a run. Some adapters skip a branch
// that no lane of a subgroup takes.
//
// given RUN, sortRegisters, sortShort

fn sortRun(begin: u32, length: u32, local: u32) {
  if (length > RUN / 4u) {
    sortRegisters(begin, length, local);
  } else if (length > 0u) {
    sortShort(begin, length, local);
  }
}
