// Where groups begin: at the first row, and at each row whose group differs from that of the row before it.
//
// given keyAt

/** Whether a slot of the ordered rows begins a group. */
fn startsGroup(slot: u32) -> bool {
  if (slot == 0u) {
    return true;
  }
  return !all(keyAt(slot) == keyAt(slot - 1u));
}
