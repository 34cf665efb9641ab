// Transforms that keep the type of the items: the item some places earlier, or the difference from it.

// ---- choice lagged: shift
//
// import Place from transform/place
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  return beforeOf(at);
}

// ---- choice lagged: integer
//
// import Place from transform/place
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  return bits - beforeOf(at);
}

// ---- choice lagged: integer64
//
// import Place from transform/place
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  let value = bits;
  let before = beforeOf(at);
  return vec2u(value.x - before.x, value.y - before.y - select(0u, 1u, value.x < before.x));
}

// ---- choice lagged: f32
//
// import Place from transform/place
// import numberOf from operators/element
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  return bitcast<u32>(numberOf(bits) - numberOf(beforeOf(at)));
}

// ---- choice lagged: f16
//
// import Place from transform/place
// import numberOf from operators/element
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  return halfOf(bitcast<u32>(numberOf(bits) - numberOf(beforeOf(at))));
}

/** The f16 nearest to an f32, ties to even. WGSL's own conversion may round otherwise. */
fn halfOf(bits: u32) -> u32 {
  let sign = (bits >> 16u) & 0x8000u;
  let magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) {
    return sign | 0x7E00u;
  }
  // 65520 and more round to infinity.
  if (magnitude >= 0x477FF000u) {
    return sign | 0x7C00u;
  }
  let exponent = magnitude >> 23u;
  let fraction = (magnitude & 0x7FFFFFu) | 0x800000u;
  // 2^-14 is the least normal f16. Below it, the lowest bit weighs 2^-24. Fractions of less than 2^-25 become 0.
  let dropped = select(min(126u - min(exponent, 126u), 31u), 13u, exponent >= 113u);
  let kept = fraction >> dropped;
  let rest = fraction & ((1u << dropped) - 1u);
  let half = 1u << (dropped - 1u);
  let up = select(0u, 1u, rest > half || (rest == half && (kept & 1u) == 1u));
  let base = select(0u, (max(exponent, 113u) - 113u) << 10u, exponent >= 113u);
  return sign | (base + kept + up);
}

// ---- choice lagged: f64
//
// import Place from transform/place
// import f64Add from operators/doubles
// given Bits, beforeOf

fn transformed(at: Place, bits: Bits) -> Bits {
  return f64Add(bits, beforeOf(at) ^ vec2u(0u, 0x80000000u));
}
