/** What stands for an item before a segment's first, as words. */
import { halfBits } from '../operators/initial.ts';
import type { ReduceType } from '../operators/operators.ts';

/** Two words, low word first. Integers of up to 32 bits are extended to a word. */
export function fillWords(type: ReduceType, fill: number | bigint): readonly [number, number] {
  const wordsOf = (array: Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>) => {
    const [low = 0, high = 0] = new Uint32Array(array.buffer);
    return [low, high] as const;
  };
  if (type === 'f16') return [halfBits(Number(fill)), 0];
  if (type === 'f32') return wordsOf(Float32Array.of(Number(fill)));
  if (type === 'f64') return wordsOf(Float64Array.of(Number(fill)));
  const whole = BigInt.asUintN(64, BigInt(fill));
  return [Number(whole & 0xffffffffn), Number(whole >> 32n)];
}
