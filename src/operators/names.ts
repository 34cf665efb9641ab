/** The names of operators. Calls read them before the code of operators is loaded. */

/** Operators whose code is loaded when a call has one of them. */
export const MORE_OPS = ['std', 'first', 'last', 'any', 'all', 'logsumexp'] as const;
export type MoreOp = (typeof MORE_OPS)[number];
export const isMore = (op: unknown): op is MoreOp => MORE_OPS.includes(op as MoreOp);

export const REDUCE_OP_NAMES = [
  ...(['sum', 'product', 'min', 'max', 'argmin', 'argmax'] as const),
  ...(['and', 'or', 'xor', 'count', 'mean', 'variance'] as const),
  ...MORE_OPS,
] as const;

/** Names of the library's operators. */
export type ReduceOpName = (typeof REDUCE_OP_NAMES)[number];
