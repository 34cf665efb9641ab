// What a lane keeps of an item while the counters are scanned: its rank among the lane's items of the same digit. The
// digit follows from the key again. Compilers keep digits, and indices of counters, in more registers.
//
// uses  localDigit laneKeys laneRanks (sort/radix/rank_tile.gpu)

fn keptRank(rank: u32, digit: u32) -> u32 {
  return rank;
}

/** The digit of the lane's item `item`, which is in `slot`. */
fn keptDigit(item: u32, slot: u32, count: u32, shift: u32) -> u32 {
  return localDigit(slot, count, laneKeys[item], shift);
}

fn laneRank(item: u32) -> u32 {
  return laneRanks[item];
}
