// A run that is sorted by one network, whatever its length.
//
// given sortRegisters

fn sortRun(begin: u32, length: u32, local: u32) {
  sortRegisters(begin, length, local);
}
