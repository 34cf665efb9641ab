/** Checks of initial values and of `ddof`. Only calls with some load this file. */
export { checkedDdof, checkedInitial } from '../../operators/initial.ts';
