/** The option `cover`: segments that must cover the whole array once. */
import { refused, shown } from '../errors.ts';
import { type CheckedSegments, idsByBegin, segmentBounds } from './segments.ts';

/** Refuses an item that no segment has, or several. */
export function requireCover(cover: unknown, segments: CheckedSegments, itemCount: number): void {
  if (cover === undefined) return;
  if (typeof cover !== 'boolean') throw refused('invalid-option', 'cover', shown(cover), 'true, false');
  if (!cover || segments.coversAll) return;
  const order = segments.ranges && idsByBegin(segments.ranges.begin);
  let covered = 0;
  for (let k = 0; k <= segments.count; k++) {
    const id = order?.[k] ?? k;
    const [begin, end] = k < segments.count ? segmentBounds(segments, id) : [itemCount, itemCount];
    if (k < segments.count && begin === end) continue;
    if (begin !== covered) {
      const [from, to] = [Math.min(begin, covered), Math.max(begin, covered)];
      const items = to - from === 1 ? `item ${from} is` : `items ${from} to ${to - 1} are`;
      const found = begin < covered ? 'in several segments' : 'outside every segment';
      throw refused(
        'length-mismatch',
        'segments',
        `${items} ${found}`,
        `all ${itemCount} items once, with cover: true`,
      );
    }
    covered = end;
  }
}
