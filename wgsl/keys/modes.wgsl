// Modes: two words a segment. The first is how often the most frequent key occurs, the second the slot of its first
// item in the sorted arrays.

// ---- part count
// The number of items of a run, where an item begins one that counts; otherwise 0.
//
//   firsts   read: where runs begin
//
// import Visited from keys/each
// import startsRun, runsBefore from keys/runs
// given leavesOut

var<storage, read_write> firsts: array<u32>;

fn countOf(at: Visited) -> u32 {
  if (!startsRun(at.position) || leavesOut(at.item)) {
    return 0u;
  }
  let run = runsBefore(at.position);
  return firsts[run + 1u] - firsts[run];
}

// ---- choice leaves: none
// All keys count.

fn leavesOut(item: u32) -> bool {
  return false;
}

// ---- choice leaves: nans
// NaNs do not count.
//
// import isOmitted from keys/runs
// given Key

var<storage, read_write> sortedKeys: array<Key>;

fn leavesOut(item: u32) -> bool {
  return isOmitted(sortedKeys[item]);
}

// ---- choice convert: clear
// No run has been found. One conversion is a segment.
//
// given segmentsOfCall

var<storage, read_write> modes: array<atomic<u32>>;

fn convert(id: u32, items: u32) {
  if (id < segmentsOfCall()) {
    atomicStore(&modes[2u * id], 0u);
    atomicStore(&modes[2u * id + 1u], 0xFFFFFFFFu);
  }
}

// ---- choice convert: deliver
// Writes the most frequent key of each segment, with the bits of its first item, and how often it occurs. Without items
// both are 0.
//
//   sortedIndices   read: the place of each sorted item
//   countsOut       written
//
// given segmentsOfCall, storeModes, PER_WORD

var<storage, read_write> modes: array<atomic<u32>>;
var<storage, read_write> countsOut: array<u32>;

fn convert(i: u32, items: u32) {
  let first = i * PER_WORD;
  let end = min(first + PER_WORD, segmentsOfCall());
  if (first >= end) {
    return;
  }
  for (var id = first; id < end; id++) {
    countsOut[id] = atomicLoad(&modes[2u * id]);
  }
  storeModes(i, first, end);
}

// ---- part value
//
// import bitsAt from operators/element
// given Bits

var<storage, read_write> modes: array<atomic<u32>>;
var<storage, read_write> sortedIndices: array<u32>;

/** The bits of a segment's mode. */
fn modeBits(id: u32) -> Bits {
  if (atomicLoad(&modes[2u * id]) == 0u) {
    return Bits();
  }
  return bitsAt(sortedIndices[atomicLoad(&modes[2u * id + 1u])]);
}

// ---- choice values: words
// One conversion is a segment.
//
// import modeBits from keys/modes
// given Bits

var<storage, read_write> modesOut: array<Bits>;

fn storeModes(i: u32, first: u32, end: u32) {
  modesOut[i] = modeBits(first);
}

// ---- choice values: packed
// Keys of 8 or 16 bits. One conversion is a word of several segments. Bits after the last are unchanged.
//
// import modeBits from keys/modes
// given ELEMENT_BITS, Bits

var<storage, read_write> modesOut: array<Bits>;

fn storeModes(i: u32, first: u32, end: u32) {
  var bits = modesOut[i];
  for (var id = first; id < end; id++) {
    bits = insertBits(bits, modeBits(id), (id - first) * ELEMENT_BITS, ELEMENT_BITS);
  }
  modesOut[i] = bits;
}
