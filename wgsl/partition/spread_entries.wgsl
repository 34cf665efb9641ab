// Large segments that have no table. Same names as large_table.wgsl.
//
// uses  Segment (plan/state)

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
}
