// Lists of long segments of rows, by begin and end. Kernels append to them in any order. A long segment has tiles
// of TILE rows, and a slot for the result of each. Slots are reserved CHUNK at a time.
//
//   lists   the word ENTRIES: how many segments are listed; CHUNKS: how many chunks of slots are taken, or wanted;
//           REQUESTS: see below. From FIRST_ENTRY on, four words a segment: id, begin, length, first slot. From
//           CHUNK_OWNERS on, of each chunk the entry whose slots it has.
//
// Segments may overlap, so their tiles may need more slots than there are. Then a segment has none (NO_SLOT), and the
// join folds its rows.

const ENTRIES = 0u;
const CHUNKS = 1u;
const REQUESTS = 2u;
const FIRST_ENTRY = 4u;
/** Tile slots of a chunk. */
const CHUNK = 2u;
const NO_SLOT = 0xFFFFFFFFu;

// ---- choice entry: clear
// The lists become empty.
//
//   atomicLists   written
//
// import FIRST_ENTRY from reduce/rows/lists

var<storage, read_write> atomicLists: array<atomic<u32>>;

@compute @workgroup_size(1)
fn main() {
  for (var i = 0u; i < FIRST_ENTRY; i++) {
    atomicStore(&atomicLists[i], 0u);
  }
}

// ---- part enterLong
// A lane lists a segment. Owners of many chunks are written by all lanes of the workgroup, after a barrier.
//
//   atomicLists   read and written
//
//   MAX_CHUNKS    as many chunks as segments that do not overlap need
//
// import Segment from plan/state
// import ENTRIES, CHUNKS, REQUESTS, FIRST_ENTRY, CHUNK, NO_SLOT from reduce/rows/lists
// given TILE, MAX_CHUNKS, CHUNK_OWNERS, WORKGROUP

var<storage, read_write> atomicLists: array<atomic<u32>>;

/** A lane writes the owners of so many chunks itself. */
const FEW_CHUNKS = 16u;
const MAX_NOTES = 64u;

/** Entries with many chunks: the first chunk, their number, and the entry. */
var<workgroup> notedChunks: array<vec3u, MAX_NOTES>;
var<workgroup> noteCount: atomic<u32>;

/** Requests of more chunks are counted, so that the sum of all requests has 32 bits, however segments overlap. */
const COUNTED_CHUNKS = 4096u;

/** The first of `chunks` chunks, or NO_SLOT. */
fn reserveChunks(chunks: u32) -> u32 {
  var isRefused = chunks > MAX_CHUNKS;
  if (!isRefused && chunks > COUNTED_CHUNKS) {
    isRefused = atomicAdd(&atomicLists[REQUESTS], 1u) >= 0x80000000u / max(MAX_CHUNKS, 1u);
  }
  // An addition, since a load would race with the others' additions.
  if (isRefused || atomicAdd(&atomicLists[CHUNKS], 0u) >= MAX_CHUNKS) {
    return NO_SLOT;
  }
  let first = atomicAdd(&atomicLists[CHUNKS], chunks);
  return select(first, NO_SLOT, first + chunks > MAX_CHUNKS);
}

fn enterLong(id: u32, segment: Segment) {
  let entry = atomicAdd(&atomicLists[ENTRIES], 1u);
  let chunks = (segment.length - 1u) / (CHUNK * TILE) + 1u;
  let first = reserveChunks(chunks);
  let at = FIRST_ENTRY + 4u * entry;
  atomicStore(&atomicLists[at], id);
  atomicStore(&atomicLists[at + 1u], segment.begin);
  atomicStore(&atomicLists[at + 2u], segment.length);
  atomicStore(&atomicLists[at + 3u], select(first * CHUNK, NO_SLOT, first == NO_SLOT));
  if (first != NO_SLOT) {
    var note = MAX_NOTES;
    if (chunks > FEW_CHUNKS) {
      note = atomicAdd(&noteCount, 1u);
    }
    if (note < MAX_NOTES) {
      notedChunks[note] = vec3u(first, chunks, entry);
    } else {
      for (var k = 0u; k < chunks; k++) {
        atomicStore(&atomicLists[CHUNK_OWNERS + first + k], entry);
      }
    }
  }
}

/** Writes the owners of the chunks that are noted. Before it, the workgroup has a barrier. */
fn writeNoted(local: u32) {
  let notes = min(atomicLoad(&noteCount), MAX_NOTES);
  for (var note = 0u; note < notes; note++) {
    let noted = notedChunks[note];
    for (var k = local; k < noted.y; k += WORKGROUP) {
      atomicStore(&atomicLists[CHUNK_OWNERS + noted.x + k], noted.z);
    }
  }
}

// ---- part longAt
// Reads the lists.
//
//   lists   read
//
// import FIRST_ENTRY from reduce/rows/lists

var<storage, read_write> lists: array<u32>;

/** A long segment. */
struct LongRows {
  id: u32,
  begin: u32,
  length: u32,
  firstSlot: u32,
}

fn longAt(entry: u32) -> LongRows {
  let at = FIRST_ENTRY + 4u * entry;
  return LongRows(lists[at], lists[at + 1u], lists[at + 2u], lists[at + 3u]);
}
