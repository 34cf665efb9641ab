// How kernels read the items of a sort or a selection: keys by `inputKey`, the words that move with them by
// `inputValue`.

// ---- choice inputKey: apart
// Keys are read from the input, which is a separate buffer range.
//
// given Key

var<storage, read_write> keysIn: array<Key>;

fn inputKey(i: u32) -> Key {
  return keysIn[i];
}

// ---- choice inputKey: inPlace
// Keys are sorted in place. WebGPU rejects two writable bindings of one range, so keys are read through the output.
//
// given Key

var<storage, read_write> keysOut: array<Key>;

fn inputKey(i: u32) -> Key {
  return keysOut[i];
}

// ---- choice inputKey: copied
// Keys are sorted in place, and the sort moves their indices. At the end the keys are fetched by index. So each key
// that is read is also copied to scratch memory.
//
//   keysIn   read                keysTo   written: scratch memory
//
// given Key

var<storage, read_write> keysIn: array<Key>;
var<storage, read_write> keysTo: array<Key>;

fn inputKey(i: u32) -> Key {
  let key = keysIn[i];
  keysTo[i] = key;
  return key;
}

// ---- choice inputKey: index
// Under a custom comparator the kernels sort the keys' indices, so a key is its own index. None is read.

fn inputKey(i: u32) -> u32 {
  return i;
}

// ---- choice inputKey: narrow
// Keys of 8 or 16 bits are read from packed words.
//
//   keysIn   read: PER_WORD keys per word, lowest bits first
//
// given Key, PER_WORD, ITEM_BITS, ITEM_MASK

var<storage, read_write> keysIn: array<Key>;

fn inputKey(i: u32) -> Key {
  return (keysIn[i / PER_WORD] >> (i % PER_WORD * ITEM_BITS)) & ITEM_MASK;
}

// ---- choice inputKey: vectors
// Keys of one word, in a binding of vectors of four words (select/topk/first_item.software.wgsl).
//
// given InputWord

var<storage, read_write> input: array<InputWord>;

fn inputKey(i: u32) -> u32 {
  return input[i / 4u][i % 4u];
}

// ---- choice inputValue: apart
// Values are read from the input, which is a separate buffer range.

var<storage, read_write> valuesIn: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesIn[i];
}

// ---- choice inputValue: inPlace
// Values are moved in place, and are read through the output, as keys are.

var<storage, read_write> valuesOut: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesOut[i];
}

// ---- choice inputValue: moved
// A pass of a radix sort reads values where the pass before it wrote them. The first pass reads the input.

var<storage, read_write> valuesFrom: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesFrom[i];
}

// ---- choice inputValue: index
// A value is its item's index in the whole array. The first kernel that touches an item computes it, so none is read.

fn inputValue(i: u32, begin: u32) -> u32 {
  return i;
}

// ---- choice inputValue: indexInSegment
// A value is its item's index in the segment that begins at `begin`. The first kernel that touches an item computes it,
// so none is read.

fn inputValue(i: u32, begin: u32) -> u32 {
  return i - begin;
}
