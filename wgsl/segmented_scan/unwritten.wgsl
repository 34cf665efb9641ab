// Before a scan with results of 8 or 16 bits: marks each word of `results` as unwritten. Items outside every segment
// stay so, and sort/convert/convert.wgsl does not change them in the output.
//
//   results   written: a word an item, and the words that fill up the last packed word
//
// import UNWRITTEN from sort/convert/convert

var<storage, read_write> results: array<u32>;

fn convert(i: u32, items: u32) {
  if (i < items + 3u && i < arrayLength(&results)) {
    results[i] = UNWRITTEN;
  }
}
