// The number k of a top-k is one of the call's numbers.

var<immediate> call: Call;

fn wantedCount() -> u32 {
  return min(call.k, MAX_K);
}
