// What a selection by digits reads: the input, or the candidates that an earlier level copied.

// ---- part tile
// The items that a task reads: a tile of the input or of the candidates. The tasks are those of the tile table. A
// segment has fewer candidates than items, so the last tasks may have none.
//
//   candidates of a segment begin at the quarter of its first item, since they are at most a quarter of its items
//
// import Segment from plan/state
// import tileAt from partition/tile_table
// import sourceAt, OF_INPUT from select/radix/records
// given CANDIDATES_PER, TILE

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

// ---- choice source: input
// The input.
//
// given KeyMap, sortKeyBy, inputKey, keyMapNow, Key

fn readsCandidates(areCopied: bool) -> bool {
  return false;
}

/** Whether the kernel reads a segment. `areCopied`: a level has copied its candidates. */
fn readsNow(areCopied: bool) -> bool {
  return !areCopied;
}

/** The sort key of an item. */
fn sourceKey(map: KeyMap, i: u32) -> Key {
  return sortKeyBy(map, inputKey(i));
}

fn sourceIndex(i: u32) -> u32 {
  return i;
}

fn sourceMap() -> KeyMap {
  return keyMapNow();
}

// ---- choice source: candidates
// The candidates.
//
//   candidateKeys, candidateIndices   read: sort keys, and the items that they belong to
//
// given Key

var<storage, read_write> candidateKeys: array<Key>;
var<storage, read_write> candidateIndices: array<u32>;

fn readsCandidates(areCopied: bool) -> bool {
  return true;
}

fn readsNow(areCopied: bool) -> bool {
  return areCopied;
}

fn sourceMap() -> u32 {
  return 0u;
}

fn sourceKey(map: u32, i: u32) -> Key {
  return candidateKeys[i];
}

fn sourceIndex(i: u32) -> u32 {
  return candidateIndices[i];
}

// ---- choice source: either
// The candidates of a segment if an earlier level copied them, else the input.
//
//   candidateKeys   read: sort keys
//
// given KeyMap, sortKeyBy, inputKey, keyMapNow, Key

var<storage, read_write> candidateKeys: array<Key>;

/** Whether the task reads candidates. */
var<private> inCandidates: bool;

fn readsCandidates(areCopied: bool) -> bool {
  inCandidates = areCopied;
  return areCopied;
}

fn readsNow(areCopied: bool) -> bool {
  return true;
}

fn sourceKey(map: KeyMap, i: u32) -> Key {
  if (inCandidates) {
    return candidateKeys[i];
  }
  return sortKeyBy(map, inputKey(i));
}

fn sourceMap() -> KeyMap {
  return keyMapNow();
}
