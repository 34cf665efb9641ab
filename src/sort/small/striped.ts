/**
 * Networks whose lanes load and store striped items: neighbouring lanes read and write neighbouring words. A GPU's
 * lanes access memory together, and each access moves whole sectors of 32 bytes.
 */
import { wgsl } from '../../plan/module.ts';
import type { NetworkForm, NetworkParts, SmallShape } from '../network_form.ts';
import { unrolled } from './network.ts';

/**
 * A lane loads items `lanes` apart. After the merges a lane holds consecutive items, so bits of registers' numbers and
 * of lanes' numbers are swapped. Each item is stored by the lane that loaded the same slot, so a sort in place has no
 * race.
 */
export function striped(shape: SmallShape, form: NetworkForm): NetworkParts {
  const { lanes, items } = shape;
  if (lanes * items > (form.maxStriped ?? 0) || items & (items - 1)) return unrolled(shape, form);
  const swapped = Math.min(lanes, items);
  const across = lanes / swapped;
  // A lane's number, its highest bits moved to the end.
  const first = wgsl`lane % ${across}u * ${swapped}u + lane / ${across}u`;
  const parts = unrolled(shape, form, first, (i) => (i % swapped) * (across * items - 1) + i);
  const merges = [...parts.merges];
  for (let bit = 1; bit < swapped; bit *= 2) {
    const mask = across * bit;
    for (let i = 0; i < items; i++) {
      const j = i + bit;
      if (i & bit) continue;
      // Bit `bit` of the registers' numbers and the lane bit `mask` swap. A lane sends half of its registers.
      merges.push(wgsl`{
  let upper = (lane & ${mask}u) != 0u;
  let p = partner(local, ${i}u, select(r${j}, r${i}, upper), ${mask}u);
  r${i} = select(r${i}, p, upper);
  r${j} = select(p, r${j}, upper);
}`);
    }
  }
  return { ...parts, merges };
}
