// The items that a task of a selection reads: a tile of the input, or of the candidates that a level copied. The tasks
// are those of the tile table. A segment has fewer candidates than items, so the last tasks may have none.
//
//   candidates of a segment begin at the quarter of its first item, since they are at most a quarter of its items
//
// import Segment from plan/state
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT from select/radix/records
// given readsCandidates, readsNow, CANDIDATES_PER, TILE

var<storage, read_write> records: array<vec4u>;

struct SourceTile {
  first: u32,        // first item, or first candidate
  count: u32,        // 0 if the task reads nothing
  entry: u32,        // the segment's entry in the table
  row: u32,          // the tile's number in the order of segments
  segment: Segment,
}

fn firstCandidate(segment: Segment) -> u32 {
  return segment.begin / CANDIDATES_PER;
}

/** The tile of a task, if the segment's items are where the kernel reads. */
fn sourceTileAt(number: u32, side: u32) -> SourceTile {
  let tile = tileAt(number);
  let source = records[sourceAt(side, tile.entry)];
  var first = tile.start;
  var count = tile.count;
  let areCopied = source.x != OF_INPUT;
  if (readsCandidates(areCopied)) {
    let done = tile.index * TILE;
    first = firstCandidate(tile.segment) + done;
    count = min(max(source.x, done) - done, TILE);
  }
  count = select(0u, count, readsNow(areCopied));
  return SourceTile(first, count, tile.entry, tile.firstTile + tile.index, tile.segment);
}
