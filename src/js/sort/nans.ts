/** Keys whose NaNs are all equal, as in groups. Plain sorts do not load this. */
import { type KeyOrder, nanKey } from '../../sort/kernels.ts';
import type { MappedKeys } from './key_map.ts';

/** The numbers, in ascending order, with that of the first NaN for all NaNs. */
export function withOneNan(numbers: MappedKeys, { keyType }: KeyOrder): MappedKeys {
  if (keyType[0] !== 'f') return numbers;
  const { low, high } = numbers;
  const [nan, nanHigh] = nanKey(keyType);
  for (let i = 0; i < low.length; i++) {
    const above = (high?.[i] ?? nanHigh) - nanHigh || low[i]! - nan;
    if (above <= 0) continue;
    low[i] = nan;
    if (high) high[i] = nanHigh;
  }
  return numbers;
}
