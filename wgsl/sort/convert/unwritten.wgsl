// A word that no widened item and no index can be: where it still stands after the sort lies outside every segment.

const UNWRITTEN = 0xFFFFFFFFu;
