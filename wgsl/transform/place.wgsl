// Where a transform's item is, and what it is beside its segment.

struct Place {
  item: u32,       // its index in the input
  index: u32,      // its index in the segment
  length: u32,     // items of the segment
  numbers: vec4u,  // numbers of the segment, as bits
}

// ---- choice numbers: none
// Transforms without a reduce: segments have no numbers.

fn segmentNumbers(segment: u32) -> vec4u {
  return vec4u();
}

// ---- choice numbers: stored
// A segment has up to four numbers of one word each.
//
// given NumberWord, NUMBER_WORDS

var<storage, read_write> numbers: array<NumberWord>;

fn segmentNumbers(segment: u32) -> vec4u {
  let first = segment * NUMBER_WORDS;
  let last = NUMBER_WORDS - 1u;
  return vec4u(numbers[first], numbers[first + min(1u, last)], numbers[first + min(2u, last)], numbers[first + last]);
}

// ---- choice numbers: two
// A segment has two numbers of one word each, which one load reads.
//
// given NumberWord

var<storage, read_write> numbers: array<NumberWord>;

fn segmentNumbers(segment: u32) -> vec4u {
  let both = numbers[segment];
  return vec4u(both, both);
}

// ---- choice before: whole
// The item some places earlier in the segment, or later, or what stands for it where the segment has none.
//
//   parameters   uniform: x how many places, y whether later, z and w the bits of what stands for it
//
// import Place from transform/place
// import bitsAt from operators/element
// given Bits, fillOf

var<uniform> parameters: array<vec4u, 16>;

fn beforeOf(at: Place) -> Bits {
  let given = parameters[0];
  if (given.y == 0u && at.index >= given.x) {
    return bitsAt(at.item - given.x);
  }
  if (given.y == 1u && at.length - at.index > given.x) {
    return bitsAt(at.item + given.x);
  }
  return fillOf(given.z, given.w);
}

// ---- choice before: part
// Of a part of a segment the host has put the items before, or what stands for them, behind the items.
//
//   numbers   read: word 2 after the segment's is where they begin in the input
//
// import Place from transform/place
// import bitsAt from operators/element
// given Bits, NumberWord, NUMBER_WORDS

var<storage, read_write> numbers: array<NumberWord>;

fn beforeOf(at: Place) -> Bits {
  return bitsAt(at.item + numbers[NUMBER_WORDS + 2u]);
}

// ---- choice place: whole
// Items of whole segments.
//
// import Place from transform/place

fn placeOf(item: u32, index: u32, length: u32, numbers: vec4u) -> Place {
  return Place(item, index, length, numbers);
}

// ---- choice place: part
// Items of a part of one segment.
//
//   numbers   read: words 0 and 1 after the segment's are the items before the part, and the segment's length
//
// import Place from transform/place
// given NumberWord, NUMBER_WORDS

var<storage, read_write> numbers: array<NumberWord>;

fn placeOf(item: u32, index: u32, length: u32, ofSegment: vec4u) -> Place {
  return Place(item, index + numbers[NUMBER_WORDS], numbers[NUMBER_WORDS + 1u], ofSegment);
}

// ---- choice fill: word

fn fillOf(low: u32, high: u32) -> u32 {
  return low;
}

// ---- choice fill: twoWords

fn fillOf(low: u32, high: u32) -> vec2u {
  return vec2u(low, high);
}

// ---- choice store: results
// Results in a buffer of their own.
//
// given Out

var<storage, read_write> transforms: array<Out>;

fn storeResult(item: u32, value: Out) {
  transforms[item] = value;
}

// ---- choice store: inPlace
// Results of one word replace the items.
//
// given InputWord, Out

var<storage, read_write> input: array<InputWord>;

fn storeResult(item: u32, value: Out) {
  input[item] = value;
}

// ---- choice store: packed
// Results of 8 or 16 bits. Other lanes write the rest of a word, so each changes its own bits only.
//
// given ELEMENT_BITS, Out

var<storage, read_write> packedResults: array<atomic<u32>>;

fn storeResult(item: u32, value: Out) {
  let perWord = 32u / ELEMENT_BITS;
  let shift = (item % perWord) * ELEMENT_BITS;
  let mask = (1u << ELEMENT_BITS) - 1u;
  atomicAnd(&packedResults[item / perWord], ~(mask << shift));
  atomicOr(&packedResults[item / perWord], (value & mask) << shift);
}
