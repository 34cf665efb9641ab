// The doubles nearest to integers (operators/doubles/words). Those of 32 bits are exact.
//
// import zerosAbove64, packedDouble, shiftedLeft, DOUBLE_SIGN from operators/doubles/words

fn signedDouble(sign: u32, size: vec2u) -> vec2u {
  if ((size.x | size.y) == 0u) {
    return vec2u();
  }
  let zeros = zerosAbove64(size);
  return packedDouble(sign, 1085u - zeros, shiftedLeft(size, zeros));
}

fn f64FromU64(value: vec2u) -> vec2u {
  return signedDouble(0u, value);
}

fn f64FromI64(value: vec2u) -> vec2u {
  let negative = value.y >= DOUBLE_SIGN;
  let minus = vec2u(0u - value.x, ~value.y + select(0u, 1u, value.x == 0u));
  return signedDouble(value.y & DOUBLE_SIGN, select(value, minus, negative));
}

fn f64FromU32(value: u32) -> vec2u {
  return signedDouble(0u, vec2u(value, 0u));
}

fn f64FromI32(value: i32) -> vec2u {
  let bits = bitcast<u32>(value);
  return signedDouble(bits & DOUBLE_SIGN, vec2u(select(bits, 0u - bits, value < 0), 0u));
}
