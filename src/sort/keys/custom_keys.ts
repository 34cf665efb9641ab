import numberF16 from '../../../wgsl/operators/number/f16.wgsl';
import { requireOneOf } from '../../checks.ts';
import { refused } from '../../errors.ts';
import { isItemTypeName, NAMED_TYPES, type NumberType, typeBytes, type VectorType } from '../../item_types.ts';
import { callersText } from '../../plan/isolate.ts';
import { storage, type WgslModule, written } from '../../plan/module.ts';
import { structBytes } from './struct.ts';

const STRUCT_BYTES = [4, 8, 12, 16] as const;

/** Keys that are a struct of the caller's: so many bytes each. */
export interface StructKeyType {
  bytes: (typeof STRUCT_BYTES)[number];
}

/** Keys that `compare` and `orderBy` take: any number or vector, or bytes that a struct of the caller's describes. */
export type CompareKeyType = NumberType | VectorType | StructKeyType;

/** The caller's text of an order, checked, and how its kernels see the call's keys. */
export interface CustomKeys {
  /** The option: what messages call it. */
  readonly option: 'compare' | 'orderBy';
  /** Bytes of a key in the caller's arrays: three words of a vec3 have no padding. */
  readonly bytes: number;
  /** WGSL type of a key, as the caller's text sees it: of a struct a name of ours. */
  readonly type: string;
  /** The caller's name of the struct. */
  readonly struct?: string;
  /** WGSL type of what the kernels read, and how they make a key of it. */
  readonly inputWord: string;
  readonly load: string;
  readonly wgsl: string;
  readonly declarations: string;
}

type View = Pick<CustomKeys, 'type' | 'struct' | 'inputWord' | 'load'>;

/** Numbers: narrow ones lie several to a word, lowest bits first. */
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
  // An array of vec3 would have padding.
  if (!keyType.startsWith('vec3')) return { type: keyType, inputWord: keyType, load: 'input[i]' };
  const words = 'vec3u(input[3u * i], input[3u * i + 1u], input[3u * i + 2u])';
  return { type: keyType, inputWord: 'u32', load: `bitcast<${keyType}>(${words})` };
}

/** The texts of an option, checked. */
export function orderTexts(option: CustomKeys['option'], given: unknown) {
  const { wgsl, declarations = '' } = Object(given) as Record<string, unknown>;
  for (const [name, text] of Object.entries({ wgsl, declarations })) {
    if (typeof text !== 'string') {
      throw refused('invalid-option', `${option}.${name}`, `${typeof text}`, 'a string of WGSL');
    }
  }
  return { option, wgsl: wgsl as string, declarations: declarations as string };
}

/** The struct that keys of so many bytes are. */
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
  // The library's names are renamed in its texts, and the struct's may be one of them: it goes by a name that neither
  // has.
  let alias = 'CustomKey';
  while (`${wgsl}${declarations}`.includes(alias)) alias += '_';
  return { type: alias, struct: type, inputWord: alias, load: 'input[i]' };
}

/** Checks an order of the caller's own against the type of the keys. */
export function customKeys(keyType: unknown, option: CustomKeys['option'], given: unknown): CustomKeys {
  const texts = orderTexts(option, given);
  const { type } = Object(given) as Record<string, unknown>;
  if ('bytes' in Object(keyType)) {
    const { bytes } = keyType as { bytes: unknown };
    return { ...texts, bytes: bytes as number, ...structView(bytes, type, texts) };
  }
  if (!isItemTypeName(keyType)) throw refused('unsupported-type', 'keyType', keyType, `${NAMED_TYPES}, { bytes }`);
  if (type !== undefined) {
    throw refused('invalid-option', `${option}.type`, type, `none for ${keyType} keys, only for those of { bytes }`);
  }
  return { ...texts, bytes: typeBytes(keyType), ...namedView(keyType) };
}

/** What orders keys bit by bit has no meaning beside an order of the caller's own. */
export function requireNoBits(option: CustomKeys['option'], options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const given = name === 'signedZero' ? value === 'equal' : value !== undefined;
    if (given) throw refused('invalid-option', name, value, `none beside ${option}`);
  }
}

/**
 * `customKey(i)` and the caller's function, its text in pieces of its own, whose lines compile errors count.
 *
 * @param head the function up to its opening brace
 */
export function customModules(keys: CustomKeys, head: string): WgslModule[] {
  const { option, type, struct, load, wgsl, declarations } = keys;
  const keyText = `${storage('input', 'array<InputWord>')}\nfn customKey(i: u32) -> ${type} {\n  return ${load};\n}`;
  return [
    ...(struct ? [callersText('(struct of the keys)', `alias ${type} = ${struct};`, 'declarations')] : []),
    written('key of the caller', keyText, ...(load.startsWith('numberOf') ? [numberF16] : [])),
    // With a semicolon, which they may have left out; behind a comment it says nothing.
    callersText(`${option}.declarations`, `${declarations};`, 'declarations'),
    written(`function of ${option}`, `${head} {`),
    callersText(`${option}.wgsl`, wgsl, 'body'),
    { name: `(end of ${option})`, text: '}', closes: true },
  ];
}
