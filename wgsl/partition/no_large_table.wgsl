// A partition without a large class. Same names as partition/large_table.wgsl.

fn enterLarge(entry: u32, tilesBefore: u32, segment: Segment, id: u32) {
}

fn finishLarge(segments: u32, allFullTiles: u32) {
}
