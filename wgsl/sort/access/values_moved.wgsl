// A pass of a radix sort reads values where the pass before it wrote them. The first pass reads the input.

var<storage, read_write> valuesFrom: array<u32>;

fn inputValue(i: u32, begin: u32) -> u32 {
  return valuesFrom[i];
}
