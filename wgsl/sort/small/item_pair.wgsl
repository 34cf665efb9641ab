// What a register of the small sort holds: (key, place in the segment, value). The place makes the network stable and
// tells pads from real items with the largest key. All three travel through the network, so that every load comes before
// every store and a segment can be sorted in place.

alias Item = vec3u;
const PAD = vec3u(0xFFFFFFFFu);

fn less(a: Item, b: Item) -> bool {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

fn lesser(a: Item, b: Item) -> Item {
  return select(b, a, less(a, b));
}

fn greater(a: Item, b: Item) -> Item {
  return select(a, b, less(a, b));
}

fn loadItem(begin: u32, length: u32, place: u32) -> Item {
  let i = begin + min(place, max(length, 1u) - 1u);
  return select(PAD, vec3u(sortKey(inputKey(i)), place, inputValue(i)), place < length);
}

fn storeItem(begin: u32, length: u32, place: u32, item: Item) {
  if (place < length) {
    keysOut[begin + place] = keyBits(item.x);
    valuesOut[begin + place] = item.z;
  }
}
