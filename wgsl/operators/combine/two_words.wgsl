// Sum and product of u64 and i64, low word first. Both wrap.

fn add64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

/** The 64-bit product of two words, made from the products of their halves. */
fn multiplyWords(a: u32, b: u32) -> vec2u {
  let aLow = a & 0xFFFFu;
  let aHigh = a >> 16u;
  let bLow = b & 0xFFFFu;
  let bHigh = b >> 16u;
  let low = aLow * bLow;
  let crossed = aHigh * bLow + (low >> 16u);
  let middle = (crossed & 0xFFFFu) + aLow * bHigh;
  return vec2u((middle << 16u) | (low & 0xFFFFu), aHigh * bHigh + (crossed >> 16u) + (middle >> 16u));
}

fn multiply64(a: vec2u, b: vec2u) -> vec2u {
  let low = multiplyWords(a.x, b.x);
  return vec2u(low.x, low.y + a.x * b.y + a.y * b.x);
}
