// A word that differs from every widened item and every index. A slot that has it after the sort is outside every
// segment.

const UNWRITTEN = 0xFFFFFFFFu;
