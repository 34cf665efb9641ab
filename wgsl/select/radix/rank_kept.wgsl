// The rank of a sought key is in its record.

fn rankNow(side: u32, entry: u32, sought: u32, rank: u32) -> u32 {
  return rank;
}

fn noteCount(side: u32, entry: u32) {
}
