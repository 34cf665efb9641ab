// Sorts a run of any length by one network.
//
// given sortRegisters

fn sortRun(begin: u32, length: u32, local: u32) {
  sortRegisters(begin, length, local);
}
