// Selections in plain JavaScript on one core: a heap for a top-k, quickselect for a median.

/** The k greatest keys of each segment, the greatest first; of equal keys the lower indices. Rows of k slots. */
export function topKByHeap(keys, offsets, k, keysOut, indicesOut) {
  const heapKeys = new Uint32Array(k);
  const heap = new Uint32Array(k);
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s], offsets[s + 1]];
    const size = Math.min(k, end - begin);
    for (let i = 0; i < size; i++) siftUp(heapKeys, heap, i, keys[begin + i], i);
    // The root is the last of the kept items: a later item replaces it only if it is greater.
    for (let i = begin + size; i < end; i++) {
      if (keys[i] > heapKeys[0]) siftDown(heapKeys, heap, size, keys[i], i - begin);
    }
    for (let rest = size; rest > 0; rest--) {
      keysOut[s * k + rest - 1] = heapKeys[0];
      indicesOut[s * k + rest - 1] = heap[0];
      siftDown(heapKeys, heap, rest - 1, heapKeys[rest - 1], heap[rest - 1]);
    }
    for (let i = size; i < k; i++) indicesOut[s * k + i] = 0xffffffff;
  }
}

/** Adds an item to a heap of `at` items. A parent comes after its children in the order of results. */
function siftUp(heapKeys, heap, at, key, index) {
  let i = at;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    // Indices ascend, so a new item comes after all equal ones.
    if (heapKeys[parent] < key) break;
    heapKeys[i] = heapKeys[parent];
    heap[i] = heap[parent];
    i = parent;
  }
  heapKeys[i] = key;
  heap[i] = index;
}

/** Replaces the root of a heap of `size` items. */
function siftDown(heapKeys, heap, size, key, index) {
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    const isRight =
      child + 1 < size &&
      (heapKeys[child + 1] < heapKeys[child] ||
        (heapKeys[child + 1] === heapKeys[child] && heap[child + 1] > heap[child]));
    if (isRight) child++;
    if (heapKeys[child] > key || (heapKeys[child] === key && heap[child] < index)) break;
    heapKeys[i] = heapKeys[child];
    heap[i] = heap[child];
    i = child;
  }
  heapKeys[i] = key;
  heap[i] = index;
}

/** The keys at both sides of each segment's median. Reorders `keys`. */
export function mediansByQuickselect(keys, offsets, low, high) {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s], offsets[s + 1]];
    if (end === begin) continue;
    const position = begin + ((end - begin - 1) >> 1);
    select(keys, begin, end - 1, position);
    low[s] = keys[position];
    high[s] = low[s];
    if ((end - begin) % 2 === 1) continue;
    let least = keys[position + 1];
    for (let i = position + 2; i < end; i++) if (keys[i] < least) least = keys[i];
    high[s] = least;
  }
}

/** Puts the item of rank `k` at index k, with no greater item before it (Floyd and Rivest 1975). */
function select(keys, from, to, k) {
  let [left, right] = [from, to];
  while (right > left) {
    if (right - left > 600) {
      const n = right - left + 1;
      const i = k - left + 1;
      const z = Math.log(n);
      const s = 0.5 * Math.exp((2 * z) / 3);
      const sd = 0.5 * Math.sqrt((z * s * (n - s)) / n) * Math.sign(i - n / 2);
      const newLeft = Math.max(left, Math.floor(k - (i * s) / n + sd));
      const newRight = Math.min(right, Math.floor(k + ((n - i) * s) / n + sd));
      select(keys, newLeft, newRight, k);
    }
    const pivot = keys[k];
    let [i, j] = [left, right];
    swap(keys, left, k);
    if (keys[right] > pivot) swap(keys, left, right);
    while (i < j) {
      swap(keys, i, j);
      i++;
      j--;
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
    }
    if (keys[left] === pivot) swap(keys, left, j);
    else {
      j++;
      swap(keys, j, right);
    }
    if (j <= k) left = j + 1;
    if (k <= j) right = j - 1;
  }
}

function swap(keys, i, j) {
  const key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
}
