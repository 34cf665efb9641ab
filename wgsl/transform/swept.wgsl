// Transforms by the sweep (reduce/sweep/sweep.gpu.wgsl). A batch has the items of its segments in workgroup memory.
// Once it has their numbers, it makes the results there, leaf by leaf as it has folded them. Then it stores all
// results, neighbouring lanes neighbouring words. Segments that are cut, or folded in chunks, are left to
// transform/map_long.
//
//   transforms   written by storeResult, only for segments of at most MERGE_TILE items: or input in place
//
// import staged, stagedFirst, STAGED, STAGED_ROW from reduce/fold/leaf
// given Acc, WORKGROUP, MERGE_TILE, SLOTS, SLOT, SLOT_PAIRS, LEAF, CUTS, writeResults, keptNumbers, numbersOf, placeOf
// given storeResult, mapLeaf, OWN_ONLY, Batch, Range, MergeTile, slotOf, rangeBegins, folded

/** The items that the batch maps: those of its segments, without tiles of segments that are cut. */
var<private> mapped: Range;

/** For lanes that have passed a barrier since the ranges were written. */
fn chooseMapped(batch: Batch, next: u32, isAlone: bool, tile: MergeTile) {
  let last = batch.ranges - 1u;
  let begin = rangeBegins[select(0u, 1u, CUTS && next < tile.firstId)];
  let end = rangeBegins[select(last + 1u, last, CUTS && next + last + 1u == tile.cut)];
  mapped = Range(begin, select(end, begin, isAlone));
}

/** Keeps the numbers of a segment in place of what it was folded to. Those of long segments are stored. */
fn finishSegment(id: u32, length: u32, value: Acc, slot: u32) {
  if (length > MERGE_TILE) {
    writeResults(id, length, value);
  } else {
    folded[slot] = keptNumbers(value, length);
  }
}

/** Makes the results of a batch. For uniform control flow only, since it has barriers. */
fn mapBatch(slots: u32, isSpread: bool, begin: u32, local: u32) {
  workgroupBarrier();
  if (mapped.begin < mapped.end) {
    mapSlots(slots, isSpread, begin, local);
  }
  workgroupBarrier();
  // In place, other lanes may have read the items that a lane writes.
  if (OWN_ONLY) {
    storageBarrier();
  }
  if (mapped.begin < mapped.end) {
    storeMapped(local);
  }
}

fn mapSlots(slots: u32, isSpread: bool, begin: u32, local: u32) {
  for (var row = 0u; row < SLOTS / WORKGROUP; row++) {
    let slot = local + row * WORKGROUP;
    if (slot >= slots) {
      break;
    }
    let at = slotOf(slot, isSpread, begin);
    let rangeBegin = rangeBegins[at.x];
    let length = rangeBegins[at.x + 1u] - rangeBegin;
    let numbers = numbersOf(folded[slot - at.y]);
    let isMapped = (rangeBegin >= mapped.begin) & (rangeBegin < mapped.end);
    for (var leaf = 0u; leaf < SLOT / LEAF; leaf++) {
      let index = at.y * SLOT + leaf * LEAF;
      if (!isMapped | (index >= length)) {
        break;
      }
      mapLeaf(placeOf(rangeBegin + index, index, length, numbers), min(length - index, LEAF));
    }
  }
}

/** Stores the results of the batch. */
fn storeMapped(local: u32) {
  // Tint does not know the range of a parameter.
  let lane = min(local, WORKGROUP - 1u);
  let word = lane + lane / 32u;
  for (var group = 0u; group < 9u * SLOT_PAIRS; group++) {
    let first = stagedFirst + 4u * group * WORKGROUP;
    if (first >= mapped.end) {
      break;
    }
    if ((first >= mapped.begin) & (first + 4u * WORKGROUP <= mapped.end)) {
      for (var k = 0u; k < 4u; k++) {
        storeResult(first + local + k * WORKGROUP, staged[word + (4u * group + k) * STAGED_ROW]);
      }
    } else {
      for (var k = 0u; k < 4u; k++) {
        let item = first + local + k * WORKGROUP;
        if (item - mapped.begin < mapped.end - mapped.begin) {
          storeResult(item, staged[word + (4u * group + k) * STAGED_ROW]);
        }
      }
    }
  }
}

// ---- part words
// Four words at a time of a leaf that is staged. It begins with word `begin` / 32.
//
// import staged from reduce/fold/leaf

/**
 * Where the words k … k + 3 of a leaf of `terms` terms are. In place of words after the last one, which other lanes may
 * replace, word k stands. Item i is word i + i / 32 = 33 * i / 32.
 */
fn placesOfFour(begin: u32, k: u32, terms: u32) -> vec4u {
  let first = begin + 33u * k;
  return vec4u(first, select(first, first + 33u, k + 1u < terms), select(first, first + 66u, k + 2u < terms),
               select(first, first + 99u, k + 3u < terms)) / 32u;
}

fn fourWords(places: vec4u) -> vec4u {
  return vec4u(staged[places.x], staged[places.y], staged[places.z], staged[places.w]);
}

/** Word k comes last: others may have its place. */
fn storeFour(places: vec4u, words: vec4u) {
  staged[places.w] = words.w;
  staged[places.z] = words.z;
  staged[places.y] = words.y;
  staged[places.x] = words.x;
}

// ---- choice leafMap: items
// Results of the items of a leaf. Nothing is kept of what the fold has computed.
//
// import Place from transform/place
// import stagedFirst, STAGED from reduce/fold/leaf
// import placesOfFour, fourWords, storeFour from transform/swept
// given LEAF, transformed

fn keepFour(places: vec4u, words: vec4u) {
}

fn mapLeaf(first: Place, terms: u32) {
  let begin = 33u * min(first.item - stagedFirst, STAGED - 1u);
  for (var group = 0u; group < LEAF / 4u; group++) {
    let k = 4u * group;
    if (k >= terms) {
      break;
    }
    let places = placesOfFour(begin, k, terms);
    var words = fourWords(places);
    for (var i = 0u; i < 4u; i++) {
      words[i] = transformed(Place(first.item + k + i, first.index + k + i, first.length, first.numbers), words[i]);
    }
    storeFour(places, words);
  }
}
