// NaNs among sort keys. In ascending order they come after +inf.
//
//   LAST_NUMBER   the sort key of +inf, low word and high word; of the greatest key where no key is a NaN
//
// given lessKey, unpackedKey, Key, LAST_NUMBER

fn nanOf(key: Key) -> u32 {
  return select(0u, 1u, lessKey(unpackedKey(vec2u(LAST_NUMBER[0], LAST_NUMBER[1])), key));
}
