/** Refuses members that an object of the caller must not have, with the nearest name that it may have. */
import { isPlain, unknownIn } from './checks.ts';
import { nameOf, refused, type SegmentedError } from './errors.ts';

/** Names that other libraries use, and what they mean here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  direction: 'order',
  descending: 'order',
  ascending: 'order',
  desc: 'order',
  reverse: 'order',
  comparator: 'compare',
  less: 'compare',
  cmp: 'compare',
  key: 'orderBy',
  by: 'orderBy',
  code: 'wgsl',
  init: 'initial',
  initialvalue: 'initial',
  numitems: 'maxItems',
  items: 'maxItems',
  count: 'itemCount',
  length: 'itemCount',
  scratch: 'temporary',
  byteoffset: 'offset',
  bytelength: 'size',
};

/**
 * Number of letters to insert, remove, replace or swap with the next one until a name is another (Damerau 1964, Wagner
 * and Fischer 1974).
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + Number(a[i] !== b[j]);
      const swapped = a[i] === b[j - 1] && a[i - 1] === b[j] ? (before[j - 1] as number) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

/**
 * The known name that the caller probably meant, if there is one. Of a path, such as 'type.bytes', the last name
 * counts.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const far = (each: string) => distance(lower, each.slice(each.lastIndexOf('.') + 1).toLowerCase());
  const [best] = known.toSorted((a, b) => far(a) - far(b));
  if (best !== undefined && far(best) <= Math.max(1, Math.floor(name.length / 3))) return best;
  const meant = Object.hasOwn(SYNONYMS, lower) ? SYNONYMS[lower] : undefined;
  return meant !== undefined && known.includes(meant) ? meant : undefined;
}

/** The error for a member that a call does not know. */
export function unknownMember(
  argument: string,
  name: string,
  known: readonly string[],
  allowed = known.join(', '),
): SegmentedError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `, did you mean '${meant}'?`;
  return refused('invalid-option', argument, `unknown member '${name}'${hint}`, allowed);
}

/** Refuses members that are not among the known names. */
export function requireMembers(argument: string, given: unknown, known: readonly string[]): void {
  const name = unknownIn(Object(given), known);
  if (name !== undefined) throw unknownMember(argument, name, known);
}

/** As `requireMembers`, for objects without a class. Objects of frameworks may have further members. */
export function requireOwnMembers(argument: string, given: unknown, known: readonly string[]): void {
  if (isPlain(given)) requireMembers(argument, given, known);
}

/** Refuses further members of a type that is an object: `{ bytes }`, or `{ type, stride }`. */
export function requireTypeMembers(argument: string, type: unknown): void {
  if ('bytes' in Object(type)) requireOwnMembers(argument, type, ['bytes']);
  else requireOwnMembers(argument, type, ['type', 'stride']);
}

/** Refuses what is no object for an option in WGSL, above all a function of JavaScript. */
export function requireWgsl(option: string, given: unknown, example: string): void {
  if (typeof given === 'object' && given !== null) return;
  const why = typeof given === 'function' ? ': a GPU cannot call a function of JavaScript, so its body is WGSL' : '';
  throw refused(
    'invalid-option',
    option,
    nameOf(given),
    `an object with a string of WGSL, for example ${example}${why}`,
  );
}
