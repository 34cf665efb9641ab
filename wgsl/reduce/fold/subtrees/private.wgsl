// The stack of subtrees of a fold (reduce/fold/stack), for groups of one lane or a part of a workgroup. Every lane has
// a stack. Only that of the group's first lane is in use.
//
// given Acc, STACK

var<private> subtrees: array<Acc, STACK>;
