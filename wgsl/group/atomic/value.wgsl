// The word that a row adds to its group's total.

// ---- choice value: given
// The value of a row, as an atomic operation on unsigned words takes it: an integer of VALUE_BITS bits. FLIPS has the
// sign's bit where signed numbers are compared.
//
//   valuesIn   read: packed, lowest bits first
//
// given VALUE_BITS, SIGNED, FLIPS

var<storage, read_write> valuesIn: array<u32>;

fn valueAt(row: u32) -> u32 {
  let perWord = 32u / VALUE_BITS;
  let word = valuesIn[row / perWord];
  let shift = row % perWord * VALUE_BITS;
  let signed = bitcast<u32>(extractBits(bitcast<i32>(word), shift, VALUE_BITS));
  return select(extractBits(word, shift, VALUE_BITS), signed, SIGNED) ^ FLIPS;
}

// ---- choice value: one
// Counts rows: the value of every row is 1.

fn valueAt(row: u32) -> u32 {
  return 1u;
}
