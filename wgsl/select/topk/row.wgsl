// The row of a segment's results: its first slot, and how many items of the segment it gets.

struct Row {
  first: u32,
  count: u32,
}
