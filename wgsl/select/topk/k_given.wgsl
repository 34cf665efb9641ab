// The number k of a top-k is one of the call's numbers.
//
// given Call, MAX_K

var<immediate> call: Call;

fn wantedCount() -> u32 {
  return min(call.k, MAX_K);
}
