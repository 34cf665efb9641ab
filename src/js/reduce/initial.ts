/** Checks of initial values. Only calls with some load this file. */
export { checkedInitial } from '../../operators/initial.ts';
