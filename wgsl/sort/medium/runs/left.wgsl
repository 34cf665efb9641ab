// What a pass leaves: sort keys for the next merge, the keys' own bits at the end. Known at run time, not a piece of its own:
// a second kernel would take as long to compile as the first.

var<private> leavesKeys: bool;

fn left(key: Key) -> Key {
  return select(key, keyBits(key), leavesKeys);
}
