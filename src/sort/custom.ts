/** Custom orders. Only a sort that is given one loads this code. */

import elementFile from '../../wgsl/operators/element.wgsl';
import keysCompared from '../../wgsl/sort/keys/compared.wgsl';
import { nameOf, refused, requireCount, requireMembers, requireOneOf, requireTypeMembers, shown } from '../checks.ts';
import {
  isItemTypeName,
  isStrided,
  longName,
  NAMED_TYPES,
  type NumberType,
  type StridedType,
  typeBytes,
  type VectorType,
} from '../item_types.ts';
import { COMMENT, callersText, requireJs } from '../plan/callers_text.ts';
import { section, storage, type WgslModule, written } from '../plan/link.ts';
import {
  type Comparison,
  type CustomKeys,
  INDEX_ORDER,
  type KeyOrder,
  type Mapping,
  type SortKeyType,
  type SortOrder,
} from './kernels.ts';

/** The options that order the keys of a sort. */
interface CustomOrder {
  readonly keyType: unknown;
  readonly order: SortOrder;
  readonly compare?: unknown;
  readonly orderBy?: unknown;
  readonly bits: Readonly<Partial<Record<'beginBit' | 'endBit' | 'signedZero' | 'nan', unknown>>>;
}

/** Checks `compare` or `orderBy`, one of which is given, and returns the order. */
export function customOrder({ keyType, order, compare, orderBy, bits }: CustomOrder) {
  const mapping = mappingOf(keyType, orderBy, order, { compare, ...bits });
  if (mapping) return mapping;
  const comparison = comparisonOf(keyType, compare, order === 'descending', bits);
  return { ...INDEX_ORDER, compare: comparison } satisfies KeyOrder & { readonly compare: Comparison | undefined };
}

/**
 * A custom comparator: WGSL that says whether one key comes before another. Every sort by it is stable.
 *
 * Keys of u8 and u16 are passed to it as u32, i8 and i16 as i32, f16 as f32, and 64-bit numbers as vec2<u32> with the
 * low word first. Keys of `{ bytes: 4 | 8 | 12 | 16 }` are passed as the struct that `type` names.
 *
 * The comparator must be a strict weak order. An inconsistent comparator gives an unspecified order of the same keys,
 * and does no other harm. `order: 'descending'` reverses the comparator.
 *
 * Cost: O(n log n) comparisons, each of which loads two keys. If a number can be computed from each key, `orderBy` is
 * faster. Method: the sort moves the keys' indices, and moves keys and values once at the end. Small segments are
 * sorted by a network in registers (Batcher 1968), longer segments by merge sort (merge path: Odeh et al. 2012).
 *
 * A WGSL text that does not compile is refused with the code 'shader-compile'. The message gives line, column and
 * source.
 *
 * @example
 * // Sort points by their distance from the origin. A point is three packed floats.
 * const keys = { type: 'vec3<f32>', data: new Float32Array([3, 0, 0, 1, 1, 0, 0, 2, 0]) } as const;
 * const compare = { wgsl: 'return dot(a, a) < dot(b, b);' };
 * const { data } = await segmentedSort(device, keys, [0, 3], { compare });   // 1 1 0 · 0 2 0 · 3 0 0
 *
 * @example
 * // Sort records by team, then by descending score.
 * const declarations = 'struct Player { team: u32, score: f32 }';
 * const wgsl = 'if (a.team != b.team) { return a.team < b.team; }\nreturn a.score > b.score;';
 * const players = { type: { bytes: 8 }, data: new Uint8Array(8 * 100) } as const;
 * await segmentedSort(device, players, [0, 100], { compare: { wgsl, declarations, type: 'Player' } });
 */
export interface Compare {
  /** The body of `fn less(a: T, b: T) -> bool`: whether `a` comes before `b`. T is the keys' WGSL type. */
  wgsl: string;
  /** WGSL functions, constants and structs that `wgsl` uses. */
  declarations?: string;
  /**
   * The same as a function, for `webgpu-segmented/js`; the GPU does not use it. It receives keys as numbers, keys of
   * u64 and i64 as bigints, vectors as arrays of their components, and keys of `{ bytes }` as DataViews. The next call
   * overwrites these arrays and views.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameters follows from the keys'
  js?: (a: any, b: any) => boolean;
  /**
   * For keys of `{ bytes }`: the name of their struct in `declarations`. Keys have the memory layout that WGSL gives
   * the struct in storage. Its members are u32, i32, f32 and vectors of these.
   */
  type?: string;
}

/** Checks `compare`. The result is undefined if `compare` is. */
export function comparisonOf(
  keyType: unknown,
  compare: unknown,
  descending: boolean,
  bits: CustomOrder['bits'],
): Comparison | undefined {
  if (compare === undefined) return undefined;
  const keys = customKeys(keyType, 'compare', compare);
  requireNoBits('compare', bits);
  const head = `fn less(a: ${keys.type}, b: ${keys.type}) -> bool`;
  return { ...keys, descending, modules: [keysCompared, ...customModules(keys, head)] };
}

/**
 * A custom order by number: WGSL that computes a number from a key. Keys are sorted by their numbers, and every sort is
 * stable. The function gets a key in the same form as the function of `compare`.
 *
 * A number of type f32 is ordered as an f32 key, NaNs last. A number of type `vec2<u32>` has its low word first, like
 * all 64-bit numbers of this library.
 *
 * Cost: the function runs once per key, then the numbers are radix sorted like u32 or u64 keys. That is faster than
 * `compare`, whose function runs in every comparison. Keys and values are moved once, at the end.
 *
 * A WGSL text that does not compile is refused with the code 'shader-compile'. The message gives line, column and
 * source.
 *
 * @example
 * // Sort integers by their last decimal digit. Integers with the same digit keep their input order.
 * const orderBy = { wgsl: 'return key % 10u;', bits: 4 };
 * await segmentedSort(device, new Uint32Array([25, 31, 11, 40]), [0, 4], { orderBy });   // 40 31 11 25
 */
export interface OrderBy {
  /** The body of `fn orderKey(key: T) -> R`. T is the WGSL type of the passed keys, and R is `returns`. */
  wgsl: string;
  /** WGSL functions, constants and structs that `wgsl` uses. */
  declarations?: string;
  /** The same as a function, for `webgpu-segmented/js`. It receives a key as `compare.js` does. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the parameter follows from the keys'
  js?: (key: any) => number | bigint | ArrayLike<number>;
  /** For keys of `{ bytes }`: the name of their struct in `declarations`, as for `compare`. */
  type?: string;
  /** The type of the number. Default `'u32'`. Numbers of i32 and f32 are ordered as keys of these types. */
  returns?: 'u32' | 'i32' | 'f32' | 'vec2<u32>' | 'vec2u';
  /**
   * How many of the number's lowest bits are sorted by. Fewer bits take fewer passes. Default: all 32 or 64. Only for
   * unsigned numbers.
   */
  bits?: number;
}

/** Checks `orderBy` and adds the order of the numbers. The result is undefined if `orderBy` is. */
export function mappingOf(
  keyType: unknown,
  orderBy: unknown,
  order: SortOrder,
  bits: CustomOrder['bits'] & { readonly compare?: unknown },
): (KeyOrder & { orderBy: Mapping }) | undefined {
  if (orderBy === undefined) return undefined;
  const { compare, ...others } = bits;
  if (compare !== undefined) {
    throw refused('invalid-option', 'compare', 'given together with orderBy', 'one or the other');
  }
  const keys = customKeys(keyType, 'orderBy', orderBy);
  requireNoBits('orderBy', others);
  const { returns = 'u32', bits: counted } = orderBy as OrderBy;
  requireOneOf('orderBy.returns', returns, ['u32', 'i32', 'f32', 'vec2<u32>', 'vec2u'], 'invalid-option');
  const words = returns.startsWith('vec2') ? 2 : 1;
  if (counted !== undefined && (returns === 'i32' || returns === 'f32')) {
    throw refused('invalid-option', 'orderBy.bits', shown(counted), `none with returns: '${returns}'`);
  }
  const endBit =
    counted === undefined ? 32 * words : requireCount('orderBy.bits', counted, 32 * words, 'invalid-option');
  return {
    keyType: words === 2 ? 'u64' : (returns as SortKeyType),
    order,
    beginBit: 0,
    endBit,
    zerosTie: false,
    orderBy: { ...keys, words, returns, modules: mappingModules({ ...keys, words, returns }) },
  };
}

/** The modules of the kernel that computes the numbers. */
function mappingModules(mapping: Omit<Mapping, 'modules'>): WgslModule[] {
  const { type, words, returns } = mapping;
  const call = 'orderKey(customKey(i))';
  const word = returns === 'u32' ? call : `bitcast<u32>(${call})`;
  const number = words === 1 ? `vec2u(${word}, 0u)` : call;
  return [
    written('number of a key', `fn numberOfKey(i: u32) -> vec2u {\n  return ${number};\n}`),
    ...customModules(mapping, `fn orderKey(key: ${type}) -> ${returns}`),
  ];
}

const STRUCT_BYTES = [4, 8, 12, 16] as const;

/** Keys that are structs, which the user's declarations describe. */
export interface StructKeyType {
  /** Bytes of a key. */
  bytes: (typeof STRUCT_BYTES)[number];
}

/** Keys that `compare` and `orderBy` take: any number or vector, or a struct of the user's declarations. */
export type CompareKeyType = NumberType | VectorType | StridedType | StructKeyType;

type View = Pick<CustomKeys, 'type' | 'struct' | 'inputWord' | 'load'>;

/** How kernels load a number. Narrow numbers are packed into words, lowest bits first. */
function numberView(keyType: string): View {
  const bits = Number(keyType.slice(1));
  const perWord = 32 / bits;
  const word = `input[i / ${perWord}u]`;
  const shift = `i % ${perWord}u * ${bits}u`;
  const unsigned = `(${word} >> (${shift})) & ${2 ** bits - 1}u`;
  if (bits === 64) return { type: 'vec2<u32>', inputWord: 'vec2<u32>', load: 'input[i]' };
  if (bits === 32) return { type: keyType, inputWord: keyType, load: 'input[i]' };
  if (keyType === 'f16') return { type: 'f32', inputWord: 'u32', load: `numberOf(${unsigned})` };
  if (keyType[0] === 'u') return { type: 'u32', inputWord: 'u32', load: unsigned };
  const signed = `bitcast<i32>(${word} << (${32 - bits}u - ${shift})) >> ${32 - bits}u`;
  return { type: 'i32', inputWord: 'u32', load: signed };
}

function namedView(keyType: string): View {
  if (!keyType.startsWith('vec')) return numberView(keyType);
  // WGSL pads the elements of an array of vec3.
  if (!keyType.startsWith('vec3')) return { type: keyType, inputWord: keyType, load: 'input[i]' };
  const words = 'vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u])';
  return { type: keyType, inputWord: 'u32', load: `bitcast<${keyType}>(${words})` };
}

/** Refuses what is no object for an option in WGSL, above all a function of JavaScript. */
function requireWgsl(option: string, given: unknown, example: string): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  const why = typeof given === 'function' ? ': a GPU cannot call a function of JavaScript, so its body is WGSL' : '';
  throw refused(
    'invalid-option',
    option,
    nameOf(given),
    `an object with a string of WGSL, for example ${example}${why}`,
  );
}

/** Checks the WGSL texts of an option. */
export function orderTexts(option: CustomKeys['option'], given: unknown) {
  requireWgsl(option, given, option === 'compare' ? "{ wgsl: 'return a < b;' }" : "{ wgsl: 'return key;' }");
  const own = option === 'orderBy' ? ['returns', 'bits'] : [];
  requireMembers(option, given, ['wgsl', 'declarations', 'type', 'js', ...own]);
  const { wgsl, declarations = '', js } = Object(given) as Record<string, unknown>;
  requireJs(option, { js });
  for (const [name, text] of Object.entries({ wgsl, declarations })) {
    if (typeof text !== 'string') {
      throw refused(
        'invalid-option',
        `${option}.${name}`,
        text === undefined ? 'not given' : nameOf(text),
        'a string of WGSL',
      );
    }
  }
  return { option, wgsl: wgsl as string, declarations: declarations as string };
}

/** How kernels load a struct of `bytes` bytes. It checks that the declared struct has this size. */
function structView(bytes: unknown, type: unknown, texts: ReturnType<typeof orderTexts>): View {
  const { option, wgsl, declarations } = texts;
  requireOneOf('keys of { bytes }', bytes, STRUCT_BYTES, 'unsupported-type');
  if (typeof type !== 'string' || !/^[A-Za-z_]\w*$/.test(type)) {
    throw refused(
      'invalid-option',
      `${option}.type`,
      type,
      `the name of a struct of ${bytes} bytes that ${option}.declarations declares`,
    );
  }
  const found = structBytes(option, type, declarations);
  if (found !== bytes) {
    throw refused(
      'invalid-option',
      `${option}.type`,
      `struct ${type} takes ${found} bytes in memory`,
      `the keys' ${bytes} bytes`,
    );
  }
  // The kernel's names get a prefix, and the struct's name may equal one of them. So the library refers to the struct
  // by an alias that occurs in no text of the user.
  let alias = 'CustomKey';
  while (`${wgsl}${declarations}`.includes(alias)) alias += '_';
  return { type: alias, struct: type, inputWord: alias, load: 'input[i]' };
}

/** Checks a custom order against the type of the keys. */
export function customKeys(givenType: unknown, option: CustomKeys['option'], given: unknown): CustomKeys {
  requireTypeMembers('keyType', givenType);
  const keyType: unknown = isStrided(givenType) ? longName(givenType.type) : longName(givenType);
  const texts = orderTexts(option, given);
  const { type } = Object(given) as Record<string, unknown>;
  if ('bytes' in Object(keyType)) {
    const { bytes } = keyType as { bytes: unknown };
    return { ...texts, bytes: bytes as number, ...structView(bytes, type, texts) };
  }
  if (!isItemTypeName(keyType)) throw refused('unsupported-type', 'keyType', keyType, `${NAMED_TYPES}, { bytes }`);
  if (type !== undefined) {
    throw refused('invalid-option', `${option}.type`, type, `none for ${keyType} keys: only { bytes } keys have one`);
  }
  // An array of vec3 has a word of padding per element in WGSL.
  if (isStrided(givenType)) return { ...texts, bytes: 16, type: keyType, inputWord: keyType, load: 'input[i]' };
  return { ...texts, bytes: typeBytes(keyType), ...namedView(keyType) };
}

/** Rejects the options that order keys by bits: they have no meaning with a custom order. */
export function requireNoBits(option: CustomKeys['option'], options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const given = name === 'signedZero' ? value === 'equal' : value !== undefined;
    if (given) throw refused('invalid-option', name, value, `none together with ${option}`);
  }
}

/**
 * The modules of `customKey(i)` and of the user's function. Each text of the user is a separate module, so that compile
 * errors give line numbers within that text.
 *
 * @param head the function's declaration, without the opening brace
 */
export function customModules(keys: CustomKeys, head: string): WgslModule[] {
  const { option, type, struct, load, wgsl, declarations } = keys;
  const keyText = `${storage('input', 'array<InputWord>')}\nfn customKey(i: u32) -> ${type} {\n  return ${load};\n}`;
  return [
    ...(struct ? [callersText('(struct of the keys)', `alias ${type} = ${struct};`, 'declarations')] : []),
    written(
      'key of the caller',
      keyText,
      ...(load.startsWith('numberOf') ? [section(elementFile, 'number', 'f16')] : []),
    ),
    // The user may omit the last semicolon. Another one does no harm, also inside a comment.
    callersText(`${option}.declarations`, `${declarations};`, 'declarations'),
    written(`function of ${option}`, `${head} {`),
    callersText(`${option}.wgsl`, wgsl, 'body'),
    { name: `(end of ${option})`, text: '}', closes: true },
  ];
}

/** The size of a WGSL struct: its members' types. */
const MEMBER_TYPE = /^(?:[uif]32|vec([234])(?:<[uif]32>|[uif]))$/;
/** A member: its attributes, name, type and comma. */
const MEMBER = /\s*((?:@\s*\w+\s*\([^)]*\)\s*)*)(\w+)\s*:\s*(\w+(?:\s*<[^>]*>)?)\s*(?:,|$)/y;
const ATTRIBUTE = /@\s*(\w+)\s*\(\s*([^)]*)\)/g;
const MEMBERS_ALLOWED = 'members of u32, i32, f32 and vectors of these';

const roundedUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** Size and alignment of a member in bytes, by WGSL's rules: a vec3 has the alignment of a vec4. */
function memberLayout(attributes: string, type: string, refuse: (found: string) => never) {
  const plain = type.replace(/[\s,]/g, '');
  const components = MEMBER_TYPE.exec(plain);
  if (!components) return refuse(plain);
  const count = Number(components[1] ?? 1);
  const layout = { size: 4 * count, align: count === 3 ? 16 : 4 * count };
  for (const [, name, number] of attributes.matchAll(ATTRIBUTE)) {
    const known = name === 'size' || name === 'align' ? name : refuse(`@${name}`);
    layout[known] = Number(/^(\d+)[iu]?\s*,?\s*$/.exec(number as string)?.[1]) || refuse(`@${name}(${number})`);
  }
  return layout;
}

/** The text between the braces of `struct name`. */
function structBody(option: string, name: string, declarations: string): string {
  const text = declarations.replace(COMMENT, ' ');
  const body = new RegExp(`\\bstruct\\s+${name}\\s*\\{([^}]*)\\}`).exec(text)?.[1];
  if (body !== undefined) return body.trim();
  throw refused('invalid-option', `${option}.type`, name, `the name of a struct that ${option}.declarations declares`);
}

/**
 * Bytes of an element of `array<name>` in memory, by WGSL's rules: https://www.w3.org/TR/WGSL/#memory-layouts. WGSL has
 * no query for the size before the kernel is compiled. A kernel with a different size would read past the caller's
 * keys.
 *
 * @param option the messages' name for the option that holds the declarations
 */
export function structBytes(option: string, name: string, declarations: string): number {
  const body = structBody(option, name, declarations);
  const refuse = (found: string): never => {
    throw refused(
      'invalid-option',
      `${option}.declarations`,
      `struct ${name}: ${found}`,
      `${MEMBERS_ALLOWED}, @size, @align`,
    );
  };
  let end = 0;
  let widest = 1;
  MEMBER.lastIndex = 0;
  for (let from = 0; from < body.length || end === 0; from = MEMBER.lastIndex) {
    const member = MEMBER.exec(body);
    if (!member) return refuse(body.slice(from).trim() || 'no members');
    const { size, align } = memberLayout(member[1] as string, member[3] as string, refuse);
    end = roundedUp(end, align) + size;
    widest = Math.max(widest, align);
  }
  return roundedUp(end, widest);
}
