// For large segments without a table. Same names as partition/large_table.wgsl.
//
// import Segment from plan/state

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment) {
}
