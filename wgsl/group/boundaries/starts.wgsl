// Where groups begin: at the first row, and at each row whose group differs from that of the row before it.
//
// import keyAt from group/order

/** Whether a slot of the ordered rows begins a group. */
fn startsGroup(slot: u32) -> bool {
  if (slot == 0u) {
    return true;
  }
  return !all(keyAt(slot) == keyAt(slot - 1u));
}
