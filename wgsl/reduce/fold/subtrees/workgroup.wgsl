// The stack of subtrees of a fold (reduce/fold/stack), for groups of a whole workgroup. Many levels of many words would
// take a lane's registers, and compilers would move them to memory. Only the first lane reads and writes the stack, so
// it needs no barrier.
//
// given Acc, STACK

var<workgroup> subtrees: array<Acc, STACK>;
