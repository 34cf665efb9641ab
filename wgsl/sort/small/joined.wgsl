// Several small bins in one dispatch, GPUs. Every workgroup serves one bin: the first workgroups the first bin, and so
// on. The bins have networks of equally many registers, so none takes registers from another.
//
//   state, spans         read: the bins' lists
//   keysIn, valuesIn     read; values only for pairs
//   keysOut, valuesOut   written
//
// given sortJoined

fn task(workgroup: u32, local: u32) {
  sortJoined(workgroup, local);
}
