// Mean and variance, as (count, mean, sum of squared distances from the mean). Two ranges are combined by the formula
// of Chan, Golub and LeVeque (1979). Welford's step is this formula for a range of one element. It subtracts no two
// large sums, so it loses no digits by cancellation.

fn moments(a: vec3f, b: vec3f) -> vec3f {
  let count = a.x + b.x;
  let distance = b.y - a.y;
  let weight = b.x / max(count, 1.0);
  return vec3f(count, a.y + distance * weight, a.z + b.z + distance * distance * a.x * weight);
}

const NAN_BITS = 0x7FC00000u;

fn meanBits(total: vec3f) -> u32 {
  return select(bitcast<u32>(total.y), NAN_BITS, total.x == 0.0);
}

fn varianceBits(total: vec3f) -> u32 {
  return select(bitcast<u32>(total.z / max(total.x, 1.0)), NAN_BITS, total.x == 0.0);
}
