// Gathers items by rows that the caller gives. It is the only kernel of its plan. Its first invocation writes the state
// that a profile reads.
//
//   call    items: rows of the call, or the largest possible number where a buffer holds it; sources: items to choose
//           from
//   state   written: the header, with the number of rows as the item count
//
// import workgroupIndex from plan/grid
// import countOfCall from partition/setup
// given Call, WORKGROUP, PER_LANE, FIRST_ID, ITEM_COUNT

var<immediate> call: Call;
var<storage, read_write> state: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_id) invocation: vec3u) {
  let rowCount = countOfCall(call.items);
  let first = workgroupIndex(workgroup, grid) * (WORKGROUP * PER_LANE) + invocation.x;
  if (first == 0u) {
    for (var i = 0u; i < FIRST_ID; i++) {
      state[i] = select(0u, rowCount, i == ITEM_COUNT);
    }
  }
  for (var k = 0u; k < PER_LANE; k++) {
    gatherRows(first + k * WORKGROUP, rowCount, call.sources);
  }
}

// ---- choice items: words
// Gathers items of one to four words, one item a call of the function. A row that is not below `sources` is skipped.
//
//   rows       read
//   itemsIn    read        itemsOut   written: item i is item rows[i]
//
// import Item from sort/small/item

var<storage, read_write> rows: array<u32>;
var<storage, read_write> itemsIn: array<Item>;
var<storage, read_write> itemsOut: array<Item>;

fn gatherRows(i: u32, rowCount: u32, sources: u32) {
  if (i >= rowCount) {
    return;
  }
  let row = rows[i];
  if (row < sources) {
    itemsOut[i] = itemsIn[row];
  }
}

// ---- choice items: packed
// Gathers items of 8 and 16 bits, one output word a call of the function, so that no two lanes write the same word. A
// row that is not below `sources` is skipped, and so is what follows the last item in its word.
//
//   rows       read
//   itemsIn    read: PER_WORD items per word, lowest bits first        itemsOut   read and written
//
// import Item from sort/small/item
// given PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> rows: array<u32>;
var<storage, read_write> itemsIn: array<Item>;
var<storage, read_write> itemsOut: array<Item>;

fn gatherRows(word: u32, rowCount: u32, sources: u32) {
  let first = word * PER_WORD;
  if (first >= rowCount) {
    return;
  }
  var untouched = 0xFFFFFFFFu;
  var gathered = 0u;
  for (var k = 0u; k < PER_WORD; k++) {
    if (first + k < rowCount) {
      let row = rows[first + k];
      if (row < sources) {
        let bits = (itemsIn[row / PER_WORD] >> (row % PER_WORD * ITEM_BITS)) & ITEM_MASK;
        gathered |= bits << (k * ITEM_BITS);
        untouched &= ~(ITEM_MASK << (k * ITEM_BITS));
      }
    }
  }
  if (untouched != 0u) {
    gathered |= itemsOut[word] & untouched;
  }
  itemsOut[word] = gathered;
}
