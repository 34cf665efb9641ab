// What a lane keeps of an item while the counters are scanned, in one word: its digit, and its rank among the lane's
// items of the same digit. Compilers keep nothing else of it in registers. Same names as ranks_apart.gpu.wgsl.
//
// uses  laneRanks LAST_DIGIT (sort/radix/rank_tile.gpu)
// given LOCAL_BITS

fn keptRank(rank: u32, digit: u32) -> u32 {
  return (rank << LOCAL_BITS) | digit;
}

fn keptDigit(item: u32, slot: u32, count: u32, shift: u32) -> u32 {
  return laneRanks[item] & LAST_DIGIT;
}

fn laneRank(item: u32) -> u32 {
  return laneRanks[item] >> LOCAL_BITS;
}
