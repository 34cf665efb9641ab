// The bound of the first items in an order by key, then index: a workgroup finds it digit by digit, the highest first.
// Digits that all items share are left out.
//
// import Item, keyOf, itemIndexOf from sort/small/item
// given itemAt, packedKey, unpackedKey, lessKey, bitsFrom, withDigit, blockScan, Key, DIGITS, KEY_DIGITS, WORKGROUP

/** Items up to it are those whose key and index, each under its mask, are not greater. */
struct Bound {
  key: Key,
  keyMask: Key,
  index: u32,
  indexMask: u32,
}

const BITS = countOneBits(DIGITS - 1u);
const INDEX_DIGITS = 32u / BITS;
const LANE_DIGITS = max(DIGITS / WORKGROUP, 1u);

var<workgroup> itemBits: array<atomic<u32>, 3>;
var<workgroup> differing: vec3u;   // bits of a key, low and high word, and of an index that differ among the items
var<workgroup> itemCounts: array<atomic<u32>, DIGITS>;
var<workgroup> foundDigit: vec3u;  // the digit · the rank among the items with it · their number

fn isUpTo(bound: Bound, item: Item) -> bool {
  let key = keyOf(item) & bound.keyMask;
  return lessKey(key, bound.key) | (all(key == bound.key) & ((itemIndexOf(item) & bound.indexMask) <= bound.index));
}

/** The bits that differ among the items. */
fn differingBits(local: u32, total: u32) -> vec3u {
  if (local < 3u) {
    atomicStore(&itemBits[local], 0u);
  }
  workgroupBarrier();
  let one = itemAt(0u);
  var keyBits = Key();
  var indexBits = 0u;
  for (var i = local; i < total; i += 4u * WORKGROUP) {
    // Four loads at a time.
    let a = itemAt(i);
    let b = itemAt(min(i + WORKGROUP, total - 1u));
    let c = itemAt(min(i + 2u * WORKGROUP, total - 1u));
    let d = itemAt(min(i + 3u * WORKGROUP, total - 1u));
    keyBits |= (keyOf(a) ^ keyOf(one)) | (keyOf(b) ^ keyOf(one)) | (keyOf(c) ^ keyOf(one)) | (keyOf(d) ^ keyOf(one));
    indexBits |= (itemIndexOf(a) ^ itemIndexOf(one)) | (itemIndexOf(b) ^ itemIndexOf(one))
        | (itemIndexOf(c) ^ itemIndexOf(one)) | (itemIndexOf(d) ^ itemIndexOf(one));
  }
  let words = packedKey(keyBits);
  atomicOr(&itemBits[0], words.x);
  atomicOr(&itemBits[1], words.y);
  atomicOr(&itemBits[2], indexBits);
  workgroupBarrier();
  if (local == 0u) {
    differing = vec3u(atomicLoad(&itemBits[0]), atomicLoad(&itemBits[1]), atomicLoad(&itemBits[2]));
  }
  return workgroupUniformLoad(&differing);
}

/** Counts the digit of an item that has the digits of `bound`. */
fn countItem(item: Item, isItem: bool, bound: Bound, ofIndex: bool, shift: u32) {
  let has = all((keyOf(item) & bound.keyMask) == bound.key) & ((itemIndexOf(item) & bound.indexMask) == bound.index);
  if (isItem & has) {
    let bits = select(bitsFrom(keyOf(item), shift), itemIndexOf(item) >> shift, ofIndex);
    atomicAdd(&itemCounts[bits & (DIGITS - 1u)], 1u);
  }
}

/** Counts the digits of the items that have the digits of `bound`, and finds the digit at a rank among them. */
fn digitAt(local: u32, total: u32, rank: u32, bound: Bound, ofIndex: bool, shift: u32) -> vec3u {
  for (var i = local; i < DIGITS; i += WORKGROUP) {
    atomicStore(&itemCounts[i], 0u);
  }
  workgroupBarrier();
  for (var i = local; i < total; i += 4u * WORKGROUP) {
    let a = itemAt(i);
    let b = itemAt(min(i + WORKGROUP, total - 1u));
    let c = itemAt(min(i + 2u * WORKGROUP, total - 1u));
    let d = itemAt(min(i + 3u * WORKGROUP, total - 1u));
    countItem(a, true, bound, ofIndex, shift);
    countItem(b, i + WORKGROUP < total, bound, ofIndex, shift);
    countItem(c, i + 2u * WORKGROUP < total, bound, ofIndex, shift);
    countItem(d, i + 3u * WORKGROUP < total, bound, ofIndex, shift);
  }
  workgroupBarrier();
  let first = min(local * LANE_DIGITS, DIGITS);
  let end = min(first + LANE_DIGITS, DIGITS);
  var sum = 0u;
  for (var digit = first; digit < end; digit++) {
    sum += atomicLoad(&itemCounts[digit]);
  }
  var before = blockScan(local, sum).before;
  if (rank - before < sum) {
    for (var digit = first; digit < end; digit++) {
      let count = atomicLoad(&itemCounts[digit]);
      if (rank - before < count) {
        foundDigit = vec3u(digit, rank - before, count);
        break;
      }
      before += count;
    }
  }
  return workgroupUniformLoad(&foundDigit);
}

/** The bound of the first `wanted` of `total` items, at least 1 and fewer than all. For uniform control flow only. */
fn boundOf(local: u32, total: u32, wanted: u32) -> Bound {
  let differs = differingBits(local, total);
  let keyBits = unpackedKey(differs.xy);
  var bound = Bound();
  var rank = wanted - 1u;
  for (var place = KEY_DIGITS + INDEX_DIGITS; place > 0u; place--) {
    let ofIndex = place <= INDEX_DIGITS;
    let shift = (place - select(INDEX_DIGITS + 1u, 1u, ofIndex)) * BITS;
    let bits = select(bitsFrom(keyBits, shift), differs.z >> shift, ofIndex);
    if ((bits & (DIGITS - 1u)) == 0u) {
      continue;
    }
    let found = digitAt(local, total, rank, bound, ofIndex, shift);
    if (ofIndex) {
      bound.index |= found.x << shift;
      bound.indexMask |= (DIGITS - 1u) << shift;
    } else {
      bound.key = withDigit(bound.key, found.x, shift);
      bound.keyMask = withDigit(bound.keyMask, DIGITS - 1u, shift);
    }
    rank = found.y;
    // All items with these digits are among the first.
    if (found.y + 1u == found.z) {
      break;
    }
  }
  return bound;
}
