// A run that is sorted by one of two networks: what is behind a segment's end is compared all the same, and of a
// segment's last run that may be nearly all. Where no lane of a subgroup takes a branch it is jumped over, on adapters
// that do so. The shorter network, sortShort, holds a quarter of a run.
//
// given RUN  sortRegisters  sortShort

fn sortRun(begin: u32, length: u32, local: u32) {
  if (length > RUN / 4u) {
    sortRegisters(begin, length, local);
  } else if (length > 0u) {
    sortShort(begin, length, local);
  }
}
