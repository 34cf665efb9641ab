// Sorts the runs of segments of one or several runs: LANES lanes sort one run of RUN items in registers. There is no
// loop over the runs of a segment, since on software adapters all code inside a loop is more expensive.
//
//   state, spans   read: the bins' lists
//   keysIn         read
//   keysOut        written: keys of segments of one run, sort keys of other segments
//   valuesTo       written instead for pairs: indices
//
// import mergesOf, taskAt, isFinalPass from sort/medium/runs/tasks
// import workgroupIndex from plan/grid
// given WORKGROUP, LANES, RUN

var<uniform> remainingMerges: u32;

/** Whether the pass takes the k-th bin: remainingMerges is 0 for an even number of merges, 1 for an odd number. */
fn takesBin(k: u32) -> bool {
  return mergesOf(k) % 2u == remainingMerges;
}

fn tasksShift(k: u32) -> u32 {
  return k;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let local = invocation.x;
  let task = taskAt((workgroupIndex(workgroup, grid) * WORKGROUP + local) / LANES);
  let length = select(0u, task.segment.length, task.live);
  let first = min(task.index * RUN, length);
  isFinalPass = task.k == 0u;
  sortRun(task.segment.begin + first, min(length - first, RUN), local);
}

// ---- choice networks: one
// Sorts a run of any length by one network.
//
// given sortRegisters

fn sortRun(begin: u32, length: u32, local: u32) {
  sortRegisters(begin, length, local);
}

// ---- choice networks: two
// Sorts a run by one of two networks. A network also compares the slots past a segment's end, which may be nearly all
// slots of a segment's last run. The shorter network, sortShort, holds a quarter of a run. Some adapters skip a branch
// that no lane of a subgroup takes.
//
// given sortRegisters, sortShort

fn sortRun(begin: u32, length: u32, local: u32) {
  if (length > RUN / 4u) {
    sortRegisters(begin, length, local);
  } else if (length > 0u) {
    sortShort(begin, length, local);
  }
}

// ---- choice store: keys
// Stores the items of a sorted run, keys without values.
//
//   keysOut   written: the output for a final pass, else what the first merge reads
//
// import storedForm from sort/medium/runs/tasks
// import Item from sort/small/item
// given Key

var<storage, read_write> keysOut: array<Key>;

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  if (slot < length) {
    keysOut[begin + slot] = storedForm(item);
  }
}

// ---- choice store: indices
// Stores the items of a sorted run, keys with values, as indices.
//
// import storeIndex from sort/medium/runs/tasks
// import Item from sort/small/item
// given INDICES_PER_WORD

fn storeItem(begin: u32, length: u32, slot: u32, item: Item, i: u32) {
  storeIndex(begin, length, slot, item, i, INDICES_PER_WORD);
}
