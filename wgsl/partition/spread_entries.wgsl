// Large segments that have no table (spread_finish.wgsl). Same names as large_table.wgsl.
//
// uses  Segment (plan/state)

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
}
